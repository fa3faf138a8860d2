import { SESSIONS, SIGNED_IN_USERS, searchTerms, tokenOf, userIdOf, WORLDS, worldIdOf } from './dataset.ts'
import { rawRequest } from './httpLoad.ts'

/** A kind of request that both servers are measured with. */
export interface Task {
  readonly name: string
  /** The least accepted ratio of product to baseline. */
  readonly minRatio: number
  readonly requests: readonly TaskRequest[]
}

export interface TaskRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const rawRequestOf = ({ method, path, headers, body }: TaskRequest) => rawRequest(method, path, headers, body)

/** Least ratios by kind of task. */
const REST = 0.4
const GRAPHQL = 0.2
const PAGE = 60

/** Requests that differ in user and search term, so that no response can be cached. */
const taskRequests = (make: (term: string, at: number) => Omit<TaskRequest, 'headers'>): TaskRequest[] =>
  searchTerms.map((term, at) => ({
    ...make(term, at),
    headers: { cookie: `auth=${tokenOf(1 + (at % SIGNED_IN_USERS))}`, 'content-type': 'application/json' },
  }))

export const USERS_QUERY = `query Users($search: String!) {
  users(filter: { search: $search }, first: ${PAGE}) {
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

/** Worlds must reach a higher ratio, as their lists are read by hand-written statements. */
const WORLD = 0.45
const NESTED = 0.3

export const WORLDS_QUERY = `query Worlds($search: String!) {
  worlds(filter: { search: $search }, first: ${PAGE}) {
    nodes { id name capacity tags visits author { id displayName worlds(first: 3) { nodes { id name } } } }
    pageInfo { hasNextPage }
  }
}`

/** Each of these users boops the next, within the rate limit; other tasks do not read these users. */
const FIRST_BOOPER = 1_001
const boops: TaskRequest[] = Array.from({ length: SESSIONS - FIRST_BOOPER }, (_, at) => ({
  method: 'POST',
  path: `/api/1/users/${userIdOf(FIRST_BOOPER + at + 1)}/boop`,
  headers: { cookie: `auth=${tokenOf(FIRST_BOOPER + at)}`, 'content-type': 'application/json' },
  body: JSON.stringify({ emojiId: 'default_wave' }),
}))

export const tasks: readonly Task[] = [
  {
    name: 'getCurrentUser',
    minRatio: REST,
    requests: taskRequests(() => ({ method: 'GET', path: '/api/1/auth/user', body: '' })),
  },
  {
    name: 'searchUsers',
    minRatio: REST,
    requests: taskRequests((term) => ({ method: 'GET', path: `/api/1/users?search=${term}&n=${PAGE}`, body: '' })),
  },
  {
    name: 'GraphQL users',
    minRatio: GRAPHQL,
    requests: taskRequests((search) => ({
      method: 'POST',
      path: '/graphql',
      body: JSON.stringify({ query: USERS_QUERY, variables: { search } }),
    })),
  },
  {
    name: 'getNotifications',
    minRatio: REST,
    requests: taskRequests(() => ({ method: 'GET', path: `/api/1/auth/user/notifications?n=${PAGE}`, body: '' })),
  },
  {
    name: 'GraphQL notifications',
    minRatio: GRAPHQL,
    requests: taskRequests(() => ({
      method: 'POST',
      path: '/graphql',
      body: JSON.stringify({ query: NOTIFICATIONS_QUERY }),
    })),
  },
  { name: 'one notification', minRatio: REST, requests: boops },
  {
    name: 'getWorld',
    minRatio: WORLD,
    requests: taskRequests((_term, at) => ({
      method: 'GET',
      path: `/api/1/worlds/${worldIdOf(1 + ((at * 57) % WORLDS))}`,
      body: '',
    })),
  },
  {
    name: 'searchWorlds by name',
    minRatio: WORLD,
    requests: taskRequests((term) => ({ method: 'GET', path: `/api/1/worlds?search=${term}&n=${PAGE}`, body: '' })),
  },
  {
    name: 'searchWorlds, popular',
    minRatio: WORLD,
    requests: taskRequests((_term, at) => ({
      method: 'GET',
      path: `/api/1/worlds?n=${PAGE}&offset=${at % 600}`,
      body: '',
    })),
  },
  {
    name: 'GraphQL worlds, nested',
    minRatio: NESTED,
    requests: taskRequests((search) => ({
      method: 'POST',
      path: '/graphql',
      body: JSON.stringify({ query: WORLDS_QUERY, variables: { search } }),
    })),
  },
]
