import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EmailOtpRequired, TOTPRequired } from 'vrc-ts'
import { permissionDataError } from '../../src/areas/system/graph/permissionMutations.ts'
import { grantPermission } from '../../src/areas/system/permissionGrants.ts'
import { createPermission } from '../../src/areas/system/permissions.ts'
import { isId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { scopeSourceOf } from '../support/scopes.ts'
import { aConfirmedUser, aName, anAdmin, aUser, enableTotp, mailedCode, totpCode } from '../support/users.ts'
import { idIn, logInBy, PARTS, wrapperFor } from './wrapperClient.ts'

let app: TestApp
let wrapper: ReturnType<typeof wrapperFor>
let folder: string
beforeAll(async () => {
  app = await anApp()
  wrapper = wrapperFor(app)
  folder = await mkdtemp(join(tmpdir(), 'plaza-wrapper-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const STATUSES = { success: { status_code: 200 } }

/** Two members who are friends. */
async function twoFriends() {
  const [ada, grace] = [await wrapper.aMember(), await wrapper.aMember()]
  const request = await ada.call('friendApi', 'sendFriendRequest', { userId: grace.person.id })
  await grace.call('notificationApi', 'acceptFriendRequest', { notificationId: idIn(request) })
  return { ada, grace }
}

describe('logins by the wrapper', () => {
  it('logs in, reads the current user and logs out', async () => {
    const { api, call, person, refused } = await wrapper.aMember()
    expect(api.currentUser).toMatchObject({ id: person.id })
    expect(await call('authApi', 'getCurrentUser')).toMatchObject({ id: person.id })
    const { username } = person
    expect(await call('authApi', 'userExist', { username })).toMatchObject({ userExists: true })
    expect(await call('authApi', 'userExist', { username: aName() })).toMatchObject({ userExists: false })
    expect(await call('authApi', 'verifyAuthToken')).toMatchObject({ ok: true })
    expect(await call('authApi', 'logout')).toMatchObject(STATUSES)
    expect(await refused('authApi', 'verifyAuthToken', {})).toMatchObject({ status: 401 })
  })

  it('uses time-based codes', async () => {
    const person = await aUser(app)
    const secret = await enableTotp(app, person)
    const wrong = wrapper.clientOf(person, { TOTPCode: '000000' })
    await expect(logInBy(wrong)).rejects.toThrow(TOTPRequired)
    const api = wrapper.clientOf(person, { TOTPCode: await totpCode(app, secret) })
    await logInBy(api)
    expect(api.currentUser).toMatchObject({ id: person.id, twoFactorAuthEnabled: true })
    app.clock.advance(60_000)
    const later = wrapper.member(person, wrapper.clientOf(person))
    await expect(logInBy(later.api)).rejects.toThrow(TOTPRequired)
    later.api.TOTPCode = await totpCode(app, secret)
    expect(await later.call('authApi', 'verify2FACodeTOTP')).toMatchObject({ verified: true })
  })

  it('uses mailed codes, at once or after a restart', async () => {
    const person = await aConfirmedUser(app)
    const forget = () => app.scope().db.loginPlace.deleteMany({ where: { userId: person.id } })
    await forget()
    const { api, call } = wrapper.member(person, wrapper.clientOf(person))
    await expect(logInBy(api)).rejects.toThrow(EmailOtpRequired)
    api.EmailOTPCode = mailedCode(app, person.email)
    expect(await call('authApi', 'verify2FAEmailCode')).toMatchObject({ verified: true })

    await forget()
    const cookies = { useCookies: true, cookiePath: join(folder, person.id) }
    await expect(logInBy(wrapper.clientOf(person, cookies))).rejects.toThrow(EmailOtpRequired)
    const restarted = wrapper.clientOf(person, { ...cookies, EmailOTPCode: mailedCode(app, person.email) })
    await logInBy(restarted)
    expect(restarted.currentUser).toMatchObject({ id: person.id })
  })
})

describe('users by the wrapper', () => {
  it('reads, searches, changes and annotates them', async () => {
    const [ada, grace] = [await wrapper.aMember(), await wrapper.aMember()]
    const [userId, other] = [ada.person.id, grace.person.id]
    expect(await ada.call('userApi', 'updateUserInfo', { userId, bio: 'new' })).toMatchObject({ bio: 'new' })
    expect(await ada.call('userApi', 'getUserById', { userId: other })).toMatchObject({ id: other })
    const search = grace.person.username
    expect(await ada.call('userApi', 'searchAllUsers', { search })).toMatchObject([{ id: other }])
    const note = await ada.call('userApi', 'updateUserNote', { targetUserId: other, note: 'a note' })
    expect(await ada.call('userApi', 'getAllUserNotes')).toMatchObject([{ id: idIn(note), note: 'a note' }])
    await ada.unsent('userApi', 'getAUserNote', { userNoteId: idIn(note) }, 'unfilledPath')
    await ada.unsent('userApi', 'getUserFeedback', { userId }, 'deprecated')
  })

  it('moderates them', async () => {
    const [{ call }, { person }] = [await wrapper.aMember(), await wrapper.aMember()]
    const mute = { moderated: person.id, type: 'mute' }
    const found = { targetUserId: person.id, type: 'mute' }
    expect(await call('playermoderationApi', 'moderateUser', mute)).toMatchObject(found)
    expect(await call('playermoderationApi', 'searchPlayerModerations')).toMatchObject([found])
    expect(await call('playermoderationApi', 'unmoderateUser', mute)).toMatchObject(STATUSES)
    expect(await call('playermoderationApi', 'searchPlayerModerations')).toEqual([])
    await call('playermoderationApi', 'moderateUser', { ...mute, type: 'block' })
    expect(await call('playermoderationApi', 'clearAllPlayerModerations')).toMatchObject(STATUSES)
    expect(await call('playermoderationApi', 'searchPlayerModerations')).toEqual([])
  })
})

describe('friends by the wrapper', () => {
  it('asks, accepts and ends friendships', async () => {
    const [ada, grace] = [await wrapper.aMember(), await wrapper.aMember()]
    const userId = grace.person.id
    const request = { id: idIn(await ada.call('friendApi', 'sendFriendRequest', { userId })) }
    const ofType = { type: 'friendRequest', n: 10 }
    expect(await grace.call('notificationApi', 'listNotifications', ofType)).toMatchObject([
      { ...request, seen: false },
    ])
    const read = { notificationId: request.id }
    expect(await grace.call('notificationApi', 'markNotificationAsRead', read)).toMatchObject({ seen: true })
    expect(await grace.call('notificationApi', 'acceptFriendRequest', read)).toMatchObject(STATUSES)
    expect(await ada.call('friendApi', 'checkFriendStatus', { userId })).toMatchObject({ isFriend: true })
    expect(await ada.call('friendApi', 'listFriends', { n: 10 })).toMatchObject([{ id: userId }])
    expect(await ada.call('friendApi', 'listFriends', { n: 10, offline: true })).toEqual([])
    expect(await ada.call('friendApi', 'unfriend', { userId })).toMatchObject(STATUSES)
    expect(await ada.call('friendApi', 'listFriends')).toEqual([])
  })

  it('withdraws, hides and clears requests', async () => {
    const [ada, grace] = [await wrapper.aMember(), await wrapper.aMember()]
    const userId = grace.person.id
    const pending = () => grace.call('notificationApi', 'listNotifications', { type: 'friendRequest' })
    const first = await ada.call('friendApi', 'sendFriendRequest', { userId })
    const hide = { notificationId: idIn(first) }
    expect(await grace.call('notificationApi', 'deleteNotification', hide)).toMatchObject({ id: idIn(first) })
    expect(await pending()).toEqual([])
    await ada.call('friendApi', 'deleteFriendRequest', { userId })
    await ada.call('friendApi', 'sendFriendRequest', { userId })
    expect(await pending()).toHaveLength(1)
    expect(await ada.call('friendApi', 'deleteFriendRequest', { userId })).toMatchObject(STATUSES)
    expect(await pending()).toEqual([])
    await ada.call('friendApi', 'sendFriendRequest', { userId })
    expect(await grace.call('notificationApi', 'clearAllNotifications')).toMatchObject(STATUSES)
    expect(await pending()).toEqual([])
  })

  it('responds to notifications of version 2', async () => {
    const { ada, grace } = await twoFriends()
    await ada.person.api.call('boop', { userId: grace.person.id })
    const [boop] = await grace.person.api.call('getNotificationV2s')
    const response = { notificationId: boop?.id ?? '', responseType: 'delete' }
    expect(await grace.call('notificationApi', 'respondToNotification', response)).toMatchObject({ id: boop?.id })
    expect(await grace.person.api.call('getNotificationV2s')).toEqual([])
  })

  it('keeps favorites, in groups', async () => {
    const { ada, grace } = await twoFriends()
    const wanted = { type: 'friend', favoriteId: grace.person.id, tags: ['group_0'] }
    const favorite = await ada.call('favoriteApi', 'addFavorite', wanted)
    expect(await ada.call('favoriteApi', 'listFavorites', { type: 'friend', n: 10 })).toMatchObject([
      { id: idIn(favorite), favoriteId: grace.person.id },
    ])
    expect(await ada.call('favoriteApi', 'getFavoriteLimits')).toHaveProperty('maxFavoriteGroups')
    const userId = ada.person.id
    const group = { favoriteGroupType: 'friend', favoriteGroupName: 'group_0', userId }
    await ada.emptied('favoriteApi', 'updateFavoriteGroup', { ...group, displayName: 'Best', visibility: 'friends' })
    const changed = { displayName: 'Best', visibility: 'friends' }
    expect(await ada.call('favoriteApi', 'showFavoriteGroup', group)).toMatchObject(changed)
    expect(await ada.call('favoriteApi', 'listFavoriteGroups', { ownerId: userId })).toHaveLength(12)
    const removal = { favoriteId: idIn(favorite) }
    expect(await ada.call('favoriteApi', 'removeFavorite', removal)).toMatchObject(STATUSES)
    await ada.call('favoriteApi', 'addFavorite', wanted)
    expect(await ada.call('favoriteApi', 'clearFavoriteGroup', group)).toMatchObject(STATUSES)
    expect(await ada.call('favoriteApi', 'listFavorites')).toEqual([])
  })
})

describe('the platform by the wrapper', () => {
  it('tells the time and who is online, but not the configuration, as the wrapper never asks for it', async () => {
    const { call, unsent } = await wrapper.aMember()
    expect(await call('systemApi', 'currentSystemTime')).toEqual(expect.stringMatching(/^\d{4}-/))
    expect(await call('systemApi', 'currentOnlineUsers')).toEqual(expect.any(Number))
    await unsent('systemApi', 'fetchAPIConfig', {}, 'noBody')
  })

  it('reads permissions', async () => {
    const { call, person } = await wrapper.aMember()
    expect(await call('permissionApi', 'getAssignedPermissions')).toEqual([])
    const admin = scopeSourceOf(app, await anAdmin(app), { admin: true })
    const wanted = { name: aName('permission-'), displayName: 'Any' }
    const { id } = await createPermission(admin(), wanted, permissionDataError)
    if (!isId('permission', id)) throw new Error(`${id} is no permission's`)
    await grantPermission(admin(), { permissionId: id, userId: person.id })
    expect(await call('permissionApi', 'getAssignedPermissions')).toMatchObject([{ id }])
    expect(await call('permissionApi', 'getPermission', { permissionId: id })).toMatchObject({ id })
  })

  it('was called by each method for an operation of the server, but those that the test of groups calls', async () => {
    const { api } = await wrapper.aMember()
    const ofGroups = ['getUserGroupInstances', 'getUserGroupRequests', 'getUserGroups', 'getUserRepresentedGroup']
    expect(wrapper.uncalled(api, [...PARTS.people, ...PARTS.unserved]).sort()).toEqual(ofGroups)
    const parts = Object.keys(api).filter((name) => name.endsWith('Api'))
    expect(parts.sort()).toEqual(Object.values(PARTS).flat().sort())
  })
})
