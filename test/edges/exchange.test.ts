import { beforeAll, describe, expect, it } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { exchangeBothWays, exchangeHeaders, type HeaderExchange } from '../support/headerExchange.ts'
import { aLogRecorder } from '../support/logRecorder.ts'
import { aRestClient } from '../support/restClient.ts'
import { aName, aUser, enableTotp, type TestUser } from '../support/users.ts'

const OWN = 'http://plaza.test'
const recorder = aLogRecorder()
const app = await anApp({ MAX_SESSIONS: '1000' }, { log: recorder.log })
let person: TestUser
let other: TestUser
let unfinished: string

const cookieOf = ({ api }: Pick<TestUser, 'api'>) => `auth=${api.cookies.get('auth')}`

beforeAll(async () => {
  person = await aUser(app)
  other = await aUser(app)
  const careful = await aUser(app)
  await enableTotp(app, careful)
  const api = aRestClient(app)
  const { username, password } = careful
  await api.try('getCurrentUser', {
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
  })
  unfinished = cookieOf({ api })
})

type Headers = Readonly<Record<string, string>>

/** Sends an operation of GraphQL, from an address of its own unless one is given: too many of one are refused. */
async function send(body: string, given: Headers, to: TestApp = app): Promise<HeaderExchange> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': aRestClient(app).address, ...given }
  return exchangeHeaders(to, { method: 'POST', path: '/graphql', headers, body })
}

const comparable = ({ status, headers, body }: HeaderExchange) => ({
  status,
  headers: headers.filter((header) => !header.startsWith('Set-Cookie: ')),
  body: body.replace(/"requestId":"[^"]+"/g, '"requestId":""'),
})

const json = (query: string, more: object = {}) => JSON.stringify({ query, ...more })

const SIGN_IN = 'mutation A($i: SignInInput!) { signIn(input: $i) { session { pendingFactors } } }'
const NOTE = 'mutation A($i: UpdateNoteInput!) { updateNote(input: $i) { note { note } } }'
const USERS = 'query A($n: Int) { users(filter: { search: "u" }, first: $n) { nodes { id bio tags languages } } }'

const rows: readonly (readonly [name: string, status: number, body: () => string])[] = [
  ['a query', 200, () => json('{ viewer { user { id displayName } } }')],
  ['a list', 200, () => json(USERS, { variables: { n: 100 } })],
  ['a named operation', 200, () => json('query A { onlineCount } query B { __typename }', { operationName: 'B' })],
  ['a mutation', 200, () => json(NOTE, { variables: { i: { targetUserId: other.id, note: 'Plain' } } })],
  ['a refused mutation', 200, () => json(NOTE, { variables: { i: { targetUserId: 'nobody', note: 'x' } } })],
  ['a sign-in, which sets a cookie', 200, () => json(SIGN_IN, { variables: { i: nameAndPassword() } })],
  ['a refused sign-in', 200, () => json(SIGN_IN, { variables: { i: { username: aName(), password: 'wrong' } } })],
  ['an admin query', 200, () => json('{ userByName(username: "x") { id } }')],
  ['a syntax error', 200, () => json('{ users(')],
  ['an unknown field', 200, () => json('{ usrs }')],
  ['a missing variable', 200, () => json('query A($n: Int!) { users(first: $n) { nodes { id } } }')],
  [
    'an operation that is too complex',
    200,
    () => json('{ users(first: 100) { nodes { worlds(first: 100) { nodes { author { id } } } } } }'),
  ],
  ['an unknown document', 200, () => JSON.stringify({ documentId: 'x' })],
  ['no document', 200, () => '{"extensions":{}}'],
  ['an empty object', 400, () => '{}'],
  ['a text', 400, () => '"text"'],
  ['broken JSON', 400, () => '{"query":'],
  ['a byte order mark', 200, () => `\ufeff${json('{ __typename }')}`],
  ['unknown members', 400, () => json('{ __typename }', { surprise: 1 })],
  ['a prototype', 400, () => '{"query":"{ __typename }","__proto__":{"operationName":"x"}}'],
  ['a batch', 200, () => `[${json('{ onlineCount }')},${json('{ usrs }')}]`],
  [
    'a batch that is too large',
    413,
    () => JSON.stringify(Array.from({ length: 11 }, () => ({ query: '{ __typename }' }))),
  ],
]
const nameAndPassword = () => ({ username: person.username, password: person.password })

const EXPOSED = 'X-Request-Id,X-Plaza-Version,Retry-After,RateLimit-Limit,RateLimit-Remaining,RateLimit-Reset'
const CORS = [
  `Access-Control-Allow-Origin: ${OWN}`,
  'Access-Control-Allow-Credentials: true',
  `Access-Control-Expose-Headers: ${EXPOSED}`,
]
const DOORS = {
  REST: { method: 'GET', path: '/api/1/config', body: '' },
  GraphQL: { method: 'POST', path: '/graphql', body: json('{ __schema { types { name } } }') },
}
const JSON_TYPE = { 'content-type': 'application/json' }

describe.each(Object.entries(DOORS))('an exchange of %s', (_door, { method, path, body }) => {
  const exchange = (headers: Headers, sentBy = method) =>
    exchangeHeaders(app, {
      method: sentBy,
      path,
      headers: {
        cookie: cookieOf(person),
        ...JSON_TYPE,
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      },
      body,
    })

  it('has each header once, with those of CORS for a page of an allowed origin alone', async () => {
    const [plain, allowed, foreign] = [
      await exchange({}),
      await exchange({ origin: OWN }),
      await exchange({ origin: 'https://evil.test' }),
    ]
    const names = plain.headers.map((header) => header.split(':')[0])
    expect(names).toEqual([...new Set(names)])
    expect(names.slice(0, 2)).toEqual(['X-Request-Id', 'X-Plaza-Version'])
    expect(plain.headers).toContain('Vary: Origin, Accept-Encoding')
    expect(allowed.headers.filter((header) => !plain.headers.includes(header))).toEqual(CORS)
    expect([plain.status, allowed.status, foreign.status]).toEqual([200, 200, method === 'GET' ? 200 : 403])
    expect(foreign.headers.filter((header) => header.startsWith('Access-Control'))).toEqual([])
  })

  it.each(['gzip', 'gzip, deflate, br', 'br;q=1, gzip;q=0.5', 'gzip;q=0.5', '*'])(
    'is compressed for a client that accepts %s',
    async (accepted) => {
      const [plain, compressed] = [await exchange({}), await exchange({ 'accept-encoding': accepted })]
      expect(compressed.headers).toContain('Content-Encoding: gzip')
      expect({ ...compressed, headers: [] }).toEqual({ ...plain, headers: [] })
    },
  )

  it.each(['identity', 'br', 'gzip;q=0', 'identity, gzip;q=0.1'])(
    'is not compressed for a client that accepts %s',
    async (accepted) => {
      expect(await exchange({ 'accept-encoding': accepted })).toEqual(await exchange({}))
    },
  )
})

describe('a request of HEAD', () => {
  it('is answered like GET, without a body', async () => {
    const headers = { cookie: cookieOf(person), 'accept-encoding': 'gzip' }
    const path = `/api/1/users/${person.id}`
    const [head, plain] = [
      await exchangeHeaders(app, { method: 'HEAD', path, headers }),
      await exchangeHeaders(app, { path, headers: { cookie: cookieOf(person) } }),
    ]
    expect(head).toEqual({ ...plain, body: '' })
  })
})

describe('an operation of GraphQL', () => {
  it.each(rows)('has its status: %s, %i', async (_row, status, body) => {
    expect((await send(body(), { cookie: cookieOf(person) })).status).toBe(status)
  })

  it.each(rows)('is the same whole and in chunks: %s', async (_row, _status, body) => {
    const headers = { ...JSON_TYPE, cookie: cookieOf(person), 'x-forwarded-for': aRestClient(app).address }
    const { whole, chunked } = await exchangeBothWays(app, { method: 'POST', path: '/graphql', headers, body: body() })
    expect(comparable(chunked)).toEqual(comparable(whole))
  })

  it.each(rows)('is answered to a login that lacks its second factor: %s, %i', async (_row, status, body) => {
    expect((await send(body(), { cookie: unfinished })).status).toBe(status)
  })

  it('is refused for a page of a foreign origin with a session, and not executed', async () => {
    const body = json(NOTE, { variables: { i: { targetUserId: other.id, note: 'Forged' } } })
    const refused = await send(body, { cookie: cookieOf(person), origin: 'https://evil.test' })
    expect(refused).toMatchObject({ status: 403, body: expect.stringContaining('"reason":"ORIGIN_NOT_ALLOWED"') })
    const note = await app.scope().db.userNote.findFirst({ where: { userId: person.id, targetUserId: other.id } })
    expect(note?.note).not.toBe('Forged')
  })

  it('is logged with its id, name and status', async () => {
    const id = 'id-for-the-log'
    await send(json('query Logged { onlineCount }'), { cookie: cookieOf(person), 'x-request-id': id })
    const linesOf = (message: string) =>
      recorder.lines.filter(({ requestId, msg }) => requestId === id && msg === message)
    await expect.poll(() => linesOf('request')).toHaveLength(1)
    expect(linesOf('request')).toMatchObject([{ operation: 'graphql', method: 'POST', status: 200 }])
    expect(linesOf('graphql')).toMatchObject([{ type: 'query', field: 'onlineCount', name: 'Logged', outcome: 'ok' }])
  })

  it.each([
    ['a body that is too large for anybody', JSON_TYPE, 'x'.repeat(70_000), 413],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'query=%7B__typename%7D', 415],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }, json('{ __typename }'), 415],
    ['a client that accepts no JSON', { accept: 'text/plain' }, json('{ __typename }'), 406],
  ])('is refused with %s', async (_name, headers, body, status) => {
    expect((await send(body, headers)).status).toBe(status)
  })

  it('is counted, and refused beyond the limit of requests', async () => {
    const limited = await anApp({ MAX_REQUESTS_PER_ADDRESS: '1' })
    const here = { 'x-forwarded-for': aRestClient(limited).address }
    expect((await send(json('{ __typename }'), here, limited)).headers).toContain('RateLimit-Limit: 1')
    const refused = await send(json('{ __typename }'), here, limited)
    expect(refused).toMatchObject({ status: 429, body: expect.stringContaining('"reason":"RATE_LIMITED"') })
    expect(refused.headers).toContainEqual(expect.stringMatching(/^Retry-After: \d+$/))
  })
})
