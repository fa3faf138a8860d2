import { describe, expect, it } from 'vitest'
import { purgeExpiredLogins } from '../../../../src/areas/accounts/index.ts'
import { addMilliseconds, DAY, MINUTE } from '../../../../src/kernel/clock.ts'
import { busGap } from '../../../../src/kernel/events.ts'
import { anApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aGraphSocket } from '../../../support/graphSocket.ts'
import { aPipelineSocket } from '../../../support/pipelineSocket.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient, type Exchange, type RestClient } from '../../../support/restClient.ts'
import { aRegisteredUser, aUser, basicAuthHeader, enableTotp, logIn, type TestUser } from '../../../support/users.ts'

const MOST = 4
const app = await anApp({ MAX_SESSIONS: String(MOST) })
const MISSING = refusal(401, '"Missing Credentials"')

const attempt = ({ username, password }: TestUser) =>
  aRestClient(app).try('getCurrentUser', { headers: basicAuthHeader(username, password) })
const sessionsOf = ({ id }: TestUser) =>
  app.scope().db.session.count({ where: { userId: id, expiresAt: { gt: app.clock.now() } } })
const statuses = (answers: readonly Exchange[]) => answers.map(({ status }) => status).sort()

async function fillUp(person: TestUser): Promise<RestClient[]> {
  const clients = Array.from({ length: MOST - (await sessionsOf(person)) }, () => aRestClient(app))
  for (const client of clients) await logIn(client, person)
  return clients
}

describe('the number of sessions', () => {
  it('is limited: one login more is refused with 429 and a text that clients know', async () => {
    const person = await aUser(app)
    await fillUp(person)
    const refused = await attempt(person)
    expect(refused).toMatchObject(refusal(429, 'Created too many sessions for that user'))
    expect(refused.headers.getSetCookie()).toEqual([])
    const hours = Number(refused.headers.get('retry-after')) / 3_600
    expect(hours).toBeGreaterThan(1.9)
    expect(hours).toBeLessThanOrEqual(2)
    expect(await sessionsOf(person)).toBe(MOST)
    expect(await person.api.call('getCurrentUser')).toMatchObject({ id: person.id })
  })

  it('is not revealed without the password', async () => {
    const person = await aUser(app)
    await fillUp(person)
    expect(await attempt({ ...person, password: 'wrong wrong' })).toMatchObject({ status: 401 })
  })

  it('falls by one with each logout', async () => {
    const person = await aUser(app)
    const [client] = await fillUp(person)
    await client?.call('logout')
    expect(statuses([await attempt(person), await attempt(person)])).toEqual([200, 429])
  })

  it('falls when sessions expire', async () => {
    const person = await aUser(app)
    await fillUp(person)
    app.clock.advance(30 * DAY + MINUTE)
    expect(await attempt(person)).toMatchObject({ status: 200 })
  })

  it('includes logins that need their second factor, for 15 minutes', async () => {
    const person = await aUser(app)
    await enableTotp(app, person)
    await fillUp(person)
    const refused = await attempt(person)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
    app.clock.advance(15 * MINUTE)
    expect(await attempt(person)).toMatchObject({ status: 200 })
  })

  it('is never exceeded by 30 parallel logins', async () => {
    const person = await aUser(app)
    const answers = await runConcurrently(app, 30, () => attempt(person))
    expect(statuses(answers)).toEqual([...Array(MOST - 1).fill(200), ...Array(31 - MOST).fill(429)])
    expect(await sessionsOf(person)).toBe(MOST)
  })

  it('is never exceeded by 30 parallel logins from one address', async () => {
    const person = await aUser(app)
    const { address } = person.api
    const headers = basicAuthHeader(person.username, person.password)
    const answers = await runConcurrently(app, 30, () =>
      aRestClient(app, { address }).try('getCurrentUser', { headers }),
    )
    expect(statuses(answers)).toEqual([...Array(MOST - 1).fill(200), ...Array(31 - MOST).fill(429)])
  })
})

describe('a session', () => {
  it('lives 30 days from its last use', async () => {
    const { api, id } = await aUser(app)
    for (const days of [29, 29, 29]) {
      app.clock.advance(days * DAY)
      expect(await api.try('getCurrentUser')).toMatchObject({ status: 200, body: { id } })
    }
    app.clock.advance(30 * DAY + 1)
    expect(await api.try('getCurrentUser')).toMatchObject(MISSING)
    expect(await api.try('verifyAuthToken')).toMatchObject(MISSING)
  })

  it('is prolonged by any request, also one that needs no session', async () => {
    const { api, id } = await aUser(app)
    app.clock.advance(29 * DAY)
    await api.call('getConfig')
    app.clock.advance(29 * DAY)
    expect(await api.call('getCurrentUser')).toMatchObject({ id })
  })

  it('ends 180 days after its login, whatever its use, and closes its sockets', async () => {
    const person = await aUser(app)
    const headers = { cookie: `auth=${person.api.cookies.get('auth')}` }
    for (let days = 0; days < 175; days += 25) {
      app.clock.advance(25 * DAY)
      expect(await person.api.try('getCurrentUser')).toMatchObject({ status: 200 })
    }
    const graph = await aGraphSocket(app, { headers })
    await graph.until((messages) => messages.some(({ type }) => type === 'connection_ack'))
    const pipeline = await aPipelineSocket(app, person)
    const [session] = await app.scope().db.session.findMany({ where: { userId: person.id } })
    expect(session?.expiresAt).toEqual(addMilliseconds(session?.createdAt ?? new Date(), 180 * DAY))
    app.clock.advance(5 * DAY)
    expect(await person.api.try('getCurrentUser')).toMatchObject(MISSING)
    await app.platform.events.release([busGap('*')])
    expect(await graph.closed()).toBe(4401)
    await pipeline.closed()
  })

  it('is deleted after its end, with expired codes and links', async () => {
    const person = await aRegisteredUser(app)
    const stored = async () => [
      await app.scope().db.session.count({ where: { userId: person.id } }),
      await app.scope().db.emailToken.count({ where: { userId: person.id } }),
    ]
    await purgeExpiredLogins(app.scope())
    expect(await stored()).toEqual([1, 1])
    app.clock.advance(30 * DAY + MINUTE)
    expect(await purgeExpiredLogins(app.scope())).toBeGreaterThan(1)
    expect(await stored()).toEqual([0, 0])
  })
})

describe('logout', () => {
  it('ends the session at once for every holder of its token', async () => {
    const { api } = await aUser(app)
    const cookie = `auth=${api.cookies.get('auth')}`
    const exchange = await api.try('logout')
    expect(exchange.body).toEqual({ success: { message: 'Ok!', status_code: 200 } })
    expect(exchange.status).toBe(200)
    for (const name of ['getCurrentUser', 'verifyAuthToken', 'logout', 'searchUsers', 'enable2FA'] as const)
      expect(await aRestClient(app).try(name, { headers: { cookie } })).toMatchObject(MISSING)
  })

  it('clears the cookies by empty values that do not expire: some clients keep the old one otherwise', async () => {
    const { api } = await aUser(app)
    const cookies = (await api.try('logout')).headers.getSetCookie()
    expect(cookies).toHaveLength(3)
    for (const [at, name] of ['auth', 'age', 'tos'].entries()) {
      const [, expires = ''] =
        new RegExp(`^${name}=; Expires=([^;]+ GMT); Path=/; HttpOnly; SameSite=Lax$`).exec(cookies[at] ?? '') ?? []
      expect(Date.parse(expires)).toBeGreaterThan(app.clock.now().getTime())
    }
  })

  it('leaves other sessions alone', async () => {
    const person = await aUser(app)
    const other = aRestClient(app)
    await logIn(other, person)
    await person.api.call('logout')
    expect(await other.call('getCurrentUser')).toMatchObject({ id: person.id })
  })

  it('succeeds for parallel requests', async () => {
    const { api } = await aUser(app)
    const cookie = `auth=${api.cookies.get('auth')}`
    const answers = await runConcurrently(app, 10, () => aRestClient(app).try('logout', { headers: { cookie } }))
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(statuses(answers)).toContain(200)
  })

  it('from the last session sets the person offline', async () => {
    const [person, watcher] = [await aUser(app), await aUser(app)]
    const online = () => watcher.api.call('getCurrentOnlineUsers')
    await person.api.call('getCurrentUser')
    const before = await online()
    await person.api.call('logout')
    await expect.poll(online).toBe(before - 1)
  })
})
