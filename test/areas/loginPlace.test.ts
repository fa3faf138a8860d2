import { describe, expect, it } from 'vitest'
import { purgeExpiredLogins } from '../../src/areas/accounts/jobs.ts'
import { type Api, anApi } from '../support/api.ts'
import { anApp } from '../support/app.ts'
import {
  aConfirmedUser,
  aUser,
  basic,
  codeIn,
  linkIn,
  login,
  type Person,
  withTotp,
  wrongCode,
} from '../support/people.ts'
import { refusal } from '../support/refusals.ts'
import { atOnce } from '../support/rush.ts'

const app = await anApp({ WEB_URL: 'http://web.plaza.test/home' })
const OWED = { requiresTwoFactorAuth: ['emailOtp'] }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const from = (address: string) => anApi(app, { address })
const mailsTo = ({ email }: Person) => app.mails.filter(({ to }) => to === email)
const open = (link: URL) => anApi(app).fetch(`${link.pathname}${link.search}`)

/** Somebody whose address is confirmed, and a client at a new place that has logged in as them. */
async function elsewhere() {
  const person = await aConfirmedUser(app)
  const api = anApi(app)
  const answer = await login(api, person)
  return { person, api, answer }
}

/** What a login answers that brings nothing but name and password. */
const freshLogin = (api: Api, person: Person) => login(from(api.address), person)

describe('a login from a new place', () => {
  it('owes an e-mail code, for which one mail is sent, with a link', async () => {
    const person = await aConfirmedUser(app)
    const before = mailsTo(person).length
    const api = anApi(app)
    const exchange = await api.try('getCurrentUser', { headers: basic(person.username, person.password) })
    expect(exchange).toMatchObject({ status: 200, body: OWED })
    expect(exchange.headers.getSetCookie()).toEqual([expect.stringMatching(/^auth=authcookie_/)])
    expect(mailsTo(person)).toHaveLength(before + 1)
    expect(mailsTo(person).at(-1)?.text).toContain(api.address)
    expect(codeIn(app, person.email)).toMatch(/^\d{6}$/)
    const link = linkIn(app, person.email)
    expect(link.origin + link.pathname).toBe('http://plaza.test/api/1/auth/verifyLoginPlace')
    expect(await api.call('getCurrentUser')).toEqual(OWED)
    expect(mailsTo(person)).toHaveLength(before + 1)
  })

  it('is finished by the code, and the place is known from then on', async () => {
    const { person, api } = await elsewhere()
    const code = codeIn(app, person.email)
    const exchange = await api.try('verify2FAEmailCode', { body: { code: ` ${code} ` } })
    expect(exchange.body).toEqual({ verified: true })
    expect(exchange.headers.getSetCookie()).toEqual([expect.stringMatching(/^twoFactorAuth=[\w-]+\.[\w-]+\.[\w-]+; /)])
    expect(await api.call('getCurrentUser')).toMatchObject({ id: person.id })
    expect(await freshLogin(api, person)).toMatchObject({ id: person.id })
  })

  it('is none at the address of registration', async () => {
    const person = await aConfirmedUser(app)
    expect(await freshLogin(person.api, person)).toMatchObject({ id: person.id })
  })

  it('is no matter while the e-mail address is not confirmed', async () => {
    const person = await aUser(app)
    expect(await login(anApi(app), person)).toMatchObject({ id: person.id })
  })

  it('owes a time-based code instead, where those are enabled', async () => {
    const person = await aConfirmedUser(app)
    await withTotp(app, person)
    const before = mailsTo(person).length
    expect(await login(anApi(app), person)).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
    expect(mailsTo(person)).toHaveLength(before)
  })

  it('owes nothing on a trusted device', async () => {
    const { person, api } = await elsewhere()
    await api.call('verify2FAEmailCode', { body: { code: codeIn(app, person.email) } })
    const moved = anApi(app)
    moved.cookies.set('twoFactorAuth', api.cookies.get('twoFactorAuth') ?? '')
    expect(await login(moved, person)).toMatchObject({ id: person.id })
  })

  it('is not looked at with LOGIN_PLACE_CHECK=off', async () => {
    const lax = await anApp({ LOGIN_PLACE_CHECK: 'off' })
    const person = await aConfirmedUser(lax)
    expect(await login(anApi(lax), person)).toMatchObject({ id: person.id })
  })
})

describe('an e-mail code', () => {
  it('lives 15 minutes', async () => {
    const { person, api } = await elsewhere()
    const other = anApi(app)
    const first = codeIn(app, person.email)
    await login(other, person)
    app.clock.advance(15 * MINUTE - 5_000)
    await api.call('verify2FAEmailCode', { body: { code: first } })
    app.clock.advance(5_001)
    const late = await other.try('verify2FAEmailCode', { body: { code: codeIn(app, person.email) } })
    expect(late).toMatchObject(refusal(401, '"Missing Credentials"'))
    expect(await other.try('getCurrentUser')).toMatchObject(refusal(401, '"Missing Credentials"'))
  })

  it('is accepted once, and for its own login only', async () => {
    const { person, api } = await elsewhere()
    const code = codeIn(app, person.email)
    const other = anApi(app)
    await login(other, person)
    const wrong = { status: 400, body: { verified: false } }
    expect(await other.try('verify2FAEmailCode', { body: { code } })).toMatchObject(wrong)
    expect(await api.try('verify2FA', { body: { code } })).toMatchObject(wrong)
    await api.call('verify2FAEmailCode', { body: { code } })
    expect(await api.try('verify2FAEmailCode', { body: { code } })).toMatchObject(wrong)
    expect(await api.call('getCurrentUser')).toMatchObject({ id: person.id })
  })

  it('approves the place that the login came from, wherever it is given', async () => {
    const { person, api } = await elsewhere()
    const headers = { 'x-forwarded-for': '192.0.2.77' }
    const verified = await api.try('verify2FAEmailCode', { headers, body: { code: codeIn(app, person.email) } })
    expect(verified).toMatchObject({ status: 200 })
    expect(await freshLogin(api, person)).toMatchObject({ id: person.id })
  })

  it('that is wrong approves nothing', async () => {
    const { person, api } = await elsewhere()
    await api.try('verify2FAEmailCode', { body: { code: wrongCode(codeIn(app, person.email)) } })
    expect(await freshLogin(api, person)).toEqual(OWED)
  })
})

describe('verifyLoginPlace', () => {
  it('approves the place, finishes the waiting login and leads to the web UI', async () => {
    const { person, api } = await elsewhere()
    const link = linkIn(app, person.email)
    link.searchParams.set('userId', person.id)
    const exchange = await open(link)
    expect(exchange).toMatchObject({ status: 302, body: '' })
    expect(exchange.headers.get('location')).toMatch(/^http:\/\/web\.plaza\.test\/home\//)
    expect(exchange.headers.get('content-length')).toBe('0')
    expect(exchange.headers.getSetCookie()).toEqual([])
    expect(await api.call('getCurrentUser')).toMatchObject({ id: person.id })
    expect(await freshLogin(api, person)).toMatchObject({ id: person.id })
    app.clock.advance(DAY)
    expect(await api.call('getCurrentUser')).toMatchObject({ id: person.id })
  })

  it('works once, and takes the code of the mail with it', async () => {
    const { person, api } = await elsewhere()
    const [link, code] = [linkIn(app, person.email), codeIn(app, person.email)]
    expect((await open(link)).status).toBe(302)
    expect(await open(link)).toMatchObject(refusal(400, /^token: /))
    expect(await api.try('verify2FAEmailCode', { body: { code } })).toMatchObject({ status: 400 })
  })

  it('works once for parallel clicks', async () => {
    const { person } = await elsewhere()
    const link = linkIn(app, person.email)
    const answers = await atOnce(app, 10, () => open(link))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(9).fill(400)])
  })

  it('works no more after the code was given', async () => {
    const { person, api } = await elsewhere()
    const link = linkIn(app, person.email)
    await api.call('verify2FAEmailCode', { body: { code: codeIn(app, person.email) } })
    expect(await open(link)).toMatchObject(refusal(400, /^token: /))
  })

  it('works no more after 15 minutes', async () => {
    const { person, api } = await elsewhere()
    const link = linkIn(app, person.email)
    app.clock.advance(15 * MINUTE + 1)
    expect(await open(link)).toMatchObject(refusal(400, /^token: /))
    expect(await api.try('getCurrentUser')).toMatchObject({ status: 401 })
    expect(await freshLogin(api, person)).toEqual(OWED)
  })

  it("refuses another user's id and an unknown token, and names a missing one", async () => {
    const [{ person, api }, other] = [await elsewhere(), await aUser(app)]
    const link = linkIn(app, person.email)
    const visitor = anApi(app)
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

  it('does not bring back a login that was given up', async () => {
    const { person, api } = await elsewhere()
    const token = api.cookies.get('auth')
    await api.call('logout')
    expect((await open(linkIn(app, person.email))).status).toBe(302)
    const headers = { cookie: `auth=${token}` }
    expect(await anApi(app).try('getCurrentUser', { headers })).toMatchObject({ status: 401 })
  })
})

describe('a known place', () => {
  it('is new again after 90 days without a login, and forgotten', async () => {
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
