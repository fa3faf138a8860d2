import { ApolloClient, HttpLink, InMemoryCache, type TypePolicies } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { buildSchema, parse } from 'graphql'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { cachePolicies } from '../../../src/edges/graphql/cachePolicies.ts'
import { lists } from '../../../src/edges/graphql/docs/guide/lists.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import { aFriendOf } from '../../support/friends.ts'
import { aGroup, insertMember } from '../../support/groups.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aBrowser } from './browser.ts'

type Policies = ReturnType<typeof cachePolicies>

/** The function of the guide that turns the policies of the server into those of Apollo Client. */
function policiesByGuide(policies: Policies): TypePolicies {
  const [script] = lists.blocks.flatMap((block) => ('script' in block ? [block.script] : []))
  return new Function('relayStylePagination', `${script?.code}\nreturn typePoliciesOf`)(relayStylePagination)(policies)
}

let app: TestApp
let person: TestUser
let policies: Policies
beforeAll(async () => {
  app = await sharedApp()
  person = await aUser(app)
  for (let at = 0; at < 3; at++) await aFriendOf(app, person)
  await insertMember(app, await aGroup(app), person)
  policies = JSON.parse(await (await fetch(`${app.origin}/apollo-policies.json`)).text())
})

const warnings = vi.fn()
beforeEach(() => {
  for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(warnings)
})
afterEach(() => {
  warnings.mockClear()
  vi.restoreAllMocks()
})

function aClient(by: Policies | null) {
  const { url, fetch } = aBrowser(app, person.api)
  const options = by ? { possibleTypes: mutable(by.possibleTypes), typePolicies: policiesByGuide(by) } : {}
  return new ApolloClient({ cache: new InMemoryCache(options), link: new HttpLink({ uri: url, fetch }) })
}

const mutable = (types: Policies['possibleTypes']) =>
  Object.fromEntries(Object.entries(types).map(([name, possible]) => [name, [...possible]]))

/** Two components each, that select different fields of an object without id, or of a list. */
const PAIRS: readonly (readonly [what: string, one: string, other: string])[] = [
  ['the account', 'user { id account { username } }', 'user { id account { lastLoginAt } }'],
  ['whereabouts', 'user { id whereabouts { kind } }', 'user { id whereabouts { instanceId } }'],
  ['groups', 'user { id groups { edges { cursor node { id } } } }', 'user { id groups { totalCount } }'],
  ['a list', 'friends(first: 2) { edges { cursor node { id } } }', 'friends(first: 2) { totalCount }'],
]

async function readBoth(client: ReturnType<typeof aClient>, one: string, other: string) {
  for (const fields of [one, other])
    await client.query({ query: parse(`{ viewer { id ${fields} } }`), fetchPolicy: 'network-only' })
}

describe('Apollo Client with the policies of the server', () => {
  it.each(PAIRS)('keeps parts of %s that were read apart, without a warning', async (_what, one, other) => {
    await readBoth(aClient(policies), one, other)
    expect(warnings.mock.calls).toEqual([])
  })

  it('warns without them', async () => {
    for (const [, one, other] of PAIRS) await readBoth(aClient(null), one, other)
    expect(warnings.mock.calls.length).toBeGreaterThanOrEqual(2)
  })

  it('joins the pages of a list by fetchMore, and loses none', async () => {
    const client = aClient(policies)
    const query = parse(`query ($after: String) {
      viewer { id friends(first: 2, after: $after) { edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }
    }`)
    const shown = client.watchQuery({ query })
    const subscription = shown.subscribe({})
    const { data } = await client.query({ query })
    await shown.fetchMore({ variables: { after: Object(data).viewer.friends.pageInfo.endCursor } })
    const { edges } = Object(client.readQuery({ query })).viewer.friends
    subscription.unsubscribe()
    expect(new Set(edges.map(({ node }: { readonly node: { readonly id: string } }) => node.id)).size).toBe(3)
    expect(warnings.mock.calls).toEqual([])
  })
})

describe('the policies of a schema', () => {
  const schema = buildSchema(`
    type Query { viewer: Viewer! worlds(first: Int, after: String, sort: Sort, filter: Filter): WorldConnection! thing: Thing }
    type Mutation { act: Payload! }
    type Payload { viewer: Viewer }
    type Viewer { id: ID! storage: Storage! }
    type Storage { used: Int! }
    type World { id: ID! }
    type WorldConnection { edges: [WorldEdge!]! pageInfo: PageInfo! }
    type WorldEdge { cursor: String! node: World! }
    type PageInfo { hasNextPage: Boolean! }
    enum Sort { NAME }
    input Filter { tag: String }
    union Thing = World | Viewer
  `)

  it('name the key arguments of each list, and the types without id', () => {
    expect(cachePolicies(schema)).toEqual({
      possibleTypes: { Thing: ['Viewer', 'World'] },
      typePolicies: {
        Payload: { keyFields: false, merge: true },
        Query: { fields: { worlds: { keyArgs: ['filter', 'sort'] } } },
        Storage: { keyFields: false, merge: true },
      },
    })
  })
})
