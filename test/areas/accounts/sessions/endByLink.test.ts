import { describe, expect, it } from 'vitest'
import { purgeExpiredLogins } from '../../../../src/areas/accounts/index.ts'
import { DAY } from '../../../../src/kernel/clock.ts'
import type { Scope } from '../../../../src/kernel/scope.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { raceForLock } from '../../../support/lockRace.ts'
import { aRestClient, type RestClient } from '../../../support/restClient.ts'
import {
  aConfirmedUser,
  aName,
  aUser,
  enableTotp,
  logIn,
  mailedCode,
  mailedLink,
  PASSWORD,
  type TestUser,
  totpCode,
} from '../../../support/users.ts'

const app = await sharedClockApp()

type Link = Pick<URL, 'pathname' | 'search'>
const open = ({ pathname, search }: Link, method = 'GET', api: RestClient = aRestClient(app)) =>
  api.fetch(`${pathname}${search}`, { method })

/** A person with a second factor, two sessions, a trusted device, and the link of a mail that told of a new place. */
async function aNotifiedUser() {
  const person = await aConfirmedUser(app)
  const secret = await enableTotp(app, person)
  const elsewhere = aRestClient(app)
  await logIn(elsewhere, person)
  await elsewhere.call('verify2FA', { body: { code: await totpCode(app, secret) } })
  const link = mailedLink(app, person.email)
  await elsewhere.call('logout')
  app.clock.advance(60_000)
  const trusted = aRestClient(app, { address: person.api.address })
  await logIn(trusted, person)
  await trusted.call('verify2FA', { body: { code: await totpCode(app, secret) } })
  app.clock.advance(60_000)
  return { person, trusted, secret, link }
}

/** A person for whose account another address was entered, with the link that was mailed there. */
async function aChangedEmail() {
  const person = await aConfirmedUser(app)
  const email = `${aName('moved')}@plaza.test`
  await person.api.call('updateUser', { userId: person.id, body: { email, currentPassword: PASSWORD } })
  return { person, email, confirm: mailedLink(app, email) }
}

const accountOf = ({ id: userId }: TestUser) => app.scope().db.account.findUniqueOrThrow({ where: { userId } })

it('changes nothing when it is opened, and asks for a click on a page without script', async () => {
  const { person, link } = await aNotifiedUser()
  for (const method of ['GET', 'HEAD']) expect(await open(link, method)).toMatchObject({ status: 200 })
  const page = await open(link)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.body).toContain('<form method="post">')
  expect(page.body).not.toContain('<script')
  expect(await person.api.call('getCurrentUser')).toMatchObject({ id: person.id })
})

it('ends every session and trusted device and forgets the known places, once', async () => {
  const { person, trusted, secret, link } = await aNotifiedUser()
  const answers = await Promise.all([open(link, 'POST'), open(link, 'POST')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  for (const api of [person.api, trusted]) expect(await api.try('getCurrentUser')).toMatchObject({ status: 401 })
  expect(await app.scope().db.loginPlace.count({ where: { userId: person.id } })).toBe(0)
  expect(await logIn(trusted, person)).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
  await trusted.call('verify2FA', { body: { code: await totpCode(app, secret) } })
  expect(app.mails.findLast(({ to }) => to === person.email)?.subject).toBe('A login from a new place')
  expect(await open(link)).toMatchObject({ status: 400, body: expect.stringContaining('not valid any more') })
  expect(await trusted.call('getCurrentUser')).toMatchObject({ id: person.id })
  expect(await open(mailedLink(app, person.email), 'POST')).toMatchObject({ status: 200 })
})

it('still works after further changes, which an intruder could make', async () => {
  const { person, link } = await aNotifiedUser()
  const body = { password: aName(), currentPassword: PASSWORD }
  await person.api.call('updateUser', { userId: person.id, body })
  expect(await open(link, 'POST')).toMatchObject({ status: 200 })
  expect(await person.api.try('getCurrentUser')).toMatchObject({ status: 401 })
})

it('is refused when it is forged, of another purpose, or older than a week', async () => {
  const { person, trusted, link } = await aNotifiedUser()
  const withToken = (token: string) => ({ pathname: link.pathname, search: `?token=${token}` })
  const trust = trusted.cookies.get('twoFactorAuth') ?? ''
  for (const token of ['', 'none', trust, `${link.searchParams.get('token')}x`])
    expect(await open(withToken(token), 'POST')).toMatchObject({ status: 400 })
  app.clock.advance(7 * DAY)
  expect(await open(link, 'POST')).toMatchObject({ status: 400 })
  expect(await app.scope().db.session.count({ where: { userId: person.id } })).toBe(2)
})

describe('what a stranger has changed since the mail', () => {
  it('is a second factor that keeps the owner out: it is removed, and the owner logs in by the password', async () => {
    const person = await aConfirmedUser(app)
    const stolen = aRestClient(app, { address: person.api.address })
    await logIn(stolen, person)
    await enableTotp(app, { ...person, api: stolen })
    const link = mailedLink(app, person.email)
    expect(await logIn(person.api, person)).toMatchObject({ requiresTwoFactorAuth: ['totp', 'otp'] })
    expect(await open(link, 'POST')).toMatchObject({ status: 200 })
    expect(await stolen.try('getCurrentUser')).toMatchObject({ status: 401 })
    expect(await logIn(person.api, person)).toMatchObject({ requiresTwoFactorAuth: ['emailOtp'] })
    await person.api.call('verify2FAEmailCode', { body: { code: mailedCode(app, person.email) } })
    expect(await person.api.call('getCurrentUser')).toMatchObject({ twoFactorAuthEnabled: false })
  })

  it('is no second factor that is older than the mail, nor one that a password reset finds', async () => {
    const { person, link } = await aNotifiedUser()
    expect(await open(link, 'POST')).toMatchObject({ status: 200 })
    expect(await logIn(person.api, person)).toMatchObject({ requiresTwoFactorAuth: ['totp', 'otp'] })
    const graph = aGraphClient(app)
    await graph.send(`mutation { requestPasswordReset(input: { email: "${person.email}" }) { session { id } } }`)
    const token = mailedLink(app, person.email).searchParams.get('resetPassword')
    const password = aName('new-password-')
    await graph.send(
      `mutation { resetPassword(input: { token: "${token}", password: "${password}" }) { session { id } } }`,
    )
    expect(await logIn(person.api, { ...person, password })).toMatchObject({ requiresTwoFactorAuth: ['totp', 'otp'] })
  })

  it('is a login that waits for a mailed code or link, which are void', async () => {
    const person = await aConfirmedUser(app)
    const stranger = aRestClient(app)
    await logIn(stranger, person)
    const links = app.mails.findLast(({ to }) => to === person.email)?.text.match(/https?:\/\/\S+/g) ?? []
    const [approval = '', end = ''] = links
    expect(await open(new URL(end), 'POST')).toMatchObject({ status: 200 })
    expect(await open(new URL(approval))).toMatchObject({ status: 400 })
  })

  it('is an address that waits for its confirmation, which can not be confirmed any more', async () => {
    const { person, email, confirm } = await aChangedEmail()
    const told = mailedLink(app, person.email)
    expect(await open(told, 'POST')).toMatchObject({ status: 200 })
    expect(await open(confirm)).toMatchObject({ status: 400 })
    expect(await accountOf(person)).toMatchObject({ email: person.email, emailVerified: true, pendingEmail: null })
    expect(app.mails.filter(({ to }) => to === email)).toHaveLength(1)
  })

  it('is a new address: the one that the mail went to comes back, whoever reads the new one', async () => {
    const { person, email, confirm } = await aChangedEmail()
    const [requested] = [mailedLink(app, person.email)]
    await open(confirm)
    app.clock.advance(60_000)
    expect(await accountOf(person)).toMatchObject({ email, emailVerified: true })
    // What is mailed to the new address voids nothing that was mailed to the old one.
    await person.api.call('updateUser', { userId: person.id, body: { password: aName(), currentPassword: PASSWORD } })
    const ofStranger = mailedLink(app, email)
    app.clock.advance(60_000)
    expect(await open(ofStranger, 'POST')).toMatchObject({ status: 200 })
    expect(await accountOf(person)).toMatchObject({ email })
    expect(await open(requested, 'POST')).toMatchObject({ status: 200 })
    expect(await accountOf(person)).toMatchObject({ email: person.email, emailVerified: true, formerEmail: null })
    for (const link of [requested, ofStranger]) expect(await open(link, 'POST')).toMatchObject({ status: 400 })
  })

  it('is the first address of several, and none that was replaced a week ago', async () => {
    const { person, confirm } = await aChangedEmail()
    await open(confirm)
    const told = mailedLink(app, person.email)
    const second = `${aName('again')}@plaza.test`
    await person.api.call('updateUser', { userId: person.id, body: { email: second, currentPassword: PASSWORD } })
    await open(mailedLink(app, second))
    expect(await open(told, 'POST')).toMatchObject({ status: 200 })
    expect(await accountOf(person)).toMatchObject({ email: person.email })
    const other = await aChangedEmail()
    await open(other.confirm)
    app.clock.advance(7 * DAY)
    expect(await open(mailedLink(app, other.person.email), 'POST')).toMatchObject({ status: 400 })
    await purgeExpiredLogins(app.scope())
    expect(await accountOf(other.person)).toMatchObject({ email: other.email, formerEmail: null })
  })

  it('is an address that somebody else registers in the same moment: it comes back as any unconfirmed one', async () => {
    const { person, confirm } = await aChangedEmail()
    await open(confirm)
    const told = mailedLink(app, person.email)
    const squatter = await aUser(app)
    const address = { email: person.email, emailKey: person.email, emailVerified: false }
    const register = (tx: Scope) => tx.db.account.update({ where: { userId: squatter.id }, data: address })
    expect(await raceForLock(app, squatter, register, () => open(told, 'POST'))).toMatchObject({ status: 200 })
    expect(await accountOf(person)).toMatchObject({ email: person.email, emailVerified: true })
    expect(await accountOf(squatter)).toMatchObject({ email: null })
  })
})
