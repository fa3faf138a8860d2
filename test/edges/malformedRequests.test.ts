import { beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from '../support/app.ts'
import { sendRawBytes, sendRawRequest } from '../support/rawHttp.ts'
import { refusal } from '../support/refusals.ts'
import { aUser, type TestUser } from '../support/users.ts'

const app = await sharedApp()
let person: TestUser
let cookie: string

beforeAll(async () => {
  person = await aUser(app)
  cookie = `auth=${person.api.cookies.get('auth')}`
})

describe('an unknown path or method', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/%zz'],
    ['GET', '/api'],
    ['GET', '/api/1'],
    ['GET', '/api/1/'],
    ['GET', '/api/1/nothing'],
    ['GET', '/api/1/%zz'],
    ['GET', '/api/1/%00'],
    ['GET', '/api/2/config'],
    ['GET', '/api/1/users/a/b/c/d'],
    ['GET', '/docs/nothing'],
    ['POST', '/'],
    ['POST', '/docs/'],
    ['POST', '/api/1/config'],
    ['PUT', '/api/1/auth/user'],
    ['PATCH', '/api/1/users'],
    ['DELETE', '/api/1/config'],
    ['OPTIONS', '/api/1/users'],
    ['PROPFIND', '/api/1/config'],
    ['GET', '/wp-login.php?a=%zz'],
  ])('is 404 with the error envelope: %s %s', async (method, path) => {
    const answer = await sendRawRequest(app.origin, { method, path })
    expect(answer).toMatchObject(refusal(404, 'There is nothing at this address'))
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    '/docs/%zz',
    '/docs/%00',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%2e%2e/package.json',
    '/docs/../../package.json',
  ])('is refused with the error envelope: %s', async (path) => {
    const answer = await sendRawRequest(app.origin, { path })
    expect(answer).toMatchObject(refusal(404, /./))
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is 404 for HEAD too, without a body', async () => {
    expect(await sendRawRequest(app.origin, { method: 'HEAD', path: '/api/1/nothing' })).toMatchObject({
      status: 404,
      text: '',
    })
  })
})

describe('an unusual path', () => {
  it.each(['%zz', '%ff', '%00', '%', '%E0%A4%A', '..%2f', '%2e%2e%2fconfig', '%C0%80', 'x'.repeat(7_000)])(
    'is 404 as a user id: /users/%s',
    async (part) => {
      for (const path of [`/api/1/users/${part}`, `/api/1/userNotes/${part}`, `/api/1/permissions/${part}`])
        expect(await sendRawRequest(app.origin, { path, headers: { cookie } })).toMatchObject(
          refusal(404, /not found/i),
        )
      const badge = await sendRawRequest(app.origin, {
        method: 'PUT',
        path: `/api/1/users/${person.id}/badges/${part}`,
        headers: { cookie },
      })
      expect(badge).toMatchObject(refusal(404, 'The user does not have the badge.'))
    },
  )

  it.each([
    '?search=%zz',
    '?search=%ff%fe',
    '?search=nobody%',
    '?&&=&=1',
    '?search=%ED%A0%80',
    `?search=${'x'.repeat(7_000)}`,
    '?__proto__[n]=1',
  ])('is parsed leniently: /users%s', async (query) => {
    expect(await sendRawRequest(app.origin, { path: `/api/1/users${query}`, headers: { cookie } })).toMatchObject({
      status: 200,
      body: [],
    })
  })

  it('serves HEAD where it serves GET, without a body', async () => {
    const answer = await sendRawRequest(app.origin, {
      method: 'HEAD',
      path: `/api/1/users/${person.id}`,
      headers: { cookie },
    })
    expect(answer).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    expect(await sendRawRequest(app.origin, { method: 'HEAD', path: `/api/1/users/${person.id}` })).toMatchObject({
      status: 401,
      text: '',
    })
  })

  it('ignores a query parameter apiKey and an absolute URL', async () => {
    for (const path of ['/api/1/time?apiKey=JlE5Jldo5Jibnk5O5hTx6XVqsJu4WJ26', 'http://elsewhere.test/api/1/time'])
      expect(await sendRawRequest(app.origin, { path })).toMatchObject({ status: 200 })
    const path = `/api/1/users/${person.id}?apiKey=x&apiKey=y`
    expect(await sendRawRequest(app.origin, { path, headers: { cookie } })).toMatchObject({
      status: 200,
      body: { id: person.id },
    })
  })
})

describe('an unusual Cookie header', () => {
  it.each([
    'auth=',
    'auth',
    '=x',
    'auth=""',
    'auth=%00',
    'auth=authcookie_%zz',
    `auth=${'x'.repeat(7_000)}`,
    '__proto__=x; constructor=y',
    'twoFactorAuth=a.b.c; auth=authcookie_00000000-0000-4000-8000-000000000000',
    ';;; ; =;',
  ])('is no valid session: %s', async (odd) => {
    for (const path of [`/api/1/users/${person.id}`, '/api/1/auth', '/api/1/auth/user'])
      expect(await sendRawRequest(app.origin, { path, headers: { cookie: odd } })).toMatchObject(
        refusal(401, '"Missing Credentials"'),
      )
  })

  it('is read whichever of repeated cookies is valid', async () => {
    const path = '/api/1/auth'
    expect(await sendRawRequest(app.origin, { path, headers: { cookie: `${cookie}; auth=x` } })).toMatchObject({
      status: 200,
    })
    expect(await sendRawRequest(app.origin, { path, headers: { cookie: `auth=x; ${cookie}` } })).toMatchObject({
      status: 200,
    })
    expect(
      await sendRawRequest(app.origin, { path, headers: { cookie: `a=b;${cookie.replace('=', '="')}";c` } }),
    ).toMatchObject({
      status: 200,
    })
  })
})

describe('bytes that are not HTTP', () => {
  it('are answered by 400 and close only the connection', async () => {
    for (const text of [
      'GET /api/1/time HTTP/1.1\r\nHost: x\r\nCookie: auth=a\0b\r\n\r\n',
      'GET /api/1/\0 HTTP/1.1\r\nHost: x\r\n\r\n',
      'nonsense\r\n\r\n',
    ])
      expect(await sendRawBytes(app.origin, text)).toBe('HTTP/1.1 400 Bad Request')
    expect(
      await sendRawBytes(app.origin, `GET /livez HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
    ).toMatch(/^HTTP\/1.1 431 /)
    expect(await sendRawRequest(app.origin, { path: '/livez' })).toMatchObject({ status: 200, text: 'ok' })
  })
})
