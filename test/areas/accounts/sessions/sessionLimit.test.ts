import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../../src/kernel/clock.ts'
import { graphql } from '../../../generated/index.ts'
import { anApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { aGraphSocket } from '../../../support/graphSocket.ts'
import { aPipelineSocket } from '../../../support/pipelineSocket.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient, type RestClient } from '../../../support/restClient.ts'
import { aUser, basicAuthHeader, enableTotp, logIn, type TestUser, totpCode } from '../../../support/users.ts'

const MOST = 3
const app = await anApp({ MAX_SESSIONS: String(MOST) })
/** Between the logins that fill up the sessions. */
const APART = 5 * MINUTE

const TOO_MANY = refusal(429, 'Created too many sessions for that user')
const OWED = { requiresTwoFactorAuth: ['totp', 'otp'] }

const SignIn = graphql(`
  mutation SignInEndingOldest($input: SignInInput!) {
    signIn(input: $input) { session { pendingFactors } viewer { user { id } } }
  }
`)

const login = ({ username, password }: TestUser, api = aRestClient(app)) =>
  api.try('getCurrentUser', { headers: basicAuthHeader(username, password) })
const sessionsOf = ({ id }: TestUser) =>
  app.scope().db.session.count({ where: { userId: id, expiresAt: { gt: app.clock.now() } } })
const isLive = async (api: RestClient) => (await api.try('verifyAuthToken')).status === 200
const signIn = (api: RestClient, { username, password }: TestUser, endOldestSession = true) =>
  aGraphClient(app, api).send(SignIn.toString(), { input: { username, password, endOldestSession } })

/** Fills the person's sessions, five minutes after one another. The first client is that of the registration. */
async function fillUp(person: TestUser): Promise<RestClient[]> {
  const clients = [person.api]
  while (clients.length < MOST) {
    app.clock.advance(APART)
    const api = aRestClient(app)
    await logIn(api, person)
    clients.push(api)
  }
  return clients
}

/** A person with time-based codes and the maximum of finished sessions. */
async function aPersonWithCodes() {
  const person = await aUser(app)
  const secret = await enableTotp(app, person)
  const finished = [person.api]
  while (finished.length < MOST) {
    const api = aRestClient(app)
    await logIn(api, person)
    await api.call('verify2FA', { body: { code: await totpCode(app, secret) } })
    app.clock.advance(MINUTE)
    finished.push(api)
  }
  return { person, secret, finished }
}

describe('a login beyond the maximum of sessions', () => {
  it('ends the one used least recently, once that was two hours ago', async () => {
    const person = await aUser(app)
    const [first, second] = await fillUp(person)
    app.clock.advance(2 * HOUR - (MOST - 1) * APART - MINUTE)
    const refused = await login(person)
    expect(refused).toMatchObject(TOO_MANY)
    const wait = Number(refused.headers.get('retry-after')) * 1_000
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(MINUTE)
    app.clock.advance(wait)
    expect(await login(person)).toMatchObject({ status: 200 })
    expect(await sessionsOf(person)).toBe(MOST)
    if (!first || !second) throw new Error('there are too few sessions')
    expect([await isLive(first), await isLive(second)]).toEqual([false, true])
  })

  it('ends another one if the first was used meanwhile', async () => {
    const person = await aUser(app)
    const [first, second] = await fillUp(person)
    if (!first || !second) throw new Error('there are too few sessions')
    app.clock.advance(HOUR)
    await first.call('getConfig')
    app.clock.advance(HOUR)
    expect(await login(person)).toMatchObject({ status: 200 })
    expect([await isLive(first), await isLive(second)]).toEqual([true, false])
  })

  it('closes the sockets of the ended session at once', async () => {
    const person = await aUser(app)
    const headers = { cookie: `auth=${person.api.cookies.get('auth')}` }
    const graph = await aGraphSocket(app, { headers })
    await graph.until((messages) => messages.some(({ type }) => type === 'connection_ack'))
    const pipeline = await aPipelineSocket(app, person)
    await fillUp(person)
    app.clock.advance(2 * HOUR)
    await login(person)
    expect(await graph.closed()).toBe(4401)
    await pipeline.closed()
  })

  it('never exceeds it by parallel logins that each end one', async () => {
    const person = await aUser(app)
    await fillUp(person)
    app.clock.advance(2 * HOUR)
    const answers = await runConcurrently(app, 8, () => login(person))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    expect(await sessionsOf(person)).toBe(MOST)
  })
})

describe('a login with endOldestSession', () => {
  it('ends the session used least recently, whenever that was', async () => {
    const person = await aUser(app)
    const [first] = await fillUp(person)
    if (!first) throw new Error('there are too few sessions')
    const api = aRestClient(app)
    expect(await signIn(api, person, false)).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } }],
    })
    expect(await signIn(api, person)).toMatchObject({
      data: { signIn: { session: { pendingFactors: [] }, viewer: { user: { id: person.id } } } },
    })
    expect([await isLive(first), await isLive(api), await sessionsOf(person)]).toEqual([false, true, MOST])
  })

  it('ends none while there is room, and none with a wrong password', async () => {
    const person = await aUser(app)
    await signIn(aRestClient(app), person)
    expect(await sessionsOf(person)).toBe(2)
    await logIn(aRestClient(app), person)
    const wrong = await signIn(aRestClient(app), { ...person, password: 'wrong wrong wrong' })
    expect(wrong).toMatchObject({ errors: [{ extensions: { code: 'BAD_INPUT' } }] })
    expect([await sessionsOf(person), await isLive(person.api)]).toEqual([MOST, true])
  })

  it('ends it only once the second factor was given', async () => {
    const { person, secret, finished } = await aPersonWithCodes()
    const api = aRestClient(app)
    expect(await login(person)).toMatchObject(TOO_MANY)
    expect(await signIn(api, person)).toMatchObject({
      data: { signIn: { session: { pendingFactors: ['TOTP', 'RECOVERY_CODE'] } } },
    })
    expect(await Promise.all(finished.map(isLive))).toEqual([true, true, true])
    await api.try('verify2FA', { body: { code: '000000' } })
    expect(await Promise.all(finished.map(isLive))).toEqual([true, true, true])
    await api.call('verify2FA', { body: { code: await totpCode(app, secret) } })
    expect(await Promise.all(finished.map(isLive))).toEqual([false, true, true])
    expect(await sessionsOf(person)).toBe(MOST)
  })
})

describe('a login that needs a second factor, beyond the maximum', () => {
  async function idlePerson() {
    const found = await aPersonWithCodes()
    app.clock.advance(2 * HOUR)
    return found
  }

  it('ends no idle session by the password alone, but one when it is finished', async () => {
    const { person, secret } = await idlePerson()
    const api = aRestClient(app)
    expect(await login(person, api)).toMatchObject({ status: 200, body: OWED })
    expect(await app.scope().db.session.count({ where: { userId: person.id, owes: { isEmpty: true } } })).toBe(MOST)
    await api.call('verify2FA', { body: { code: await totpCode(app, secret) } })
    expect([await isLive(api), await sessionsOf(person)]).toEqual([true, MOST])
  })

  it('is not finished if the idle session was used meanwhile, and keeps its code', async () => {
    const { person, secret, finished } = await idlePerson()
    const api = aRestClient(app)
    await login(person, api)
    for (const each of finished) await each.call('getConfig')
    const code = await totpCode(app, secret)
    expect(await api.try('verify2FA', { body: { code } })).toMatchObject(TOO_MANY)
    await finished[0]?.call('logout')
    expect(await api.try('verify2FA', { body: { code } })).toMatchObject({ status: 200 })
    expect(await sessionsOf(person)).toBe(MOST)
  })

  it('can be begun as often as there are sessions', async () => {
    const { person } = await idlePerson()
    const answers = await runConcurrently(app, MOST + 2, () => login(person))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429])
    const next = await login(person)
    expect(next).toMatchObject(TOO_MANY)
    expect(Number(next.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60 + 1)
  })
})
