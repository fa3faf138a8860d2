import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { BOUNDS } from '../../src/kernel/bounds.ts'
import { anApp } from '../support/app.ts'
import { enterAs } from '../support/instances.ts'
import { sendRawBytes, sendRawRequest } from '../support/rawHttp.ts'
import { refusal } from '../support/refusals.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const logged: string[] = []
const app = await anApp({}, { log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }) })
let person: TestUser
let cookie: string
let location: string

beforeAll(async () => {
  person = await aUser(app)
  cookie = `auth=${person.api.cookies.get('auth')}`
  const worldId = await aWorld(app, person, { releaseStatus: 'public' })
  location = `${worldId}:12345~region(us)`
  await enterAs(app, person, location)
})

const read = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  sendRawRequest(app.origin, { path, headers: { cookie, ...headers } })

const encodedAll = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

describe('an address', () => {
  it.each([
    ['letters', () => '/api/1/%61uth'],
    ['a letter in upper case', () => '/api/1/%41UTH'],
    ['a repeated slash', () => '/api/1//auth'],
    ['slashes at the join of a base address', () => '//api/1/auth'],
    ['many slashes', () => '///api////1//auth'],
    ['the id of a user', () => `/api/1/users/${encodedAll(person.id)}`],
    ['an absolute form', () => 'http://elsewhere.test//api/1/%61uth'],
  ])('is equivalent to its normal form: %s', async (_, path) => {
    expect(await read(path())).toMatchObject({ status: 200 })
  })

  it.each(['//graphql', '/gr%61phql'])('is equivalent to its normal form at GraphQL: %s', async (path) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const sent = { method: 'POST', path, headers, body: '{"query":"{ onlineCount }"}' }
    expect(await sendRawRequest(app.origin, sent)).toMatchObject({ status: 200, body: { data: expect.anything() } })
  })

  it.each([
    ['the colon', (text: string) => text.replace(':', '%3A')],
    ['the colon and parentheses', (text: string) => text.replace(':', '%3a').replace('(', '%28').replace(')', '%29')],
    ['everything', encodedAll],
  ])('names an instance with an encoded location: %s', async (_, encode) => {
    const place = encode(location)
    const answers = [
      await read(`/api/1/instances/${place}`),
      await read(`/api/1/instances/${place}/shortName`),
      await sendRawRequest(app.origin, {
        method: 'POST',
        path: `/api/1/invite/myself/to/${place}`,
        headers: { cookie },
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[0]?.body).toMatchObject({ location })
  })

  it('may be encoded where a body names a location', async () => {
    const friend = await aUser(app)
    const body = { instanceId: encodedAll(location) }
    await person.api.call('friend', { userId: friend.id })
    await friend.api.call('friend', { userId: person.id })
    const invited = await sendRawRequest(app.origin, {
      method: 'POST',
      path: `/api/1/invite/${friend.id}`,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(invited).toMatchObject({ status: 200, body: { details: { worldId: location } } })
  })

  it.each(['/api/1%2Fauth', '/api/1/%2561uth', '/api/1/%%36%31uth', '/api/1/%00auth', '/api/1/x/..%2fauth'])(
    'keeps escapes that change what it means: %s',
    async (path) => {
      expect(await read(path)).toMatchObject(refusal(404, /./))
    },
  )

  it.each(['http://[::1/x', 'http://', 'x:y', 'http://x y/'])(
    'is refused in the envelope when it is malformed, without an error in the log: %s',
    async (target) => {
      logged.length = 0
      expect(await sendRawBytes(app.origin, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toBe(
        'HTTP/1.1 400 Bad Request',
      )
      expect(logged).toEqual([])
    },
  )
})

describe('an Accept-Encoding header', () => {
  it.each([
    'identity;q=0',
    '*;q=0',
    'br, identity;q=0',
    'gzip;q=0, deflate;q=0, identity;q=0',
    'nonsense, identity;q=0',
  ])('that no encoding can fulfil is disregarded: %s', async (accepted) => {
    logged.length = 0
    for (const path of ['/api/1/config', '/api/1/auth', '/docs/', '/openapi.json', '/livez']) {
      const { status, headers } = await read(path, { 'accept-encoding': accepted })
      expect(status).toBe(200)
      expect(headers).not.toHaveProperty('content-encoding')
    }
    expect(await read('/api/1/nothing', { 'accept-encoding': accepted })).toMatchObject(refusal(404, /./))
    expect(logged).toEqual([])
  })
})

describe('a header', () => {
  const accepts = (bytes: number) => 'a/b;q=0.1,'.repeat(Math.ceil(bytes / 10)).slice(0, bytes)

  it('is 431 beyond 1 KiB in a header that is parsed, at both APIs', async () => {
    const limit = BOUNDS.parsedHeaderBytes.most
    for (const name of ['accept', 'accept-encoding', 'accept-language', 'range', 'if-none-match', 'content-type'])
      for (const path of ['/api/1/time', '/graphql', '/docs/'])
        expect(await read(path, { [name]: 'x'.repeat(limit + 1) })).toMatchObject(
          refusal(431, `The header ${name} is too long`),
        )
    expect(await read('/api/1/time', { accept: accepts(limit) })).toMatchObject({ status: 200 })
    const asked = { origin: 'http://plaza.test', 'access-control-request-method': 'PUT' }
    const preflight = { ...asked, 'access-control-request-headers': 'x'.repeat(limit + 1) }
    expect(
      await sendRawRequest(app.origin, { method: 'OPTIONS', path: '/api/1/auth', headers: preflight }),
    ).toMatchObject(refusal(431, /./))
  })

  const longestHeader = (headers: object) => Math.max(...Object.values(headers).map((value) => String(value).length))
  const REQUESTS = {
    GET: { path: '/graphql?query=%7BonlineCount%7D' },
    POST: { path: '/graphql', body: '{"query":"{ onlineCount }"}' },
  }

  it.each([
    ['of types that are not offered', 'a/b;q=0.1,'.repeat(100), 406, 'errors'],
    ['of the same type many times', 'application/json;q=0.1,'.repeat(44), 200, 'data'],
  ])('Accept makes no long header of the response: %s', async (_, accept, status, part) => {
    for (const [method, sent] of Object.entries(REQUESTS)) {
      const headers = { cookie, accept, 'content-type': 'application/json' }
      const answer = await sendRawRequest(app.origin, { method, headers, ...sent })
      expect(answer).toMatchObject({ status, body: { [part]: expect.anything() } })
      expect(longestHeader(answer.headers)).toBeLessThan(1_000)
    }
  })

  it('Accept makes no long header for a subscription that it does not accept', async () => {
    const answer = await sendRawRequest(app.origin, {
      method: 'POST',
      path: '/graphql',
      headers: { cookie, accept: `application/json,${'a/b,'.repeat(200)}`, 'content-type': 'application/json' },
      body: '{"query":"subscription { notificationFeed { __typename } }"}',
    })
    expect(answer.status).toBe(406)
    expect(longestHeader(answer.headers)).toBeLessThan(1_000)
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'Accept with the name of a property of all objects is a type that is not offered: %s',
    async (accept) => {
      const headers = { cookie, accept, 'content-type': 'application/json' }
      const sent = { method: 'POST', path: '/graphql', headers, body: '{"query":"{ onlineCount }"}' }
      const answer = await sendRawRequest(app.origin, sent)
      expect(answer).toMatchObject({ status: 406, body: { errors: [{ extensions: { code: 'BAD_INPUT' } }] } })
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    },
  )
})

describe('a refused websocket', () => {
  it.each(['/nothing', '/graphql', '/', '/%67raphql'])(
    'whose client resets the connection harms nobody: %s',
    async (path) => {
      const { hostname, port } = new URL(app.origin)
      const upgrade =
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nOrigin: http://evil.test'
      for (let attempt = 0; attempt < 5; attempt++) {
        const socket = connect(Number(port), hostname).on('error', () => {})
        await once(socket, 'connect')
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n\r\n`, () => socket.resetAndDestroy())
        await once(socket, 'close')
      }
      expect(await sendRawRequest(app.origin, { path: '/livez' })).toMatchObject({ status: 200, text: 'ok' })
    },
  )
})
