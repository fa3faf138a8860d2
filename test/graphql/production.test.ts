import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventTypes } from '../../src/areas/index.ts'
import { serveExchange } from '../../src/edges/exchange.ts'
import { createGraphqlServer } from '../../src/edges/graphql/server.ts'
import { createRequestGate } from '../../src/edges/requestGate.ts'
import { PrismaClient } from '../../src/generated/prisma/client.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { Scope } from '../../src/kernel/scope.ts'
import { openLiveUpdates } from '../../src/live/live.ts'
import { isDatabaseUnavailable } from '../../src/platform/database/connectionErrors.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { exchangeOptions } from '../support/exchange.ts'
import { type GraphAnswer, graphAnswerOf } from '../support/graphClient.ts'
import { PATIENCE } from '../support/patience.ts'
import { aUser, type TestUser } from '../support/users.ts'

/** Milliseconds of an impatient server: enough to begin an operation on a busy machine. */
const SHORT_EXECUTION = 2_000

let app: TestApp
let ada: TestUser
let server: Server
let impatientServer: Server
/** Replaces the scope of the next request. */
let scope: () => Scope

beforeAll(async () => {
  app = await anApp()
  ada = await aUser(app)
  scope = asAda
  server = await aServer(PATIENCE)
  impatientServer = await aServer(SHORT_EXECUTION)
})
afterAll(() => {
  server.close()
  impatientServer.close()
})

/** A GraphQL server in production mode. */
async function aServer(maxExecution: number): Promise<Server> {
  const { log } = app.platform
  const live = openLiveUpdates(app.app.services, eventTypes)
  const graph = createGraphqlServer({
    openScopeLookup: () => async () => scope(),
    writeCookie: ({ name }) => name,
    allowedOrigins: new Set(),
    isDatabaseUnavailable,
    live,
    log,
    operationLog: log,
    metrics: new Registry(),
    production: true,
    maxExecution,
    gate: createRequestGate({
      limits: app.platform.limits,
      perUser: 0,
      perAddress: 0,
      poolSize: 5,
      proxies: { trusted: 0, isLoopbackServer: false },
      identify: async () => null,
    }),
  })
  const listening = createServer((request, response) => {
    const serve = graph.findServe(request)
    if (serve) void serveExchange(exchangeOptions(log), [request, response], serve)
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return listening
}

const asAda = (): Scope => ({
  ...app.scope(),
  viewer: { id: ada.id, sessionId: newId('session', new Date()), admin: false, staff: [], pendingFactors: [] },
})
const asNobody = () => app.scope()

async function send(query: string, as = asAda, to = server): Promise<GraphAnswer> {
  scope = as
  const address: AddressInfo | string | null = to.address()
  const port = typeof address === 'object' ? address?.port : 0
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return graphAnswerOf({ status: response.status, body: await response.json() })
}

test('introspection needs a session', async () => {
  const introspection = '{ __schema { queryType { name } } }'
  expect((await send(introspection)).data).toEqual({ __schema: { queryType: { name: 'Query' } } })
  const { errors } = await send(introspection, asNobody)
  expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  expect((await send('{ __typename }', asNobody)).data).toEqual({ __typename: 'Query' })
})

test('error messages suggest names of the schema to sessions alone', async () => {
  const message = 'Cannot query field "onlineCont" on type "Query".'
  for (let time = 0; time < 2; time++) {
    const { errors } = await send('{ onlineCont }', asNobody)
    expect(errors?.[0]?.message).toBe(`${message} [Suggestion hidden]`)
    expect((await send('{ onlineCont }')).errors?.[0]?.message).toMatch(/^Cannot query .* Did you mean "onlineCount"/)
  }
  const fragment = await send('{ node(id: "x") { username } }', asNobody)
  expect(fragment.errors?.[0]?.message).toBe('Cannot query field "username" on type "Node". [Suggestion hidden]')
})

test('an operation that takes too long is ended, and its remaining resolvers do not start', async () => {
  const targets = [await aUser(app), await aUser(app)]
  const note = ({ id }: TestUser, at: number) =>
    `n${at}: updateNote(input: { targetUserId: "${id}", note: "x" }) { note { id } }`
  const noted = async () => {
    const written = await app.scope().db.userNote.findMany({ where: { userId: ada.id } })
    return written.map(({ targetUserId }) => targetUserId)
  }
  const lockNotes = async () =>
    app.scope().client.$transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE "UserNote" IN ACCESS EXCLUSIVE MODE`
        // The response arrives while the lock is still held.
        return send(`mutation { ${targets.map(note).join(' ')} }`, asAda, impatientServer)
      },
      { timeout: PATIENCE },
    )
  const { errors, data } = await lockNotes()
  expect(data).toBeUndefined()
  expect(errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE', reason: 'TIMEOUT' } }])
  await eventually(async () => (await noted()).length > 0)
  // After another complete operation the second mutation would have run.
  const other = await aUser(app)
  await send(`mutation { ${note(other, 0)} }`)
  expect((await noted()).sort()).toEqual([targets[0]?.id, other.id].sort())
})

test('an unreachable database is UNAVAILABLE, not INTERNAL', async () => {
  const pool = new Pool({ connectionString: app.platform.settings.DATABASE_URL })
  const client = new PrismaClient({ adapter: new PrismaPg(pool) })
  await pool.end()
  const cutOff = () => ({ ...asAda(), client, db: client })
  const unavailable = { message: 'The service is unavailable', extensions: { code: 'UNAVAILABLE' } }
  const list = await send('{ badges { nodes { id } } systemTime }', cutOff)
  expect(list.errors).toMatchObject([{ ...unavailable, path: ['badges'] }])
  expect(list.data).toBeNull()
  // A root that may be null leaves the others answered.
  const lookup = await send('{ instanceByShortName(shortName: "abcd1234") { id } systemTime }', cutOff)
  expect(lookup.errors).toMatchObject([{ ...unavailable, path: ['instanceByShortName'] }])
  expect(lookup.data).toEqual({ instanceByShortName: null, systemTime: expect.any(String) })
})

test('a request whose session cannot be read is UNAVAILABLE', async () => {
  const { errors } = await send('{ systemTime }', () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', requestId: expect.any(String) })
})
