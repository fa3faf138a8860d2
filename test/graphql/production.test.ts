import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import Koa from 'koa'
import { Pool } from 'pg'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGraph } from '../../src/edges/graphql/graph.ts'
import { openLive } from '../../src/edges/live/open.ts'
import { PrismaClient } from '../../src/generated/prisma/client.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { Scope } from '../../src/kernel/scope.ts'
import { isDatabaseDown } from '../../src/platform/database/down.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { type Answer, answerOf } from '../support/graph.ts'
import { within } from '../support/patience.ts'
import { aUser, type Person } from '../support/people.ts'

const MAX_EXECUTION = 250

let app: TestApp
let ada: Person
let server: Server
/** What the next request is given in place of the app's own scope. */
let scope: () => Scope

/** The same door as in production, with less patience. */
beforeAll(async () => {
  app = await anApp()
  ada = await aUser(app)
  scope = asAda
  const { log } = app.platform
  const live = openLive(app.app.outside)
  const graph = makeGraph({
    scopeFor: async () => scope(),
    writeCookie: ({ name }) => name,
    allowedOrigins: new Set(),
    isDatabaseDown,
    live,
    log,
    metrics: new Registry(),
    production: true,
    maxExecution: MAX_EXECUTION,
  })
  server = createServer(new Koa().use(graph.middleware).callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

const asAda = (): Scope => ({
  ...app.scope(),
  viewer: { id: ada.id, sessionId: newId('session', new Date()), admin: false, owes: [] },
})
const asNobody = () => app.scope()

async function send(query: string, as = asAda): Promise<Answer> {
  scope = as
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return answerOf({ status: response.status, body: await response.json() })
}

test('the schema is shown to people with a session only', async () => {
  const introspection = '{ __schema { queryType { name } } }'
  expect((await send(introspection)).data).toEqual({ __schema: { queryType: { name: 'Query' } } })
  const { errors } = await send(introspection, asNobody)
  expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  expect((await send('{ __typename }', asNobody)).data).toEqual({ __typename: 'Query' })
})

test('messages do not hint at names', async () => {
  const { errors } = await send('{ onlineCont }', asNobody)
  expect(errors?.[0]?.message).toBe('Cannot query field "onlineCont" on type "Query". [Suggestion hidden]')
})

test('an operation that takes too long is ended, and what it had not begun is not begun', async () => {
  const targets = [await aUser(app), await aUser(app)]
  const note = ({ id }: Person, at: number) => `n${at}: updateNote(input: { targetUserId: "${id}", note: "x" }) { id }`
  await app.scope().client.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE "UserNote" IN ACCESS EXCLUSIVE MODE`
    const since = performance.now()
    const { errors, data } = await send(`mutation { ${targets.map(note).join(' ')} }`)
    expect(performance.now() - since).toBeLessThan(MAX_EXECUTION + within(500))
    expect(data).toBeUndefined()
    expect(errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE', reason: 'timeout' } }])
  })
  await pause(300)
  const written = await app.scope().db.userNote.findMany({ where: { userId: ada.id } })
  expect(written.map(({ targetUserId }) => targetUserId)).not.toContain(targets[1]?.id)
})

test('a database that is away makes the graph unavailable, not faulty', async () => {
  const pool = new Pool({ connectionString: app.platform.settings.DATABASE_URL })
  const client = new PrismaClient({ adapter: new PrismaPg(pool) })
  await pool.end()
  const { errors, data } = await send('{ badges { nodes { id } } systemTime }', () => ({
    ...asAda(),
    client,
    db: client,
  }))
  expect(errors?.[0]).toMatchObject({ message: 'The service is unavailable', extensions: { code: 'UNAVAILABLE' } })
  expect(data).toEqual({ badges: null, systemTime: expect.any(String) })
})

test('a request whose session cannot be looked up is unavailable too', async () => {
  const { errors } = await send('{ systemTime }', () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', requestId: expect.any(String) })
})
