import { idOf, SESSIONS, SIGNED_IN, searchTerms, tokenOf, WORLDS, worldIdOf } from './data.ts'
import { rawRequest } from './load.ts'

/** One thing that both servers are asked for. */
export interface Task {
  readonly name: string
  /** The least ratio of product to floor. */
  readonly bar: number
  readonly requests: readonly Ask[]
}

export interface Ask {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const rawOf = ({ method, path, headers, body }: Ask) => rawRequest(method, path, headers, body)

const REST = 0.4
const GRAPHQL = 0.2
const PAGE = 60

/** Requests that differ in person and search term, so that no answer can be remembered. */
const asks = (make: (term: string, at: number) => Omit<Ask, 'headers'>): Ask[] =>
  searchTerms.map((term, at) => ({
    ...make(term, at),
    headers: { cookie: `auth=${tokenOf(1 + (at % SIGNED_IN))}`, 'content-type': 'application/json' },
  }))

export const USERS_QUERY = `query Users($search: String!) {
  users(search: $search, first: ${PAGE}) {
    edges { cursor node { id displayName bio bioLinks pronouns status statusDescription tags userIcon } }
    pageInfo { hasNextPage endCursor }
  }
}`

const NOTIFICATIONS_QUERY = `query Notifications {
  viewer { notifications(first: ${PAGE}) {
    nodes { id type title message createdAt seenAt sender { id displayName } }
    pageInfo { hasNextPage }
  } }
}`

/** The bars of worlds are higher: their lists are read by statements of their own from the first day. */
const WORLD = 0.45
const NESTED = 0.3

export const WORLDS_QUERY = `query Worlds($search: String!) {
  worlds(filter: { search: $search }, first: ${PAGE}) {
    nodes { id name capacity tags visits author { id displayName worlds(first: 3) { nodes { id name } } } }
    pageInfo { hasNextPage }
  }
}`

/** Each person boops the one after, seldom enough for the limit; not those whom the other tasks look at. */
const FIRST_BOOPER = 1_001
const boops: Ask[] = Array.from({ length: SESSIONS - FIRST_BOOPER }, (_, at) => ({
  method: 'POST',
  path: `/api/1/users/${idOf(FIRST_BOOPER + at + 1)}/boop`,
  headers: { cookie: `auth=${tokenOf(FIRST_BOOPER + at)}`, 'content-type': 'application/json' },
  body: JSON.stringify({ emojiId: 'default_wave' }),
}))

export const tasks: readonly Task[] = [
  { name: 'getCurrentUser', bar: REST, requests: asks(() => ({ method: 'GET', path: '/api/1/auth/user', body: '' })) },
  {
    name: 'searchUsers',
    bar: REST,
    requests: asks((term) => ({ method: 'GET', path: `/api/1/users?search=${term}&n=${PAGE}`, body: '' })),
  },
  {
    name: 'GraphQL users',
    bar: GRAPHQL,
    requests: asks((search) => ({
      method: 'POST',
      path: '/graphql',
      body: JSON.stringify({ query: USERS_QUERY, variables: { search } }),
    })),
  },
  {
    name: 'getNotifications',
    bar: REST,
    requests: asks(() => ({ method: 'GET', path: `/api/1/auth/user/notifications?n=${PAGE}`, body: '' })),
  },
  {
    name: 'GraphQL notifications',
    bar: GRAPHQL,
    requests: asks(() => ({ method: 'POST', path: '/graphql', body: JSON.stringify({ query: NOTIFICATIONS_QUERY }) })),
  },
  { name: 'one notification', bar: REST, requests: boops },
  {
    name: 'getWorld',
    bar: WORLD,
    requests: asks((_term, at) => ({
      method: 'GET',
      path: `/api/1/worlds/${worldIdOf(1 + ((at * 57) % WORLDS))}`,
      body: '',
    })),
  },
  {
    name: 'searchWorlds by name',
    bar: WORLD,
    requests: asks((term) => ({ method: 'GET', path: `/api/1/worlds?search=${term}&n=${PAGE}`, body: '' })),
  },
  {
    name: 'searchWorlds, popular',
    bar: WORLD,
    requests: asks((_term, at) => ({ method: 'GET', path: `/api/1/worlds?n=${PAGE}&offset=${at % 600}`, body: '' })),
  },
  {
    name: 'GraphQL worlds, nested',
    bar: NESTED,
    requests: asks((search) => ({
      method: 'POST',
      path: '/graphql',
      body: JSON.stringify({ query: WORLDS_QUERY, variables: { search } }),
    })),
  },
]
