import { beforeAll, describe, expect, it } from 'vitest'
import * as oldSdk from 'vrchat-1'
import { contract } from '../../src/areas/index.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anEventRequest } from '../support/calendar.ts'
import { aFavoriteRequest } from '../support/favorites.ts'
import { anImage, anUploadedFile, IMAGE_FILE, md5Of, SIGNATURE_BYTES, uploadBytes } from '../support/files.ts'
import { aGroup, aShortCode, subscribe } from '../support/groups.ts'
import { createInstanceAs, enterAs } from '../support/instances.ts'
import { aJam, aSubmission } from '../support/jams.ts'
import { aPrint, aProp } from '../support/props.ts'
import { aName, aRegistration, basicAuthHeader, mailedLink, totpCode } from '../support/users.ts'
import { aWorld, aWorldRequest } from '../support/worlds.ts'
import { anOldSdkUser, oldSdkFor } from './oldSdkClient.ts'

/** Version 1 of the public SDK in Node sends no files: its HTTP client writes the platform's FormData as `{}`. */
const WITH_FILES = [
  ...['editPrint', 'uploadPrint', 'uploadGalleryImage', 'uploadIcon', 'uploadImage'],
  ...['inviteUserWithPhoto', 'requestInviteWithPhoto', 'respondInviteWithPhoto'],
]
/** Only admins get an answer, or there is none without objects that admins create. */
const FOR_ADMINS = ['getUserByName', 'getAdminAssetBundle', 'updateBadge', 'getPermission']

const apis = [
  ...[oldSdk.AuthenticationApi, oldSdk.FavoritesApi, oldSdk.FilesApi, oldSdk.FriendsApi, oldSdk.InstancesApi],
  oldSdk.GroupsApi,
  oldSdk.JamsApi,
  ...[oldSdk.InviteApi, oldSdk.MiscellaneousApi, oldSdk.NotificationsApi, oldSdk.PlayermoderationApi],
  ...[oldSdk.PrintsApi, oldSdk.PropsApi, oldSdk.UsersApi, oldSdk.WorldsApi],
] as const

let app: TestApp
let sdk: ReturnType<typeof oldSdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = oldSdkFor(app)
})

const aMember = () => anOldSdkUser(app, sdk)

/** The status of a refusal, which the SDK throws. */
const statusOf = (outcome: Promise<{ status: number }>): Promise<unknown> =>
  outcome.then(
    ({ status }) => status,
    (error: { response?: { status?: number } }) => error.response?.status ?? error,
  )

describe('version 1 of the public SDK', () => {
  it('registers, logs in, uses a second factor and logs out', async () => {
    const anonymous = sdk.clientOf(oldSdk.AuthenticationApi, {})
    const wanted = aRegistration()
    expect((await anonymous.registerUserAccount(wanted)).data).toMatchObject({ username: wanted.username })
    expect((await anonymous.checkUserExists(undefined, undefined, wanted.username)).data.userExists).toBe(true)
    const login = sdk.clientOf(oldSdk.AuthenticationApi, basicAuthHeader(wanted.username, wanted.password))
    expect((await login.getCurrentUser()).data).toMatchObject({ username: wanted.username })

    const { auth, id, email, api } = await aMember()
    expect((await auth.verifyAuthToken()).data.ok).toBe(true)
    await auth.resendEmailConfirmation()
    const link = mailedLink(app, email).searchParams
    const [userId, token] = [link.get('id') ?? '', link.get('verify_email') ?? '']
    expect(await statusOf(auth.confirmEmail(userId, token, { maxRedirects: 0 }))).toBe(302)
    expect(await statusOf(auth.verifyLoginPlace('unknown', id))).toBe(400)
    await auth.enable2FA()
    expect((await auth.cancelPending2FA()).data.removed).toBe(true)
    const { secret } = await api.call('enable2FA')
    expect((await auth.verifyPending2FA({ code: await totpCode(app, secret) })).data.enabled).toBe(true)
    expect(await statusOf(auth.verify2FA({ code: '000000' }))).toBe(400)
    expect(await statusOf(auth.verify2FAEmailCode({ code: '000000' }))).toBe(400)
    const { data: codes } = await auth.getRecoveryCodes()
    expect(await statusOf(auth.verifyRecoveryCode({ code: codes.otp?.[0]?.code ?? '' }))).toBe(200)
    expect((await auth.disable2FA()).data.removed).toBe(true)
    expect((await auth.deleteUser(id)).data.accountDeletionDate).not.toBeNull()
    expect((await auth.logout()).data.success?.status_code).toBe(200)
    expect(await statusOf(auth.getCurrentUser())).toBe(401)
  })

  it('changes profiles, notes, friends, favorites and moderations, and reads the configuration', async () => {
    const [ada, grace] = [await aMember(), await aMember()]
    expect((await ada.users.updateUser(ada.id, { bio: 'new' })).data.bio).toBe('new')
    expect((await ada.users.addTags(ada.id, { tags: ['language_eng'] })).data.tags).toContain('language_eng')
    expect((await ada.users.removeTags(ada.id, { tags: ['language_eng'] })).data.tags).not.toContain('language_eng')
    expect((await ada.users.searchUsers(grace.username)).data).toMatchObject([{ id: grace.id }])
    expect((await ada.users.getUser(grace.id)).data.id).toBe(grace.id)
    const { data: note } = await ada.users.updateUserNote({ targetUserId: grace.id, note: 'a note' })
    expect((await ada.users.getUserNote(note.id)).data.note).toBe('a note')
    expect((await ada.users.getUserNotes()).data).toHaveLength(1)
    expect((await ada.users.getUserFeedback(ada.id)).data).toEqual([])

    const { data: request } = await ada.friends.friend(grace.id)
    expect((await grace.notifications.getNotifications()).data).toMatchObject([{ id: request.id }])
    expect((await grace.notifications.getNotification(request.id)).data.type).toBe('friendRequest')
    await grace.notifications.markNotificationAsRead(request.id)
    await grace.notifications.acceptFriendRequest(request.id)
    expect((await ada.friends.getFriendStatus(grace.id)).data.isFriend).toBe(true)
    expect((await ada.friends.getFriends()).data).toMatchObject([{ id: grace.id }])
    const { data: favorite } = await ada.favorites.addFavorite(aFavoriteRequest('friend', grace.id))
    expect((await ada.favorites.getFavorites()).data).toMatchObject([{ id: favorite.id }])
    await ada.favorites.updateFavoriteGroup('friend', 'group_0', ada.id, { displayName: 'Best' })
    expect((await ada.favorites.getFavoriteGroup('friend', 'group_0', ada.id)).data.displayName).toBe('Best')
    expect((await ada.favorites.getFavoriteGroups()).data).toHaveLength(12)
    expect((await ada.favorites.getFavoriteLimits()).data).toHaveProperty('maxFavoriteGroups')
    await ada.favorites.removeFavorite(favorite.id)
    await ada.favorites.clearFavoriteGroup('friend', 'group_0', ada.id)
    await ada.friends.unfriend(grace.id)
    const { data: again } = await ada.friends.friend(grace.id)
    await grace.notifications.deleteNotification(again.id)
    await grace.notifications.clearNotifications()
    await ada.friends.deleteFriendRequest(grace.id)
    await ada.moderations.moderateUser({ moderated: grace.id, type: 'mute' })
    expect((await ada.moderations.getPlayerModerations()).data).toHaveLength(1)
    await ada.moderations.unmoderateUser({ moderated: grace.id, type: 'mute' })
    await ada.moderations.clearAllPlayerModerations()

    const { system } = ada
    for (const answer of [system.getConfig(), system.getSystemTime()]) expect((await answer).status).toBe(200)
    expect((await system.getCurrentOnlineUsers()).status).toBe(200)
    expect(await statusOf(system.getHealth())).toBe(401)
    expect((await system.getInfoPush()).data).toEqual(expect.any(Array))
    expect((await system.getAssignedPermissions()).data).toEqual([])
    for (const answer of [system.getCSS(), system.getJavaScript()]) expect((await answer).status).toBe(200)
  })

  it('uploads a file, and makes, publishes and deletes a world of it', async () => {
    const { id, files, worlds, users, person } = await aMember()
    const bytes = await anImage()
    const { data: file } = await files.createFile({ name: aName(), mimeType: 'image/png', extension: '.png' })
    const sums = { fileMd5: md5Of(bytes), signatureMd5: md5Of(SIGNATURE_BYTES) }
    const sizes = { fileSizeInBytes: bytes.length, signatureSizeInBytes: SIGNATURE_BYTES.length }
    await files.createFileVersion(file.id, { ...sums, ...sizes })
    for (const [kind, data, contentType] of [
      ['file', bytes, 'image/png'],
      ['signature', SIGNATURE_BYTES, 'application/x-rsync-signature'],
    ] as const) {
      const { data: place } = await files.startFileDataUpload(file.id, 1, kind)
      await uploadBytes(app, place.url ?? '', data, { contentType, md5: md5Of(data) })
      expect(await statusOf(files.getFileDataUploadStatus(file.id, 1, kind))).toBe(200)
      await files.finishFileDataUpload(file.id, 1, kind, { maxParts: '0', nextPartNumber: '0' })
    }
    expect((await files.getFiles()).data).toMatchObject([{ id: file.id }])
    expect((await files.getFile(file.id)).data.versions).toHaveLength(2)
    expect(await statusOf(files.downloadFileVersion(file.id, 1))).toBe(200)
    for (const name of ['getFileAnalysis', 'getFileAnalysisSecurity', 'getFileAnalysisStandard'] as const)
      expect(await statusOf(files[name](file.id, 1))).toBeGreaterThanOrEqual(200)
    await files.deleteFileVersion(file.id, 1)
    await files.deleteFile(file.id)

    const { data: world } = await worlds.createWorld({ ...(await aWorldRequest(app, id)), authorId: id })
    await worlds.updateWorld(world.id, { description: 'changed' })
    expect((await worlds.getWorldPublishStatus(world.id)).data.canPublish).toBe(true)
    await worlds.publishWorld(world.id)
    expect((await worlds.getWorld(world.id)).data).toMatchObject({ description: 'changed', releaseStatus: 'public' })
    expect((await worlds.getWorldMetadata(world.id)).data).toMatchObject({ id: world.id })
    expect((await worlds.searchWorlds(undefined, undefined, 'me')).data).toMatchObject([{ id: world.id }])
    for (const name of ['getActiveWorlds', 'getFavoritedWorlds', 'getRecentWorlds'] as const)
      expect((await worlds[name]()).data).toEqual([])
    for (const client of [users, worlds]) {
      expect(await statusOf(client.checkUserPersistenceExists(person.id, world.id))).toBe(404)
      expect(await statusOf(client.deleteUserPersistence(person.id, world.id))).toBe(404)
    }
    await worlds.unpublishWorld(world.id)
    await worlds.deleteWorld(world.id)
  })

  it('creates instances, invites to them, and reads prints and props', async () => {
    const [ada, grace] = [await aMember(), await aMember()]
    await ada.friends.friend(grace.id)
    await grace.friends.friend(ada.id)
    const worldId = await aWorld(app, ada)
    const { data: made } = await ada.instances.createInstance({ worldId, type: 'public', region: 'us' })
    const { instanceId } = made
    expect((await ada.instances.getInstance(worldId, instanceId)).data.worldId).toBe(worldId)
    expect((await ada.worlds.getWorldInstance(worldId, instanceId)).data.instanceId).toBe(instanceId)
    const { data: short } = await ada.instances.getShortName(worldId, instanceId)
    const shortName = short.shortName ?? short.secureName
    expect((await ada.instances.getInstanceByShortName(shortName)).data.instanceId).toBe(instanceId)
    await enterAs(app, ada, made.location)
    await ada.invites.inviteMyselfTo(worldId, instanceId)
    const { data: invite } = await ada.invites.inviteUser(grace.id, { instanceId: made.location })
    await grace.invites.respondInvite(invite.id, { responseSlot: 0 })
    await grace.invites.requestInvite(ada.id, {})
    expect((await ada.invites.getInviteMessages(ada.id, 'message')).data).toHaveLength(12)
    await ada.invites.updateInviteMessage(ada.id, 'message', 2, { message: 'Come' })
    expect((await ada.invites.getInviteMessage(ada.id, 'message', 2)).data.message).toBe('Come')
    expect(await statusOf(ada.invites.resetInviteMessage(ada.id, 'message', 2))).toBe(429)
    const closing = (await createInstanceAs(ada, worldId)).instanceId
    await ada.instances.closeInstance(worldId, closing, true)

    const print = await aPrint(ada.person)
    expect((await ada.prints.getPrint(print.id)).data.id).toBe(print.id)
    expect((await ada.prints.getUserPrints(ada.id)).data).toMatchObject([{ id: print.id }])
    await ada.prints.deletePrint(print.id)
    const propId = await aProp(app, ada.person)
    expect((await ada.props.getProp(propId)).data.id).toBe(propId)
  })

  it('lists jams and their submissions', async () => {
    const [ada, jamId] = [await aMember(), await aJam(app)]
    const { id } = await aSubmission(app, jamId, ada)
    expect((await ada.jams.getJams('world')).data).toMatchObject([{ id: jamId, state: 'submissions_open' }])
    expect((await ada.jams.getJam(jamId)).data).toMatchObject({ id: jamId, isVisible: true })
    expect((await ada.jams.getJamSubmissions(jamId)).data).toMatchObject([{ id, jamId, submitterId: ada.id }])
  })

  it('makes, follows, lists and deletes an event', async () => {
    const [{ id: groupId, owner }, grace] = [await aGroup(app), await aMember()]
    const { calendar } = sdk.clientsOf(owner)
    const event = (await calendar.createGroupCalendarEvent(groupId, anEventRequest())).data
    const { id = '' } = event
    expect(event).toMatchObject({ ownerId: groupId, title: 'Dance night' })
    await calendar.updateGroupCalendarEvent(groupId, id, { title: 'Ball' })
    expect((await grace.calendar.getGroupCalendarEvent(groupId, id)).data.title).toBe('Ball')
    await grace.calendar.followGroupCalendarEvent(groupId, id, { isFollowing: true })
    const one = { totalCount: 1, results: [{ id, userInterest: { isFollowing: true } }] }
    expect((await grace.calendar.getFollowedCalendarEvents()).data).toMatchObject(one)
    expect((await grace.calendar.getCalendarEvents(event.startsAt)).data).toMatchObject(one)
    expect((await grace.calendar.getGroupCalendarEvents(groupId, undefined, 1)).data).toMatchObject(one)
    expect((await grace.calendar.getFeaturedCalendarEvents()).data.results).toEqual([])
    expect(String((await grace.calendar.getGroupCalendarEventICS(groupId, id)).data)).toMatch(/^BEGIN:VCALENDAR/)
    expect((await calendar.deleteGroupCalendarEvent(groupId, id)).data.success?.status_code).toBe(200)
  })

  it('founds a group, and takes in, leads and removes its members', async () => {
    const [ada, grace] = [await aMember(), await aMember()]
    await subscribe(app, ada)
    expect((await ada.groups.getGroupRoleTemplates()).data).toHaveProperty('default')
    const wanted = { name: aName(), shortCode: aShortCode(), roleTemplate: 'default' as const }
    const { id = '' } = (await ada.groups.createGroup(wanted)).data
    const rules = { rules: 'Be kind.', joinState: 'request' as const }
    expect((await ada.groups.updateGroup(id, rules)).data).toMatchObject(rules)
    expect((await grace.groups.searchGroups(wanted.name)).data).toMatchObject([{ id }])

    await grace.groups.joinGroup(id)
    expect((await grace.users.getUserGroupRequests(grace.id)).data).toMatchObject([{ id }])
    await grace.groups.cancelGroupRequest(id)
    await grace.groups.joinGroup(id)
    expect((await ada.groups.getGroupRequests(id)).data).toMatchObject([{ userId: grace.id }])
    await ada.groups.respondGroupJoinRequest(id, grace.id, { action: 'accept' })
    expect((await ada.groups.getGroupMembers(id)).data).toMatchObject([{ userId: grace.id }])
    await ada.groups.updateGroupMember(id, grace.id, { managerNotes: 'Kind' })
    expect((await ada.groups.getGroupMember(id, grace.id)).data.managerNotes).toBe('Kind')
    await grace.groups.updateGroupRepresentation(id, { isRepresenting: true })
    expect((await ada.users.getUserRepresentedGroup(grace.id)).data.groupId).toBe(id)
    expect((await ada.users.getUserGroups(grace.id)).data).toMatchObject([{ groupId: id }])

    const { id: roleId = '' } = (await ada.groups.createGroupRole(id, { name: 'Guide' })).data
    await ada.groups.updateGroupRole(id, roleId, { name: 'Pilot' })
    expect((await ada.groups.addGroupMemberRole(id, grace.id, roleId)).data).toContain(roleId)
    expect((await ada.groups.removeGroupMemberRole(id, grace.id, roleId)).data).not.toContain(roleId)
    await ada.groups.deleteGroupRole(id, roleId)
    expect((await ada.groups.getGroupRoles(id)).data.map((role) => role.id)).not.toContain(roleId)
    expect((await ada.groups.getGroupPermissions(id)).data.length).toBeGreaterThan(0)

    await ada.groups.kickGroupMember(id, grace.id)
    await ada.groups.createGroupInvite(id, { userId: grace.id })
    expect((await ada.groups.getGroupInvites(id)).data).toMatchObject([{ userId: grace.id }])
    await ada.groups.deleteGroupInvite(id, grace.id)
    await ada.groups.banGroupMember(id, { userId: grace.id })
    expect((await ada.groups.getGroupBans(id)).data).toMatchObject([{ userId: grace.id }])
    await ada.groups.unbanGroupMember(id, grace.id)
    await ada.groups.updateGroup(id, { joinState: 'open' })
    await grace.groups.joinGroup(id)
    await grace.groups.leaveGroup(id)
    expect((await ada.groups.getGroup(id)).data.memberCount).toBe(1)
    expect((await ada.groups.getGroupAuditLogs(id)).data.results).toMatchObject({ 0: { actorId: grace.id } })
    await ada.groups.deleteGroup(id)
    expect(await statusOf(ada.groups.getGroup(id))).toBe(404)
  })

  it('announces, posts, shows images and opens instances in a group', async () => {
    const ada = await aMember()
    await subscribe(app, ada)
    const wanted = { name: aName(), shortCode: aShortCode(), roleTemplate: 'default' as const }
    const { id = '' } = (await ada.groups.createGroup(wanted)).data
    await ada.groups.createGroupAnnouncement(id, { title: 'Storm', text: 'Keep the lamp lit.' })
    expect((await ada.groups.getGroupAnnouncements(id)).data.title).toBe('Storm')
    await ada.groups.deleteGroupAnnouncement(id)
    const post = { title: 'Calm', text: 'The storm is over.', sendNotification: false, visibility: 'group' as const }
    const { id: postId = '' } = (await ada.groups.addGroupPost(id, post)).data
    await ada.groups.updateGroupPost(id, postId, { ...post, title: 'Sun' })
    expect((await ada.groups.getGroupPosts(id)).data.posts).toMatchObject([{ id: postId, title: 'Sun' }])
    await ada.groups.deleteGroupPost(id, postId)

    const { id: galleryId = '' } = (await ada.groups.createGroupGallery(id, { name: 'Ships' })).data
    expect((await ada.groups.updateGroupGallery(id, galleryId, { name: 'Boats' })).data.name).toBe('Boats')
    const { id: fileId } = await anUploadedFile(app, ada.person, await anImage(), IMAGE_FILE)
    const { id: imageId = '' } = (await ada.groups.addGroupGalleryImage(id, galleryId, { fileId })).data
    expect((await ada.groups.getGroupGalleryImages(id, galleryId)).data).toMatchObject([{ id: imageId, fileId }])
    await ada.groups.deleteGroupGalleryImage(id, galleryId, imageId)
    await ada.groups.deleteGroupGallery(id, galleryId)

    const worldId = await aWorld(app, ada)
    const ofGroup = { ownerId: id, groupAccessType: 'members' as const, type: 'group' as const }
    const { location } = (await ada.instances.createInstance({ ...ofGroup, worldId, region: 'us' })).data
    await enterAs(app, ada, location)
    expect((await ada.groups.getGroupInstances(id)).data).toMatchObject([{ location }])
    expect((await ada.users.getUserGroupInstances(ada.id)).data.instances).toMatchObject([{ location }])
  })

  it('was called by each of its methods for an operation of this server', () => {
    const methods = new Set(apis.flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)))
    const served = Object.keys(contract).filter((name) => methods.has(name))
    expect(served.length).toBeGreaterThan(90)
    const left = served.filter((name) => !sdk.called.has(name)).sort()
    expect(left).toEqual([...WITH_FILES, ...FOR_ADMINS].sort())
  })
})
