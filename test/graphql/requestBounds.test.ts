import { queryObjects } from 'node:v8'
import { buildSchema, GraphQLError, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { noUsage, OperationContext } from '../../src/edges/graphql/context.ts'
import { presentErrors } from '../../src/edges/graphql/errors.ts'
import { createLoadScheduler } from '../../src/edges/graphql/execution/loadScheduler.ts'
import { executeByPlan } from '../../src/edges/graphql/execution/planExecution.ts'
import { ResultBudget } from '../../src/edges/graphql/execution/resultBudget.ts'
import { BOUNDS } from '../../src/kernel/bounds.ts'
import { sharedApp } from '../support/app.ts'
import { aGraphClient, type GraphAnswer } from '../support/graphClient.ts'
import { aGroup, giveRole } from '../support/groups.ts'
import { aLogRecorder, LOG_ERROR } from '../support/logRecorder.ts'
import { anAdmin, aUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await sharedApp()
const ada = await aUser(app)
const graph = aGraphClient(app, ada.api)
const stranger = aGraphClient(app)

const reasons = ({ errors = [] }: GraphAnswer) => errors.map(({ extensions }) => extensions.reason)
const FAULT = new Error('fault')
const aliases = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ')} }`

describe('variables', () => {
  test('that the operation does not declare are ignored, whatever they hold', async () => {
    const junk = [
      { junk: 'x'.repeat(900_000) },
      { junk: Array.from({ length: 50_000 }, () => ({})) },
      { junk: 'zero \0 byte', half: '\ud800' },
    ]
    for (const variables of junk) expect((await graph.send('{ onlineCount }', variables)).errors).toBeUndefined()
  })

  test('have a maximum size together', async () => {
    const search = (text: string) =>
      graph.send('query A($text: String) { users(filter: { search: $text }) { nodes { id } } }', { text })
    expect(reasons(await search('x'.repeat(BOUNDS.graphqlVariables.most)))).toEqual(['TOO_LARGE'])
    expect(reasons(await search('x'.repeat(BOUNDS.graphqlVariables.most / 2)))).not.toContain('TOO_LARGE')
    const ids = Array.from({ length: 20_000 }, () => null)
    expect(reasons(await graph.send('query A($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids }))).toEqual([
      'TOO_LARGE',
    ])
  })

  test('of an admin may be larger, as scripts and stylesheets are', async () => {
    const admin = aGraphClient(app, (await anAdmin(app)).api)
    const mutation = `mutation A($input: SetFrontendAssetInput!) { setFrontendAsset(input: $input) { clientMutationId } }`
    const input = { kind: 'CSS', variant: 'PUBLIC', branch: 'large', content: 'x'.repeat(500_000) }
    expect((await admin.send(mutation, { input })).errors).toBeUndefined()
  })

  test('and all else of a request are forgotten with it, whatever is cached of its document', async () => {
    const worldId = await aWorld(app, ada)
    const send = async (from: number) => {
      for (let at = from; at < from + 20; at++) {
        const query = `query A($id: ID!, $is: Boolean = true) { viewer { id } world(id: $id) @include(if: $is) { id name } } # ${at}`
        await graph.send(query, { id: worldId, junk: 'x'.repeat(10_000) })
      }
      return queryObjects(OperationContext, { format: 'count' })
    }
    const first = await send(0)
    expect((await send(20)) - first).toBeLessThan(5)
  })
})

describe('the same object', () => {
  test('can be selected by several fields of one operation', async () => {
    const worldId = await aWorld(app, ada)
    const group = await aGroup(app)
    const ids = [ada.id, worldId, group.id]
    const fields = 'id ... on User { displayName } ... on World { name } ... on Group { name }'
    const query = `query A($ids: [ID!]!, $world: ID!, $group: ID!) {
      a: nodes(ids: $ids) { ${fields} } b: nodes(ids: $ids) { ${fields} }
      c: node(id: $world) { ${fields} } d: node(id: $world) { ${fields} }
      e: node(id: $group) { ${fields} } f: group(id: $group) { id name }
    }`
    for (let time = 0; time < 2; time++) {
      const { data, errors } = await graph.send(query, { ids, world: worldId, group: group.id })
      expect(errors).toBeUndefined()
      const { a, b, c, d, e, f } = Object(data)
      expect(a.map(({ id }: { readonly id: string }) => id)).toEqual(ids)
      expect([b, d, f]).toEqual([a, c, e])
    }
  })
})

describe('a result', () => {
  const SCHEMA = buildSchema('type Query { items: [Item!]! } type Item { id: ID! tags: [String!]! parent: Item! }')

  test('is completed over several turns of the event loop if it is large', async () => {
    const size = 5_000
    const item = { id: 'item', tags: ['a', 'b'], parent: () => ({ id: 'parent', tags: [], parent: null }) }
    const items = Array.from({ length: size }, () => item)
    const document = parse('{ items { id tags parent { id } } }')
    let turns = 0
    const count = () => {
      turns += 1
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    const execution = { schema: SCHEMA, document, variables: {}, rootValue: { items }, contextValue: {} }
    const result = await executeByPlan(execution, createLoadScheduler())
    clearImmediate(timer)
    const row = { id: 'item', tags: ['a', 'b'], parent: { id: 'parent' } }
    expect(result?.data?.items).toEqual(Array.from({ length: size }, () => row))
    expect(turns).toBeGreaterThan(5)
  })

  test('does not wait for a resolver that waits for what another one has asked', async () => {
    const loads = createLoadScheduler()
    let isRead = () => {}
    const read = new Promise<void>((resolve) => {
      isRead = resolve
    })
    loads.isResolving = true
    loads.ask(async () => isRead())
    loads.isResolving = false
    loads.begin()
    await read
  })

  test('has a maximum size, over all operations of a request', async () => {
    const usage = noUsage()
    const items = Array.from({ length: 10 }, () => ({ id: 'x'.repeat(BOUNDS.graphqlResult.most / 30), tags: ['y'] }))
    const send = (text: string) => {
      const budget = new ResultBudget({ usage, cost: 10, limit: 100 })
      const execution = { schema: SCHEMA, variables: {}, rootValue: { items }, contextValue: {}, budget }
      return executeByPlan({ ...execution, document: parse(text) }, createLoadScheduler())
    }
    for (let time = 0; time < 2; time++) expect(await send('{ items { id tags } }')).toMatchObject({ data: {} })
    const { data, errors } = Object(await send('{ items { id } more: items { id } }'))
    expect(data).toBeUndefined()
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_INPUT', reason: 'too_large' } }])
  })

  test('with large scalars costs their size', async () => {
    const worldId = await aWorld(app, ada)
    const metadata = { large: 'x'.repeat(60_000) }
    await ada.api.call('updateWorld', { worldId, body: { metadata } })
    const query = (count: number) => aliases(count, `world(id: "${worldId}") { metadata }`)
    expect((await graph.send(query(10))).data).toMatchObject({ a9: { metadata } })
    expect(reasons(await graph.send(query(40)))).toEqual(['TOO_COMPLEX'])
  })

  test('that is longer than its lists declare is charged for it', async () => {
    const group = await aGroup(app)
    for (let at = 0; at < 25; at++) await giveRole(app, group, group.owner, { permissions: [] })
    const owner = aGraphClient(app, group.owner.api)
    const query = `{ group(id: "${group.id}") { members(first: 1) { nodes { roles { id } } } } }`
    const { data, extensions } = await owner.send(query, {}, { 'x-plaza-cost': '1' })
    const roles = Object(data).group.members.nodes[0].roles.length
    expect(roles).toBeGreaterThan(25)
    expect(extensions?.cost?.requested).toBe(3 + roles)
  })

  test('logs its server faults by one line, with their number', () => {
    const { log, lines } = aLogRecorder()
    const errors = Array.from(
      { length: 100 },
      (_, at) => new GraphQLError('fault', { path: [at], originalError: FAULT }),
    )
    const presented = presentErrors({ log, isDatabaseUnavailable: () => false }, { errors }, 'request')
    expect(presented.errors.map(({ extensions }) => extensions.code)).toEqual(errors.map(() => 'INTERNAL'))
    expect(lines).toMatchObject([{ level: LOG_ERROR, requestId: 'request', path: [0], errors: 100 }])
  })
})

describe('without a session', () => {
  test('the cost of a request is lower', async () => {
    expect((await stranger.send(aliases(49, 'config'))).errors).toBeUndefined()
    expect(reasons(await stranger.send(aliases(51, 'config')))).toEqual(['TOO_COMPLEX'])
    expect((await graph.send(aliases(51, 'config'))).errors).toBeUndefined()
  })

  test('the schema can be read', async () => {
    expect((await stranger.send('{ __schema { queryType { name } } }')).errors).toBeUndefined()
  })
})
