import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EmailOtpRequired, TOTPRequired } from 'vrc-ts'
import { DEFAULT_AVATAR_ID } from '../../src/areas/accounts/account/currentUser.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aFileWithoutContent, IMAGE_FILE, md5Of, SIGNATURE_BYTES, uploadBytes, WORLD_FILE } from '../support/files.ts'
import { aShortCode, subscribe } from '../support/groups.ts'
import { createInstanceAs, enterAs } from '../support/instances.ts'
import { aUnityAsset } from '../support/unityAsset.ts'
import { aConfirmedUser, aName, aUser, enableTotp, mailedCode, totpCode } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import { idIn, logInBy, requestsWithoutOperation, type WrapperMember, wrapperFor } from './wrapperClient.ts'

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

/** Uploads a part of the first version by the wrapper, which can't start uploads. */
async function upload(ada: WrapperMember, fileId: string, fileType: 'file' | 'signature', bytes: Buffer) {
  const key = { fileId, versionId: 1, fileType }
  await ada.unsent('fileApi', 'startFileDataUpload', key, 'unfilledPath')
  const { url } = await ada.person.api.call('startFileDataUpload', key)
  const contentType = fileType === 'file' ? WORLD_FILE.mimeType : 'application/x-rsync-signature'
  const { headers } = await uploadBytes(app, url, bytes, { md5: md5Of(bytes), contentType })
  const etags = [headers.get('etag')]
  expect(await ada.call('fileApi', 'checkFileDataUploadStatus', key)).toMatchObject({ etags })
  expect(await ada.call('fileApi', 'finishFileDataUpload', { ...key, etags })).toMatchObject({ id: fileId })
}

describe('files by the wrapper', () => {
  it('uploads an asset', async () => {
    const ada = await wrapper.aMember()
    const bytes = aUnityAsset()
    const { id: fileId } = await aFileWithoutContent(ada.person, bytes, WORLD_FILE)
    await upload(ada, fileId, 'file', bytes)
    await upload(ada, fileId, 'signature', SIGNATURE_BYTES)
    const complete = { id: fileId, versions: [{ version: 0 }, { version: 1, status: 'complete' }] }
    expect(await ada.call('fileApi', 'showFile', { fileId })).toMatchObject(complete)
    await ada.unsent('fileApi', 'downloadFileVersion', { fileId, versionId: 1 }, 'noBody')
  })

  it('creates no files and no versions, as it sends neither request', async () => {
    const ada = await wrapper.aMember()
    await ada.unsent('fileApi', 'createFile', IMAGE_FILE, 'noBody')
    const { id: fileId } = await ada.person.api.call('createFile', { body: IMAGE_FILE })
    const md5 = md5Of(SIGNATURE_BYTES)
    const sums = { fileMd5: md5, fileSizeInBytes: 4, signatureMd5: md5, signatureSizeInBytes: 4 }
    await ada.unsent('fileApi', 'createFileVersion', { fileId, ...sums }, 'noBody')
  })
})

describe('requests of the wrapper that differ from those of the public SDK', () => {
  it('get an empty response, which it parses as JSON', async () => {
    const [{ call, emptied, person }, grace] = [await wrapper.aMember(), await wrapper.aMember()]
    const worldId = await aWorld(app, person)
    await emptied('worldApi', 'publishWorld', { worldId })
    expect(await call('worldApi', 'getWorldbyID', { worldId })).toMatchObject({ releaseStatus: 'public' })
    await emptied('worldApi', 'unpublishWorld', { worldId })
    expect(await call('worldApi', 'getWorldbyID', { worldId })).toMatchObject({ releaseStatus: 'private' })
    await emptied('worldApi', 'deleteWorld', { worldId })
    expect(await call('worldApi', 'searchAllWorlds', { user: 'me', releaseStatus: 'all' })).toEqual([])

    const group = { favoriteGroupType: 'friend', favoriteGroupName: 'group_0', userId: person.id }
    await emptied('favoriteApi', 'updateFavoriteGroup', { ...group, displayName: 'Best' })
    expect(await call('favoriteApi', 'showFavoriteGroup', group)).toMatchObject({ displayName: 'Best' })

    await subscribe(app, person)
    const wanted = { name: aName(), shortCode: aShortCode(), roleTemplate: 'default', joinState: 'request' }
    const [groupId, userId] = [idIn(await call('groupApi', 'createGroup', wanted)), grace.person.id]
    const requests = () => call('groupApi', 'getGroupJoinRequests', { groupId })
    await grace.call('groupApi', 'joinGroup', { groupId })
    await grace.emptied('groupApi', 'cancelGroupJoinRequest', { groupId })
    expect(await requests()).toEqual([])
    await grace.call('groupApi', 'joinGroup', { groupId })
    await emptied('groupApi', 'respondGroupJoinrequest', { groupId, userId, action: 'accept' })
    expect(await call('groupApi', 'listGroupMembers', { groupId })).toMatchObject([{ userId }])
    await grace.emptied('groupApi', 'leaveGroup', { groupId })
    expect(await call('groupApi', 'listGroupMembers', { groupId })).toEqual([])
    await emptied('groupApi', 'inviteUsertoGroup', { groupId, userId })
    expect(await call('groupApi', 'getGroupInvitesSent', { groupId })).toMatchObject([{ userId }])
    await emptied('groupApi', 'deleteUserInvite', { groupId, userId })
    expect(await call('groupApi', 'getGroupInvitesSent', { groupId })).toEqual([])
  })

  it('are none by methods that are broken or deprecated', async () => {
    const { unsent, person } = await wrapper.aMember()
    await unsent('userApi', 'getAUserNote', { userNoteId: 'unt_none' }, 'unfilledPath')
    await unsent('userApi', 'getUserFeedback', { userId: person.id }, 'deprecated')
    await unsent('systemApi', 'fetchAPIConfig', {}, 'noBody')
    await unsent('economyApi', 'getSteamTransaction', { transactionId: 'txn_none' }, 'deprecated')
    await unsent('economyApi', 'getProductListing', { listingId: 'prod_none' }, 'noQuery')
    const at = { worldId: 'wrld_none', instanceId: '1' }
    await unsent('worldApi', 'getWorldMetadata', at, 'deprecated')
    await unsent('worldApi', 'getWorldInstance', at, 'unfilledPath')
    await unsent('instanceApi', 'sendSelfInvite', at, 'deprecated')
    const said = { groupId: 'grp_none', title: 'Storm', text: 'Keep the lamp lit.' }
    await unsent('groupApi', 'updateGroupMember', { ...said, userId: person.id, managerNotes: 'Kind' }, 'noBody')
    for (const name of ['createGroupAnnouncement', 'getGroupAnnouncement', 'deleteGroupAnnouncement', 'getGroupPosts'])
      await unsent('groupApi', name, { ...said, n: 10, offset: 0 }, 'deprecated')
  })

  it('search avatars without a query, and respond to invites at an address of no operation', async () => {
    const [ada, grace] = [await wrapper.aMember(), await wrapper.aMember()]
    expect(await ada.call('avatarApi', 'searchAvatars', {})).toMatchObject([{ id: DEFAULT_AVATAR_ID }])
    await ada.call('friendApi', 'sendFriendRequest', { userId: grace.person.id })
    await grace.call('friendApi', 'sendFriendRequest', { userId: ada.person.id })
    const { location } = await createInstanceAs(ada.person, await aWorld(app, ada.person))
    await enterAs(app, ada.person, location)
    const invite = await ada.call('inviteApi', 'inviteUser', { userId: grace.person.id, instanceId: location })
    const notificationId = idIn(invite)
    expect(await grace.refused('inviteApi', 'respondInvite', { notificationId, responseSlot: 0 })).toEqual({
      ...{ request: `POST /api/1/invite/${notificationId}/respond`, status: 404 },
      message: 'There is nothing at this address',
    })
  })

  it('go to addresses of operations, but for those of parts that this server lacks', () => {
    expect(requestsWithoutOperation()).toEqual([
      ...['deletePlayerModeration', 'getIOSClosedBetaInformation', 'getLicenses', 'getOwnTransactions'],
      ...['getPlayerModeration', 'getTiliaSyncData', 'respondInvite', 'showFavorite'],
    ])
  })
})
