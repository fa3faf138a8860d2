import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CurrentUser, CurrentUserPresence } from '../../src/contract/shapes/currentUser.ts'
import { anApp } from '../support/app.ts'
import { aFriendOf, letPresenceExpire, seeOnClient, seeOnWeb } from '../support/friends.ts'
import { createInstanceAs, enterAs } from '../support/instances.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import { expectPresented, flagCombinations, moment } from './records.ts'
import { aUserRow, updateUserRow } from './userRows.ts'

const app = await anApp()

/** An account with a different value in each column that its owner receives. */
const ACCOUNT = {
  acceptedTOSVersion: 21,
  acceptedPrivacyVersion: 22,
  contentFilters: ['content_gore'],
  email: 'first@plaza.test',
  pendingEmail: 'second@example.test',
  birthday: new Date('1990-05-17'),
  totpEnabledAt: moment(25),
}
const ACCOUNT_FLAGS = [
  'emailVerified',
  'hasDiscordFriendsOptOut',
  'hasLoggedInFromClient',
  'hasSharedConnectionsOptOut',
  'isBoopingEnabled',
  'unsubscribe',
] as const
const USER_FLAGS = ['allowAvatarCopying', 'ageVerified', 'statusFirstTime'] as const

const updateAccount = ({ id }: TestUser, data: object) => app.scope().db.account.update({ where: { userId: id }, data })

/** Three friends: one online by a client, one active on the web, one offline. */
async function friendsOf(person: TestUser) {
  const [offline, online, active] = [
    await aFriendOf(app, person),
    await aFriendOf(app, person),
    await aFriendOf(app, person),
  ]
  letPresenceExpire(app)
  await seeOnClient(online)
  await seeOnWeb(app, active)
  return { offline: offline.id, online: online.id, active: active.id }
}

/** A user with distinct column values, friends, a former name and a location. */
async function aCompleteUser() {
  const person = await aUser(app)
  const friends = await friendsOf(person)
  const { location } = await createInstanceAs(person, await aWorld(app, person))
  await enterAs(app, person, location, 'android')
  const past = { id: randomUUID(), displayName: 'Formerly', updatedAt: moment(26) }
  await app.scope().db.pastDisplayName.create({ data: { ...past, userId: person.id } })
  const [worldId = '', instanceId = ''] = location.split(':')
  return { person, row: aUserRow(person.username), friends, worldId, instanceId }
}

describe('currentUserWire', () => {
  it('maps every column, and no other, whatever flags are set', async () => {
    const user = await aCompleteUser()
    const { person, row } = user
    for (const flags of flagCombinations(...ACCOUNT_FLAGS, ...USER_FLAGS)) {
      const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, flags[name]]))
      await updateAccount(person, { ...ACCOUNT, ...pick(ACCOUNT_FLAGS) })
      await updateUserRow(app, person.id, { ...row, ...pick(USER_FLAGS) })
      const { presence, ...record } = Object(await person.api.call('getCurrentUser'))
      expectPresented({ ...record, presence: {} }, CurrentUser, { ...user, ACCOUNT })
      expectPresented(presence, CurrentUserPresence, user)
    }
  })

  it.each([
    ['email', { hasEmail: false, obfuscatedEmail: '' }],
    ['pendingEmail', { hasPendingEmail: false, obfuscatedPendingEmail: '' }],
    ['birthday', { hasBirthday: false, isAdult: false }],
    ['totpEnabledAt', { twoFactorAuthEnabled: false, twoFactorAuthEnabledDate: null }],
  ])('reports a missing %s', async (column, expected) => {
    const person = await aUser(app)
    await updateAccount(person, { ...ACCOUNT, email: `${person.username}@plaza.test` })
    const before = await person.api.call('getCurrentUser')
    await updateAccount(person, { [column]: null })
    expect(await person.api.call('getCurrentUser')).toEqual({ ...before, ...expected })
  })

  it('contains the scheduled deletion, and its cancellation', async () => {
    const person = await aUser(app)
    const { accountDeletionDate, accountDeletionLog } = await person.api.call('deleteUser', { userId: person.id })
    const account = await app.scope().db.account.findUniqueOrThrow({ where: { userId: person.id } })
    expect(accountDeletionDate).toBe(account.deletionAt?.toISOString().slice(0, 10))
    expect(accountDeletionLog).toEqual(account.deletionLog)
    expect(accountDeletionLog).toHaveLength(1)
  })
})
