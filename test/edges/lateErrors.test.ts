import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Reply, type Serve, sendReply, serveExchange } from '../../src/edges/exchange.ts'
import { createKoa } from '../../src/edges/koa.ts'
import { sharedApp } from '../support/app.ts'
import { exchangeOptions } from '../support/exchange.ts'
import { type RawRequest, sendRawRequest } from '../support/rawHttp.ts'
import { refusal } from '../support/refusals.ts'

const lines: string[] = []
const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
const options = { ...exchangeOptions(log), trace: () => 'id-of-the-request' }

async function* failing(chunks: readonly string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk)
  await nextTurn()
  throw new Error('fault of a stream')
}

const circle: Record<string, unknown> = {}
circle.circle = circle

/** What can go wrong before a response has begun. */
const FAULTS: Readonly<Record<string, () => Partial<Reply> | Promise<never>>> = {
  throws() {
    throw new Error('fault of a handler')
  },
  rejects: () => Promise.reject(new Error('fault of a promise')),
  'rejects with what is no error': () => Promise.reject(Object('text')),
  'sends what can not be serialised': () => ({ body: JSON.stringify(circle) }),
  'sets a header that HTTP does not allow': () => ({
    headers: [
      ['ETag', '"x"'],
      ['X-Odd', 'a\nb'],
    ],
  }),
}

const STREAMS = new Map([
  ['/fails', () => Readable.from(failing([]))],
  ['/cut', () => Readable.from(failing(['begun']))],
])

const replyTo = async (path: string): Promise<Reply> => {
  const body = STREAMS.get(path)?.() ?? 'ok'
  return { status: 200, headers: [], body, ...(await FAULTS[decodeURIComponent(path.slice(1))]?.()) }
}

const serve: Serve = async (exchange) => sendReply(exchange, await replyTo(exchange.request.url ?? ''))

const koa = createKoa(options)
koa.use(async (ctx) => {
  ctx.set({ ETag: '"x"', 'Content-Disposition': 'attachment', 'Content-Range': 'bytes 0-1/2' })
  const { headers, body } = await replyTo(ctx.path)
  ctx.set(Object.fromEntries(headers))
  ctx.body = body
})

/** The ways to an exchange. */
const LISTENERS: Readonly<Record<string, RequestListener>> = {
  'of Node': (request, response) => void serveExchange(options, [request, response], serve),
  'of Koa': koa.callback(),
}

beforeEach(() => {
  lines.length = 0
})

describe.each(Object.entries(LISTENERS))('an exchange %s', (_name, listener) => {
  let server: Server
  let origin: string

  beforeAll(async () => {
    server = createServer(listener)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  afterAll(() => void server.close())

  it.each(Object.keys(FAULTS))('that %s is answered by the envelope and logged once', async (name) => {
    for (const encoding of ['identity', 'gzip', 'identity;q=0']) {
      lines.length = 0
      const sent = { path: `/${encodeURIComponent(name)}`, headers: { 'accept-encoding': encoding } }
      const answer = await sendRawRequest(origin, sent)
      expect(answer).toMatchObject(refusal(500, 'Internal error'))
      expect(answer.headers).toMatchObject({ 'x-request-id': 'id-of-the-request', 'cache-control': 'no-store' })
      for (const header of ['etag', 'content-disposition', 'content-range', 'content-encoding', 'x-odd'])
        expect(answer.headers).not.toHaveProperty(header)
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain('id-of-the-request')
      expect(await sendRawRequest(origin, { path: '/' })).toMatchObject({ status: 200, text: 'ok' })
    }
  })
})

describe('an exchange', () => {
  const server = createServer(LISTENERS['of Node'])
  let origin: string

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  afterAll(() => void server.close())

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
