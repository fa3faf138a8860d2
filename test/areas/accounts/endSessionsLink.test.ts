import { expect, it } from 'vitest'
import { anApp } from '../../support/app.ts'
import { aRestClient, type RestClient } from '../../support/restClient.ts'
import { aConfirmedUser, aName, enableTotp, logIn, mailedLink, PASSWORD, totpCode } from '../../support/users.ts'

const app = await anApp()
const DAY = 24 * 60 * 60_000

type Link = Pick<URL, 'pathname' | 'search'>
const open = ({ pathname, search }: Link, method = 'GET', api: RestClient = aRestClient(app)) =>
  api.fetch(`${pathname}${search}`, { method })

/** A person with two sessions, a trusted device, and the link of the mail that told of the second factor. */
async function aNotifiedUser() {
  const person = await aConfirmedUser(app)
  const secret = await enableTotp(app, person)
  const link = mailedLink(app, person.email)
  const trusted = aRestClient(app, { address: person.api.address })
  await logIn(trusted, person)
  await trusted.call('verify2FA', { body: { code: await totpCode(app, secret) } })
  app.clock.advance(60_000)
  return { person, trusted, secret, link }
}

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
