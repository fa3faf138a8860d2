import type { ApolloCache, OperationVariables } from '@apollo/client'
import { useApolloClient, useMutation } from '@apollo/client/react'
import { useCallback, useRef, useState } from 'react'
import { showRefusal } from '../components/showRefusal.tsx'
import type { TypedDocumentString } from '../generated/graphql.ts'
import { parsed } from './documents.ts'
import { confirming } from './identityConfirmation.ts'
import { refusalOf } from './refusal.ts'
import { isResult } from './results.ts'

interface Act<Data, Variables> {
  /**
   * Resolves to the result; null if it was refused, which is shown. A second call is ignored while the first runs, unless
   * calls are queued. Until the answer comes, the page shows what `guess` changes.
   */
  readonly act: (variables: Variables, guess?: Guess) => Promise<Data | null>
  /** Like `act`, but throws a Refusal, for forms, which show it themselves. */
  readonly attempt: (variables: Variables) => Promise<Data>
  readonly isBusy: boolean
}

/** Changes the cache to what an act will most likely lead to. */
type Guess = (cache: ApolloCache) => void

interface ActOptions {
  /** Whether a further call waits for its turn, as for switches, of which people click several one after another. */
  readonly isQueued?: boolean
  /** Calls of other mutations that calls wait for, too: those of one queue run in the order in which they were made. */
  readonly queue?: ActQueue
}

interface ActQueue {
  /** Settles after the last call. */
  current: Promise<unknown>
}

/** A queue that several mutations share. */
export const useActQueue = (): ActQueue => useRef<Promise<unknown>>(Promise.resolve())

/** A mutation. Where the server wants to know first who acts, the person is asked, and the mutation is sent again. */
export function useAct<Data, Variables extends OperationVariables>(
  document: TypedDocumentString<Data, Variables>,
  { queue, isQueued = queue !== undefined }: ActOptions = {},
): Act<Data, Variables> {
  const { cache } = useApolloClient()
  const [mutate] = useMutation<unknown, OperationVariables>(parsed(document))
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const own = useActQueue()
  const last = queue ?? own

  const send = useCallback(
    async (variables: Variables): Promise<Data> => {
      const { data } = await confirming(() => mutate({ variables }))
      return resultOf<Data>(data)
    },
    [mutate],
  )
  const act = async (variables: Variables, guess?: Guess) => {
    if (isRunning.current && !isQueued) return null
    isRunning.current = true
    setBusy(true)
    let takeBack: (() => void) | undefined
    try {
      if (guess) takeBack = makeGuess(cache, guess)
      const result = last.current.then(() => send(variables))
      last.current = result.catch(() => {})
      return await result
    } catch (error) {
      showRefusal(refusalOf(error))
      return null
    } finally {
      isRunning.current = false
      setBusy(false)
      // After the caller has put the result in its place.
      if (takeBack) setTimeout(takeBack)
    }
  }
  return { act, attempt: send, isBusy }
}

let guesses = 0

/** Returns a function that takes the guess back. */
function makeGuess(cache: ApolloCache, guess: Guess): () => void {
  guesses += 1
  const id = `guess ${guesses}`
  cache.recordOptimisticTransaction(guess, id)
  return () => cache.removeOptimistic(id)
}

function resultOf<Data>(data: unknown): Data {
  if (isResult<Data>(data)) return data
  throw new Error('a mutation without a result')
}
