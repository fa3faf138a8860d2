import { addTypenameToDocument } from '@apollo/client/utilities'
import { parse, print, separateOperations } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { BOUNDS } from '../../src/kernel/bounds.ts'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { aGraphClient, type GraphAnswer, type GraphClient } from '../support/graphClient.ts'
import { aGraphSocket, isAcknowledged, withCookie } from '../support/graphSocket.ts'
import { subscriptionErrors } from '../support/graphSubscriptions.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { FRIENDS, HOME, NOTIFICATIONS, WORLD_PAGE, WORLDS } from './pageDocuments.ts'

let app: TestApp
let ada: TestUser
let graph: GraphClient
let admin: GraphClient

beforeAll(async () => {
  app = await sharedApp()
  ada = await aUser(app)
  graph = aGraphClient(app, ada.api)
  admin = aGraphClient(app, (await anAdmin(app)).api)
})

const WITH_COST = { 'x-plaza-cost': '1' }
const costIn = (answer: GraphAnswer): unknown => Object(answer).extensions?.cost
const reasons = ({ errors = [] }: GraphAnswer) => errors.map(({ extensions }) => extensions.reason)

/** The cost of a document that is executed. */
async function costOf(query: string, variables: object = {}): Promise<unknown> {
  const answer = await graph.send(query, variables, WITH_COST)
  expect(answer.errors).toBeUndefined()
  return Object(costIn(answer)).requested
}

/** A document as Apollo Client sends it: with `__typename` in each selection, and without unused fragments. */
const asApolloSends = (query: string) =>
  Object.values(separateOperations(addTypenameToDocument(parse(query))))
    .map(print)
    .join('\n')

const EXPENSIVE = 'users(first: 100) { nodes { badges(first: 20) { nodes { badge { id } } } } }'
const EXPENSIVE_COST = 1 + 100 * (1 + 1 + 20 * (1 + 1))

describe('the cost of an operation', () => {
  test('is its objects, times the page sizes above them', async () => {
    expect(await costOf('{ users(first: 3) { nodes { id } } }')).toBe(1 + 3)
    expect(await costOf('{ users(first: 3) { edges { node { id } } } }')).toBe(1 + 3 + 3)
    expect(await costOf('{ users(first: 3) { pageInfo { hasNextPage } } }')).toBe(1 + 1)
    expect(await costOf('{ users { nodes { id } } }')).toBe(1 + 20)
    expect(await costOf('{ users(last: 2) { nodes { note { note } } } }')).toBe(1 + 2 * 2)
    expect(await costOf('{ users(first: 0) { nodes { note { note } } } }')).toBe(1)
    expect(await costOf('query A($n: Int = 4) { users(first: $n) { nodes { id } } }')).toBe(1 + 4)
    expect(await costOf('query A($n: Int = 4) { users(first: $n) { nodes { id } } }', { n: 7 })).toBe(1 + 7)
  })

  test('depends on sizes alone, whatever else the variables of a known document are', async () => {
    const query = `query A($search: String!, $n: Int, $last: Int) {
      users(filter: { search: $search }, first: $n, last: $last) { nodes { id } } }`
    for (const search of ['a', 'b', 'c']) {
      expect(await costOf(query, { search, n: 3 })).toBe(1 + 3)
      expect(await costOf(query, { search, n: 50 })).toBe(1 + 50)
      expect(await costOf(query, { search, last: 7 })).toBe(1 + 7)
      expect(await costOf(query, { search, n: null, last: 8 })).toBe(1 + 8)
      expect(await costOf(query, { search })).toBe(1 + 20)
    }
    const missing = (await graph.send(query, { n: 3 })).errors
    expect(missing).toMatchObject([{ message: expect.stringMatching(/^Variable "\$search"/) }])
  })

  test('leaves out scalars, __typename and cursors', async () => {
    const people = 'users(first: 3) { nodes { id displayName } }'
    const page = 'pageInfo { __typename hasNextPage endCursor }'
    const edges = `__typename edges { __typename cursor node { __typename id } }`
    expect(await costOf(`{ ${people} }`)).toBe(4)
    expect(await costOf(`{ __typename users(first: 3) { ${page} ${edges} } }`)).toBe(1 + 1 + 3 + 3)
    expect(await costOf('{ __typename }')).toBe(0)
  })

  test('counts a field once that several fragments select', async () => {
    const once = '{ viewer { user { id note { targetUser { id bio } } } } }'
    const shared = `{ viewer { user { note { id } } ...A ...B ... on Viewer { user { note { targetUser { id } } } } } }
      fragment A on Viewer { user { id note { ...C } } }
      fragment B on Viewer { user { note { ...C targetUser { bio } } } }
      fragment C on UserNote { targetUser { id } }`
    expect(await costOf(shared)).toBe(await costOf(once))
    expect(await costOf(`{ a: ${once.slice(2, -2)} b: ${once.slice(2, -2)} }`)).toBe(2 * Number(await costOf(once)))
  })

  test('leaves out what a directive leaves out', async () => {
    const people = 'users(first: 50) { nodes { note { note } } }'
    expect(await costOf(`{ onlineCount ${people.replace(' {', ' @skip(if: true) {')} }`)).toBe(1)
    expect(await costOf(`{ onlineCount ... @include(if: false) { ${people} } }`)).toBe(1)
    const variable = `query A($is: Boolean!) { onlineCount ...P @include(if: $is) } fragment P on Query { ${people} }`
    expect(await costOf(variable, { is: false })).toBe(1)
    expect(await costOf(variable, { is: true })).toBe(1 + 1 + 50 * 2)
    expect(await costOf(variable, { is: false })).toBe(1)
  })

  test('of an interface is that of its most expensive type', async () => {
    const fields = '... on User { note { note } } ... on World { author { note { note } } }'
    expect(await costOf(`{ node(id: "${ada.id}") { ${fields} } }`)).toBe(1 + 2)
    const ids = [ada.id, newId('user', new Date())]
    expect(await costOf(`query A($ids: [ID!]!) { nodes(ids: $ids) { ${fields} } }`, { ids })).toBe(2 * (1 + 2))
  })

  test('counts each object of a list where it stands', async () => {
    const ids = Array.from({ length: 100 }, () => ada.id)
    expect(await costOf('query A($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toBe(100)
    const fields = Array.from({ length: 95 }, (_, at) => `a${at}: nodes(ids: $ids) { id }`).join(' ')
    expect((await graph.send(`query A($ids: [ID!]!) { ${fields} }`, { ids })).errors).toMatchObject([
      { extensions: { reason: 'TOO_COMPLEX', cost: 9_500 } },
    ])
    expect(await costOf('{ refusalReasons { reason } }')).toBeGreaterThan(200)
    expect(await costOf('{ reportOptions { type } }')).toBe(10)
  })

  test('counts large scalars by their size', async () => {
    expect(await costOf('{ a: config b: config }')).toBe(20)
  })

  test('is that of the variables of the request, whatever they are called', async () => {
    const worlds = (name: string) =>
      `query A($${name}: Int = 100) { worlds(first: $${name}) { nodes { author { worlds(first: $${name}) { nodes { id } } } } } }`
    for (const name of ['k', 'valueOf', 'constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      await graph.send(worlds(name), { [name]: null })
      await graph.send(worlds(name), JSON.parse(`{ "${name}": 1 }`))
      expect(reasons(await graph.send(worlds(name), {})), name).toEqual(['TOO_COMPLEX'])
    }
  })

  test('is at least 1 for each root field, 10 for each mutation, and more for introspection', async () => {
    expect(await costOf('{ a: onlineCount b: onlineCount }')).toBe(2)
    const mutation = (await graph.send('mutation { __typename }', {}, WITH_COST)) satisfies GraphAnswer
    expect(costIn(mutation)).toEqual({ requested: 0, limit: 2_000 })
    const acts = Array.from(
      { length: 3 },
      (_, at) => `a${at}: updateNote(input: { targetUserId: "x", note: "" }) { __typename }`,
    )
    expect(costIn(await graph.send(`mutation { ${acts.join(' ')} }`, {}, WITH_COST))).toMatchObject({ requested: 30 })
    expect(await costOf('{ __schema { queryType { name } } }')).toBe(500)
    expect(await costOf('{ __type(name: "User") { name } }')).toBe(100)
  })

  test('is told only on request', async () => {
    const headers = { 'content-type': 'application/json' }
    const unasked = { method: 'POST', headers, body: JSON.stringify({ query: '{ onlineCount }' }) }
    expect((await ada.api.fetch('/graphql', unasked)).body).toEqual({ data: { onlineCount: expect.any(Number) } })
    expect(costIn(await graph.send('{ onlineCount }', {}, { 'x-plaza-cost': '0' }))).toBeUndefined()
    expect(costIn(await graph.send('{ onlineCount }', {}, WITH_COST))).toEqual({ requested: 1, limit: 2_000 })
    expect(costIn(await admin.send('{ onlineCount }', {}, WITH_COST))).toEqual({ requested: 1, limit: 10_000 })
  })
})

describe('the pages of a web client', () => {
  const pages: [string, string, object, number][] = [
    ['home', HOME, { worlds: 20, isNew: true }, 900],
    ['a world', WORLD_PAGE, { id: newId('world', new Date()) }, 600],
    ['50 notifications', NOTIFICATIONS, {}, 360],
    ['48 worlds', WORLDS, { first: 48 }, 150],
    ['100 friends', FRIENDS, {}, 103],
  ]

  test.each(pages)('%s is not refused, as Apollo Client sends it', async (_name, query, variables, most) => {
    const cost = await costOf(asApolloSends(query), variables)
    expect(cost).toBeLessThanOrEqual(most)
    expect(cost).toBeGreaterThan(90)
    const { errors, data } = await graph.send(asApolloSends(query), variables)
    expect(errors).toBeUndefined()
    expect(data).toBeTruthy()
  })

  test('cost the same by hand', async () => {
    const [byHand, byApollo] = [await costOf(FRIENDS), await costOf(asApolloSends(FRIENDS))]
    expect(byApollo).toBe(byHand)
  })
})

describe('an operation beyond a limit', () => {
  test('is refused once, with its cost and the limit, and nothing is executed', async () => {
    const answer = await graph.send(`{ onlineCount ${EXPENSIVE} }`, {}, WITH_COST)
    const cost = EXPENSIVE_COST + 1
    expect(answer).toEqual({
      errors: [
        {
          message: `The operation costs ${cost}, but the limit is 2000`,
          extensions: { code: 'BAD_INPUT', reason: 'TOO_COMPLEX', cost, limit: 2_000, requestId: expect.any(String) },
        },
      ],
      extensions: { cost: { requested: cost, limit: 2_000 } },
    })
    expect((await admin.send(`{ ${EXPENSIVE} }`)).errors).toBeUndefined()
    const beyondAdmins = EXPENSIVE.replace('first: 20', 'first: 60')
    expect((await admin.send(`{ ${beyondAdmins} }`)).errors).toMatchObject([
      { extensions: { reason: 'TOO_COMPLEX', limit: 10_000 } },
    ])
  })

  test('is refused when it is too deep; edges and nodes are no levels', async () => {
    const byEdges = `{ viewer { friends(first: 1) { edges { node { whereabouts { instance { world { author {
      badges(first: 1) { edges { node { badge { id } } } } } } } } } } } } }`
    expect((await graph.send(byEdges)).errors).toBeUndefined()
    const nested = (times: number) =>
      `{ viewer { user ${'{ note { targetUser '.repeat(times)} { id } ${'} }'.repeat(times)} } }`
    expect((await graph.send(nested(6))).errors).toBeUndefined()
    expect((await graph.send(nested(7))).errors).toMatchObject([
      {
        message: 'The operation has 17 levels of fields, but the limit is 15',
        extensions: { code: 'BAD_INPUT', reason: 'TOO_DEEP', depth: 17, limit: 15 },
      },
    ])
    expect(reasons(await graph.send(nested(200)))).toEqual(['TOO_DEEP'])
  })

  test('is refused whichever operation of its document is chosen', async () => {
    const query = `query Small { onlineCount } query Large { ${EXPENSIVE} }`
    const post = async (operationName: string) => {
      const body = JSON.stringify({ query, operationName })
      const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' }
      return ada.api.fetch('/graphql', { method: 'POST', headers, body })
    }
    const [small, large] = [await post('Small'), await post('Large')]
    expect([small.status, large.status]).toEqual([200, 400])
    expect(large.body).toMatchObject({ errors: [{ extensions: { reason: 'TOO_COMPLEX' } }] })
  })

  test('is not let through by a broken field or a missing variable', async () => {
    const query = `query A($n: Int = 1) { a: users(first: $n) { nodes { id } } b: ${EXPENSIVE} }`
    expect(reasons(await graph.send(query, { n: null }))).toEqual(['TOO_COMPLEX'])
    expect(reasons(await graph.send(query, { n: -5 }))).toEqual(['TOO_COMPLEX'])
    const { errors } = await graph.send(query, { n: 'many' })
    expect(errors).toMatchObject([{ message: expect.stringMatching(/^Variable "\$n"/) }])
  })

  test('is refused soon when its fragments multiply', async () => {
    const levels = 20
    const fragment = (at: number) => {
      const next = at === levels ? 'id' : `...F${at + 1}`
      const people = `mutualFriends(first: 1) { nodes { ${next} } }`
      const lists = `worlds(first: 1) { nodes { author { ${next} } friends(first: 1) { nodes { ${next} } } } } ${people}`
      return `fragment F${at} on User { note { targetUser { ${next} } } ${lists} }`
    }
    const fragments = Array.from({ length: levels + 1 }, (_, at) => fragment(at)).join(' ')
    const answer = await graph.send(`{ viewer { user { ...F0 } } } ${fragments}`)
    expect(answer.errors).toMatchObject([{ extensions: { reason: 'TOO_COMPLEX' } }])
  })

  test.each([
    ['an unknown variable', '{ users(first: $n) { nodes { id } } }', {}],
    [
      'a cycle of fragments',
      '{ viewer { ...A } } fragment A on Viewer { user { id } ...B } fragment B on Viewer { ...A }',
      {},
    ],
    ['a cycle through a field', '{ viewer { user { ...A } } } fragment A on User { note { targetUser { ...A } } }', {}],
    ['an unknown fragment', '{ viewer { ...A } }', {}],
    ['an unknown type', '{ viewer { ... on Nobody { id } } }', {}],
    ['no operation', 'fragment A on Viewer { id }', {}],
    ['no type of operation', 'subscription A { viewerChanged { id } } query B { nothing }', {}],
    ['a variable of a wrong type', 'query A($n: Int!) { users(first: $n) { nodes { id } } }', { n: {} }],
  ])('is an error of the client for %s', async (_name, query, variables) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const body = JSON.stringify({ query, variables })
      const headers = { 'content-type': 'application/json', accept }
      const response = await ada.api.fetch('/graphql', { method: 'POST', headers, body })
      expect(response.status).toBeLessThan(500)
      expect(JSON.stringify(response.body)).toMatch(/"errors":\[/)
      expect(JSON.stringify(response.body)).not.toContain('INTERNAL')
    }
  })

  test('is refused before a subscription starts', async () => {
    const socket = await aGraphSocket(app, withCookie(ada))
    await socket.until(isAcknowledged)
    const large = 'user { mutualFriends(first: 100) { nodes { worlds(first: 20) { nodes { id } } } } }'
    socket.subscribe('large', `subscription { viewerChanged { ${large} } }`)
    await socket.until((messages) => subscriptionErrors(messages).length > 0)
    expect(subscriptionErrors(socket.messages)).toMatchObject([{ extensions: { reason: 'TOO_COMPLEX', limit: 2_000 } }])
    socket.socket.close()
  })
})

describe('a batch', () => {
  const post = (operations: readonly string[], headers = {}) =>
    ada.api.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(operations.map((query) => ({ query }))),
    })
  const PART = '{ users(first: 100) { nodes { badges(first: 3) { nodes { badge { id } } } } } }'
  const PART_COST = 1 + 100 * (2 + 3 * 2)

  test('has one limit: operations that fit are executed, those beyond it are refused', async () => {
    const { body } = await post([PART, PART, PART, '{ onlineCount }'], WITH_COST)
    const cost = { requested: PART_COST, limit: 2_000 }
    expect(body).toMatchObject([
      { data: {}, extensions: { cost } },
      { data: {}, extensions: { cost } },
      { errors: [{ extensions: { code: 'BAD_INPUT', reason: 'TOO_COMPLEX', cost: 3 * PART_COST, limit: 2_000 } }] },
      { data: { onlineCount: expect.any(Number) } },
    ])
  })

  test('starts anew with each request', async () => {
    for (let request = 0; request < 3; request++)
      expect((await post([PART, PART])).body).toMatchObject([{ data: {} }, { data: {} }])
  })

  test('has at most ten operations, and one error for each operation beyond', async () => {
    const ten = Array.from({ length: BOUNDS.graphqlBatch.most }, () => '{ onlineCount }')
    expect((await post(ten)).body).toEqual(ten.map(() => ({ data: { onlineCount: expect.any(Number) } })))
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { status, headers, body } = await post([...ten, '{ onlineCount }'], { accept })
      expect(status).toBe(413)
      expect(headers.get('content-type')).toBe(`${accept}; charset=utf-8`)
      const extensions = { code: 'BAD_INPUT', reason: 'BATCH_TOO_LARGE', requestId: headers.get('x-request-id') }
      const message = 'A batch has at most 10 operations'
      expect(body).toEqual([...ten, ''].map(() => ({ errors: [{ message, extensions }] })))
    }
    const huge = await post(Array.from({ length: 1_000 }, () => ''))
    expect(huge.body).toHaveLength(100)
  })

  test('tells the request id in each error, whatever is wrong', async () => {
    const body = JSON.stringify([{ query: '{ nothing }' }, {}, { query: 7 }, null, { query: '{ onlineCount }' }])
    const headers = { 'content-type': 'application/json' }
    const answer = await ada.api.fetch('/graphql', { method: 'POST', headers, body })
    const failed = {
      errors: [{ extensions: { code: expect.any(String), requestId: answer.headers.get('x-request-id') } }],
    }
    expect(answer.body).toMatchObject([failed, failed, failed, failed, { data: {} }])
  })
})
