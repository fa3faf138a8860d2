import type { OperationVariables } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import type { TypedDocumentString } from '../generated/graphql.ts'
import { parsed } from './documents.ts'
import { confirming } from './identityConfirmation.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import { isResult } from './results.ts'

interface Ask<Data, Variables> {
  /** Undefined until something was asked for. */
  readonly data: Data | undefined
  readonly refusal: Refusal | null
  readonly isBusy: boolean
  readonly ask: (variables: Variables) => void
  readonly forget: () => void
}

/**
 * A query that runs when the person asks for it, and whose result is in no cache, such as one with secrets. Where the
 * server wants to know first who acts, the person is asked, and the query is sent again.
 */
export function useAsk<Data, Variables extends OperationVariables>(
  document: TypedDocumentString<Data, Variables>,
): Ask<Data, Variables> {
  const client = useApolloClient()
  const [data, setData] = useState<Data | undefined>()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const read = async (variables: Variables): Promise<Data> => {
    const { data } = await client.query<unknown, OperationVariables>({
      query: parsed(document),
      variables,
      fetchPolicy: 'no-cache',
    })
    if (isResult<Data>(data)) return data
    throw new Error('a query without a result')
  }
  const ask = (variables: Variables) => {
    setBusy(true)
    setRefusal(null)
    confirming(() => read(variables))
      .then(setData, (error) => setRefusal(refusalOf(error)))
      .finally(() => setBusy(false))
  }
  return { data, refusal, isBusy, ask, forget: () => setData(undefined) }
}
