import type { TypedDocumentString } from '../generated/graphql.ts'
import { type GraphError, Refusal, refusalOfError, unreachable } from './refusal.ts'

interface Answer<Data> {
  readonly data?: Data | null
  readonly errors?: readonly GraphError[]
}

/**
 * Runs one operation without a cache. The pages before sign-in use it alone, so that they load without the client library.
 * Throws a Refusal.
 */
export async function request<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data, errors = [] } = await send<Data>({ query: String(document), variables })
  const [first] = errors
  if (first) throw refusalOfError(first)
  if (!data) throw new Refusal('an answer without data', {})
  return data
}

async function send<Data>(body: object): Promise<Answer<Data>> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' },
      body: JSON.stringify(body),
    })
    return await response.json()
  } catch (error) {
    throw unreachable(error)
  }
}
