import { describe, expect, it } from 'vitest'
import { eraseAccountAtOnce, eraseDueAccounts } from '../../../../src/areas/accounts/account/deletion.ts'
import { erasers, exportRules, jobs } from '../../../../src/areas/index.ts'
import { DAY, MINUTE } from '../../../../src/kernel/clock.ts'
import { newId, PLATFORM_USER_ID } from '../../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient, type RestClient } from '../../../support/restClient.ts'
import {
  aConfirmedUser,
  anAdmin,
  aRegisteredUser,
  aRegistration,
  aUser,
  basicAuthHeader,
  enableTotp,
  logIn,
  mailedLink,
  PASSWORD,
  type TestUser,
  totpCode,
} from '../../../support/users.ts'

const app = await sharedClockApp()
const NOBODY = 'usr_01890000-0000-7000-8000-000000000000'

const account = ({ id }: Pick<TestUser, 'id'>) => app.scope().db.account.findUnique({ where: { userId: id } })
const isPending = async (person: TestUser) => ((await account(person))?.deletionAt ?? null) !== null
const attempt = ({ username, password }: TestUser) =>
  aRestClient(app).try('getCurrentUser', { headers: basicAuthHeader(username, password) })

/** Runs the erasure job as the queue does. */
const erase = () => jobs.find(({ name }) => name === 'erase-due-accounts')?.run(app.scope(), erasers, exportRules)

/** A person with a pending deletion. */
async function leaving(): Promise<TestUser> {
  const person = await aRegisteredUser(app)
  await person.api.call('deleteUser', { userId: person.id })
  return person
}

describe('deleteUser', () => {
  it('schedules the deletion in 14 days and logs it', async () => {
    const { api, id } = await aUser(app)
    expect(await api.call('getCurrentUser')).toMatchObject({ accountDeletionDate: null, accountDeletionLog: null })
    const before = app.clock.now().getTime()
    const record = await api.call('deleteUser', { userId: id })
    const [entry, ...more] = record.accountDeletionLog ?? []
    expect(more).toEqual([])
    expect(entry).toMatchObject({ message: 'Deletion requested' })
    const scheduled = Date.parse(String(entry?.deletionScheduled))
    expect(scheduled - before).toBeGreaterThanOrEqual(14 * DAY)
    expect(scheduled - before).toBeLessThan(14 * DAY + MINUTE)
    expect(scheduled - Date.parse(String(entry?.dateTime))).toBe(14 * DAY)
    expect(record.accountDeletionDate).toBe(new Date(scheduled).toISOString().slice(0, 10))
  })

  it('called again, cancels the first request and restarts the 14 days', async () => {
    const person = await leaving()
    app.clock.advance(3 * DAY)
    const { accountDeletionLog, accountDeletionDate } = await person.api.call('deleteUser', { userId: person.id })
    expect(accountDeletionLog?.map(({ message }) => message)).toEqual([
      'Deletion requested',
      'Deletion canceled',
      'Deletion requested',
    ])
    expect(accountDeletionDate).toBe(new Date(app.clock.now().getTime() + 14 * DAY).toISOString().slice(0, 10))
  })

  it("is refused for another person's account, existing or not", async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    for (const userId of [other.id, NOBODY])
      expect(await person.api.try('deleteUser', { userId })).toMatchObject(refusal(403, /your own account/))
    expect(await person.api.try('deleteUser', { userId: 'usr_nobody' })).toMatchObject({ status: 404 })
    expect(await aRestClient(app).try('deleteUser', { userId: other.id })).toMatchObject(
      refusal(401, '"Missing Credentials"'),
    )
    expect(await isPending(other)).toBe(false)
  })

  it('is allowed to admins for any account, and changes nothing the second time', async () => {
    const [admin, person] = [await anAdmin(app), await aUser(app)]
    const first = await admin.api.call('deleteUser', { userId: person.id })
    expect(first).toMatchObject({ id: person.id, accountDeletionLog: [{ message: 'Deletion requested' }] })
    app.clock.advance(DAY)
    await logIn(admin.api, admin)
    expect(await admin.api.call('deleteUser', { userId: person.id })).toMatchObject({
      accountDeletionDate: first.accountDeletionDate,
      accountDeletionLog: first.accountDeletionLog,
    })
    expect(await admin.api.try('deleteUser', { userId: NOBODY })).toMatchObject({ status: 404 })
    const platform = await admin.api.try('deleteUser', { userId: PLATFORM_USER_ID })
    expect(platform).toMatchObject(refusal(403, /belongs to the platform/))
  })
})

describe('a pending deletion', () => {
  it.each<[string, (api: RestClient, person: TestUser) => Promise<unknown>]>([
    ['reading the own record', (api) => api.call('getCurrentUser')],
    ['any other request', (api) => api.call('getUserNotes')],
    ['a request that needs no session', (api) => api.call('getSystemTime')],
    ['a request that is refused', (api, { id }) => api.try('updateUser', { userId: id, body: { status: 'nonsense' } })],
    ['a login', (_api, person) => attempt(person)],
  ])('is called off by %s, which is written down', async (_what, act) => {
    const person = await leaving()
    app.clock.advance(14 * DAY - MINUTE)
    await act(person.api, person)
    expect(await isPending(person)).toBe(false)
    expect(await logIn(aRestClient(app), person)).toMatchObject({
      accountDeletionDate: null,
      accountDeletionLog: [
        { message: 'Deletion requested' },
        { message: 'Deletion canceled', deletionScheduled: null },
      ],
    })
    app.clock.advance(DAY)
    await erase()
    expect(await attempt(person)).toMatchObject({ status: 200 })
  })

  it.each<[string, (api: RestClient, person: TestUser) => Promise<unknown>]>([
    ['logout', (api) => api.call('logout')],
    ['a wrong password', (_api, person) => attempt({ ...person, password: 'wrong wrong' })],
    [
      'a request of another person',
      async (_api, person) => (await aUser(app)).api.call('getUser', { userId: person.id }),
    ],
    [
      'a request that another page forged',
      (api) => api.try('enable2FA', { headers: { origin: 'https://evil.example' } }),
    ],
    [
      'opening a mailed link without a session',
      (_api, { email }) => aRestClient(app).fetch(mailedLink(app, email).pathname + mailedLink(app, email).search),
    ],
  ])('is not called off by %s', async (_what, act) => {
    const person = await leaving()
    await act(person.api, person)
    expect(await isPending(person)).toBe(true)
  })

  it('is cancelled once by parallel requests', async () => {
    const person = await leaving()
    await runConcurrently(app, 10, () => person.api.call('getUserNotes'))
    expect(await person.api.call('getCurrentUser')).toMatchObject({
      accountDeletionLog: [{ message: 'Deletion requested' }, { message: 'Deletion canceled' }],
    })
  })

  it('is cancelled by a login only when the second factor was given', async () => {
    const person = await aUser(app)
    const secret = await enableTotp(app, person)
    await person.api.call('deleteUser', { userId: person.id })
    const api = aRestClient(app)
    await logIn(api, person)
    await api.call('getCurrentUser')
    expect(await isPending(person)).toBe(true)
    await api.call('verify2FA', { body: { code: await totpCode(app, secret) } })
    expect(await isPending(person)).toBe(false)
  })
})

describe('an account whose 14 days have passed', () => {
  it('is gone even before the job has run', async () => {
    const person = await leaving()
    const { api, username, email } = person
    app.clock.advance(14 * DAY + 1)
    expect(await api.try('getCurrentUser')).toMatchObject(refusal(401, '"Missing Credentials"'))
    for (const name of [username, email])
      expect(await attempt({ ...person, username: name })).toMatchObject(
        refusal(401, '"Invalid Username/Email or Password"'),
      )
    expect(await isPending(person)).toBe(true)
    expect(await aRestClient(app).try('registerUserAccount', { body: aRegistration(username) })).toMatchObject({
      status: 400,
    })
  })

  /** A person with rows in many tables, and a friend; the job erases the person after 14 days. */
  async function erased(): Promise<{ person: TestUser; friend: TestUser }> {
    const [friend, person] = [await aUser(app), await aConfirmedUser(app)]
    await person.api.call('updateUser', {
      userId: person.id,
      body: { bio: 'my life', pronouns: 'they', currentPassword: PASSWORD, displayName: 'Someone Past' },
    })
    await person.api.call('addTags', { userId: person.id, body: { tags: ['language_deu'] } })
    await person.api.call('updateUserNote', { body: { targetUserId: friend.id, note: 'by the leaver' } })
    await friend.api.call('updateUserNote', { body: { targetUserId: person.id, note: 'about the leaver' } })
    await enableTotp(app, person)
    await logIn(aRestClient(app), person)
    await person.api.call('deleteUser', { userId: person.id })
    app.clock.advance(14 * DAY + MINUTE)
    expect(await erase()).toBeGreaterThan(0)
    return { person, friend }
  }

  it('is erased by the job: personal data is gone from every table', async () => {
    const { person } = await erased()
    const { db } = app.scope()
    const rows = await db.user.findMany({ where: { id: person.id } })
    expect(rows).toEqual([
      expect.objectContaining({ id: person.id, bio: '', pronouns: '', tags: [], erasedAt: expect.any(Date) }),
    ])
    for (const text of [person.username, person.email, 'Someone Past', 'my life', 'they'])
      expect(JSON.stringify(rows)).not.toContain(text)
    const ofPerson = { where: { userId: person.id } }
    const left = await Promise.all([
      db.account.count(ofPerson),
      db.session.count(ofPerson),
      db.recoveryCode.count(ofPerson),
      db.emailCode.count(ofPerson),
      db.emailToken.count(ofPerson),
      db.loginPlace.count(ofPerson),
      db.pastDisplayName.count(ofPerson),
      db.userNote.count({ where: { OR: [{ userId: person.id }, { targetUserId: person.id }] } }),
    ])
    expect(left).toEqual(Array(8).fill(0))
  })

  it('is invisible once erased, and its id stays in use', async () => {
    const { person, friend } = await erased()
    expect(await person.api.try('getCurrentUser')).toMatchObject({ status: 401 })
    expect(await attempt(person)).toMatchObject({ status: 401 })
    await logIn(friend.api, friend)
    expect(await friend.api.try('getUser', { userId: person.id })).toMatchObject({ status: 404 })
    expect(await friend.api.call('searchUsers', { query: { search: 'Someone Past' } })).toEqual([])
    expect(await friend.api.call('searchUsers', { query: { search: 'Deleted' } })).toEqual([])
    expect(await friend.api.call('getUserNotes')).toEqual([])
    const names = { username: 'x', usernameKey: 'x', displayName: 'x', displayNameKey: 'x' }
    const dates = { createdAt: new Date(), updatedAt: new Date() }
    const taken = app.scope().db.user.create({ data: { id: person.id, ...names, ...dates, currentAvatar: '' } })
    await expect(taken).rejects.toThrow(/[Uu]nique/)
  })

  it('frees its name and address for others', async () => {
    const { id, username, email } = await leaving()
    app.clock.advance(14 * DAY + 1)
    await erase()
    const visitor = aRestClient(app)
    for (const query of [{ username }, { email }, { displayName: username }])
      expect(await visitor.call('checkUserExists', { query })).toEqual({ userExists: false, nameOk: true })
    const heir = await visitor.call('registerUserAccount', { body: { ...aRegistration(username), email } })
    expect(heir).toMatchObject({ username })
    expect(heir).not.toMatchObject({ id })
  })

  it('is erased alone', async () => {
    const [due, saved, later, stayer] = [await leaving(), await leaving(), await aUser(app), await aUser(app)]
    await saved.api.call('getCurrentUser')
    app.clock.advance(13 * DAY)
    await later.api.call('deleteUser', { userId: later.id })
    app.clock.advance(DAY + 1)
    await erase()
    const accounts = await Promise.all([due, saved, later, stayer].map(account))
    expect(accounts.map((found) => found !== null)).toEqual([false, true, true, true])
    expect(await isPending(later)).toBe(true)
  })

  it('is erased with all others that are due, however many, by parallel jobs', async () => {
    await erase()
    const { db, now } = app.scope()
    const ids = Array.from({ length: 12 }, () => newId('user', now))
    const row = (id: string) => ({
      id,
      username: id,
      usernameKey: id,
      displayName: id,
      displayNameKey: id,
      currentAvatar: '',
      createdAt: now,
      updatedAt: now,
    })
    await db.user.createMany({ data: ids.map(row) })
    await db.account.createMany({ data: ids.map((userId) => ({ userId, deletionAt: now })) })
    const eraseTenByTen = () => eraseDueAccounts(app.scope(), erasers, 10)
    await Promise.all([eraseTenByTen(), eraseTenByTen()])
    expect(await db.account.count({ where: { userId: { in: ids } } })).toBe(0)
    expect(await db.user.count({ where: { id: { in: ids }, erasedAt: { not: null } } })).toBe(ids.length)
    expect(await erase()).toBe(0)
  })
})

describe('an account that an operator erases at once', () => {
  it('is dead when the command is killed half-way, and the job does the rest', async () => {
    const person = await aUser(app)
    const dying = () => Promise.reject(new Error('killed'))
    await expect(eraseAccountAtOnce(app.scope(), person.id, [dying])).rejects.toThrow('killed')
    expect(await person.api.try('getCurrentUser')).toMatchObject({ status: 401 })
    expect(await attempt(person)).toMatchObject({ status: 401 })
    expect(await isPending(person)).toBe(true)
    await erase()
    expect(await account(person)).toBeNull()
  })

  it('is none of the platform, and none that is erased', async () => {
    const person = await leaving()
    await eraseAccountAtOnce(app.scope(), person.id, erasers)
    await expect(eraseAccountAtOnce(app.scope(), person.id, erasers)).rejects.toMatchObject({ kind: 'missing' })
    const platform = eraseAccountAtOnce(app.scope(), PLATFORM_USER_ID, erasers)
    await expect(platform).rejects.toMatchObject({ reason: 'system_account' })
  })

  it('is erased once by two commands', async () => {
    const person = await aUser(app)
    const both = [1, 2].map(() => eraseAccountAtOnce(app.scope(), person.id, erasers))
    await Promise.allSettled(both)
    expect(await account(person)).toBeNull()
  })
})
