import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { VRChatAPI } from 'vrc-ts'
import { anApp, type TestApp } from '../support/app.ts'
import { IMAGE_FILE } from '../support/files.ts'
import { aRegistration, aUser } from '../support/users.ts'
import { aWorld, aWorldRequest } from '../support/worlds.ts'

/** What belongs to areas that this server lacks, or asks for a player moderation by id, which is no operation. */
const NOT_SERVED = [
  ...['avatarApi', 'betaApi', 'economyApi', 'groupApi', 'jamApi'],
  ...['showFavorite', 'getPlayerModeration', 'deletePlayerModeration', 'generateGroupInstance'],
  ...['getUserGroups', 'getUserGroupRequests', 'getUserRepresentedGroup', 'getUserGroupInstances'],
]
/** Methods without a request, or that read a code from the environment of the process. */
const WITHOUT_REQUEST = [
  ...['checkValidData', 'executeRequest', 'constructor', 'generateNormalInstanceIdOnly', 'getRandomNonce'],
  ...['showInformationNotices', 'downloadCSS', 'downloadJavaScript', 'checkAPIHealth'],
  ...['verify2FACodeTOTP', 'verify2FAEmailCode', 'getPermission', 'respondToNotification'],
]
/**
 * It refuses to send its own requests by these methods, sends them to addresses of its own, or parses an empty response
 * as JSON once the act is done.
 */
const FAULTS = [
  ...['createFile', 'createFileVersion', 'deleteWorld', 'downloadFileVersion', 'fetchAPIConfig', 'getAUserNote'],
  ...['getUserFeedback', 'getWorldInstance', 'getWorldMetadata', 'publishWorld', 'respondInvite', 'sendSelfInvite'],
  ...['startFileDataUpload', 'unpublishWorld', 'updateFavoriteGroup'],
]
const OWN_FAULTS =
  /There is nothing at this address|No path was provided|Missing required|is deprecated|not implemented|No query parameters/

const called = new Set<string>()
const succeeded = new Set<string>()
const faulty = new Set<string>()
let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
beforeEach(() => {
  for (const method of ['log', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
})

type Part = Exclude<keyof VRChatAPI, 'login' | 'arraysAreEqual' | 'getBase64Credentials'>

/** Logs a new person in; the wrapper is changed only in its address. */
async function aMember() {
  const person = await aUser(app, { username: aRegistration().username })
  const { username, password } = person
  const api = new VRChatAPI({ username, password, userAgent: 'plaza-tests/1.0 tests@plaza.test' })
  api.basePath = `${app.origin}/api/1`
  api.basePath2 = api.basePath
  await api.login()
  const call = async (part: Part, name: string, input: object | string = {}): Promise<unknown> => {
    called.add(name)
    const target = Object(api[part])
    try {
      const result = await Promise.resolve(Reflect.apply(target[name], target, [input]))
      succeeded.add(name)
      return result
    } catch (error) {
      if (!OWN_FAULTS.test(String(error)) && !(error instanceof SyntaxError)) throw error
      faulty.add(name)
      return undefined
    }
  }
  return { person, api, call }
}

const idIn = (record: unknown): string => String(Object(record).id)
const friendsWith = (call: (part: Part, name: string) => Promise<unknown>) => call('friendApi', 'listFriends')

it('logs in, and changes profiles, friends, favorites, notifications and moderations', async () => {
  const [ada, grace] = [await aMember(), await aMember()]
  expect(ada.api.currentUser).toMatchObject({ id: ada.person.id })
  const [userId, other] = [ada.person.id, grace.person.id]
  expect(await ada.call('authApi', 'getCurrentUser')).toMatchObject({ id: userId })
  expect(await ada.call('authApi', 'userExist', { username: grace.person.username })).toMatchObject({
    userExists: true,
  })
  expect(await ada.call('authApi', 'verifyAuthToken')).toMatchObject({ ok: true })
  expect(await ada.call('userApi', 'updateUserInfo', { userId, bio: 'new' })).toMatchObject({ bio: 'new' })
  expect(await ada.call('userApi', 'getUserById', { userId: other })).toMatchObject({ id: other })
  expect(await ada.call('userApi', 'searchAllUsers', { search: grace.person.username })).toHaveLength(1)
  const note = await ada.call('userApi', 'updateUserNote', { targetUserId: other, note: 'a note' })
  await ada.call('userApi', 'getAUserNote', { userNoteId: idIn(note) })
  expect(await ada.call('userApi', 'getAllUserNotes')).toHaveLength(1)
  await ada.call('userApi', 'getUserFeedback', { userId })

  const request = await ada.call('friendApi', 'sendFriendRequest', { userId: other })
  expect(await grace.call('notificationApi', 'listNotifications')).toMatchObject([{ id: idIn(request) }])
  await grace.call('notificationApi', 'markNotificationAsRead', { notificationId: idIn(request) })
  await grace.call('notificationApi', 'acceptFriendRequest', { notificationId: idIn(request) })
  expect(await ada.call('friendApi', 'checkFriendStatus', { userId: other })).toMatchObject({ isFriend: true })
  expect(await friendsWith(ada.call)).toMatchObject([{ id: other }])
  const favorite = await ada.call('favoriteApi', 'addFavorite', {
    type: 'friend',
    favoriteId: other,
    tags: ['group_0'],
  })
  expect(await ada.call('favoriteApi', 'listFavorites')).toHaveLength(1)
  expect(await ada.call('favoriteApi', 'getFavoriteLimits')).toHaveProperty('maxFavoriteGroups')
  const group = { favoriteGroupType: 'friend', favoriteGroupName: 'group_0', userId }
  await ada.call('favoriteApi', 'updateFavoriteGroup', { ...group, displayName: 'Best' })
  expect(await ada.call('favoriteApi', 'showFavoriteGroup', group)).toMatchObject({ displayName: 'Best' })
  expect(await ada.call('favoriteApi', 'listFavoriteGroups')).toHaveLength(12)
  await ada.call('favoriteApi', 'removeFavorite', { favoriteId: idIn(favorite) })
  await ada.call('favoriteApi', 'clearFavoriteGroup', group)
  await ada.call('friendApi', 'unfriend', { userId: other })
  const again = await ada.call('friendApi', 'sendFriendRequest', { userId: other })
  await grace.call('notificationApi', 'deleteNotification', { notificationId: idIn(again) })
  await grace.call('notificationApi', 'clearAllNotifications')
  await ada.call('friendApi', 'deleteFriendRequest', { userId: other })
  await ada.call('playermoderationApi', 'moderateUser', { moderated: other, type: 'mute' })
  expect(await ada.call('playermoderationApi', 'searchPlayerModerations')).toHaveLength(1)
  await ada.call('playermoderationApi', 'unmoderateUser', { moderated: other, type: 'mute' })
  await ada.call('playermoderationApi', 'clearAllPlayerModerations')
  expect(await ada.call('permissionApi', 'getAssignedPermissions')).toEqual([])
  for (const name of ['fetchAPIConfig', 'currentOnlineUsers', 'currentSystemTime']) await ada.call('systemApi', name)
  await ada.call('authApi', 'logout')
})

/** Calls each method for files; the wrapper sends few of them. */
async function filesOf({ call, person }: Awaited<ReturnType<typeof aMember>>) {
  await call('fileApi', 'createFile', { ...IMAGE_FILE })
  const { id: fileId } = await person.api.call('createFile', { body: { ...IMAGE_FILE } })
  expect(await call('fileApi', 'listFiles')).toMatchObject([{ id: fileId }])
  expect(await call('fileApi', 'showFile', { fileId })).toMatchObject({ id: fileId })
  const sums = { fileMd5: MD5, fileSizeInBytes: 4, signatureMd5: MD5, signatureSizeInBytes: 4 }
  await call('fileApi', 'createFileVersion', { fileId, ...sums })
  const data = { fileId, versionId: 1, fileType: 'file' }
  const refused = /40[0-9]/
  for (const name of [
    ...['startFileDataUpload', 'checkFileDataUploadStatus', 'finishFileDataUpload', 'downloadFileVersion'],
    ...['getFileVersionAnalysis', 'getFileVersionAnalysisSecurity', 'getFileVersionAnalysisStandard'],
    'deleteFileVersion',
  ])
    await call('fileApi', name, data).catch((error: unknown) => expect(String(Object(error).message)).toMatch(refused))
  await call('fileApi', 'deleteFile', { fileId })
}

const MD5 = 'AAAAAAAAAAAAAAAAAAAAAA=='

it('stores files and worlds, creates instances and invites to them', async () => {
  const [ada, grace] = [await aMember(), await aMember()]
  const { call, person } = ada
  await filesOf(ada)
  const world = await call('worldApi', 'createWorld', { ...(await aWorldRequest(app, person.id)), authorId: person.id })
  const worldId = idIn(world)
  expect(await call('worldApi', 'updateWorld', { worldId, description: 'changed' })).toMatchObject({ id: worldId })
  expect(await call('worldApi', 'getWorldPublishStatus', { worldId })).toMatchObject({ canPublish: true })
  await call('worldApi', 'publishWorld', { worldId })
  expect(await call('worldApi', 'getWorldbyID', { worldId })).toMatchObject({ releaseStatus: 'public' })
  await call('worldApi', 'getWorldMetadata', { worldId })
  for (const name of ['searchAllWorlds', 'listActiveWorlds', 'listFavoritedWorlds', 'listRecentWorlds'])
    await call('worldApi', name)
  await call('worldApi', 'unpublishWorld', { worldId })
  await call('worldApi', 'deleteWorld', { worldId })

  await call('friendApi', 'sendFriendRequest', { userId: grace.person.id })
  await grace.call('friendApi', 'sendFriendRequest', { userId: person.id })
  const place = await aWorld(app, person)
  const instance = await person.api.call('createInstance', { body: { worldId: place, type: 'public', region: 'us' } })
  const at = { worldId: place, instanceId: instance.instanceId }
  await call('instanceApi', 'getInstance', at)
  await call('worldApi', 'getWorldInstance', at)
  await call('instanceApi', 'getInstanceShortName', { instanceId: instance.location })
  await call('instanceApi', 'getInstanceByShortName', { shortName: instance.secureName })
  await call('instanceApi', 'generateNormalInstance', {
    ...{ worldId: place, region: 'us', instanceType: 'friends', ownerId: person.id },
  })
  await call('instanceApi', 'sendSelfInvite', at)
  await call('inviteApi', 'inviteMyselfToInstance', at)
  const invite = await call('inviteApi', 'inviteUser', { userId: grace.person.id, instanceId: instance.location })
  await grace.call('inviteApi', 'respondInvite', { notificationId: idIn(invite), responseSlot: 0 })
  await grace.call('inviteApi', 'requestInvite', { userId: person.id })
  const slot = { userId: person.id, messageType: 'message', slot: 2 }
  expect(await call('inviteApi', 'listInviteMessages', slot)).toHaveLength(12)
  await call('inviteApi', 'updateInviteMessage', { ...slot, message: 'Come' })
  expect(await call('inviteApi', 'getInviteMessage', slot)).toMatchObject({ message: 'Come' })
  await call('inviteApi', 'resetInviteMessage', slot).catch((error: unknown) =>
    expect(String(error)).toMatch(/429|Too Many/),
  )
  await call('printsApi', 'listPrints', person.id)
})

it('was called by each of its methods for what this server has', async () => {
  const { api } = await aMember()
  const parts = Object.entries(api).filter(([name]) => name.endsWith('Api') && !NOT_SERVED.includes(name))
  const methods = new Set(parts.flatMap(([, part]) => Object.getOwnPropertyNames(Object.getPrototypeOf(part))))
  const left = [...methods].filter((name) => ![...called, ...NOT_SERVED, ...WITHOUT_REQUEST].includes(name))
  expect(left).toEqual([])
  expect([...faulty].filter((name) => !succeeded.has(name)).sort()).toEqual([...FAULTS].sort())
})
