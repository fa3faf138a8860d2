import { analyseFiles } from '../../src/areas/files/assets/analyses.ts'
import { newId, newUuid, type UserId, type WorldId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { anAvatar } from '../support/avatars.ts'
import { acceptTerms } from '../support/economy.ts'
import { favoriteAs } from '../support/favorites.ts'
import { aFileWithoutContent, anImage, anUploadedFile, BINARY_FILE, IMAGE_FILE, WORLD_FILE } from '../support/files.ts'
import { aFriendOf } from '../support/friends.ts'
import { createInstanceAs } from '../support/instances.ts'
import { anEditedMessage } from '../support/invites.ts'
import { aNotification } from '../support/notifications.ts'
import { moderate } from '../support/playerModerations.ts'
import { aPrint, aProp, aPropRequest } from '../support/props.ts'
import { aUserReportRequest, submitReport } from '../support/reports.ts'
import { aRestClient, type RestClient } from '../support/restClient.ts'
import { aName, anAdmin, aUser, enableTotp, logIn, type TestUser } from '../support/users.ts'
import { aFileUrl, aPackage, aWorld, aWorldRequest, fileIdIn } from '../support/worlds.ts'
import { type AvatarThings, addAvatars } from './avatarFixtures.ts'
import { addCatalogue, type CatalogueThings } from './catalogueFixtures.ts'
import { addGroups, type GroupThings } from './groupFixtures.ts'
import { addInventory, type InventoryThings } from './inventoryFixtures.ts'
import { addJams, type JamThings } from './jamFixtures.ts'
import { addPayments, type PaymentThings } from './paymentFixtures.ts'
import { addPurchases, type PurchaseThings } from './purchaseFixtures.ts'
import { addReportRecords, type ReportThings } from './reportFixtures.ts'
import { addRewards, type RewardThings } from './rewardFixtures.ts'
import { addRuns, type RunThings } from './runFixtures.ts'
import { addHelped, type StaffThings } from './staffFixtures.ts'
import { addSubscriptions, type SubscriptionThings } from './subscriptionFixtures.ts'

export const CALLERS = ['anonymous', 'pendingFactor', 'other', 'owner', 'admin'] as const
/** `pendingFactor`: a session that still requires its second factor. `owner`: the owner of the fixture objects. */
export type Caller = (typeof CALLERS)[number]

/** Objects that operations are called with, all owned by `owner`. */
export interface Things
  extends AvatarThings,
    CatalogueThings,
    PurchaseThings,
    GroupThings,
    InventoryThings,
    JamThings,
    PaymentThings,
    ReportThings,
    RewardThings,
    RunThings,
    StaffThings,
    SubscriptionThings {
  readonly userId: UserId
  readonly username: string
  readonly password: string
  /** The user whom the owner's note is about. */
  readonly targetId: UserId
  readonly noteId: string
  readonly sessionId: string
  readonly badgeId: string
  readonly permissionId: string
  /** Themes of the owner; `goneThemeId` may be deleted. */
  readonly themeId: string
  readonly goneThemeId: string
  /** A permission that may be deleted. */
  readonly gonePermissionId: string
  /** Friends of the owner; `formerId` may be unfriended. */
  readonly friendId: UserId
  readonly formerId: UserId
  /** A user without relations to the callers. */
  readonly strangerId: UserId
  /** Received friend requests; `declinedId` may be declined. */
  readonly requestId: string
  readonly declinedId: string
  /** Received notifications: of each API version one to read and one or two to delete, and two to respond to. */
  readonly inviteId: string
  readonly hiddenId: string
  readonly noticeId: string
  readonly deletedId: string
  readonly alsoDeletedId: string
  readonly offerId: string
  readonly questionId: string
  /** Invites from the owner's friend, to respond to. */
  readonly friendlyInviteId: string
  readonly otherInviteId: string
  /** A private world for two platforms, one of them android, with persistent data of the owner. */
  readonly worldId: WorldId
  /** A world that may be deleted. */
  readonly goneWorldId: WorldId
  /** Request body that creates a world. */
  readonly newWorld: Awaited<ReturnType<typeof aWorldRequest>>
  /** A public instance of `worldId`. */
  readonly instanceId: string
  readonly shortName: string
  /** Files: a world asset, an image, an unfinished upload, one whose version and one that itself may be deleted. */
  readonly assetId: string
  readonly pictureId: string
  readonly waitingId: string
  readonly shorterId: string
  readonly goneFileId: string
  /** Images that may be used up by other objects. */
  readonly spareId: string
  readonly otherSpareId: string
  readonly assetReviewId: string
  readonly adminAssetBundleId: string
  /** A prop and a print, each with another that may be deleted, and a request body that creates a prop. */
  readonly propId: string
  readonly gonePropId: string
  readonly newProp: Awaited<ReturnType<typeof aPropRequest>>
  readonly printId: string
  readonly gonePrintId: string
  /** A moderation report by the owner. */
  readonly reportId: string
  /** A player moderation by the owner. */
  readonly moderationId: string
  /** A favorite avatar. */
  readonly favoriteId: string
}

export interface AccessFixture {
  readonly things: Things
  /** A new client with the caller's cookies. */
  clientOf(caller: Caller): RestClient
}

export async function anAccessFixture(app: TestApp): Promise<AccessFixture> {
  const [owner, other, pendingFactor] = [await aUser(app), await aUser(app), await aUser(app)]
  const admin = await anAdmin(app)
  await enableTotp(app, pendingFactor)
  pendingFactor.api.cookies.clear()
  await logIn(pendingFactor.api, pendingFactor)
  const apis: Record<Caller, RestClient> = {
    anonymous: aRestClient(app),
    pendingFactor: pendingFactor.api,
    other: other.api,
    owner: owner.api,
    admin: admin.api,
  }
  for (const person of [other, admin]) await acceptTerms(app, person)
  const { id: noteId } = await owner.api.call('updateUserNote', { body: { targetUserId: other.id, note: 'a friend' } })
  const files = await addFiles(app, owner)
  const given = {
    ...(await addAccountRecords(app, owner.id)),
    ...(await addReportRecords(app, owner.id)),
    ...(await addFriendsAndRequests(app, owner)),
    ...(await addNotifications(app, owner)),
    ...(await addWorlds(app, owner)),
    ...files,
    ...(await addGroups(app, owner, [files.spareId, files.otherSpareId])),
    ...(await addAssetBundle(app, admin)),
    ...(await addContent(app, owner)),
    ...(await addJams(app, owner)),
    ...(await addInventory(app, owner)),
    ...(await addRewards(app)),
    ...(await addRuns(app)),
    ...(await addHelped(app)),
    ...(await addAvatars(app, owner)),
    ...(await addEconomy(app, owner)),
  }
  return {
    things: {
      userId: owner.id,
      username: owner.username,
      password: owner.password,
      targetId: other.id,
      noteId,
      ...given,
    },
    clientOf(caller) {
      const api = aRestClient(app)
      for (const [name, value] of apis[caller].cookies) api.cookies.set(name, value)
      return api
    },
  }
}

const addEconomy = async (app: TestApp, owner: TestUser) => ({
  ...(await addPayments(app, owner)),
  ...(await addSubscriptions(app, owner)),
  ...(await addCatalogue(app, owner)),
  ...(await addPurchases(app, owner)),
})

async function addFriendsAndRequests(app: TestApp, owner: TestUser) {
  const [friend, former] = [await aFriendOf(app, owner), await aFriendOf(app, owner)]
  const { id: strangerId } = await aUser(app)
  const ask = async () => (await (await aUser(app)).api.call('friend', { userId: owner.id })).id
  // Can't be deleted, so that they survive the test of clearNotifications.
  const invite = () => aNotification(app, owner.id, { type: 'invite', senderId: friend.id, canDelete: false })
  const invites = { friendlyInviteId: await invite(), otherInviteId: await invite() }
  const requests = { requestId: await ask(), declinedId: await ask() }
  return { friendId: friend.id, formerId: former.id, strangerId, ...requests, ...invites }
}

async function addNotifications(app: TestApp, { id }: TestUser) {
  const { id: senderId } = await aUser(app)
  const responses = [{ type: 'accept', data: '', icon: 'check', text: 'Accept', textKey: null }]
  return {
    inviteId: await aNotification(app, id, { type: 'invite', senderId }),
    hiddenId: await aNotification(app, id, { type: 'invite', senderId }),
    noticeId: await aNotification(app, id),
    deletedId: await aNotification(app, id),
    alsoDeletedId: await aNotification(app, id),
    offerId: await aNotification(app, id, { responses }),
    questionId: await aNotification(app, id, { senderId, canReply: true }),
  }
}

async function addFiles(app: TestApp, owner: TestUser) {
  const bytes = Buffer.from('what an engine would load')
  const { id: assetId } = await anUploadedFile(app, owner, bytes, WORLD_FILE)
  await analyseFiles(app.scope())
  const { id: assetReviewId } = await app.scope().db.assetReview.findFirstOrThrow({ where: { fileId: assetId } })
  const { id: pictureId } = await anUploadedFile(app, owner, await anImage(), IMAGE_FILE)
  const { id: waitingId } = await aFileWithoutContent(owner, bytes)
  const { id: shorterId } = await anUploadedFile(app, owner, bytes, BINARY_FILE)
  const { id: goneFileId } = await aFileWithoutContent(owner, bytes)
  const spare = () => aCopyOf(app, pictureId, owner)
  const spares = { spareId: await spare(), otherSpareId: await spare() }
  return { assetId, assetReviewId, pictureId, waitingId, shorterId, goneFileId, ...spares }
}

/** Inserts an image that shares the stored bytes of an uploaded one; returns its id. */
async function aCopyOf(app: TestApp, fileId: string, owner: TestUser) {
  const { db } = app.scope()
  const stored = await db.fileData.findFirstOrThrow({ where: { fileId, type: 'file' } })
  const id = fileIdIn(await aFileUrl(app, owner.id, '.png'))
  const { blobKey, md5, sizeInBytes } = stored
  await db.fileData.updateMany({ where: { fileId: id }, data: { blobKey, md5, sizeInBytes } })
  return id
}

async function addAssetBundle(app: TestApp, { id: authorId }: TestUser) {
  const { db, now } = app.scope()
  const id = newId('adminAssetBundle', now)
  const unityPackages = [
    {
      assetUrl: 'https://plaza.test/menu',
      assetVersion: 1,
      platform: 'android',
      unityVersion: '2022.3.22f1',
      variant: 'standard',
    },
  ]
  const texts = { assetType: 'ui', name: 'Menu', description: '', imageUrl: '', thumbnailImageUrl: '' }
  await db.adminAssetBundle.create({
    data: { ...{ id, authorId, unityPackages, releaseStatus: 'public' }, ...texts, createdAt: now, updatedAt: now },
  })
  return { adminAssetBundleId: id }
}

async function addWorlds(app: TestApp, owner: TestUser) {
  const worldId = await aWorld(app, owner, { releaseStatus: 'private' })
  await aPackage(app, worldId, 'android')
  const kept = { userId: owner.id, worldId, data: {}, updatedAt: app.clock.now() }
  await app.scope().db.worldPersistence.create({ data: kept })
  const { instanceId, shortName } = await createInstanceAs(owner, worldId)
  return {
    worldId,
    instanceId,
    shortName: shortName ?? '',
    goneWorldId: await aWorld(app, owner),
    newWorld: await aWorldRequest(app, owner.id),
  }
}

const addContent = async (app: TestApp, owner: TestUser) => ({
  propId: await aProp(app, owner),
  gonePropId: await aProp(app, owner),
  newProp: await aPropRequest(app, owner),
  printId: (await aPrint(owner)).id,
  gonePrintId: (await aPrint(owner)).id,
  reportId: await submitReport(owner, aUserReportRequest((await aUser(app)).id)),
  favoriteId: (await favoriteAs(owner, 'avatar', await anAvatar(app, owner))).id,
  moderationId: (await moderate(owner, await aUser(app), 'mute')).id,
})

/** Inserts a badge, a permission grant, a further session and an edited invite message. */
async function addAccountRecords(app: TestApp, userId: UserId) {
  const { db, now } = app.scope()
  const [badgeId, sessionId] = [newId('badge', now), newId('session', now)]
  const written = { createdAt: now, updatedAt: now }
  await db.badge.create({ data: { id: badgeId, name: badgeId, description: '', imageUrl: '', ...written } })
  await db.userBadge.create({ data: { userId, badgeId, assignedAt: now, updatedAt: now } })
  // Without tags, and not that of a subscription: the owner can create groups whether this one is granted or not.
  const { id: permissionId } = await db.permission.findUniqueOrThrow({ where: { name: 'permission-invite-photos' } })
  await db.permissionGrant.create({ data: { userId, permissionId, grantedAt: now } })
  const gonePermissionId = newId('permission', now)
  const gone = { id: gonePermissionId, name: aName('gone-'), displayName: 'Gone', description: '', ownerId: userId }
  await db.permission.create({ data: { ...gone, ...written } })
  const [themeId, goneThemeId] = [newUuid(now), newUuid(now)]
  const colors = { buttonColor: '064b5c', iconColor: '6ae3f9', subtextColor: 'a9a9a9' }
  const themes = [themeId, goneThemeId].map((id) => ({ id, userId, name: 'Sea', ...colors, ...written }))
  await db.profileTheme.createMany({ data: themes })
  await anEditedMessage(app, userId)
  const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 86_400_000) }
  await db.session.create({
    data: { id: sessionId, userId, tokenHash: sessionId, owes: [], address: '', userAgent: '', ...times },
  })
  return { badgeId, permissionId, gonePermissionId, sessionId, themeId, goneThemeId }
}
