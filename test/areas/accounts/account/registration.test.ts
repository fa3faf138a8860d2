import { describe, expect, it } from 'vitest'
import { anApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import { aName, aRegistration, aUser, basicAuthHeader, logIn, PASSWORD } from '../../../support/users.ts'

const app = await anApp()

type Wanted = ReturnType<typeof aRegistration>
const register = (change: Partial<Record<keyof Wanted, unknown>> = {}) =>
  aRestClient(app).try('registerUserAccount', { body: { ...aRegistration(), ...change } })

const peopleCalled = (username: string) => app.scope().db.user.count({ where: { username } })

/** The date this number of years ago, by the app's clock, plus this number of days. */
function born(yearsAgo: number, daysLater = 0) {
  const day = app.clock.now()
  day.setUTCFullYear(day.getUTCFullYear() - yearsAgo)
  day.setUTCDate(day.getUTCDate() + daysLater)
  const [year, month, date] = day.toISOString().slice(0, 10).split('-')
  return { year, month, day: date }
}

describe('registerUserAccount', () => {
  it('creates an account, logs in to it, and returns the token only here', async () => {
    const api = aRestClient(app)
    const wanted = aRegistration()
    const exchange = await api.try('registerUserAccount', { body: wanted })
    const { username } = wanted
    expect(exchange).toMatchObject({
      status: 200,
      body: { username, displayName: username, emailVerified: false, hasBirthday: true, acceptedTOSVersion: 1 },
    })
    expect(exchange.headers.getSetCookie()).toEqual([expect.stringMatching(/^auth=authcookie_[0-9a-f-]{36}; Expires=/)])
    expect(exchange.body).toMatchObject({ authToken: api.cookies.get('auth'), unsubscribe: true, isAdult: true })
    expect(await api.call('verifyAuthToken')).toMatchObject({ ok: true })
    const own = await api.try('getCurrentUser')
    expect(own).toMatchObject({ status: 200, body: { username } })
    expect(own.body).not.toHaveProperty('authToken')
    expect(JSON.stringify(own.body)).not.toContain(wanted.email)
  })

  it('shows the own address obfuscated', async () => {
    const person = await aUser(app)
    const { obfuscatedEmail } = Object(await person.api.call('getCurrentUser'))
    expect(obfuscatedEmail).toBe(`${person.email.slice(0, 2)}*********@plaza.test`)
  })

  it('allows a login with the credentials, with or without spaces around the name', async () => {
    const username = aName()
    await register({ username: ` ${username} ` })
    expect(await logIn(aRestClient(app), { username, password: PASSWORD })).toMatchObject({ username })
  })

  it('accepts a body without a captcha, and unknown fields', async () => {
    const { captchaCode: _none, ...wanted } = aRegistration()
    const body = { ...wanted, admin: true, developerType: 'internal', tags: ['system_trust_veteran'], id: 'usr_x' }
    const exchange = await aRestClient(app).try('registerUserAccount', { body })
    expect(exchange).toMatchObject({
      status: 200,
      body: { developerType: 'none', tags: ['system_world_access', 'system_avatar_access'] },
    })
    expect(exchange.body).not.toMatchObject({ id: 'usr_x' })
    expect(await app.scope().db.user.count({ where: { username: wanted.username, admin: true } })).toBe(0)
  })

  it('is refused while registration is closed', async () => {
    const closed = await anApp({ REGISTRATION: 'closed' })
    const exchange = await aRestClient(closed).try('registerUserAccount', { body: aRegistration() })
    expect(exchange).toMatchObject(refusal(403, 'Registration is closed'))
    expect(await closed.scope().db.account.count({ where: { passwordHash: { not: null } } })).toBe(0)
  })
})

describe('a registration with bad input', () => {
  const letters = (count: number) => 'a'.repeat(count)
  const names = [
    '',
    'abc',
    letters(16),
    '    ',
    'a@plaza',
    'two  spaces',
    '<name>',
    'a/b/c/d',
    '.dots',
    'nul\u0000l',
    '\u200Bzero',
    'tab\tname',
    '\u3164\u3164\u3164\u3164',
    'ada\u3164',
    'é\u0301\u0301\u0301',
    null,
    12345,
  ]
  const emails = [
    '',
    'nobody',
    'a@b',
    '@plaza.test',
    'a b@plaza.test',
    'a@plaza.test\r\nBcc: x@plaza.test',
    'a\u0001@plaza.test',
    '<a@plaza.test>',
    `${letters(250)}@plaza.test`,
    ['a@plaza.test'],
    null,
  ]
  const passwords = ['', 'short 1', letters(257), 'password', 'PASSWORD1', 'iloveyou', 12345678, null]

  it.each([
    ['username', names],
    ['email', emails],
    ['password', passwords],
    ['year', ['', '90', 'nineteen', '1899', '19900', '2999', 1990, null]],
    ['month', ['', '0', '13', '005', 'May', 5, null]],
    ['day', ['', '0', '32', '-1', 17, null]],
    ['acceptedTOSVersion', ['1', -1, 1.5, null]],
    ['subscribe', ['yes', 0, null]],
    ['captchaCode', [1]],
  ] as const)('is 400, names %s, and makes nobody', async (field, values) => {
    const before = await app.scope().db.user.count()
    for (const value of [...values, undefined]) {
      if (value === undefined && field === 'captchaCode') continue
      const { status, body } = await register({ [field]: value })
      const message = Object(body).error?.message
      expect({ value, status, message }).toEqual({
        value,
        status: 400,
        message: expect.stringMatching(new RegExp(`\\b${field}\\b`)),
      })
    }
    expect(await app.scope().db.user.count()).toBe(before)
  })

  it('reports a date that does not exist as an error of the whole date', async () => {
    for (const [month, day] of [
      ['2', '30'],
      ['02', '29'],
      ['6', '31'],
    ])
      expect(await register({ year: '1990', month, day })).toMatchObject(refusal(400, /^year, month, day: /))
    expect(await register({ year: '1992', month: '2', day: '29' })).toMatchObject({ status: 200 })
  })

  it('refuses the own name or address as a password', async () => {
    const username = aName()
    expect(await register({ username, password: username.toUpperCase() })).toMatchObject(refusal(400, /^password: /))
    const email = `${username}@plaza.test`
    expect(await register({ email, password: email })).toMatchObject(refusal(400, /^password: /))
  })

  it('is never a server error, whatever the body', async () => {
    const send = (body: string, type = 'application/json') =>
      aRestClient(app).fetch('/api/1/auth/register', { method: 'POST', body, headers: { 'content-type': type } })
    for (const body of ['{', '[]', 'null', '"text"', '{"username":{}}', '\u0000'])
      expect((await send(body)).status).toBe(400)
    expect(await send('a=b', 'application/x-www-form-urlencoded')).toMatchObject(refusal(415, /JSON/))
    expect(await send(JSON.stringify({ username: 'a'.repeat(1024 * 1024) }))).toMatchObject(refusal(413, /too large/))
    expect(await aRestClient(app).try('registerUserAccount')).toMatchObject({ status: 400 })
  })
})

describe('the age at registration', () => {
  it('is 13 or more, by the clock of the server', async () => {
    expect(await register(born(13, 1))).toMatchObject(refusal(400, /^year: .*13/))
    expect(await register(born(13))).toMatchObject({ status: 200, body: { isAdult: false } })
    const youth = born(13, 30)
    expect(await register(youth)).toMatchObject({ status: 400 })
    app.clock.advance(30 * 86_400_000)
    expect(await register(youth)).toMatchObject({ status: 200 })
  })
})

describe('a name or address that is in use', () => {
  const fullWidth = (text: string) =>
    text.replace(/[a-z0-9]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

  it('is refused in every spelling of the name', async () => {
    const { username } = await aUser(app)
    for (const spelling of [username, username.toUpperCase(), fullWidth(username), ` ${username} `])
      expect(await register({ username: spelling })).toMatchObject(refusal(400, /^username: .*taken/))
  })

  it('is refused in every spelling of the address', async () => {
    const { email } = await aUser(app)
    for (const spelling of [email, email.toUpperCase(), fullWidth(email), ` ${email} `])
      expect(await register({ email: spelling })).toMatchObject(refusal(400, /^email: .*exists/))
  })

  it('can be a display name', async () => {
    const person = await aUser(app)
    const displayName = aName('D')
    await person.api.call('updateUser', { userId: person.id, body: { displayName, currentPassword: PASSWORD } })
    expect(await register({ username: displayName.toUpperCase() })).toMatchObject(refusal(400, /^username: .*taken/))
  })

  it('leads to one account from 20 parallel registrations', async () => {
    const [username, email] = [aName(), `${aName()}@plaza.test`]
    const byName = await runConcurrently(app, 20, () => register({ username }))
    const byEmail = await runConcurrently(app, 20, () => register({ email }))
    for (const answers of [byName, byEmail])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)])
    expect(await peopleCalled(username)).toBe(1)
    expect(await app.scope().db.account.count({ where: { email } })).toBe(1)
    expect(
      (await aRestClient(app).try('getCurrentUser', { headers: basicAuthHeader(username, PASSWORD) })).status,
    ).toBe(200)
  })
})
