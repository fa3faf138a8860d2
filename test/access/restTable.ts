import { newId } from '../../src/kernel/ids.ts'
import { aFavoriteRequest } from '../support/favorites.ts'
import { anImage, BINARY_FILE, md5Of } from '../support/files.ts'
import { EDITED_SLOT } from '../support/invites.ts'
import { PRINT_TIMESTAMP } from '../support/props.ts'
import { aUserReportRequest } from '../support/reports.ts'
import type { OperationName } from '../support/restClient.ts'
import { aName, aRegistration } from '../support/users.ts'
import type { Things } from './fixtures.ts'
import { avatarOperations } from './restAvatars.ts'
import { calendarOperations } from './restCalendar.ts'
import { catalogueOperations } from './restCatalogue.ts'
import { economyOperations } from './restEconomy.ts'
import { groupOperations } from './restGroups.ts'
import { inventoryOperations } from './restInventory.ts'
import { purchaseOperations } from './restPurchases.ts'
import { rewardOperations } from './restRewards.ts'

/** How an operation is called, with the expected status for each caller. */
export interface RestAccess {
  /** Input that is valid for the owner. */
  readonly call?: (things: Things) => Record<string, unknown>
  /** HTTP status for anonymous, pending second factor, other user, owner, admin. */
  readonly answers: readonly [number, number, number, number, number]
}

const ANYBODY = [200, 200, 200, 200, 200] as const
const UNFINISHED = [401, 200, 200, 200, 200] as const
const SIGNED = [401, 401, 200, 200, 200] as const
const OWNER = [401, 401, 403, 200, 200] as const
/** Of what nobody has. */
const NOBODYS = [401, 401, 404, 404, 404] as const
const AUTHOR = [401, 401, 404, 200, 404] as const
const GRANTED = [401, 401, 404, 200, 200] as const
const ADMIN = [401, 401, 403, 403, 200] as const
/** Forbidden for others, who can see the object after the owner published it. */
const OWNER_OF_PUBLIC = [401, 401, 403, 200, 200] as const
/** The owner, who is tried before the admin, has deleted the object. */
const DELETED_BY_OWNER = [401, 401, 403, 200, 404] as const
/** Allowed only for friends of the target user, such as the owner. */
const FRIEND = [401, 401, 400, 200, 400] as const
/** Allowed only for friends of the target user, refused by the documented status 403. */
const INVITING = [401, 401, 403, 200, 403] as const
/** Forbidden for others by the status 401, which legacy clients expect. */
const MESSAGES = [401, 401, 401, 200, 200] as const
/** Access is granted; the code or link is invalid. */
const WRONG = [400, 400, 400, 400, 400] as const
const WRONG_IF_SIGNED = [401, 401, 400, 400, 400] as const
const WRONG_IF_UNFINISHED = [401, 400, 400, 400, 400] as const

const wrongCode = () => ({ body: { code: '000000' } })
const own = ({ userId }: Things) => ({ userId })
const world = ({ worldId }: Things) => ({ worldId })
const instance = ({ worldId, instanceId }: Things) => ({ worldId, instanceId })
const messages = ({ userId }: Things) => ({ userId, messageType: 'message' })
const message = (things: Things) => ({ ...messages(things), slot: 3 })
const invite = ({ worldId, instanceId }: Things) => ({ instanceId: `${worldId}:${instanceId}` })
const group = ({ userId }: Things) => ({ userId, favoriteGroupType: 'avatar', favoriteGroupName: 'avatars1' })
const prop = ({ propId }: Things) => ({ propId })
const asset = ({ assetId }: Things) => ({ fileId: assetId, versionId: 1 })
const picture = ({ pictureId }: Things) => ({ fileId: pictureId, versionId: 1 })
const waiting = ({ waitingId }: Things) => ({ fileId: waitingId, versionId: 1, fileType: 'file' })

const PNG = await anImage()
const MD5 = md5Of(PNG)
const AVATAR = { avatarModerationType: 'block', targetAvatarId: newId('avatar', new Date()) }
const muting = ({ strangerId }: Things) => ({ body: { moderated: strangerId, type: 'mute' } })
const ANNOUNCED = { fileMd5: MD5, fileSizeInBytes: 1, signatureMd5: MD5, signatureSizeInBytes: 1 }
const AGREEMENT = {
  agreementCode: 'content.copyright.owned',
  contentId: newId('world', new Date()),
  version: 1,
}

/** Every operation, in test order, as some delete objects that others need. */
export const restAccessTable: Record<OperationName, RestAccess> = {
  getCurrentUser: { answers: UNFINISHED },
  verifyAuthToken: { answers: UNFINISHED },
  verifyLoginPlace: { call: () => ({ query: { token: 'none' } }), answers: WRONG },
  checkUserExists: { call: ({ username }) => ({ query: { username } }), answers: ANYBODY },
  registerUserAccount: { call: () => ({ body: aRegistration() }), answers: ANYBODY },
  confirmEmail: { call: ({ userId }) => ({ query: { id: userId, verify_email: 'none' } }), answers: WRONG },
  resendEmailConfirmation: { answers: SIGNED },
  downloadDataExport: { answers: NOBODYS },
  deleteUser: { call: own, answers: OWNER },
  enable2FA: { answers: SIGNED },
  verifyPending2FA: { call: wrongCode, answers: WRONG_IF_SIGNED },
  cancelPending2FA: { answers: SIGNED },
  disable2FA: { answers: SIGNED },
  verify2FA: { call: wrongCode, answers: WRONG_IF_UNFINISHED },
  verifyRecoveryCode: { call: wrongCode, answers: WRONG_IF_UNFINISHED },
  verify2FAEmailCode: { call: wrongCode, answers: WRONG_IF_UNFINISHED },
  getRecoveryCodes: { answers: UNFINISHED },
  searchUsers: { call: ({ username }) => ({ query: { search: username } }), answers: SIGNED },
  getUser: { call: own, answers: SIGNED },
  getUserByName: { call: ({ username }) => ({ username }), answers: ADMIN },
  updateUser: { call: ({ userId }) => ({ userId, body: { bio: aName() } }), answers: OWNER },
  addTags: { call: ({ userId }) => ({ userId, body: { tags: ['language_eng'] } }), answers: OWNER },
  removeTags: { call: ({ userId }) => ({ userId, body: { tags: ['language_eng'] } }), answers: OWNER },
  updateBadge: { call: ({ userId, badgeId }) => ({ userId, badgeId, body: { showcased: true } }), answers: OWNER },
  getUserBadges: { call: own, answers: SIGNED },
  getUserNotes: { answers: SIGNED },
  getUserNote: { call: ({ noteId }) => ({ userNoteId: noteId }), answers: AUTHOR },
  updateUserNote: { call: ({ targetId }) => ({ body: { targetUserId: targetId, note: aName() } }), answers: SIGNED },
  getFriends: { answers: SIGNED },
  unfriend: { call: ({ formerId }) => ({ userId: formerId }), answers: FRIEND },
  getFriendStatus: { call: own, answers: SIGNED },
  friend: { call: ({ strangerId }) => ({ userId: strangerId }), answers: SIGNED },
  acceptFriendRequest: { call: ({ requestId }) => ({ notificationId: requestId }), answers: AUTHOR },
  // Each caller cancels the own request that was sent just before.
  deleteFriendRequest: { call: ({ strangerId }) => ({ userId: strangerId }), answers: SIGNED },
  boop: { call: ({ friendId }) => ({ userId: friendId }), answers: FRIEND },
  getMutuals: { call: own, answers: SIGNED },
  getMutualFriends: { call: own, answers: SIGNED },
  getNotifications: { answers: SIGNED },
  getNotification: { call: ({ inviteId }) => ({ notificationId: inviteId }), answers: AUTHOR },
  markNotificationAsRead: { call: ({ inviteId }) => ({ notificationId: inviteId }), answers: AUTHOR },
  deleteNotification: { call: ({ hiddenId }) => ({ notificationId: hiddenId }), answers: AUTHOR },
  clearNotifications: { answers: SIGNED },
  getNotificationV2s: { answers: SIGNED },
  getOwnNotificationV2s: { answers: SIGNED },
  getNotificationV2: { call: ({ noticeId }) => ({ notificationId: noticeId }), answers: ADMIN },
  acknowledgeNotificationV2: { call: ({ noticeId }) => ({ notificationId: noticeId }), answers: AUTHOR },
  respondNotificationV2: {
    call: ({ offerId }) => ({ notificationId: offerId, body: { responseType: 'accept' } }),
    answers: AUTHOR,
  },
  replyNotificationV2: {
    call: ({ questionId }) => ({ notificationId: questionId, body: { text: 'Yes' } }),
    answers: AUTHOR,
  },
  deleteNotificationV2: { call: ({ deletedId }) => ({ notificationId: deletedId }), answers: AUTHOR },
  deleteOwnNotificationV2: { call: ({ alsoDeletedId }) => ({ notificationId: alsoDeletedId }), answers: AUTHOR },
  deleteAllNotificationV2s: { answers: SIGNED },
  createFile: { call: () => ({ body: BINARY_FILE }), answers: SIGNED },
  getFile: { call: asset, answers: SIGNED },
  getFiles: { answers: SIGNED },
  createFileVersion: { call: ({ assetId }) => ({ fileId: assetId, body: ANNOUNCED }), answers: OWNER },
  downloadFileVersion: { call: picture, answers: ANYBODY },
  downloadFileData: { call: (things) => ({ ...asset(things), fileType: 'file' }), answers: [401, 401, 200, 200, 200] },
  downloadImage: { call: (things) => ({ ...picture(things), imageSize: '64' }), answers: ANYBODY },
  startFileDataUpload: { call: waiting, answers: OWNER },
  getFileDataUploadStatus: { call: waiting, answers: OWNER },
  // Access is granted; nothing was uploaded.
  finishFileDataUpload: { call: waiting, answers: [401, 401, 403, 400, 400] },
  deleteFileVersion: { call: ({ shorterId }) => ({ fileId: shorterId, versionId: 1 }), answers: DELETED_BY_OWNER },
  deleteFile: { call: ({ goneFileId }) => ({ fileId: goneFileId }), answers: DELETED_BY_OWNER },
  uploadImage: { call: () => ({ form: { file: PNG, tag: 'gallery' } }), answers: SIGNED },
  uploadGalleryImage: { call: () => ({ form: { file: PNG } }), answers: SIGNED },
  uploadIcon: { call: () => ({ form: { file: PNG } }), answers: SIGNED },
  setGroupGalleryFileOrder: {
    call: ({ pictureId }) => ({ body: { galleryId: newId('groupGallery', new Date()), ids: [pictureId] } }),
    answers: [401, 401, 404, 404, 404],
  },
  getFileAnalysis: { call: asset, answers: SIGNED },
  getFileAnalysisSecurity: { call: asset, answers: SIGNED },
  getFileAnalysisStandard: { call: asset, answers: SIGNED },
  getAdminAssetBundle: { call: ({ adminAssetBundleId }) => ({ adminAssetBundleId }), answers: SIGNED },
  updateAssetReviewNotes: {
    call: ({ assetReviewId }) => ({ assetReviewId, body: { reviewNotes: 'fine' } }),
    answers: OWNER,
  },
  getContentAgreementStatus: { call: () => ({ query: AGREEMENT }), answers: SIGNED },
  submitContentAgreement: { call: () => ({ body: { ...AGREEMENT, agreementFulltext: 'mine' } }), answers: SIGNED },
  searchWorlds: { answers: SIGNED },
  getActiveWorlds: { answers: SIGNED },
  getFavoritedWorlds: { answers: SIGNED },
  getRecentWorlds: { answers: SIGNED },
  createWorld: { call: ({ newWorld }) => ({ body: newWorld }), answers: [400, 400, 400, 200, 200] },
  getWorld: { call: world, answers: ANYBODY },
  getWorldMetadata: { call: world, answers: ANYBODY },
  updateWorld: { call: ({ worldId }) => ({ worldId, body: { description: aName() } }), answers: OWNER },
  getWorldPublishStatus: { call: world, answers: OWNER },
  publishWorld: { call: world, answers: OWNER },
  unpublishWorld: { call: world, answers: OWNER },
  addWorldTags: { call: ({ worldId }) => ({ worldId, body: { tags: ['author_tag_a'] } }), answers: OWNER },
  removeWorldTags: { call: ({ worldId }) => ({ worldId, body: { tags: ['author_tag_a'] } }), answers: OWNER },
  // The owner, who is tried before the admin, has deleted it.
  deleteWorldPlatform: {
    call: ({ worldId }) => ({ worldId, publishedPlatform: 'android' }),
    answers: [401, 401, 403, 200, 404],
  },
  deleteWorld: { call: ({ goneWorldId }) => ({ worldId: goneWorldId }), answers: OWNER },
  checkUserPersistenceExists: { call: ({ userId, worldId }) => ({ userId, worldId }), answers: OWNER },
  deleteUserPersistence: {
    call: ({ userId, worldId }) => ({ userId, worldId }),
    answers: [401, 401, 403, 200, 404],
  },
  deleteAllUserPersistenceData: { call: own, answers: OWNER },
  getUserFeedback: { call: own, answers: OWNER },
  getFavorites: { answers: SIGNED },
  addFavorite: { call: ({ avatarId }) => ({ body: aFavoriteRequest('avatar', avatarId) }), answers: SIGNED },
  removeFavorite: { call: ({ favoriteId }) => ({ favoriteId }), answers: AUTHOR },
  getFavoriteGroups: { call: ({ userId }) => ({ query: { userId } }), answers: OWNER },
  getFavoriteGroup: { call: group, answers: GRANTED },
  updateFavoriteGroup: { call: (things) => ({ ...group(things), body: { displayName: aName() } }), answers: GRANTED },
  clearFavoriteGroup: { call: group, answers: GRANTED },
  getFavoriteLimits: { answers: SIGNED },
  ...groupOperations,
  ...calendarOperations,
  ...economyOperations,
  ...catalogueOperations,
  ...purchaseOperations,
  ...inventoryOperations,
  ...rewardOperations,
  ...avatarOperations,
  getJams: { answers: SIGNED },
  getJam: { call: ({ openJamId: jamId }) => ({ jamId }), answers: SIGNED },
  getJamSubmissions: { call: ({ openJamId: jamId }) => ({ jamId }), answers: SIGNED },
  submitJamContent: {
    call: ({ openJamId: jamId, worldId: contentId }) => ({ jamId, body: { contentId, description: 'Mine.' } }),
    // Others, admins too, submit worlds of their own.
    answers: [401, 401, 403, 200, 403],
  },
  deleteJamSubmission: {
    call: ({ openJamId: jamId, goneSubmissionId: jamSubmissionId }) => ({ jamId, jamSubmissionId }),
    answers: DELETED_BY_OWNER,
  },
  createInstance: { call: ({ worldId }) => ({ body: { worldId, type: 'public', region: 'us' } }), answers: SIGNED },
  getRecentLocations: { answers: SIGNED },
  getInstanceByShortName: { call: ({ shortName }) => ({ shortName }), answers: SIGNED },
  getInstance: { call: instance, answers: SIGNED },
  getShortName: { call: instance, answers: SIGNED },
  closeInstance: {
    call: (things) => ({ ...instance(things), query: { closedAt: '2100-01-01T00:00:00.000Z' } }),
    answers: OWNER,
  },
  getWorldInstance: { call: instance, answers: SIGNED },
  getInviteMessages: { call: messages, answers: MESSAGES },
  getInviteMessage: { call: message, answers: MESSAGES },
  // The owner, who is tried before the admin, has edited it, which starts its cooldown, or has reset it.
  updateInviteMessage: {
    call: (things) => ({ ...message(things), body: { message: 'Hello' } }),
    answers: [401, 401, 401, 200, 429],
  },
  resetInviteMessage: { call: ({ userId }) => ({ userId, ...EDITED_SLOT }), answers: [401, 401, 401, 200, 404] },
  inviteMyselfTo: { call: instance, answers: SIGNED },
  inviteMyselfToInstance: { call: instance, answers: SIGNED },
  inviteUser: { call: (things) => ({ userId: things.friendId, body: invite(things) }), answers: INVITING },
  inviteUserWithPhoto: {
    call: (things) => ({ userId: things.friendId, form: { data: JSON.stringify(invite(things)), image: PNG } }),
    answers: INVITING,
  },
  requestInvite: { call: ({ friendId }) => ({ userId: friendId }), answers: INVITING },
  requestInviteWithPhoto: {
    call: ({ friendId }) => ({ userId: friendId, form: { data: '{}', image: PNG } }),
    answers: INVITING,
  },
  respondInvite: {
    call: ({ friendlyInviteId }) => ({ notificationId: friendlyInviteId, body: { responseSlot: 0 } }),
    answers: AUTHOR,
  },
  respondInviteWithPhoto: {
    call: ({ otherInviteId }) => ({ notificationId: otherInviteId, form: { data: '{"responseSlot":0}', image: PNG } }),
    answers: AUTHOR,
  },
  getPlayerModerations: { answers: SIGNED },
  moderateUser: { call: muting, answers: SIGNED },
  unmoderateUser: { call: muting, answers: SIGNED },
  clearAllPlayerModerations: { answers: SIGNED },
  getGlobalAvatarModerations: { answers: SIGNED },
  createGlobalAvatarModeration: { call: () => ({ body: AVATAR }), answers: SIGNED },
  deleteGlobalAvatarModeration: { call: () => ({ query: AVATAR }), answers: SIGNED },
  listProps: { call: ({ userId }) => ({ query: { authorId: userId } }), answers: SIGNED },
  // Others can't use the owner's files; for the admin the id already exists.
  createProp: { call: ({ newProp }) => ({ body: newProp }), answers: [401, 401, 400, 200, 400] },
  getProp: { call: prop, answers: GRANTED },
  updateProp: { call: (things) => ({ ...prop(things), body: { description: aName() } }), answers: GRANTED },
  getPropPublishStatus: { call: prop, answers: GRANTED },
  publishProp: { call: prop, answers: GRANTED },
  unpublishProp: { call: prop, answers: OWNER_OF_PUBLIC },
  deleteProp: { call: ({ gonePropId }) => ({ propId: gonePropId }), answers: AUTHOR },
  uploadPrint: { call: () => ({ form: { image: PNG, timestamp: PRINT_TIMESTAMP } }), answers: SIGNED },
  getPrint: { call: ({ printId }) => ({ printId }), answers: AUTHOR },
  editPrint: { call: ({ printId }) => ({ printId, form: { image: PNG } }), answers: GRANTED },
  deletePrint: { call: ({ gonePrintId }) => ({ printId: gonePrintId }), answers: AUTHOR },
  getUserPrints: { call: own, answers: [401, 401, 403, 200, 403] },
  submitModerationReport: {
    call: ({ strangerId }) => ({ body: { ...aUserReportRequest(strangerId), reason: 'hate' } }),
    answers: SIGNED,
  },
  getModerationReports: { answers: ADMIN },
  deleteModerationReport: { call: ({ reportId }) => ({ moderationReportId: reportId }), answers: ADMIN },
  getConfig: { answers: ANYBODY },
  getSystemTime: { answers: ANYBODY },
  getCurrentOnlineUsers: { answers: ANYBODY },
  getHealth: { answers: [401, 401, 401, 401, 401] },
  getInfoPush: { answers: SIGNED },
  getAssignedPermissions: { answers: SIGNED },
  getPermission: { call: ({ permissionId }) => ({ permissionId }), answers: GRANTED },
  reportUser: {
    call: ({ strangerId: userId }) => ({
      userId,
      body: { contentType: 'user', reason: 'behavior-hacking', type: 'report' },
    }),
    answers: SIGNED,
  },
  searchActiveUsers: { call: () => ({ query: { search: 'nobody at all' } }), answers: ADMIN },
  getPublicProfile: { call: own, answers: SIGNED },
  getPrivateProfile: { call: own, answers: SIGNED },
  updateProfile: { call: ({ userId }) => ({ userId, body: { bannerColor: '064b5c' } }), answers: OWNER },
  createProfileTheme: {
    call: () => ({ body: { name: 'Sea', buttonColor: '064b5c', iconColor: '6ae3f9', subtextColor: 'a9a9a9' } }),
    answers: SIGNED,
  },
  updateProfileTheme: { call: ({ themeId }) => ({ themeId, body: { name: 'Lake' } }), answers: AUTHOR },
  deleteProfileTheme: { call: ({ goneThemeId: themeId }) => ({ themeId }), answers: AUTHOR },
  getCosmetics: { call: () => ({ cosmeticKind: 'iconFrame' }), answers: SIGNED },
  getUserTutorialStatus: { call: own, answers: [401, 401, 403, 200, 403] },
  getPermissions: { answers: ADMIN },
  createPermission: { call: () => ({ body: { name: aName('permission-') } }), answers: ADMIN },
  updatePermission: {
    call: ({ permissionId, userId: ownerId }) => ({ permissionId, body: { ownerId } }),
    answers: ADMIN,
  },
  deletePermission: { call: ({ gonePermissionId: permissionId }) => ({ permissionId }), answers: ADMIN },
  getCSS: { answers: ANYBODY },
  getJavaScript: { answers: ANYBODY },
  // Last, because it ends the sessions.
  logout: { answers: UNFINISHED },
}
