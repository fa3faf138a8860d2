import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../src/kernel/clock.ts'
import { anApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { sendRawRequest } from '../../../support/rawHttp.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import {
  aConfirmedUser,
  aName,
  aRegisteredUser,
  confirmEmail,
  logIn,
  mailedLink,
  type TestUser,
} from '../../../support/users.ts'

const app = await anApp({ WEB_URL: 'http://web.plaza.test' })
const DEAD = refusal(400, /^verify_email: /)

const open = (link: URL) => aRestClient(app).fetch(`${link.pathname}${link.search}`)
const own = ({ api }: TestUser) => api.call('getCurrentUser')
const anAddress = () => `${aName()}@plaza.test`

const changeEmail = ({ api, id, password }: TestUser, email: string) =>
  api.call('updateUser', { userId: id, body: { email, currentPassword: password } })

describe('the mail of registration', () => {
  it('contains a link that confirms the address and redirects to the web UI', async () => {
    const person = await aRegisteredUser(app)
    expect(await own(person)).toMatchObject({ emailVerified: false, hasEmail: true, hasPendingEmail: false })
    expect(app.mails.filter(({ to }) => to === person.email)).toHaveLength(1)
    const link = mailedLink(app, person.email)
    expect(link.origin + link.pathname).toBe('http://plaza.test/api/1/auth/confirmEmail')
    expect(link.searchParams.get('id')).toBe(person.id)

    const exchange = await open(link)
    expect(exchange).toMatchObject({ status: 302, body: '' })
    expect(exchange.headers.get('location')).toMatch(/^http:\/\/web\.plaza\.test\//)
    expect(exchange.headers.get('content-length')).toBe('0')
    expect(await own(person)).toMatchObject({ emailVerified: true })
  })
})

describe('confirmEmail', () => {
  it('works once, also for parallel requests', async () => {
    const person = await aRegisteredUser(app)
    const link = mailedLink(app, person.email)
    const answers = await runConcurrently(app, 10, () => open(link))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(9).fill(400)])
    expect(await open(link)).toMatchObject(DEAD)
    expect(await own(person)).toMatchObject({ emailVerified: true })
  })

  it('works for 7 days', async () => {
    const [prompt, late] = [await aRegisteredUser(app), await aRegisteredUser(app)]
    app.clock.advance(7 * DAY - 5_000)
    expect((await open(mailedLink(app, prompt.email))).status).toBe(302)
    app.clock.advance(5_001)
    expect(await open(mailedLink(app, late.email))).toMatchObject(DEAD)
    expect(await own(late)).toMatchObject({ emailVerified: false })
  })

  it("refuses another user's id and an unknown token, and names a missing parameter", async () => {
    const [person, other] = [await aRegisteredUser(app), await aRegisteredUser(app)]
    const verify_email = mailedLink(app, person.email).searchParams.get('verify_email') ?? ''
    const visitor = aRestClient(app)
    const refused = [
      { id: other.id, verify_email },
      { id: 'usr_nobody', verify_email },
      { id: '', verify_email },
      { id: person.id, verify_email: 'x'.repeat(32) },
      { id: person.id, verify_email: '' },
    ]
    for (const query of refused) expect(await visitor.try('confirmEmail', { query })).toMatchObject(DEAD)
    expect(await visitor.try('confirmEmail', { query: { verify_email } })).toMatchObject(refusal(400, /^id: /))
    expect(await visitor.try('confirmEmail', { query: { id: person.id } })).toMatchObject(DEAD)
    expect(await own(person)).toMatchObject({ emailVerified: false })
  })
})

describe('a mailed link that is refused', () => {
  it('leads a browser to the web frontend, which says why, and gives clients the error', async () => {
    const person = await aRegisteredUser(app)
    const link = mailedLink(app, person.email)
    await open(link)
    const inBrowser = { 'sec-fetch-mode': 'navigate' }
    const paths = [`${link.pathname}${link.search}`, '/api/1/auth/verifyLoginPlace?token=used']
    for (const path of paths) {
      const { status, headers } = await sendRawRequest(app.origin, { path, headers: inBrowser })
      expect(status).toBe(302)
      expect(headers.location).toBe('http://web.plaza.test/?refusedLink=LINK_INVALID')
      expect((await sendRawRequest(app.origin, { path })).status).toBe(400)
    }
  })
})

describe('resendEmailConfirmation', () => {
  it('sends another link, and both work until one is used', async () => {
    const person = await aRegisteredUser(app)
    const first = mailedLink(app, person.email)
    const answer = await person.api.call('resendEmailConfirmation')
    expect(answer).toEqual({ success: { message: 'Verification Email Sent!', status_code: 200 } })
    const second = mailedLink(app, person.email)
    expect(second.search).not.toBe(first.search)
    expect((await open(first)).status).toBe(302)
    expect(await own(person)).toMatchObject({ emailVerified: true })
  })

  it('is refused when no address waits for confirmation', async () => {
    const person = await aConfirmedUser(app)
    const before = app.mails.length
    expect(await person.api.try('resendEmailConfirmation')).toMatchObject(refusal(400, /^email: /))
    expect(app.mails).toHaveLength(before)
  })

  it('is limited to 5 mails an hour, also in parallel', async () => {
    const person = await aRegisteredUser(app)
    const before = app.mails.length
    const answers = await runConcurrently(app, 12, () => person.api.try('resendEmailConfirmation'))
    const [refused] = answers.filter(({ status }) => status === 429)
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(7).fill(429)])
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(59 * 60)
    expect(app.mails).toHaveLength(before + 5)
  })
})

describe('a new e-mail address', () => {
  it('is pending until its own link is opened; the old one is valid until then', async () => {
    const person = await aConfirmedUser(app)
    const email = anAddress()
    expect(await changeEmail(person, email)).toMatchObject({ emailVerified: true, hasPendingEmail: true })
    expect(
      await logIn(aRestClient(app, { address: person.api.address }), { ...person, username: person.email }),
    ).toBeTruthy()
    expect((await open(mailedLink(app, email))).status).toBe(302)
    expect(await own(person)).toMatchObject({ emailVerified: true, hasPendingEmail: false })
    const asNew = await logIn(aRestClient(app, { address: person.api.address }), { ...person, username: email })
    expect(asNew).toMatchObject({ id: person.id })
    await expect(logIn(aRestClient(app), { ...person, username: person.email })).rejects.toThrow(/401/)
  })

  it('is not confirmed by the link for the previous address', async () => {
    const person = await aRegisteredUser(app)
    const [first, email] = [mailedLink(app, person.email), anAddress()]
    await changeEmail(person, email)
    expect(await open(first)).toMatchObject(DEAD)
    await confirmEmail(app, { ...person, email })
    expect(await open(first)).toMatchObject(DEAD)
    expect(await own(person)).toMatchObject({ emailVerified: true, hasPendingEmail: false })
  })

  it('is refused when another account has confirmed it meanwhile', async () => {
    const [person, owner] = [await aRegisteredUser(app), await aRegisteredUser(app)]
    await confirmEmail(app, owner)
    await changeEmail(person, owner.email.toUpperCase())
    const answer = await open(mailedLink(app, owner.email.toUpperCase()))
    expect(answer).toMatchObject(refusal(400, /^email: /))
    expect(await own(person)).toMatchObject({ emailVerified: false, hasPendingEmail: true })
    const home = aRestClient(app, { address: owner.api.address })
    expect(await logIn(home, { ...owner, username: owner.email })).toMatchObject({ id: owner.id })
  })
})
