import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, Observable } from '@apollo/client'
import { BatchHttpLink } from '@apollo/client/link/batch-http'
import { OperationTypeNode, print } from 'graphql'
import { finalize, tap } from 'rxjs'
import { createEventReplay, isWhole } from '../live/replay.ts'
import { openSharedSocket } from '../live/sharedSocket.ts'
import { noteVersion } from '../version.ts'
import { cachePolicies } from './cachePolicies.ts'
import { connectionState } from './connectionState.ts'
import { refreshAfterSleep } from './refreshAfterSleep.ts'
import { endSession, isSessionEnd } from './session.ts'

/** At most this many operations are one HTTP request, which is the limit of the server. */
const MAX_BATCH = 10
/** Milliseconds in which the panels of a page gather in one request. */
const BATCH_INTERVAL = 10
const URI = '/graphql'

const replay = createEventReplay()
/** `Viewer.id` of the person whose data the cache holds; null until the first answer. */
let viewerId: string | null = null

export const socket = openSharedSocket({
  onOpen(isNew) {
    connectionState.set('open')
    // Some time later, as all browsers come back at once after a restart of the server.
    if (isNew) refreshSoon(Math.random() * RECONNECT_SPREAD)
  },
  onLost: () => connectionState.set('lost'),
  onEnded: (reason) => endSession(reason),
})

/** Milliseconds in which several changes are read at once. */
const REFRESH_DELAY = 200
/** Milliseconds over which browsers read again that were connected to a server that has restarted. */
const RECONNECT_SPREAD = 1_000
let refreshTimer: ReturnType<typeof setTimeout> | undefined
/** Whether something has changed while the tab was not looked at. */
let isStale = false

/** Reads again what is on screen, where no event tells what has changed of it: soon, and once for several changes. */
export function refreshSoon(later = 0): void {
  isStale = document.visibilityState === 'hidden'
  if (isStale) return
  clearTimeout(refreshTimer)
  refreshTimer = setTimeout(() => void client.refetchQueries({ include: 'active' }), REFRESH_DELAY + later)
}
refreshAfterSleep(() => refreshSoon())

/** Queries of lists that only their person sees, of which events tell no more than that they have changed. */
const OWN_LIST = /^(Favorite|PeopleFavorite|PeopleOutgoing|Settings(BlockedAvatar|BlockedGroup|Moderation|Note)List)/

/** Reads own lists again that may have changed after a page had read them, and before their events arrived. */
export const refreshOwnLists = (): void =>
  void client.refetchQueries({
    include: 'active',
    onQueryUpdated: ({ queryName }) => queryName !== undefined && OWN_LIST.test(queryName),
  })
document.addEventListener('visibilitychange', () => isStale && refreshSoon())

/** Call with the id of the first answer: later answers for somebody else are refused by the server. */
export function startAs(id: string): void {
  viewerId = id
  socket.start(id)
}

/** The server refuses a request if its session is somebody else's by now. */
const nameViewer = new ApolloLink((operation, forward) => {
  if (viewerId !== null) operation.setContext({ headers: { 'x-plaza-viewer': viewerId } })
  return forward(operation)
})

const watchSession = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap(({ errors }) => {
      const ended = errors?.find(isSessionEnd)
      if (ended) socket.end(String(ended.extensions?.reason))
    }),
  ),
)

/** After each answer, applies the events again that arrived while the answer was awaited. */
const replayEvents = new ApolloLink((operation, forward) => {
  const end = replay.begin()
  return forward(operation).pipe(finalize(() => setTimeout(end)))
})

const liveEvents = new ApolloLink(
  ({ query, variables }) =>
    new Observable((observer) =>
      socket.subscribe(print(query), variables, (result) => {
        if (isWhole(result))
          replay.note(() => cache.write({ dataId: 'ROOT_SUBSCRIPTION', query, variables, result: result.data }))
        observer.next({ data: result.data ?? null, ...(result.errors && { errors: result.errors }) })
      }),
    ),
)

const fetchVersioned: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  noteVersion(response.headers.get('x-plaza-version'))
  return response
}

const http = ApolloLink.split(
  ({ operationType }) => operationType === OperationTypeNode.MUTATION,
  new HttpLink({ uri: URI, fetch: fetchVersioned }),
  new BatchHttpLink({ uri: URI, fetch: fetchVersioned, batchMax: MAX_BATCH, batchInterval: BATCH_INTERVAL }),
)

const cache = new InMemoryCache(cachePolicies)

export const client = new ApolloClient({
  cache,
  link: ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    liveEvents,
    ApolloLink.from([nameViewer, watchSession, replayEvents, http]),
  ),
  defaultOptions: {
    // Reading a list again renews its first page; those behind it stay.
    watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first', refetchWritePolicy: 'merge' },
  },
})
