import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/areas/index.ts'
import { inRoutingOrder } from '../../src/contract/operation.ts'
import { createRouteFinder } from '../../src/edges/rest/routeFinder.ts'
import { anApp } from '../support/app.ts'
import { exchangeBothWays, exchangeHeaders, type HeaderExchange } from '../support/headerExchange.ts'
import { aUser, type TestUser } from '../support/users.ts'

const OWN = 'http://plaza.test'
const app = await anApp()
let person: TestUser
let cookie: string

beforeAll(async () => {
  person = await aUser(app)
  cookie = `auth=${person.api.cookies.get('auth')}`
})

const JSON_TYPE = { 'content-type': 'application/json' }
const lengthOf = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) })

/** Sends a GET. A body is ignored by the operation, but lets the request pass the general middleware. */
const read = (path: string, headers: Readonly<Record<string, string>>, body = '') =>
  exchangeHeaders(app, { path, headers: { ...headers, ...(body && { ...lengthOf(body), ...JSON_TYPE }) }, body })

/** Sends the same body whole, and in chunks, by which a request passes the general middleware. */
async function write(method: string, path: string, body: string, headers: Readonly<Record<string, string>>) {
  const { past, by } = await exchangeBothWays(app, { method, path, headers: { ...JSON_TYPE, ...headers }, body })
  const withoutTime = (exchange: HeaderExchange) => ({
    ...exchange,
    body: exchange.body.replace(/(?<="updated_at":")[^"]+/, 'now'),
  })
  return { past: withoutTime(past), by: withoutTime(by) }
}

const UNKNOWN_WORLD = 'wrld_01900000-0000-7000-8000-000000000002'

describe('a read that is served past Koa', () => {
  const paths: readonly (readonly [status: number, path: () => string])[] = [
    [200, () => '/api/1/auth'],
    [200, () => '/api/1/auth/user'],
    [200, () => `/api/1/users/${person.id}`],
    [200, () => `/api/1/USERS/${person.id}`],
    [200, () => '/api/1/users?search=nobody%20at+all&n=3'],
    [200, () => '/api/1/worlds/active?n=2'],
    [400, () => '/api/1/worlds?n=many'],
    [404, () => `/api/1/worlds/${UNKNOWN_WORLD}`],
    [404, () => '/api/1/worlds/nonsense'],
  ]
  const clients: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'a plain client': {},
    'one that accepts gzip': { 'accept-encoding': 'gzip, deflate, br' },
    'one that weighs encodings': { 'accept-encoding': 'gzip;q=0.5, identity;q=0.1' },
    'a page of an allowed origin': { origin: OWN, 'accept-encoding': 'gzip' },
    'a page of a foreign origin': { origin: 'https://evil.test' },
    'a client that closes the connection': { connection: 'close' },
    'a proxy that gives ids': { 'x-request-id': 'id-of-the-proxy' },
  }

  describe.each(Object.entries(clients))('for %s', (_name, headers) => {
    it.each(paths)('is %i with the same headers and body as by Koa', async (status, path) => {
      const [past, by] = [await read(path(), { cookie, ...headers }), await read(path(), { cookie, ...headers }, '{}')]
      expect(past).toEqual(by)
      expect(past.status).toBe(status)
    })
  })

  it('is refused without a session as by Koa', async () => {
    const past = await read('/api/1/worlds', {})
    expect(past).toEqual(await read('/api/1/worlds', {}, '{}'))
    expect(past.status).toBe(401)
  })
})

describe('a write that is served past Koa', () => {
  const own = () => `/api/1/users/${person.id}`
  const rows: readonly (readonly [status: number, method: string, path: () => string, body: string])[] = [
    [200, 'PUT', own, '{"bio":"Plain"}'],
    [200, 'PUT', own, '\ufeff{"bio":"\\u0041 b\\u00e9"}'],
    [200, 'PUT', own, ''],
    [200, 'DELETE', () => '/api/1/auth/twofactorauth/totp/pending', '{}'],
    [400, 'PUT', own, '{"bio":5}'],
    [400, 'PUT', own, '{"bio":'],
    [400, 'PUT', own, '"text"'],
    [400, 'PUT', own, '[1]'],
    [400, 'PUT', own, '{"x":{"__proto__":{}}}'],
    [400, 'PUT', own, '{"\\u005f_proto__":{}}'],
    [400, 'POST', () => `${own()}/boop`, '{"emojiId":"x"}'],
    [401, 'POST', () => '/api/1/auth/twofactorauth/totp/verify', '{"code":"000000"}'],
    [404, 'POST', () => '/api/1/users/usr_1/boop', '{}'],
  ]
  const clients: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'a plain client': {},
    'one that names the charset': { 'content-type': 'application/json; charset=UTF-8' },
    'a page of an allowed origin': { origin: OWN, 'accept-encoding': 'gzip' },
  }

  describe.each(Object.entries(clients))('for %s', (_name, headers) => {
    it.each(rows)('is %i with the same headers and body as by Koa: %s %s %j', async (status, method, path, body) => {
      const session = status === 401 ? {} : { cookie }
      const { past, by } = await write(method, path(), body, { ...session, ...headers })
      expect(past).toEqual(by)
      expect(past.status).toBe(status)
    })
  })

  it('is refused by a page of a foreign origin as by Koa', async () => {
    const { past, by } = await write('PUT', own(), '{"bio":"Forged"}', { cookie, origin: 'https://evil.test' })
    expect(past).toEqual(by)
    expect(past.status).toBe(403)
  })
})

describe('the finder of routes', () => {
  const find = createRouteFinder(inRoutingOrder(contract).flatMap(([, row]) => (row.method === 'get' ? [{ row }] : [])))

  it.each([
    ['a path with an escape', '/users/usr_%41'],
    ['an empty segment', '/users//notes'],
    ['a slash at the end', '/auth/user/'],
    ['a segment of two parameters', '/instances/wrld_1:2'],
    ['a segment of a parameter and a text', '/calendar/grp_1/cal_1.ICS'],
    ['an unknown path', '/nothing/at/all'],
  ])('leaves %s to the general router', (_name, path) => {
    expect(find(path)).toBeNull()
  })

  it('prefers literals to parameters, in upper case, too', () => {
    expect(find('/worlds/active')?.endpoint.row).toEqual(contract.getActiveWorlds)
    expect(find('/worlds/ACTIVE')?.endpoint.row).toEqual(contract.getActiveWorlds)
    expect(find('/worlds/wrld_1')).toEqual({ endpoint: { row: contract.getWorld }, params: { worldId: 'wrld_1' } })
    expect(find('/calendar/grp_1/cal_1')?.endpoint.row).toEqual(contract.getGroupCalendarEvent)
  })
})
