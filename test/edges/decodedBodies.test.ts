import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { BOUNDS } from '../../src/kernel/bounds.ts'
import { sharedApp } from '../support/app.ts'
import { type RawRequest, sendRawRequest } from '../support/rawHttp.ts'
import { aUser, type TestUser } from '../support/users.ts'

const app = await sharedApp()
let person: TestUser
let cookie: string

beforeAll(async () => {
  person = await aUser(app)
  cookie = `auth=${person.api.cookies.get('auth')}`
})

const own = () => `/api/1/users/${person.id}`
const JSON_TYPE = { 'content-type': 'application/json' }

/** The two doors, with a body that each takes. */
const DOORS = {
  REST: { method: 'PUT', path: own, valid: '{"bio":"read"}', accepted: { bio: 'read' }, refused: 'error' },
  GraphQL: {
    method: 'POST',
    path: () => '/graphql',
    valid: '{"query":"{ viewer { __typename } }"}',
    accepted: { data: { viewer: { __typename: 'Viewer' } } },
    refused: 'errors',
  },
} as const

type Door = (typeof DOORS)[keyof typeof DOORS]

const send = ({ method, path }: Pick<Door, 'method' | 'path'>, body: RawRequest['body'], headers = {}) =>
  sendRawRequest(app.origin, {
    method,
    path: path(),
    headers: { cookie, ...JSON_TYPE, ...headers },
    ...(body !== undefined && { body }),
  })

const CODINGS = [
  ['gzip', gzipSync],
  ['GZip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (text: string) => Buffer.from(text)],
] as const

describe.each(Object.entries(DOORS))('a body at %s', (_, door) => {
  it.each(CODINGS)(
    'is decoded from %s, whole or chunked, with a byte order mark or without',
    async (coding, encode) => {
      const headers = { 'content-encoding': coding }
      for (const bytes of [encode(door.valid), encode(`\ufeff${door.valid}`)])
        for (const body of [bytes, [bytes.subarray(0, 5), bytes.subarray(5)]])
          expect(await send(door, body, headers)).toMatchObject({ status: 200, body: door.accepted })
    },
  )

  it('may begin with a byte order mark', async () => {
    expect(await send(door, `\ufeff${door.valid}`)).toMatchObject({ status: 200, body: door.accepted })
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('is limited by its size after it was decoded from %s', async (coding, encode) => {
    const bomb = encode(Buffer.alloc(BOUNDS.bodyBytes.most + 1, ' '))
    const answer = await send(door, bomb, { 'content-encoding': coding })
    expect(answer).toMatchObject({ status: 413, body: { [door.refused]: expect.anything() } })
  })

  it.each([
    ['gzip', 'no gzip', 400],
    ['gzip', gzipSync('{"query":"{ onlineCount }"}').subarray(0, 12), 400],
    ['br', 'no brotli', 400],
    ['compress', '{}', 415],
    ['gzip, br', '{}', 415],
    ['__proto__', '{}', 415],
  ])('is refused when it is not in its coding: %s', async (coding, body, status) => {
    for (const sent of [body, [body]])
      expect(await send(door, sent, { 'content-encoding': coding })).toMatchObject({
        status,
        body: { [door.refused]: expect.anything() },
      })
  })

  it.each(['application/json', 'application/graphql-response+json', '*/*', 'text/event-stream'])(
    'is 400 when it is no JSON, for a client that accepts %s',
    async (accept) => {
      for (const body of ['{"query":', 'nonsense', '\ufeff{', Buffer.from([0x7b, 0xff])])
        expect(await send(door, body, { accept })).toMatchObject({
          status: 400,
          body: { [door.refused]: expect.anything() },
        })
    },
  )
})

describe('a GraphQL request that is JSON, but no request', () => {
  it.each(['{}', '{"query":5}', '5', 'null', '"text"', '[]', '[5]', '{"query":"{ onlineCount }","variables":5}'])(
    'is 400 for a client that accepts application/json: %s',
    async (body) => {
      for (const accept of ['application/json', 'application/graphql-response+json'])
        expect(await send(DOORS.GraphQL, body, { accept })).toMatchObject({ status: 400 })
    },
  )
})

describe('a refusal before the body was read', () => {
  const large = 3 * BOUNDS.bodyBytes.most
  const gzipBomb = gzipSync(Buffer.alloc(50 * BOUNDS.bodyBytes.most, ' '))
  const AT_FORM = { path: () => '/api/1/file/image', method: 'POST' }
  const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=x' }
  const AT_USER = { path: own, method: 'PUT' }
  const cases = [
    [413, 'at REST', { ...AT_USER, headers: JSON_TYPE }],
    [413, 'at GraphQL', { method: 'POST', path: () => '/graphql', headers: JSON_TYPE }],
    [415, 'of another media type', { ...AT_USER, headers: { 'content-type': 'text/plain' } }],
    [415, 'of another coding', { ...AT_USER, headers: { ...JSON_TYPE, 'content-encoding': 'compress' } }],
    [400, 'of bytes that are not of their coding', { ...AT_USER, headers: { ...JSON_TYPE, 'content-encoding': 'br' } }],
    [404, 'at an unknown address', { method: 'POST', path: () => '/api/1/nothing', headers: JSON_TYPE }],
    [401, 'without a session', { ...AT_USER, headers: { ...JSON_TYPE, cookie: '' } }],
    [403, 'from a page of a foreign origin', { ...AT_USER, headers: { ...JSON_TYPE, origin: 'https://evil.test' } }],
    [400, 'of a malformed form', { ...AT_FORM, headers: FORM_TYPE }],
    [
      413,
      'of a form',
      { ...AT_FORM, headers: FORM_TYPE, piece: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n' },
    ],
  ] as const
  interface Sent {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
  }

  /** Sends a chunked body of so many pieces to the end, whatever is answered meanwhile. */
  async function exchange(agent: Agent, sent: Sent, pieces: number, piece: Buffer) {
    const { hostname, port } = new URL(app.origin)
    const outgoing = request({ hostname, port, agent, ...sent })
    const answered = once(outgoing, 'response')
    for (let at = 0; at < pieces; at++) outgoing.write(piece)
    outgoing.end()
    const [response] = await answered
    await once(response.resume(), 'end')
    return { status: response.statusCode, socket: outgoing.socket }
  }

  it.each(cases)('is %i %s, and the connection serves the next request', async (status, _, sent) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const piece = Buffer.alloc(64 * 1024, 'piece' in sent ? `${sent.piece}text\r\n` : 'x')
    const refused = { method: sent.method, path: sent.path(), headers: { cookie, ...sent.headers } }
    const first = await exchange(agent, refused, large / piece.length, piece)
    expect(first.status).toBe(status)
    const second = await exchange(agent, { method: 'GET', path: '/livez', headers: {} }, 0, piece)
    expect(second.status).toBe(200)
    expect(second.socket).toBe(first.socket)
  })

  it('is 413 for a body that is large once it is decompressed, and the connection serves the next request', async () => {
    const [first, second] = [
      await send(DOORS.REST, [gzipBomb], { 'content-encoding': 'gzip' }),
      await send(DOORS.REST, '{}'),
    ]
    expect([first.status, second.status]).toEqual([413, 200])
  })
})
