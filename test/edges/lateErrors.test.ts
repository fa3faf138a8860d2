import { once } from 'node:events'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Koa, { type Context, type Middleware } from 'koa'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { answerLateErrors, baseMiddleware, errorHandler } from '../../src/edges/middleware.ts'
import { securityHeaders } from '../../src/edges/responseHeaders.ts'
import { sharedApp } from '../support/app.ts'
import { type RawRequest, sendRawRequest } from '../support/rawHttp.ts'
import { refusal } from '../support/refusals.ts'

const lines: string[] = []
const options = {
  log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }),
  isDatabaseUnavailable: () => false,
}

async function* failing(chunks: readonly string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk)
  await nextTurn()
  throw new Error('fault of a stream')
}

/** What a route can do wrong before its response has begun. */
const FAULTS: Readonly<Record<string, (ctx: Context) => unknown>> = {
  throws() {
    throw new Error('fault of a handler')
  },
  rejects: () => Promise.reject(new Error('fault of a promise')),
  'rejects with what is no error': () => Promise.reject(Object('text')),
  'throws after it has described a content'(ctx) {
    ctx.set({ ETag: '"x"', 'Content-Disposition': 'attachment', 'Content-Range': 'bytes 0-1/2' })
    throw new Error('fault of a store')
  },
  'sends what can not be serialised'(ctx) {
    const circle: Record<string, unknown> = {}
    circle.circle = circle
    ctx.body = circle
  },
  'sets a header that HTTP does not allow': (ctx) => ctx.set('X-Odd', 'a\nb'),
}

const STREAMS = new Map([
  ['/fails', () => Readable.from(failing([]))],
  ['/cut', () => Readable.from(failing(['begun']))],
])

const route: Middleware = async (ctx) => {
  ctx.body = STREAMS.get(ctx.path)?.() ?? 'ok'
  await FAULTS[decodeURIComponent(ctx.path.slice(1))]?.(ctx)
}

const koa = new Koa()
answerLateErrors(koa, options)
koa.use((ctx, next) => {
  ctx.state.requestId = 'id-of-the-request'
  ctx.set('X-Request-Id', ctx.state.requestId)
  return next()
})
koa.use(errorHandler(options))
const headers = securityHeaders({ https: false })
for (const middleware of baseMiddleware({ allowedOrigins: new Set(), headers })) koa.use(middleware)
const server = createServer(koa.use(route).callback())
let origin: string

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
beforeEach(() => {
  lines.length = 0
})
afterAll(() => void server.close())

describe('a route', () => {
  it.each(Object.keys(FAULTS))('that %s is answered by the envelope and logged once', async (name) => {
    for (const encoding of ['identity', 'gzip', 'identity;q=0']) {
      lines.length = 0
      const sent = { path: `/${encodeURIComponent(name)}`, headers: { 'accept-encoding': encoding } }
      const answer = await sendRawRequest(origin, sent)
      expect(answer).toMatchObject(refusal(500, 'Internal error'))
      expect(answer.headers).toMatchObject({ 'x-request-id': 'id-of-the-request', 'cache-control': 'no-store' })
      for (const header of ['etag', 'content-disposition', 'content-range', 'content-encoding'])
        expect(answer.headers).not.toHaveProperty(header)
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain('id-of-the-request')
      expect(await sendRawRequest(origin, { path: '/' })).toMatchObject({ status: 200, text: 'ok' })
    }
  })

  it.each([...STREAMS.keys()])('whose stream fails breaks off the connection, and is logged once: %s', async (path) => {
    await expect(sendRawRequest(origin, { path })).rejects.toThrow(/aborted|hang up/)
    expect(lines).toHaveLength(1)
    expect(await sendRawRequest(origin, { path: '/' })).toMatchObject({ status: 200, text: 'ok' })
  })
})

describe('malformed input of each parser', async () => {
  const app = await sharedApp()
  const JSON_TYPE = { 'content-type': 'application/json' }
  const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=x' }
  const RESULT_TYPE = { ...JSON_TYPE, accept: 'application/graphql-response+json' }
  const REGISTER = { method: 'POST', path: '/api/1/auth/register' }
  const QUERY = { method: 'POST', path: '/graphql' }
  const cases: readonly (readonly [parser: string, status: number, sent: RawRequest])[] = [
    ['JSON', 400, { ...REGISTER, headers: JSON_TYPE, body: '{"' }],
    ['gzip', 400, { ...REGISTER, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: 'x' }],
    ['br', 400, { ...REGISTER, headers: { ...JSON_TYPE, 'content-encoding': 'br' }, body: 'x' }],
    ['a form', 401, { method: 'POST', path: '/api/1/file/image', headers: FORM_TYPE, body: '--x' }],
    ['a media type', 415, { ...REGISTER, headers: { 'content-type': '\u00ff;;=' }, body: '{}' }],
    ['an address', 404, { path: '/api/1/%zz' }],
    ['a query', 200, { path: '/api/1/time?%zz&=&[]=%ff' }],
    ['a cookie', 401, { path: '/api/1/auth', headers: { cookie: '=;;auth=%zz;"' } }],
    ['Basic', 401, { path: '/api/1/auth/user', headers: { authorization: 'Basic \u00ff=' } }],
    ['Accept', 200, { path: '/api/1/time', headers: { accept: ';;q=x,/' } }],
    ['Accept-Encoding', 200, { path: '/api/1/config', headers: { 'accept-encoding': ';;q=x,/' } }],
    ['Range', 200, { path: '/public/group-icon.png', headers: { range: 'bytes=--x' } }],
    ['If-None-Match', 200, { path: '/openapi.json', headers: { 'if-none-match': '"W/"' } }],
    ['a GraphQL body', 400, { ...QUERY, headers: JSON_TYPE, body: '{"' }],
    ['a GraphQL document', 400, { ...QUERY, headers: RESULT_TYPE, body: '{"query":"{"}' }],
  ]

  it.each(cases)('is answered, and the server goes on: %s', async (_, status, sent) => {
    const answer = await sendRawRequest(app.origin, sent)
    expect(answer.status).toBe(status)
    if (status >= 400) expect(answer.body).toHaveProperty(sent.path === '/graphql' ? 'errors' : 'error')
    expect(await sendRawRequest(app.origin, { path: '/livez' })).toMatchObject({ status: 200, text: 'ok' })
  })

  it.each(['/graphql', '/'])(
    'closes a websocket that sends a malformed frame, and the server goes on: %s',
    async (path) => {
      const socket = new WebSocket(`${app.origin.replace('http', 'ws')}${path}`, 'graphql-transport-ws')
      socket.on('error', () => {})
      const closed = once(socket, 'close')
      socket.once('upgrade', ({ socket: connection }) => setImmediate(() => connection.write(Buffer.alloc(64, 0xff))))
      await closed
      expect(await sendRawRequest(app.origin, { path: '/livez' })).toMatchObject({ status: 200, text: 'ok' })
    },
  )
})
