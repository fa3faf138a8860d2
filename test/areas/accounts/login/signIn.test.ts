import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../src/kernel/clock.ts'
import { anApp, sharedApp } from '../../../support/app.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import { aName, aRegistration, aUser, basicAuthHeader, logIn } from '../../../support/users.ts'

const app = await sharedApp()

const MISSING = refusal(401, '"Missing Credentials"')
const WRONG = refusal(401, '"Invalid Username/Email or Password"')

/** A Basic header without percent-encoding, as some clients send it. */
const raw = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
const attempt = (headers: Record<string, string>) => aRestClient(app).try('getCurrentUser', { headers })

describe('getCurrentUser without a second factor', () => {
  it('logs in with Basic credentials and sets the auth cookie once', async () => {
    const person = await aUser(app)
    const api = aRestClient(app)
    const first = await api.try('getCurrentUser', { headers: basicAuthHeader(person.username, person.password) })
    expect(first).toMatchObject({ status: 200, body: { id: person.id, username: person.username } })
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^auth=authcookie_[0-9a-f-]{36}; Expires=[A-Z][a-z]{2}, .+ GMT; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    const second = await api.try('getCurrentUser')
    expect(second).toMatchObject({ status: 200, body: { id: person.id } })
    expect(second.headers.getSetCookie()).toEqual([])
  })

  it('sets a cookie that lives as long as the session can, as it is sent once', async () => {
    const person = await aUser(app)
    const { headers } = await attempt(basicAuthHeader(person.username, person.password))
    const [, expires = ''] = /Expires=([^;]+)/.exec(headers.getSetCookie().join()) ?? []
    expect(Date.parse(expires)).toBeGreaterThan(Date.now() + 179 * DAY)
    expect(Date.parse(expires)).toBeLessThanOrEqual(Date.now() + 180 * DAY)
  })

  it('uses a valid cookie and ignores credentials beside it', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const again = await person.api.try('getCurrentUser', { headers: basicAuthHeader(other.username, other.password) })
    expect(again).toMatchObject({ status: 200, body: { id: person.id } })
    const nonsense = await person.api.try('getCurrentUser', { headers: basicAuthHeader(other.username, 'wrong wrong') })
    expect(nonsense).toMatchObject({ status: 200, body: { id: person.id } })
    expect([...again.headers.getSetCookie(), ...nonsense.headers.getSetCookie()]).toEqual([])
    expect(await app.scope().db.session.count({ where: { userId: { in: [person.id, other.id] } } })).toBe(2)
  })

  it('creates a session for each login', async () => {
    const person = await aUser(app)
    const [one, two] = [aRestClient(app), aRestClient(app)]
    await logIn(one, person)
    await logIn(two, person)
    expect(one.cookies.get('auth')).not.toBe(two.cookies.get('auth'))
    expect(await app.scope().db.session.count({ where: { userId: person.id } })).toBe(3)
  })

  it('forbids caches to store answers', async () => {
    const { headers } = await (await aUser(app)).api.try('getCurrentUser')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('the name of a login', () => {
  it('is the username in any case, or the e-mail address in any case', async () => {
    const person = await aUser(app)
    for (const name of [
      person.username.toUpperCase(),
      person.email,
      person.email.toUpperCase(),
      ` ${person.username} `,
    ])
      expect(await attempt(basicAuthHeader(name, person.password))).toMatchObject({
        status: 200,
        body: { id: person.id },
      })
  })

  it('can have any letters, percent-encoded or plain', async () => {
    const username = `Zoë жук ${aName('').slice(0, 6)}`
    const person = await aUser(app, { username, password: 'pä:ss/w%örd' })
    for (const headers of [basicAuthHeader(username, person.password), raw(`${username}:${person.password}`)])
      expect(await attempt(headers)).toMatchObject({ status: 200, body: { username, displayName: username } })
  })
})

describe('the Basic header', () => {
  it('is split at its first colon', async () => {
    const { username, password } = await aUser(app, { password: 'a:colon:inside' })
    expect(await attempt(raw(`${username}:${password}`))).toMatchObject({ status: 200 })
    expect(await attempt(basicAuthHeader(username, password))).toMatchObject({ status: 200 })
  })

  it('is used unchanged, part by part, when it is no valid percent-encoding', async () => {
    const { username, password } = await aUser(app, { password: '100% pure %zz' })
    expect(await attempt(raw(`${username}:${password}`))).toMatchObject({ status: 200 })
    expect(await attempt(raw(`${encodeURIComponent(username)}:${password}`))).toMatchObject({ status: 200 })
  })

  it('is read as Latin-1 where its bytes are no UTF-8, plain or percent-encoded', async () => {
    const username = `jürgen${aName('').slice(0, 8)}`
    const { password } = await aUser(app, { username, password: 'größer als klein' })
    const latin1 = (text: string) => ({ authorization: `Basic ${Buffer.from(text, 'latin1').toString('base64')}` })
    const inLatin1 = (text: string) => text.replace(/[^a-z0-9]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    for (const headers of [
      latin1(`${username}:${password}`),
      latin1(`${encodeURIComponent(username)}:${password}`),
      raw(`${inLatin1(username)}:${inLatin1(password)}`),
    ])
      expect(await attempt(headers)).toMatchObject({ status: 200, body: { username } })
  })

  it('can have plus signs for spaces, as forms have', async () => {
    const username = `two ${aName('').slice(0, 8)}`
    const person = await aUser(app, { username, password: 'one + two three' })
    const inForm = new URLSearchParams([[username, person.password]]).toString().replace('=', ':')
    expect(await attempt(raw(inForm))).toMatchObject({ status: 200, body: { username } })
    expect(await attempt(basicAuthHeader(username, person.password))).toMatchObject({ status: 200 })
    const plain = await aUser(app, { password: 'four plain words here' })
    expect(await attempt(raw(`${plain.username}:four+plain+words+here`))).toMatchObject({ status: 200 })
    const plus = await aUser(app, { password: 'a+b+c+d+e' })
    expect(await attempt(raw(`${plus.username}:${plus.password}`))).toMatchObject({ status: 200 })
  })

  it('is used unchanged, part by part, when it has characters that encoders escape', async () => {
    const { username, password } = await aUser(app, { password: '50%20off for %41ll' })
    expect(await attempt(raw(`${username}:${password}`))).toMatchObject({ status: 200 })
    expect(await attempt(basicAuthHeader(username, password))).toMatchObject({ status: 200 })
  })

  it('has a case-insensitive scheme', async () => {
    const person = await aUser(app)
    const { authorization } = basicAuthHeader(person.username, person.password)
    expect(await attempt({ authorization: authorization.replace('Basic', 'basic') })).toMatchObject({ status: 200 })
  })

  it.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Bearer abc' }],
    ['no credentials', { authorization: 'Basic ' }],
    ['no base64', { authorization: 'Basic ***' }],
    ['no colon', raw('nobody')],
    ['no name', raw(':password')],
    ['a zero byte in the name', basicAuthHeader('zero\0byte', 'password')],
  ])('is no credential with %s', async (_what, headers) => {
    expect(await attempt(headers)).toMatchObject(MISSING)
  })
})

describe('wrong credentials', () => {
  it('get an equal error for an unknown name, a wrong password and a wrong e-mail address', async () => {
    const person = await aUser(app)
    for (const [name, password] of [
      [person.username, 'nope nope nope'],
      ['nobody-at-all', person.password],
      ['nobody@plaza.test', person.password],
      [person.username, ''],
      ['x'.repeat(3_000), 'nope nope nope'],
    ] as const) {
      const { status, body, headers } = await attempt(basicAuthHeader(name, password))
      expect({ status, body }).toEqual({ status: 401, body: WRONG.body })
      expect(headers.getSetCookie()).toEqual([])
    }
  })
})

describe('the auth cookie', () => {
  const cookie = (value: string) => ({ cookie: value })

  it.each([
    ['empty', 'auth='],
    ['unknown', 'auth=authcookie_00000000-0000-4000-8000-000000000000'],
    ['malformed', 'auth=%00;;=;x'],
    ['another name', 'Auth=authcookie_00000000-0000-4000-8000-000000000000'],
  ])('that is %s is no credential', async (_what, value) => {
    expect(await attempt(cookie(value))).toMatchObject(MISSING)
    expect(await aRestClient(app).try('verifyAuthToken', { headers: cookie(value) })).toMatchObject(MISSING)
    expect(await aRestClient(app).try('searchUsers', { headers: cookie(value) })).toMatchObject(MISSING)
  })

  it('is ignored in favour of credentials when it is invalid', async () => {
    const person = await aUser(app)
    for (const value of ['auth=', 'auth=authcookie_00000000-0000-4000-8000-000000000000']) {
      const exchange = await attempt({ ...cookie(value), ...basicAuthHeader(person.username, person.password) })
      expect(exchange).toMatchObject({ status: 200, body: { id: person.id } })
      expect(exchange.headers.getSetCookie()).toHaveLength(1)
    }
  })

  it('is accepted in quotes and among others', async () => {
    const { api, id } = await aUser(app)
    const value = `age=1; auth="${api.cookies.get('auth')}"; tos=; auth=other`
    expect(await attempt(cookie(value))).toMatchObject({ status: 200, body: { id } })
  })

  it('is returned by verifyAuthToken', async () => {
    const { api } = await aUser(app)
    expect(await api.call('verifyAuthToken')).toEqual({ ok: true, token: api.cookies.get('auth') })
  })

  it('is marked Secure when the server is reached by https', async () => {
    const secure = await anApp({ PUBLIC_URL: 'https://plaza.test' })
    const { headers } = await aRestClient(secure).try('registerUserAccount', { body: aRegistration() })
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^auth=.+; SameSite=Lax; Secure$/)])
  })
})
