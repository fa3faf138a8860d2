import { describe, expect, it } from 'vitest'
import { changePassword } from '../../../../src/areas/accounts/account/passwords.ts'
import { lockAccount } from '../../../../src/areas/accounts/locks.ts'
import { DAY } from '../../../../src/kernel/clock.ts'
import type { ViewerScope } from '../../../../src/kernel/scope.ts'
import { type InTransaction, transact } from '../../../../src/kernel/transaction.ts'
import { anApp } from '../../../support/app.ts'
import { eventually } from '../../../support/eventually.ts'
import { isWaitingForLock, raceForLock } from '../../../support/lockRace.ts'
import { aRestClient, type Exchange } from '../../../support/restClient.ts'
import { viewerScopeOf } from '../../../support/scopes.ts'
import {
  aConfirmedUser,
  aUser,
  basicAuthHeader,
  enableTotp,
  logIn,
  mailedCode,
  type TestUser,
  totpCode,
} from '../../../support/users.ts'

const app = await anApp({ MAX_SESSIONS: '100' })
const NEW_PASSWORD = 'a completely new one'

type Tx = ViewerScope & InTransaction

const replacePassword = async (tx: Tx) => changePassword(tx, tx.viewer.id, await tx.passwords.hash(NEW_PASSWORD))
const liveSessions = ({ id }: TestUser) => app.scope().db.session.count({ where: { userId: id } })

/** A login, by default from the person's known place. */
const login = ({ username, password, api }: TestUser, address = api.address) =>
  aRestClient(app, { address }).try('getCurrentUser', { headers: basicAuthHeader(username, password) })

/** Known places of a person, from which more logins than from one place are compared at a time. */
async function knownPlaces({ id }: TestUser, count: number): Promise<string[]> {
  const places = Array.from({ length: count }, (_, at) => `203.0.113.${at + 1}`)
  const lastUsedAt = app.clock.now()
  await app.scope().db.loginPlace.createMany({ data: places.map((address) => ({ userId: id, address, lastUsedAt })) })
  return places
}

/** Number of password hashes that the server has computed, by its metrics. */
async function hashes(): Promise<number> {
  const metric = app.platform.metrics.getSingleMetric('plaza_password_hashes_total')
  const { values = [] } = (await metric?.get()) ?? {}
  return values[0]?.value ?? 0
}

/** Sends logins, changes the account once all their passwords were compared, and returns the answers. */
async function loginsDuringChange(person: TestUser, count: number, change: (tx: Tx) => Promise<unknown>) {
  const sent: Promise<Exchange>[] = []
  const places = await knownPlaces(person, 20)
  await transact(viewerScopeOf(app, person), async (tx) => {
    await lockAccount(tx, person.id)
    const before = await hashes()
    for (let logins = 0; logins < count; logins++) sent.push(login(person, places[logins % places.length]))
    await eventually(async () => (await hashes()) >= before + count && (await isWaitingForLock(app)))
    await change(tx)
  })
  return Promise.all(sent)
}

describe('a login whose password was compared before', () => {
  it('opens no session after a change of the password, whichever of 60 it is', async () => {
    const person = await aUser(app)
    const answers = await loginsDuringChange(person, 60, replacePassword)
    for (const { status } of answers) expect([401, 503]).toContain(status)
    expect(answers.map(({ status }) => status)).toContain(401)
    for (const { headers } of answers) expect(headers.getSetCookie()).toEqual([])
    expect(await liveSessions(person)).toBe(0)
    expect(await login({ ...person, password: NEW_PASSWORD })).toMatchObject({ status: 200 })
  })

  const account = (data: Parameters<Tx['db']['account']['update']>[0]['data']) => (tx: Tx) =>
    tx.db.account.update({ where: { userId: tx.viewer.id }, data })

  it.each([
    ['a second factor was enabled', account({ totpEnabledAt: new Date() })],
    ['all trusted devices were revoked', account({ trustGeneration: { increment: 1 } })],
    ['the address was changed', account({ email: 'elsewhere@plaza.test' })],
    ['the account is due for erasure', account({ deletionAt: new Date(Date.now() - DAY) })],
  ])('is refused like a wrong password when %s', async (_what, change) => {
    const person = await aUser(app)
    const [answer] = await loginsDuringChange(person, 1, change)
    expect(answer).toMatchObject({
      status: 401,
      body: { error: { message: '"Invalid Username/Email or Password"', status_code: 401 } },
    })
    expect(await liveSessions(person)).toBe(1)
  })

  it('is admitted when nothing of that has changed', async () => {
    const person = await aUser(app)
    const [answer] = await loginsDuringChange(person, 1, account({ isBoopingEnabled: false }))
    expect(answer).toMatchObject({ status: 200, body: { id: person.id } })
  })
})

describe('a login that waits for its second factor while the password is changed', () => {
  it('is not finished by a time-based code', async () => {
    const person = await aUser(app)
    const secret = await enableTotp(app, person)
    const thief = aRestClient(app)
    await logIn(thief, person)
    const code = await totpCode(app, secret)
    const answer = await raceForLock(app, person, replacePassword, () => thief.try('verify2FA', { body: { code } }))
    expect(answer).toMatchObject({ status: 401 })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await liveSessions(person)).toBe(0)
  })

  it('is finished by neither code nor link of a mail', async () => {
    const person = await aConfirmedUser(app)
    const thief = aRestClient(app)
    await logIn(thief, person)
    const code = mailedCode(app, person.email)
    const answer = await raceForLock(app, person, replacePassword, () =>
      thief.try('verify2FAEmailCode', { body: { code } }),
    )
    expect(answer).toMatchObject({ status: 401 })
    expect(await liveSessions(person)).toBe(0)
  })
})

it('a trust cookie from before a change of the password does not spare the second factor', async () => {
  const person = await aUser(app)
  const secret = await enableTotp(app, person)
  const thief = aRestClient(app)
  await logIn(thief, person)
  await thief.call('verify2FA', { body: { code: await totpCode(app, secret) } })
  const change = { password: NEW_PASSWORD, currentPassword: person.password }
  await person.api.call('updateUser', { userId: person.id, body: change })
  expect(await logIn(thief, { ...person, password: NEW_PASSWORD })).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
})

it('a session that a change of the password ends can not change it back by a request under way', async () => {
  const person = await aUser(app)
  const thief = aRestClient(app)
  await logIn(thief, person)
  const body = { password: 'that of the thief', currentPassword: person.password }
  const answer = await raceForLock(app, person, replacePassword, () =>
    thief.try('updateUser', { userId: person.id, body }),
  )
  expect(answer).toMatchObject({ status: 401 })
  expect(await login({ ...person, password: 'that of the thief' })).toMatchObject({ status: 401 })
  expect(await login({ ...person, password: NEW_PASSWORD })).toMatchObject({ status: 200 })
})
