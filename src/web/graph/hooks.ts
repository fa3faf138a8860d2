import type { OperationVariables } from '@apollo/client'
import { useApolloClient, useQuery } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import type { TypedDocumentString } from '../generated/graphql.ts'
import { connectionState } from './connectionState.ts'
import { parsed } from './documents.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import { isResult } from './results.ts'

export interface Panel<Data> {
  /** Undefined until the first answer. */
  readonly data: Data | undefined
  /** Why there is no answer, or why it is not whole. */
  readonly refusal: Refusal | null
  readonly isLoading: boolean
  readonly reload: () => void
  /** Reads another page of a list, which the cache adds to those before. */
  readonly fetchMore: (variables: OperationVariables) => Promise<void>
}

interface PanelOptions {
  /** Whether nothing is read for now. */
  readonly skip?: boolean
  /** Whether nothing is read that the cache has, as for what another part of the page keeps up to date. */
  readonly isKept?: boolean
  /** Whether what the cache has is not shown before the first answer, as for a form that begins with what it gets. */
  readonly isFresh?: boolean
}

/** Reads what a panel of a page shows. All panels that begin at once share a request, and fail apart from each other. */
export function usePanel<Data, Variables extends OperationVariables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { skip = false, isKept = false, isFresh = false }: PanelOptions = {},
): Panel<Data> {
  const policy = {
    ...(isKept && { fetchPolicy: 'cache-first' as const }),
    ...(isFresh && { fetchPolicy: 'network-only' as const }),
  }
  const result = useQuery<unknown, OperationVariables>(parsed(document), { variables, skip, ...policy })
  return {
    data: dataOf<Data>(result.data),
    refusal: result.error ? refusalOf(result.error) : null,
    isLoading: result.loading,
    reload: () => void result.refetch(),
    fetchMore: async (more) => void (await result.fetchMore({ variables: more })),
  }
}

const dataOf = <Data>(data: unknown): Data | undefined => (isResult<Data>(data) ? data : undefined)

/** The variables of a feed's position. */
const POSITION = ['after', 'sequence']

/** Where a feed goes on: after the entry that a query has read last. */
interface FeedPosition {
  readonly after: string
  readonly sequence: number
}

interface FeedOwner {
  readonly notificationFeedCursor: string
  readonly notificationFeedSequence: number
}

/** The variables of a feed, after what a query has read of its viewer; null before the first answer. */
export const feedPosition = (viewer: FeedOwner | null | undefined): FeedPosition | null =>
  viewer ? { after: viewer.notificationFeedCursor, sequence: viewer.notificationFeedSequence } : null

/**
 * Keeps what is on screen up to date: what the events select is fresh, and goes into the cache. Where a subscription can
 * begin only after its page has read the state, documents with the variable `initial` get the present one as their first
 * event. A feed begins at its first position, and goes on by itself: later ones are of other queries.
 */
export function useLive<Data, Variables extends OperationVariables>(
  document: TypedDocumentString<Data, Variables>,
  variables: (Variables & Partial<FeedPosition>) | null,
  onEvent?: (data: Data) => void,
): void {
  const client = useApolloClient()
  const listener = useRef(onEvent)
  listener.current = onEvent
  const initial = useRef(variables === null || !connectionState.isOpen())
  const key = JSON.stringify(variables, (name, value) => (POSITION.includes(name) ? undefined : value))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the variables but the position.
  useEffect(() => {
    if (variables === null) return
    const events = client.subscribe<unknown, OperationVariables>({
      query: parsed(document),
      variables: { ...variables, ...(initial.current && { initial: true }) },
    })
    const subscription = events.subscribe(({ data }) => {
      if (isResult<Data>(data)) listener.current?.(data)
    })
    return () => subscription.unsubscribe()
  }, [client, document, key])
}
