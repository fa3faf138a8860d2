import { CALENDARS, FIRST_MONTH } from './calendarDataset.ts'
import {
  frequentTerms,
  groupIdOf,
  SESSIONS,
  SIGNED_IN_USERS,
  searchTerms,
  tokenOf,
  userIdOf,
  worldIdOf,
} from './dataset.ts'
import { groupsOf, largeGroupOf } from './groupDataset.ts'
import { rawRequest } from './httpLoad.ts'
import {
  NESTED_WORLDS_QUERY,
  NOTIFICATIONS_QUERY,
  PAGE,
  USERS_QUERY,
  WORLD_GROUPS_QUERY,
  WORLD_QUERY,
  WORLDS_QUERY,
} from './queries.ts'

/** What is measured with both servers, and how fast the product must be. */
export interface Measure {
  readonly name: string
  /** The aim for the ratio of the product's requests per second to the baseline's, and for that of CPU time per request. */
  readonly aim: number
  /** The least accepted ratio. */
  readonly least: number
}

/** A kind of request that both servers are measured with. */
export interface Task extends Measure {
  /** Whether it lists objects by statements whose cost must not grow with the number of rows. */
  readonly isList: boolean
  readonly requests: readonly TaskRequest[]
}

export interface TaskRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const rawRequestOf = ({ method, path, headers, body }: TaskRequest) => rawRequest(method, path, headers, body)

const REST_OBJECT = { aim: 1.5, least: 1.2, isList: false } as const
const REST_LIST = { aim: 1.4, least: 1, isList: true } as const
const WRITE = { aim: 1, least: 0.5, isList: false } as const
const GRAPH_OBJECT = { aim: 0.85, least: 0.6, isList: false } as const
const GRAPH_LIST = { aim: 0.85, least: 0.6, isList: true } as const

type BareRequest = Omit<TaskRequest, 'headers'>
const get = (path: string): BareRequest => ({ method: 'GET', path, body: '' })
const graph = (operationName: string, query: string, variables: object = {}): BareRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ operationName, query, variables }),
})

const asUser = (request: BareRequest, user: number): TaskRequest => ({
  ...request,
  headers: { cookie: `auth=${tokenOf(user)}`, 'content-type': 'application/json' },
})

/** Each of these users boops the next, within the rate limit; other tasks do not read these users. */
const FIRST_BOOPER = 1_001
const boops: TaskRequest[] = Array.from({ length: SESSIONS - FIRST_BOOPER }, (_, at) => {
  const path = `/api/1/users/${userIdOf(FIRST_BOOPER + at + 1)}/boop`
  return asUser({ method: 'POST', path, body: JSON.stringify({ emojiId: 'default_wave' }) }, FIRST_BOOPER + at)
})

/** Tasks on a database with `rows` users and worlds, which search for `terms`. */
export function tasksOn(rows: number, terms: readonly string[] = searchTerms): readonly Task[] {
  /** Requests that differ in the user, and in the term or world. */
  const requests: Requests = (make) =>
    searchTerms.map((_, at) => asUser(make(terms[at % terms.length] ?? '', at), 1 + (at % SIGNED_IN_USERS)))
  const world = (at: number) => worldIdOf(1 + ((at * 57) % rows))
  return [
    ...restTasks(requests, world),
    ...groupTasks(requests, rows),
    ...calendarTasks(requests),
    { name: 'one notification written', ...WRITE, requests: boops },
    ...graphTasks(requests, world),
  ]
}

type Requests = (make: (term: string, at: number) => BareRequest) => TaskRequest[]

const restTasks = (requests: Requests, world: (at: number) => string): readonly Task[] => [
  { name: 'getWorld', ...REST_OBJECT, requests: requests((_, at) => get(`/api/1/worlds/${world(at)}`)) },
  { name: 'getCurrentUser', ...REST_OBJECT, requests: requests(() => get('/api/1/auth/user')) },
  {
    name: 'searchWorlds, popular',
    ...REST_LIST,
    requests: requests((_, at) => get(`/api/1/worlds?n=${PAGE}&offset=${at % PAGE}`)),
  },
  {
    name: 'searchWorlds by name',
    ...REST_LIST,
    requests: requests((term) => get(`/api/1/worlds?search=${term}&n=${PAGE}`)),
  },
  {
    name: 'searchUsers',
    ...REST_LIST,
    requests: requests((term) => get(`/api/1/users?search=${term}&n=${PAGE}`)),
  },
  {
    name: 'getNotifications',
    ...REST_LIST,
    requests: requests(() => get(`/api/1/auth/user/notifications?n=${PAGE}`)),
  },
]

/** Members on a page, as many as a page can have. */
const MEMBERS = 100

/** Lists that are sorted by what they find, or that skip members, cost the more the more there are. */
const groupTasks = (requests: Requests, rows: number): readonly Task[] => {
  const members = `/api/1/groups/${groupIdOf(largeGroupOf(rows))}/members?n=${MEMBERS}`
  // Every other request is for the own group of the user.
  const group = (at: number) => groupIdOf(at % 2 ? 1 + (at % SIGNED_IN_USERS) : 1 + ((at * 57) % groupsOf(rows)))
  return [
    { name: 'getGroup', ...REST_OBJECT, requests: requests((_, at) => get(`/api/1/groups/${group(at)}`)) },
    {
      name: 'getGroupMembers, first',
      ...REST_LIST,
      isList: false,
      requests: requests(() => get(`${members}&offset=0`)),
    },
    {
      name: 'getGroupMembers, last',
      ...REST_LIST,
      isList: false,
      requests: requests(() => get(`${members}&offset=${groupsOf(rows) - MEMBERS}`)),
    },
    {
      name: 'searchGroups',
      ...REST_LIST,
      isList: false,
      requests: requests((term) => get(`/api/1/groups?query=${term}&n=${PAGE}`)),
    },
  ]
}

/** `BENCH_EVENTS=1000000` measures them with that many events rather than few, which fills another database first. */
const calendarTasks = (requests: Requests): readonly Task[] => [
  {
    name: 'getGroupCalendarEvents, month',
    ...REST_LIST,
    isList: false,
    requests: requests((_, at) =>
      get(`/api/1/calendar/${groupIdOf(1 + ((at * 57) % CALENDARS))}?date=${FIRST_MONTH}&n=${PAGE}`),
    ),
  },
  {
    name: 'discoverCalendarEvents',
    ...REST_LIST,
    isList: false,
    requests: requests(() => get(`/api/1/calendar/discover?n=${PAGE}`)),
  },
]

const graphTasks = (requests: Requests, world: (at: number) => string): readonly Task[] => [
  {
    name: 'GraphQL world',
    ...GRAPH_OBJECT,
    requests: requests((_, at) => graph('World', WORLD_QUERY, { id: world(at) })),
  },
  { name: 'GraphQL worlds', ...GRAPH_LIST, requests: requests(() => graph('Worlds', WORLDS_QUERY)) },
  {
    name: 'GraphQL users',
    ...GRAPH_LIST,
    requests: requests((search) => graph('Users', USERS_QUERY, { search })),
  },
  {
    name: 'GraphQL worlds, nested',
    ...GRAPH_LIST,
    requests: requests((search) => graph('NestedWorlds', NESTED_WORLDS_QUERY, { search })),
  },
  {
    name: 'GraphQL worlds, groups',
    ...GRAPH_LIST,
    requests: requests((search) => graph('WorldGroups', WORLD_GROUPS_QUERY, { search })),
  },
  {
    name: 'GraphQL notifications',
    ...GRAPH_LIST,
    requests: requests(() => graph('Notifications', NOTIFICATIONS_QUERY)),
  },
]

/** Lists on a database with `rows` users and worlds, which fill their page whatever that number. */
export const listTasksOn = (rows: number) => tasksOn(rows, frequentTerms).filter(({ isList }) => isList)
