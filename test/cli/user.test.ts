import { beforeAll, describe, expect, test } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { aGraphSocket, isAcknowledged, withToken } from '../support/graphSocket.ts'
import { aRestClient } from '../support/restClient.ts'
import { aName, aUser, basicAuthHeader, enableTotp, logIn, PASSWORD, type TestUser } from '../support/users.ts'
import { type CommandResult, runCli, runCliProcess, settingsOf } from './childProcesses.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const run = (...args: string[]) => runCli(settingsOf(app), ...args)
const said = (out: string | RegExp): CommandResult => ({ code: 0, out: expect.stringMatching(out), err: '' })
const refused = (err: string | RegExp) => ({ code: 1, out: '', err: expect.stringMatching(err) })

const statusOf = async ({ api }: TestUser) => (await api.try('getCurrentUser')).status
const nameSearch = async ({ api }: TestUser, username: string) => (await api.try('getUserByName', { username })).status

/** Audit entries of an account, as `act` with its details; those of the command line have no acting user. */
const auditOf = async (subjectId: string) => {
  const entries = await app.scope().db.auditEntry.findMany({ where: { subjectId }, orderBy: { at: 'asc' } })
  return entries.map(({ actorId, act, details }) => ({ actorId, act, details }))
}

describe('user create', () => {
  test('generates a password and prints it once; with it the user logs in and is no admin', async () => {
    const username = aName()
    const args = ['user', 'create', username, '--email', `${username}@plaza.test`]
    const { code, out } = await runCliProcess(settingsOf(app), ...args)
    expect(code).toBe(0)
    const [, password = ''] = /^Password, shown only now: (\S{20})$/m.exec(out) ?? []
    const api = aRestClient(app)
    expect(await logIn(api, { username, password })).toMatchObject({ username, emailVerified: false })
    expect((await api.try('getUserByName', { username })).status).toBe(403)
  })

  test('accepts a password without printing it, and creates an admin, also while registration is closed', async () => {
    const username = aName()
    const args = ['--email', `${username}@plaza.test`, '--admin']
    const env = { ...settingsOf(app), REGISTRATION: 'closed', NEW_USER_PASSWORD: PASSWORD }
    const ended = await runCli(env, 'user', 'create', username, ...args)
    expect(ended).toEqual(said(new RegExp(`^Created the admin ${username} \\(usr_[0-9a-f-]{36}\\)\\.\n$`)))
    const api = aRestClient(app)
    await logIn(api, { username, password: PASSWORD })
    expect((await api.try('getUserByName', { username })).status).toBe(200)
    const { db } = app.scope()
    const { id } = await db.user.findUniqueOrThrow({ where: { usernameKey: username.toLowerCase() } })
    expect(await auditOf(id)).toEqual([{ actorId: null, act: 'user create', details: { admin: true } }])
  })

  test('refuses what registration refuses, and then creates no account', async () => {
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
  test('grants and removes the admin role, also for open sessions', async () => {
    const person = await aUser(app)
    expect(await nameSearch(person, person.username)).toBe(403)
    const promoted = await run('user', 'promote', person.username.toUpperCase())
    expect(promoted).toEqual(said(`^${person.username} \\(${person.id}\\) is an admin\\.\n$`))
    await expect.poll(() => nameSearch(person, person.username)).toBe(200)
    const demoted = await run('user', 'promote', person.username, '--demote')
    expect(demoted).toEqual(said('is no admin and of developer type none'))
    await expect.poll(() => nameSearch(person, person.username)).toBe(403)
    expect(await auditOf(person.id)).toEqual([
      { actorId: null, act: 'user promote', details: { admin: true } },
      { actorId: null, act: 'user promote', details: { admin: false, developerType: 'none' } },
    ])
  })

  test('sets a developer type without granting the admin role', async () => {
    const person = await aUser(app)
    const ended = await run('user', 'promote', person.username, '--developer-type', 'moderator')
    expect(ended).toEqual(said('is of developer type moderator'))
    expect(await person.api.call('getCurrentUser')).toMatchObject({ developerType: 'moderator' })
    expect(await nameSearch(person, person.username)).toBe(403)
  })
})

test('user disable-2fa lets a user log in who lost the device', async () => {
  const person = await aUser(app)
  await enableTotp(app, person)
  const api = aRestClient(app)
  const headers = basicAuthHeader(person.username, person.password)
  expect(await api.call('getCurrentUser', { headers })).toEqual({ requiresTwoFactorAuth: ['totp', 'otp'] })
  expect(await run('user', 'disable-2fa', person.username)).toEqual(said('logs in without a time-based code'))
  api.cookies.clear()
  expect(await api.call('getCurrentUser', { headers })).toMatchObject({ id: person.id, twoFactorAuthEnabled: false })
  expect(await run('user', 'disable-2fa', person.username)).toEqual(said('nothing has changed'))
  expect(await auditOf(person.id)).toEqual([{ actorId: null, act: 'user disable-2fa', details: {} }])
})

test('user revoke-sessions ends every session and socket of one user at once, and no other', async () => {
  const [person, other] = [await aUser(app), await aUser(app)]
  const elsewhere = { ...person, api: aRestClient(app) }
  await logIn(elsewhere.api, person)
  const socket = await aGraphSocket(app, withToken(person))
  await socket.until(isAcknowledged)
  expect(await Promise.all([person, elsewhere, other].map(statusOf))).toEqual([200, 200, 200])

  expect(await run('user', 'revoke-sessions', person.username)).toEqual(
    said(`^Ended 2 sessions of ${person.username}\\.\n$`),
  )
  await expect.poll(() => Promise.all([person, elsewhere, other].map(statusOf))).toEqual([401, 401, 200])
  expect(await socket.closed()).toBeGreaterThanOrEqual(4400)
  expect(await auditOf(person.id)).toEqual([{ actorId: null, act: 'user revoke-sessions', details: { sessions: 2 } }])
})

test('user revoke-sessions sets the user offline', async () => {
  const person = await aUser(app)
  expect(await statusOf(person)).toBe(200)
  const { presence } = app.scope()
  const standing = async () => (await presence.statuses([person.id], app.clock.now())).get(person.id)
  expect(await standing()).toBe('online')
  expect(await run('user', 'revoke-sessions', person.username)).toEqual(said('^Ended 1 sessions? of'))
  await expect.poll(standing).toBe('offline')
})

test('an unknown user and the system user are reported as not found', async () => {
  expect(await run('user', 'revoke-sessions', 'nobody')).toEqual(
    refused('^There is nobody with the username nobody\\.\n$'),
  )
  expect(await run('user', 'promote', 'plaza')).toEqual(refused('nobody'))
})
