import { SIGNED_IN, searchTerms, tokenOf } from './data.ts'
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
const asks = (make: (term: string) => Omit<Ask, 'headers'>): Ask[] =>
  searchTerms.map((term, at) => ({
    ...make(term),
    headers: { cookie: `auth=${tokenOf(1 + (at % SIGNED_IN))}`, 'content-type': 'application/json' },
  }))

export const USERS_QUERY = `query Users($search: String!) {
  users(search: $search, first: ${PAGE}) {
    edges { cursor node { id displayName bio bioLinks pronouns status statusDescription tags userIcon } }
    pageInfo { hasNextPage endCursor }
  }
}`

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
]
