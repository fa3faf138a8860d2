import { randomBytes } from 'node:crypto'
import { generate } from 'otplib'
import { isId, type UserId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { insertLoggedInUser } from './insertedUser.ts'
import { rememberAdmin, rememberSession } from './recordedSessions.ts'
import { aRestClient, type RestClient } from './restClient.ts'

/** A registered user with a logged-in client. */
export interface TestUser {
  readonly id: UserId
  readonly username: string
  readonly email: string
  readonly password: string
  readonly api: RestClient
}

export const PASSWORD = 'correct horse battery'

export const aName = (start = 'u') => `${start}${randomBytes(5).toString('hex')}`

/** The request body that registers a user. */
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

/** A server that a test can reach by its address alone; of one in this process also the database. */
type Reachable = Pick<TestApp, 'origin'> & Partial<Pick<TestApp, 'scope'>>

/**
 * A user with a session, whose e-mail address is not confirmed. In a server of this process the rows are inserted as
 * registration leaves them, without its mail and its checks, which cost more than most tests; other servers are asked.
 */
export async function aUser(app: Reachable, { username = aName(), password = PASSWORD } = {}): Promise<TestUser> {
  const api = aRestClient(app)
  const identity = { username, password, email: `${username}@plaza.test` }
  if (!app.scope) return register(api, identity)
  const { id, token } = await insertLoggedInUser(app.scope(), { ...identity, address: api.address })
  api.cookies.set('auth', token)
  rememberSession(token, id)
  return { id, ...identity, api }
}

/** Registers a user through REST, and logs in; the e-mail address is not confirmed. */
export const aRegisteredUser = (app: Reachable, { username = aName(), password = PASSWORD } = {}) =>
  register(aRestClient(app), { username, password, email: `${username}@plaza.test` })

type Identity = Pick<TestUser, 'username' | 'password' | 'email'>

async function register(api: RestClient, identity: Identity): Promise<TestUser> {
  const registered = await api.call('registerUserAccount', { body: { ...aRegistration(), ...identity } })
  if (!('id' in registered) || !isId('user', registered.id)) throw new Error('registration did not log in')
  return { id: registered.id, ...identity, api }
}

/**
 * An admin, whose identity stays confirmed when a test moves the clock. The session reflects that, as the server reads it at
 * the first request.
 */
export async function anAdmin(app: TestApp): Promise<TestUser> {
  const admin = await aUser(app, { username: aName('a') })
  await app.scope().db.user.update({ where: { id: admin.id }, data: { admin: true } })
  await stayConfirmed(app, admin)
  rememberAdmin(admin.id)
  return admin
}

const CENTURY = 100 * 365 * 86_400_000

/** Keeps the identity of a person confirmed in all present sessions. */
export async function stayConfirmed(app: TestApp, { id: userId }: Pick<TestUser, 'id'>): Promise<void> {
  const confirmedAt = new Date(app.clock.now().getTime() + CENTURY)
  await app.scope().db.session.updateMany({ where: { userId }, data: { confirmedAt } })
}

/** Lets the last login and confirmation of a person be an hour ago, as in a session that was stolen. */
export async function ageSessions(app: TestApp, { id: userId }: Pick<TestUser, 'id'>): Promise<void> {
  const createdAt = new Date(app.clock.now().getTime() - 3_600_000)
  await app.scope().db.session.updateMany({ where: { userId }, data: { createdAt, confirmedAt: null } })
}

/** Logs in again, so that the new session reflects changes made directly in the database. */
export async function logIn(api: RestClient, { username, password }: Pick<TestUser, 'username' | 'password'>) {
  api.cookies.delete('auth')
  return api.call('getCurrentUser', { headers: basicAuthHeader(username, password) })
}

export const basicAuthHeader = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(username)}:${encodeURIComponent(password)}`).toString('base64')}`,
})

/** The TOTP code of a secret at the server's time, shifted by `steps` of 30 seconds. */
export const totpCode = (app: TestApp, secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) + steps * 30 })

/** Enables TOTP; returns the secret. Advances the clock by a minute, so that the next code differs. */
export async function enableTotp(app: TestApp, person: TestUser): Promise<string> {
  const { secret } = await person.api.call('enable2FA')
  await person.api.call('verifyPending2FA', { body: { code: await totpCode(app, secret) } })
  app.clock.advance(60_000)
  return secret
}

/** Confirms the e-mail address by the link in the newest mail to it. */
export async function confirmEmail(app: TestApp, person: TestUser): Promise<void> {
  const link = mailedLink(app, person.email)
  await person.api.fetch(`${link.pathname}${link.search}`)
}

/** Registers a user with a confirmed e-mail address, so that logins from new locations need approval. */
export async function aConfirmedUser(app: TestApp): Promise<TestUser> {
  const person = await aRegisteredUser(app)
  await confirmEmail(app, person)
  return person
}

const newestMail = (app: TestApp, email: string) => app.mails.findLast(({ to }) => to === email)?.text ?? ''

/** The link in the newest mail to an address. */
export function mailedLink(app: TestApp, email: string): URL {
  const [link] = /https?:\/\/\S+/.exec(newestMail(app, email)) ?? []
  if (!link) throw new Error(`no mail with a link to ${email}`)
  return new URL(link)
}

/** The login code in the newest mail to an address. */
export function mailedCode(app: TestApp, email: string): string {
  const [code] = /\b\d{6}\b/.exec(newestMail(app, email)) ?? []
  if (!code) throw new Error(`no mail with a code to ${email}`)
  return code
}

/** A six-digit code that differs from the given ones. */
export const wrongCode = (...right: readonly string[]) =>
  ['135792', '246813', '975318'].find((code) => !right.includes(code)) ?? ''
