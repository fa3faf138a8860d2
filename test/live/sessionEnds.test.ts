import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseDueAccounts } from '../../src/areas/accounts/account/deletion.ts'
import { purgeExpiredLogins } from '../../src/areas/accounts/index.ts'
import { erasers } from '../../src/areas/index.ts'
import { DAY } from '../../src/kernel/clock.ts'
import { hashToken } from '../../src/kernel/secrets.ts'
import { anApp, openApp, type TestApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aGraphSocket, isAcknowledged, sessionTokenOf, withCookie } from '../support/graphSocket.ts'
import { anEventStream } from '../support/graphSubscriptions.ts'
import { sendRawRequest } from '../support/rawHttp.ts'
import { aRestClient } from '../support/restClient.ts'
import { anAdmin, aUser, logIn, type TestUser } from '../support/users.ts'

let app: TestApp
let other: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await anApp()
  other = await openApp({ DATABASE_URL: app.platform.settings.DATABASE_URL ?? '' })
  admin = await anAdmin(app)
})
afterAll(() => other.close())

const send = (person: TestUser, query: string, input?: object) => aGraphClient(app, person.api).send(query, { input })

/** A person with a second session, as on another device. */
async function onAnotherDevice(person: TestUser): Promise<TestUser> {
  const api = aRestClient(app, { address: person.api.address })
  await logIn(api, person)
  return { ...person, api }
}

const suspend = ({ id }: TestUser, endsAt: string | null = null) =>
  send(admin, 'mutation ($input: SuspendUserInput!) { suspendUser(input: $input) { user { id } } }', {
    ...{ userId: id, reason: 'Spam <b>x</b>', ...(endsAt && { endsAt }) },
  })

/** What a page reads that still has the token, at a node. */
async function refusalOf(node: TestApp, token: string) {
  const headers = { 'content-type': 'application/json', cookie: `auth=${token}` }
  const body = JSON.stringify({ query: '{ activeWorlds(first: 1) { nodes { id } } }' })
  const answer = await sendRawRequest(node.origin, { method: 'POST', path: '/graphql', headers, body })
  const { code, reason, suspension } = Object(answer.body).errors?.[0]?.extensions ?? {}
  return { code, reason, suspension }
}

describe('a session that was ended', () => {
  test.each<[string, string, (person: TestUser) => Promise<unknown>]>([
    ['by logout', 'SIGNED_OUT', (person) => send(person, 'mutation { logout(input: {}) { deletedSessionId } }')],
    ['by logout over REST', 'SIGNED_OUT', ({ api }) => api.call('logout')],
    [
      'from another device',
      'SESSION_REVOKED',
      async (person) =>
        send(await onAnotherDevice(person), 'mutation { revokeOtherSessions(input: {}) { deletedSessionIds } }'),
    ],
    ['by a suspension', 'ACCOUNT_SUSPENDED', (person) => suspend(person)],
    [
      'by a new password',
      'CREDENTIALS_CHANGED',
      async (person) => {
        const device = await onAnotherDevice(person)
        await device.api.call('updateUser', {
          userId: person.id,
          body: { currentPassword: person.password, password: 'another password 1' },
        })
      },
    ],
  ])('%s tells why, on every node', async (_how, reason, end) => {
    const person = await aUser(app)
    const token = sessionTokenOf(person)
    const sockets = [await aGraphSocket(app, withCookie(person)), await aGraphSocket(other, withCookie(person))]
    for (const socket of sockets) await socket.until(isAcknowledged)
    await end(person)
    for (const socket of sockets) expect(await socket.closeFrame()).toEqual([4401, reason])
    const cookie = { headers: { cookie: `auth=${token}` } }
    for (const node of [app, other]) {
      expect(await refusalOf(node, token)).toMatchObject({ code: 'UNAUTHENTICATED', reason })
      expect(await (await aGraphSocket(node, cookie)).closeFrame()).toEqual([4401, reason])
    }
    const rest = await sendRawRequest(app.origin, { path: '/api/1/userNotes', ...cookie })
    expect(rest).toMatchObject({ status: 401, body: { error: { message: '"Missing Credentials"', status_code: 401 } } })
  })

  test('ends event streams with the reason', async () => {
    const person = await aUser(app)
    const stream = await anEventStream(app, person, 'subscription { viewerChanged { id } }')
    await suspend(person)
    await stream.ended
    expect(stream.text()).toContain('"code":"UNAUTHENTICATED","reason":"ACCOUNT_SUSPENDED"')
  })

  test('by a suspension tells its reason and end while it lasts, and so does a login', async () => {
    const person = await aUser(app)
    const token = sessionTokenOf(person)
    const endsAt = new Date(app.clock.now().getTime() + 3 * DAY).toISOString()
    await suspend(person, endsAt)
    const suspension = { reason: 'Spam <b>x</b>', endsAt }
    const refused = { code: 'UNAUTHENTICATED', reason: 'ACCOUNT_SUSPENDED' }
    expect(await refusalOf(app, token)).toEqual({ ...refused, suspension })
    const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { viewer { id } } }'
    const { username, password } = person
    const { errors } = await aGraphClient(app).send(signIn, { input: { username, password } })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', suspension, suspendedUntil: endsAt })
    await send(admin, 'mutation ($input: UnsuspendUserInput!) { unsuspendUser(input: $input) { user { id } } }', {
      userId: person.id,
    })
    app.clock.advance(11_000)
    expect(await refusalOf(app, token)).toEqual({ ...refused, suspension: undefined })
  })

  test('is forgotten after some days, and beyond a hundred of one person', async () => {
    const person = await aUser(app)
    const { endedSession, session } = app.scope().db
    const rows = Array.from({ length: 105 }, (_, at) => ({
      ...{ tokenHash: `${person.id} ${at}`, sessionId: `${person.id} ${at}`, userId: person.id, reason: 'signed_out' },
      endedAt: new Date(app.clock.now().getTime() - at * 60_000),
    }))
    await endedSession.createMany({ data: rows })
    const token = sessionTokenOf(person)
    await person.api.call('logout')
    const where = { userId: person.id }
    expect(await endedSession.count({ where })).toBe(100)
    expect(await endedSession.count({ where: { tokenHash: hashToken(token) } })).toBe(1)
    const later = () => ({ ...app.scope(), now: new Date(app.clock.now().getTime() + 8 * DAY) })
    await purgeExpiredLogins(later())
    expect(await endedSession.count({ where })).toBe(0)
    expect(await session.count({ where })).toBe(0)
    expect(await refusalOf(other, 'authcookie_unknown')).toMatchObject({ reason: 'SIGNED_OUT' })
  })
})

describe('a session that expires', () => {
  test('closes its websockets then, and tells why even after its row is gone', async () => {
    const person = await aUser(app)
    const token = sessionTokenOf(person)
    const expiresAt = new Date(app.clock.now().getTime() + 1_000)
    await app.scope().db.session.updateMany({ where: { userId: person.id }, data: { expiresAt } })
    const socket = await aGraphSocket(other, withCookie(person))
    await socket.until(isAcknowledged)
    expect(await socket.closeFrame()).toEqual([4401, 'SESSION_EXPIRED'])
    expect(await refusalOf(other, token)).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'SESSION_EXPIRED' })
    await purgeExpiredLogins({ ...app.scope(), now: new Date(app.clock.now().getTime() + 60_000) })
    expect(await app.scope().db.session.count({ where: { userId: person.id } })).toBe(0)
    expect(await refusalOf(app, token)).toMatchObject({ reason: 'SESSION_EXPIRED' })
  })

  test('keeps its websockets if a use has put the end off', async () => {
    const person = await aUser(app)
    const { db } = app.scope()
    const now = app.clock.now().getTime()
    await db.session.updateMany({ where: { userId: person.id }, data: { expiresAt: new Date(now + 1_000) } })
    const socket = await aGraphSocket(other, withCookie(person))
    await socket.until(isAcknowledged)
    await db.session.updateMany({ where: { userId: person.id }, data: { expiresAt: new Date(now + 5_000) } })
    const closed = socket.closeFrame()
    expect(await closed).toEqual([4401, 'SESSION_EXPIRED'])
    expect(app.clock.now().getTime()).toBeGreaterThanOrEqual(now + 5_000)
  })
})

test('an event stream of a session that was deleted without a reason ends at the next look', async () => {
  const person = await aUser(app)
  const { db } = app.scope()
  const where = { userId: person.id }
  await db.session.updateMany({ where, data: { expiresAt: new Date(app.clock.now().getTime() + 1_000) } })
  const stream = await anEventStream(app, person, 'subscription { viewerChanged { id } }')
  await db.session.deleteMany({ where })
  await stream.ended
  expect(stream.text()).toContain('"code":"UNAUTHENTICATED","reason":"SESSION_ENDED"')
})

test('a websocket without a finished session is told why', async () => {
  expect(await (await aGraphSocket(app)).closeFrame()).toEqual([4401, 'SIGNED_OUT'])
})

test('the reason of an erased account names nobody', async () => {
  const person = await aUser(app)
  const token = sessionTokenOf(person)
  await onAnotherDevice(person).then(({ api }) => api.call('logout'))
  await app.scope().db.account.update({ where: { userId: person.id }, data: { deletionAt: new Date(0) } })
  await eraseDueAccounts(app.scope(), erasers)
  expect(await refusalOf(other, token)).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'ACCOUNT_DELETED' })
  expect(await app.scope().db.endedSession.count({ where: { userId: person.id } })).toBe(0)
})

describe('logout', () => {
  const headersOf = async (person: TestUser, type: string) => {
    const query = 'mutation { logout(input: {}) { deletedSessionId } }'
    const headers = { 'content-type': type, cookie: `auth=${sessionTokenOf(person)}` }
    const body = JSON.stringify({ query })
    return (await sendRawRequest(app.origin, { method: 'POST', path: '/graphql', headers, body })).headers
  }

  test('has the browser empty its cache and storage, but not those of legacy clients', async () => {
    for (const type of ['application/json', 'application/graphql+json']) {
      const headers = await headersOf(await aUser(app), type)
      expect(headers['clear-site-data']).toBe('"cache", "storage"')
    }
    const { headers } = await (await aUser(app)).api
      .call('logout')
      .then(() => sendRawRequest(app.origin, { path: '/' }))
    expect(headers['clear-site-data']).toBeUndefined()
  })
})
