import { describe, expect, it } from 'vitest'
import { purgeExpiredLogins } from '../../../../src/areas/accounts/index.ts'
import { DAY, MINUTE } from '../../../../src/kernel/clock.ts'
import { anApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient, type RestClient } from '../../../support/restClient.ts'
import {
  aConfirmedUser,
  aUser,
  basicAuthHeader,
  enableTotp,
  logIn,
  mailedCode,
  mailedLink,
  type TestUser,
  wrongCode,
} from '../../../support/users.ts'

const app = await anApp({ WEB_URL: 'http://web.plaza.test/home' })
const OWED = { requiresTwoFactorAuth: ['emailOtp'] }

const from = (address: string) => aRestClient(app, { address })
const mailsTo = ({ email }: TestUser) => app.mails.filter(({ to }) => to === email)
/** Opens a link, by default on a device without cookies. */
const open = (link: URL, api = aRestClient(app)) => api.fetch(`${link.pathname}${link.search}`)

/** A person with a confirmed address, and a client that has logged in from a new place. */
async function elsewhere() {
  const person = await aConfirmedUser(app)
  const api = aRestClient(app)
  const answer = await logIn(api, person)
  return { person, api, answer }
}

/** Answer to a login with name and password only. */
const freshLogin = (api: RestClient, person: TestUser) => logIn(from(api.address), person)

describe('a login from a new place', () => {
  it('needs an e-mail code, for which one mail with a link is sent', async () => {
    const person = await aConfirmedUser(app)
    const before = mailsTo(person).length
    const api = aRestClient(app)
    const exchange = await api.try('getCurrentUser', { headers: basicAuthHeader(person.username, person.password) })
    expect(exchange).toMatchObject({ status: 200, body: OWED })
    expect(exchange.headers.getSetCookie()).toEqual([expect.stringMatching(/^auth=authcookie_/)])
    expect(mailsTo(person)).toHaveLength(before + 1)
    expect(mailsTo(person).at(-1)?.text).toContain(api.address)
    expect(mailedCode(app, person.email)).toMatch(/^\d{6}$/)
    const link = mailedLink(app, person.email)
    expect(link.origin + link.pathname).toBe('http://plaza.test/api/1/auth/verifyLoginPlace')
    expect(await api.call('getCurrentUser')).toEqual(OWED)
    expect(mailsTo(person)).toHaveLength(before + 1)
  })

  it('is finished by the code, and the place is known from then on', async () => {
    const { person, api } = await elsewhere()
    const code = mailedCode(app, person.email)
    const exchange = await api.try('verify2FAEmailCode', { body: { code: ` ${code} ` } })
    expect(exchange.body).toEqual({ verified: true })
    expect(exchange.headers.getSetCookie()).toEqual([expect.stringMatching(/^twoFactorAuth=[\w-]+\.[\w-]+\.[\w-]+; /)])
    expect(await api.call('getCurrentUser')).toMatchObject({ id: person.id })
    expect(await freshLogin(api, person)).toMatchObject({ id: person.id })
  })

  it('does not occur at the address of the registration', async () => {
    const person = await aConfirmedUser(app)
    expect(await freshLogin(person.api, person)).toMatchObject({ id: person.id })
  })

  it('needs no code while the e-mail address is not confirmed', async () => {
    const person = await aUser(app)
    expect(await logIn(aRestClient(app), person)).toMatchObject({ id: person.id })
  })

  it('needs a time-based code instead when those are enabled', async () => {
    const person = await aConfirmedUser(app)
    await enableTotp(app, person)
    const before = mailsTo(person).length
    expect(await logIn(aRestClient(app), person)).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
    expect(mailsTo(person)).toHaveLength(before)
  })

  it('needs no code on a trusted device', async () => {
    const { person, api } = await elsewhere()
    await api.call('verify2FAEmailCode', { body: { code: mailedCode(app, person.email) } })
    const moved = aRestClient(app)
    moved.cookies.set('twoFactorAuth', api.cookies.get('twoFactorAuth') ?? '')
    expect(await logIn(moved, person)).toMatchObject({ id: person.id })
  })

  it('needs no code with LOGIN_PLACE_CHECK=off', async () => {
    const lax = await anApp({ LOGIN_PLACE_CHECK: 'off' })
    const person = await aConfirmedUser(lax)
    expect(await logIn(aRestClient(lax), person)).toMatchObject({ id: person.id })
  })
})

describe('an e-mail code', () => {
  it('expires after 15 minutes', async () => {
    const { person, api } = await elsewhere()
    const other = aRestClient(app)
    const first = mailedCode(app, person.email)
    await logIn(other, person)
    app.clock.advance(15 * MINUTE - 5_000)
    await api.call('verify2FAEmailCode', { body: { code: first } })
    app.clock.advance(5_001)
    const late = await other.try('verify2FAEmailCode', { body: { code: mailedCode(app, person.email) } })
    expect(late).toMatchObject(refusal(401, '"Missing Credentials"'))
    expect(await other.try('getCurrentUser')).toMatchObject(refusal(401, '"Missing Credentials"'))
  })

  it('is accepted once, and for its own login only', async () => {
    const { person, api } = await elsewhere()
    const code = mailedCode(app, person.email)
    const other = aRestClient(app)
    await logIn(other, person)
    const wrong = { status: 400, body: { verified: false } }
    expect(await other.try('verify2FAEmailCode', { body: { code } })).toMatchObject(wrong)
    expect(await api.try('verify2FA', { body: { code } })).toMatchObject(wrong)
    await api.call('verify2FAEmailCode', { body: { code } })
    expect(await api.try('verify2FAEmailCode', { body: { code } })).toMatchObject(wrong)
    expect(await api.call('getCurrentUser')).toMatchObject({ id: person.id })
  })

  it('approves the place of the login, wherever the code is given', async () => {
    const { person, api } = await elsewhere()
    const headers = { 'x-forwarded-for': '192.0.2.77' }
    const verified = await api.try('verify2FAEmailCode', { headers, body: { code: mailedCode(app, person.email) } })
    expect(verified).toMatchObject({ status: 200 })
    expect(await freshLogin(api, person)).toMatchObject({ id: person.id })
  })

  it('approves nothing when it is wrong', async () => {
    const { person, api } = await elsewhere()
    await api.try('verify2FAEmailCode', { body: { code: wrongCode(mailedCode(app, person.email)) } })
    expect(await freshLogin(api, person)).toEqual(OWED)
  })
})

describe('verifyLoginPlace', () => {
  it('finishes the login for the device that logged in, and redirects it to the web UI', async () => {
    const { person, api } = await elsewhere()
    const link = mailedLink(app, person.email)
    link.searchParams.set('userId', person.id)
    const exchange = await open(link, api)
    expect(exchange).toMatchObject({ status: 302, body: '' })
    expect(exchange.headers.get('location')).toMatch(/^http:\/\/web\.plaza\.test\/home\//)
    expect(exchange.headers.get('content-length')).toBe('0')
    expect(exchange.headers.getSetCookie()).toEqual([])
    expect(await api.call('getCurrentUser')).toMatchObject({ id: person.id })
    expect(await freshLogin(api, person)).toMatchObject({ id: person.id })
    app.clock.advance(DAY)
    expect(await api.call('getCurrentUser')).toMatchObject({ id: person.id })
  })

  it('approves the place alone for anybody else, and redirects to a page that changes nothing', async () => {
    const { person, api } = await elsewhere()
    const link = mailedLink(app, person.email)
    const opened = await open(link)
    expect(opened).toMatchObject({ status: 302, body: '' })
    expect(opened.headers.get('content-length')).toBe('0')
    await from('192.0.2.99').fetch(`${link.pathname}${link.search}`, { method: 'HEAD' })
    const page = await open(new URL(opened.headers.get('location') ?? ''))
    expect(page).toMatchObject({ status: 200 })
    expect(await api.call('getCurrentUser')).toEqual(OWED)
    expect(await freshLogin(api, person)).toMatchObject({ id: person.id })
    expect(await api.call('getCurrentUser')).toEqual(OWED)
  })

  it("does not finish a login for a device of another account, or of another login of the person's own", async () => {
    const { person, api } = await elsewhere()
    const [other, stranger] = [aRestClient(app), await aUser(app)]
    const link = mailedLink(app, person.email)
    await logIn(other, person)
    for (const device of [other, stranger.api, person.api]) {
      const opened = await open(link, device)
      expect(opened.headers.get('location')).toMatch(/^http:\/\/plaza\.test\/login-place\?token=/)
    }
    expect(await api.call('getCurrentUser')).toEqual(OWED)
    expect(await other.call('getCurrentUser')).toEqual(OWED)
  })

  it('leaves the code of the mail to the device until the login is finished, and works once then', async () => {
    const { person, api } = await elsewhere()
    const [link, code] = [mailedLink(app, person.email), mailedCode(app, person.email)]
    expect((await open(link)).status).toBe(302)
    expect((await open(link)).status).toBe(302)
    await api.call('verify2FAEmailCode', { body: { code } })
    expect(await open(link, api)).toMatchObject(refusal(400, /^token: /))
  })

  it('works once for parallel clicks on the device', async () => {
    const { person, api } = await elsewhere()
    const link = mailedLink(app, person.email)
    const answers = await runConcurrently(app, 10, () => open(link, api))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(9).fill(400)])
  })

  it('is refused after the code was given', async () => {
    const { person, api } = await elsewhere()
    const link = mailedLink(app, person.email)
    await api.call('verify2FAEmailCode', { body: { code: mailedCode(app, person.email) } })
    expect(await open(link)).toMatchObject(refusal(400, /^token: /))
  })

  it('is refused after 15 minutes', async () => {
    const { person, api } = await elsewhere()
    const link = mailedLink(app, person.email)
    app.clock.advance(15 * MINUTE + 1)
    expect(await open(link)).toMatchObject(refusal(400, /^token: /))
    expect(await api.try('getCurrentUser')).toMatchObject({ status: 401 })
    expect(await freshLogin(api, person)).toEqual(OWED)
  })

  it("refuses another user's id, an unknown token and a missing one", async () => {
    const [{ person, api }, other] = [await elsewhere(), await aUser(app)]
    const link = mailedLink(app, person.email)
    const visitor = aRestClient(app)
    const token = link.searchParams.get('token')
    for (const userId of [other.id, 'usr_nobody', ''])
      expect(await visitor.try('verifyLoginPlace', { query: { token, userId } })).toMatchObject(
        refusal(400, /^token: /),
      )
    const unknown = await visitor.try('verifyLoginPlace', { query: { token: 'x'.repeat(32) } })
    expect(unknown).toMatchObject(refusal(400, /^token: /))
    expect(await visitor.try('verifyLoginPlace')).toMatchObject(refusal(400, /^token: /))
    expect(await api.call('getCurrentUser')).toEqual(OWED)
    expect((await open(link)).status).toBe(302)
  })

  it('does not restore a login that was cancelled', async () => {
    const { person, api } = await elsewhere()
    const token = api.cookies.get('auth')
    await api.call('logout')
    expect((await open(mailedLink(app, person.email))).status).toBe(302)
    const headers = { cookie: `auth=${token}` }
    expect(await aRestClient(app).try('getCurrentUser', { headers })).toMatchObject({ status: 401 })
  })
})

describe('a known place', () => {
  it('is unknown again after 90 days without a login, and is deleted', async () => {
    const person = await aConfirmedUser(app)
    const { address } = person.api
    app.clock.advance(90 * DAY - MINUTE)
    expect(await freshLogin(person.api, person)).toMatchObject({ id: person.id })
    app.clock.advance(90 * DAY - MINUTE)
    expect(await freshLogin(person.api, person)).toMatchObject({ id: person.id })
    app.clock.advance(90 * DAY + MINUTE)
    expect(await freshLogin(person.api, person)).toEqual(OWED)
    const stored = () => app.scope().db.loginPlace.count({ where: { userId: person.id, address } })
    expect(await stored()).toBe(1)
    await purgeExpiredLogins(app.scope())
    expect(await stored()).toBe(0)
  })
})
