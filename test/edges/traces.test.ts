import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { activeTracer } from '../../src/kernel/tracer.ts'
import { statementSummary } from '../../src/platform/database/statementSummary.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anUploadedFile } from '../support/files.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aLogRecorder } from '../support/logRecorder.ts'
import { aUser, type TestUser } from '../support/users.ts'

const Value = z.object({ stringValue: z.string().optional() }).loose()
const Exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: Value })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              kind: z.number(),
              attributes: z.array(z.object({ key: z.string(), value: Value })),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** What a collector got: texts of OTLP over HTTP, as JSON. */
const received: string[] = []
const paths = new Set<string | undefined>()
const collector = createServer(async (request, response) => {
  paths.add(request.url)
  received.push((await buffer(request)).toString('utf8'))
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

const spans = () =>
  received.flatMap((text) =>
    Exported.parse(JSON.parse(text)).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  )

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`

const recorder = aLogRecorder()
let app: TestApp
let ada: TestUser
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_SERVICE_NAME: 'plaza-test',
    JOBS: 'on',
  }
  app = await anApp(settings, { log: recorder.log })
  ada = await aUser(app)
})
afterAll(() => collector.close())

it('sends spans of requests, statements, operations, jobs and the store, within the trace of the sender, without data of people', async () => {
  const cookie = `auth=${ada.api.cookies.get('auth')}`
  const secret = 'a-token-in-the-query'
  await fetch(`${app.origin}/api/1/users/${ada.id}?secret=${secret}`, { headers: { cookie, traceparent } })
  await aGraphClient(app, ada.api).send('query OwnName { viewer { user { displayName } } }')
  await anUploadedFile(app, ada, Buffer.from('traced'))
  await expect.poll(() => recorder.lines.some(({ msg }) => msg === 'job done')).toBe(true)
  await app.close()

  expect([...paths]).toEqual(['/v1/traces'])
  expect(received.join()).toContain('"plaza-test"')
  const names = new Set(spans().map(({ name }) => name))
  for (const name of ['GET getUser', 'graphql query viewer', 'store finish_upload']) expect([...names]).toContain(name)
  expect([...names].some((name) => /^SELECT \w+$/.test(name))).toBe(true)
  expect([...names].some((name) => name.startsWith('job '))).toBe(true)

  const ofSender = spans().filter(({ traceId }) => traceId === TRACE)
  const request = ofSender.find(({ name }) => name === 'GET getUser')
  expect(request?.parentSpanId).toBe('b7ad6b7169203331')
  expect(ofSender.some(({ parentSpanId }) => parentSpanId === request?.spanId)).toBe(true)
  expect(recorder.lines.find(({ traceId }) => traceId === TRACE)).toMatchObject({
    msg: 'request',
    operation: 'getUser',
  })

  const private_ = [secret, ada.id, ada.username, ada.password, ada.api.cookies.get('auth') ?? cookie, 'api/1/users']
  for (const text of private_) expect(received.join()).not.toContain(text)
})

it('is off by default', async () => {
  expect(activeTracer()).toBeNull()
})

it.each([
  ['SELECT id FROM "World" WHERE id = $1', 'SELECT World'],
  ['INSERT INTO "public"."User" ("id") VALUES ($1)', 'INSERT User'],
  ['\n  UPDATE "Session" SET x = 1', 'UPDATE Session'],
  ['COMMIT', 'COMMIT'],
  ['SHOW server_version', 'SQL'],
])('calls %s by its verb and table', (text, summary) => {
  expect(statementSummary(text)).toBe(summary)
})
