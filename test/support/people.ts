import { randomBytes } from 'node:crypto'
import { generate } from 'otplib'
import { isId, type UserId } from '../../src/kernel/ids.ts'
import { type Api, anApi } from './api.ts'
import type { TestApp } from './app.ts'
import { isAdminNow } from './viewers.ts'

/** Somebody with an account and a client that is logged in. */
export interface Person {
  readonly id: UserId
  readonly username: string
  readonly email: string
  readonly password: string
  readonly api: Api
}

export const PASSWORD = 'correct horse battery'

export const aName = (start = 'u') => `${start}${randomBytes(5).toString('hex')}`

/** What a client sends to register. */
export const aRegistration = (username = aName()) => ({
  username,
  password: PASSWORD,
  email: `${username}@plaza.test`,
  year: '1990',
  month: '5',
  day: '17',
  captchaCode: '',
  subscribe: false,
  acceptedTOSVersion: 1,
})

/** Registers somebody new; the client is logged in, the e-mail address not confirmed. */
export async function aUser(app: TestApp, { username = aName(), password = PASSWORD } = {}): Promise<Person> {
  const api = anApi(app)
  const wanted = { ...aRegistration(), username, password }
  const registered = await api.call('registerUserAccount', { body: wanted })
  if (!('id' in registered) || !isId('user', registered.id)) throw new Error('registration did not log in')
  return { id: registered.id, username, email: wanted.email, password, api }
}

export async function anAdmin(app: TestApp): Promise<Person> {
  const admin = await aUser(app, { username: aName('a') })
  await app.scope().db.user.update({ where: { id: admin.id }, data: { admin: true } })
  isAdminNow(admin.id)
  await login(admin.api, admin)
  return admin
}

/** Logs in anew, so that the session knows what has changed behind the doors. */
export async function login(api: Api, { username, password }: Pick<Person, 'username' | 'password'>) {
  api.cookies.delete('auth')
  return api.call('getCurrentUser', { headers: basic(username, password) })
}

export const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(username)}:${encodeURIComponent(password)}`).toString('base64')}`,
})

/** The time-based code of a secret at the app's time, or so many steps of 30 seconds from it. */
export const totp = (app: TestApp, secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) + steps * 30 })

/** Enables time-based codes; answers their secret. The clock is moved on, so that the next code is a new one. */
export async function withTotp(app: TestApp, person: Person): Promise<string> {
  const { secret } = await person.api.call('enable2FA')
  await person.api.call('verifyPending2FA', { body: { code: await totp(app, secret) } })
  app.clock.advance(60_000)
  return secret
}

/** Confirms the e-mail address by the newest mail that was sent to it. */
export async function confirmEmail(app: TestApp, person: Person): Promise<void> {
  const link = linkIn(app, person.email)
  await person.api.fetch(`${link.pathname}${link.search}`)
}

/** Registers somebody whose e-mail address is confirmed: logins from new places must be approved. */
export async function aConfirmedUser(app: TestApp): Promise<Person> {
  const person = await aUser(app)
  await confirmEmail(app, person)
  return person
}

const newestMail = (app: TestApp, email: string) => app.mails.findLast(({ to }) => to === email)?.text ?? ''

/** The address in the newest mail to somebody. */
export function linkIn(app: TestApp, email: string): URL {
  const [link] = /https?:\/\/\S+/.exec(newestMail(app, email)) ?? []
  if (!link) throw new Error(`no mail with a link to ${email}`)
  return new URL(link)
}

/** The login code in the newest mail to somebody. */
export function codeIn(app: TestApp, email: string): string {
  const [code] = /\b\d{6}\b/.exec(newestMail(app, email)) ?? []
  if (!code) throw new Error(`no mail with a code to ${email}`)
  return code
}

/** A code of six digits that is none of these. */
export const wrongCode = (...right: readonly string[]) =>
  ['135792', '246813', '975318'].find((code) => !right.includes(code)) ?? ''
