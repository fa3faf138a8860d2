import { beforeAll, describe, expect, test, vi } from 'vitest'
import { anApi } from '../support/api.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aName, aUser, basic, login, PASSWORD, type Person, withTotp } from '../support/people.ts'
import { aSocket, isAcknowledged, withToken } from '../support/socket.ts'
import { cli, type Ended, PATIENCE, settingsOf } from './processes.ts'

vi.setConfig({ testTimeout: PATIENCE })

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const run = (...args: string[]) => cli(settingsOf(app), ...args)
const said = (out: string | RegExp): Ended => ({ code: 0, out: expect.stringMatching(out), err: '' })
const refused = (err: string | RegExp) => ({ code: 1, out: '', err: expect.stringMatching(err) })

/** What a running server has been told by the end of a command counts within a second. */
const AT_ONCE = { timeout: 1_000, interval: 50 }
const statusOf = async ({ api }: Person) => (await api.try('getCurrentUser')).status
const nameSearch = async ({ api }: Person, username: string) => (await api.try('getUserByName', { username })).status

/** What the audit log has of an account, as `act` with its details; the command line is nobody's account. */
const auditOf = async (subjectId: string) => {
  const entries = await app.scope().db.auditEntry.findMany({ where: { subjectId }, orderBy: { at: 'asc' } })
  return entries.map(({ actorId, act, details }) => ({ actorId, act, details }))
}

describe('user create', () => {
  test('makes a password and prints it once; with it the person logs in and is no admin', async () => {
    const username = aName()
    const { code, out } = await run('user', 'create', username, '--email', `${username}@plaza.test`)
    expect(code).toBe(0)
    const [, password = ''] = /^Password, shown only now: (\S{20})$/m.exec(out) ?? []
    const api = anApi(app)
    expect(await login(api, { username, password })).toMatchObject({ username, emailVerified: false })
    expect((await api.try('getUserByName', { username })).status).toBe(403)
  })

  test('takes a password, says nothing of it, and makes an admin, also while registration is closed', async () => {
    const username = aName()
    const args = ['--email', `${username}@plaza.test`, '--password', PASSWORD, '--admin']
    const ended = await cli({ ...settingsOf(app), REGISTRATION: 'closed' }, 'user', 'create', username, ...args)
    expect(ended).toEqual(said(new RegExp(`^Created the admin ${username} \\(usr_[0-9a-f-]{36}\\)\\.\n$`)))
    const api = anApi(app)
    await login(api, { username, password: PASSWORD })
    expect((await api.try('getUserByName', { username })).status).toBe(200)
    const { db } = app.scope()
    const { id } = await db.user.findUniqueOrThrow({ where: { usernameKey: username.toLowerCase() } })
    expect(await auditOf(id)).toEqual([{ actorId: null, act: 'user create', details: { admin: true } }])
  })

  test('refuses what registering would refuse, and then creates nobody', async () => {
    const { username, api } = await aUser(app)
    const free = aName()
    const taken = await run('user', 'create', username, '--email', `${free}@plaza.test`, '--password', PASSWORD)
    expect(taken).toEqual(refused('^username: this name is taken\n$'))
    const weak = await run('user', 'create', free, '--email', `${free}@plaza.test`, '--password', 'password')
    expect(weak).toEqual(refused('^password: too common\n$'))
    expect(await api.call('checkUserExists', { query: { username: free } })).toMatchObject({ userExists: false })
  })
})

describe('user promote', () => {
  test('makes an admin and takes it back, for sessions that are open already', async () => {
    const person = await aUser(app)
    expect(await nameSearch(person, person.username)).toBe(403)
    const promoted = await run('user', 'promote', person.username.toUpperCase())
    expect(promoted).toEqual(said(`^${person.username} \\(${person.id}\\) is an admin\\.\n$`))
    await expect.poll(() => nameSearch(person, person.username), AT_ONCE).toBe(200)
    const demoted = await run('user', 'promote', person.username, '--demote')
    expect(demoted).toEqual(said('is no admin and of developer type none'))
    await expect.poll(() => nameSearch(person, person.username), AT_ONCE).toBe(403)
    expect(await auditOf(person.id)).toEqual([
      { actorId: null, act: 'user promote', details: { admin: true } },
      { actorId: null, act: 'user promote', details: { admin: false, developerType: 'none' } },
    ])
  })

  test('gives a developer type without making an admin', async () => {
    const person = await aUser(app)
    const ended = await run('user', 'promote', person.username, '--developer-type', 'moderator')
    expect(ended).toEqual(said('is of developer type moderator'))
    expect(await person.api.call('getCurrentUser')).toMatchObject({ developerType: 'moderator' })
    expect(await nameSearch(person, person.username)).toBe(403)
  })
})

test('user disable-2fa lets somebody in who lost the device', async () => {
  const person = await aUser(app)
  await withTotp(app, person)
  const api = anApi(app)
  const headers = basic(person.username, person.password)
  expect(await api.call('getCurrentUser', { headers })).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
  expect(await run('user', 'disable-2fa', person.username)).toEqual(said('logs in without a time-based code'))
  api.cookies.clear()
  expect(await api.call('getCurrentUser', { headers })).toMatchObject({ id: person.id, twoFactorAuthEnabled: false })
  expect(await run('user', 'disable-2fa', person.username)).toEqual(said('nothing has changed'))
  expect(await auditOf(person.id)).toEqual([{ actorId: null, act: 'user disable-2fa', details: {} }])
})

test('user revoke-sessions ends every session and socket of one person at once, and no other', async () => {
  const [person, other] = [await aUser(app), await aUser(app)]
  const elsewhere = { ...person, api: anApi(app) }
  await login(elsewhere.api, person)
  const socket = await aSocket(app, withToken(person))
  await socket.until(isAcknowledged)
  expect(await Promise.all([person, elsewhere, other].map(statusOf))).toEqual([200, 200, 200])

  expect(await run('user', 'revoke-sessions', person.username)).toEqual(
    said(`^Ended 2 sessions of ${person.username}\\.\n$`),
  )
  await expect.poll(() => Promise.all([person, elsewhere, other].map(statusOf)), AT_ONCE).toEqual([401, 401, 200])
  expect(await socket.closed()).toBeGreaterThanOrEqual(4400)
  expect(await auditOf(person.id)).toEqual([{ actorId: null, act: 'user revoke-sessions', details: { sessions: 2 } }])
})

test('nobody is not found, nor is the account of the platform itself', async () => {
  expect(await run('user', 'revoke-sessions', 'nobody')).toEqual(
    refused('^There is nobody with the username nobody\\.\n$'),
  )
  expect(await run('user', 'promote', 'plaza')).toEqual(refused('nobody'))
})
