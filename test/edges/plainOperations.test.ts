import { beforeAll, describe, expect, it } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { exchangeBothWays, type HeaderExchange } from '../support/headerExchange.ts'
import { aLogRecorder } from '../support/logRecorder.ts'
import { aRestClient } from '../support/restClient.ts'
import { aName, aUser, enableTotp, type TestUser } from '../support/users.ts'

/**
 * POST /graphql with a body of JSON is served past Koa when its length is announced. Each request is sent in both ways, and
 * the responses are compared header by header.
 */

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

const masked = (text: string) =>
  text
    .replace(/"requestId":"[^"]+"/g, '"requestId":""')
    .replace(/auth=authcookie_[^;]+; Expires=[^;]+/, 'auth=x; Expires=x')

const comparable = ({ status, headers, body }: HeaderExchange) => ({
  status,
  headers: headers.map(masked),
  body: masked(body),
})

/** Sends a request in both ways, from an address of its own unless one is given: its limits would meet one way first. */
async function send(body: string, given: Headers, to: TestApp = app) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': aRestClient(app).address, ...given }
  const sent = { method: 'POST', path: '/graphql', headers, body }
  const { past, by } = await exchangeBothWays(to, sent)
  return { past: comparable(past), by: comparable(by) }
}

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
  // Of a name of its own: too many for one name would be refused for their number, by one way before the other.
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

const clients: Readonly<Record<string, () => Headers>> = {
  'a plain client': () => ({ cookie: cookieOf(person) }),
  'a client of the GraphQL over HTTP specification': () => ({
    cookie: cookieOf(person),
    accept: 'application/graphql-response+json, application/json;q=0.9',
  }),
  'a page of an allowed origin that accepts gzip': () => ({
    cookie: cookieOf(person),
    origin: OWN,
    'accept-encoding': 'gzip, deflate, br',
  }),
  'a client that asks for the cost': () => ({ cookie: cookieOf(person), 'x-plaza-cost': '1' }),
  'a client that names the charset': () => ({
    cookie: cookieOf(person),
    'content-type': 'application/json; charset=UTF-8',
  }),
  'a client that weighs encodings': () => ({ cookie: cookieOf(person), 'accept-encoding': 'gzip;q=0.5' }),
  'a client that accepts no JSON': () => ({ cookie: cookieOf(person), accept: 'text/plain' }),
  'a proxy that gives ids': () => ({ cookie: cookieOf(person), 'x-request-id': 'id-of-the-proxy' }),
  'anybody without a session': () => ({}),
  'an unknown token': () => ({ cookie: 'auth=authcookie_of-nobody' }),
  'a login that lacks its second factor': () => ({ cookie: unfinished }),
  'a page of a foreign origin': () => ({ cookie: cookieOf(person), origin: 'https://evil.test' }),
  'a page of a foreign origin without a session': () => ({ origin: 'https://evil.test' }),
}

describe.each(Object.entries(clients))('an operation past Koa for %s', (_name, headersOf) => {
  it.each(rows)('has the headers and body that it has by Koa: %s', async (_row, _status, body) => {
    const { past, by } = await send(body(), headersOf())
    expect(past).toEqual(by)
  })
})

describe('an operation past Koa', () => {
  it.each(rows)('has its status: %s, %i', async (_row, status, body) => {
    expect((await send(body(), { cookie: cookieOf(person) })).past.status).toBe(status)
  })

  it('is refused for a page of a foreign origin with a session, and not executed', async () => {
    const body = json(NOTE, { variables: { i: { targetUserId: other.id, note: 'Forged' } } })
    const { past } = await send(body, { cookie: cookieOf(person), origin: 'https://evil.test' })
    expect(past).toMatchObject({ status: 403, body: expect.stringContaining('"reason":"ORIGIN_NOT_ALLOWED"') })
    const note = await app.scope().db.userNote.findFirst({ where: { userId: person.id, targetUserId: other.id } })
    expect(note?.note).not.toBe('Forged')
  })

  it('is logged with its id, name and status as by Koa', async () => {
    const id = 'id-for-the-log'
    await send(json('query Logged { onlineCount }'), { cookie: cookieOf(person), 'x-request-id': id })
    await expect
      .poll(() => recorder.lines.filter((line) => line.requestId === id && line.msg === 'request'))
      .toHaveLength(2)
    const lines = recorder.lines.filter(({ requestId }) => requestId === id)
    const stable = lines.map(({ time: _time, ms: _ms, ...line }) => line)
    expect(stable.filter(({ msg }) => msg === 'request')).toMatchObject(
      [1, 2].map(() => ({ operation: 'graphql', method: 'POST', status: 200 })),
    )
    expect(stable.filter(({ msg }) => msg === 'graphql')).toMatchObject(
      [1, 2].map(() => ({ type: 'query', field: 'onlineCount', name: 'Logged', outcome: 'ok' })),
    )
  })

  it.each([
    ['a body that is too large for anybody', { 'content-type': 'application/json' }, 'x'.repeat(70_000), 413],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'query=%7B__typename%7D', 415],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }, json('{ __typename }'), 415],
  ])('is left to Koa with %s', async (_name, headers, body, status) => {
    const { past, by } = await send(body, headers)
    expect(past).toEqual(by)
    expect(past.status).toBe(status)
  })
})

describe('the limit of requests', () => {
  it('counts and refuses operations past Koa with those by Koa', async () => {
    const limited = await anApp({ MAX_REQUESTS_PER_ADDRESS: '2' })
    const here = { 'x-forwarded-for': aRestClient(limited).address }
    const allowed = await send(json('{ __typename }'), here, limited)
    expect(allowed.past).toEqual(allowed.by)
    expect(allowed.past.headers).toContain('RateLimit-Limit: 2')
    const refused = await send(json('{ __typename }'), here, limited)
    expect(refused.past).toMatchObject({ status: 429, body: expect.stringContaining('"reason":"RATE_LIMITED"') })
    expect({ ...refused.past, body: '', headers: refused.past.headers.map(withoutSeconds) }).toEqual({
      ...refused.by,
      body: '',
      headers: refused.by.headers.map(withoutSeconds),
    })
  })
})

const withoutSeconds = (header: string) => header.replace(/^(Retry-After|Content-Length): \d+/, '$1')
