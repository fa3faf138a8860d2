import { fileVersionId, newId, siblingId } from '../../src/kernel/ids.ts'
import { aName, PASSWORD } from '../support/users.ts'
import type { Things } from './fixtures.ts'
import { activitySubscriptions } from './graphActivity.ts'
import { avatarMutations, avatarQueries, avatarSubscriptions } from './graphAvatars.ts'
import { calendarMutations, calendarQueries, calendarSubscriptions } from './graphCalendar.ts'
import { catalogueMutations, catalogueQueries } from './graphCatalogue.ts'
import { contentMutations, contentQueries } from './graphContent.ts'
import { favoriteMutations, favoriteQueries } from './graphFavorites.ts'
import { groupMutations, groupQueries, groupSubscriptions } from './graphGroups.ts'
import { instanceMutations, instanceQueries, instanceSubscriptions } from './graphInstances.ts'
import { inventoryMutations, inventoryQueries, inventorySubscriptions } from './graphInventory.ts'
import { inviteMutations, inviteQueries } from './graphInvites.ts'
import { jamMutations, jamQueries, jamSubscriptions } from './graphJams.ts'
import {
  ADMIN,
  ANYBODY,
  AUTHOR,
  DELETED_BY_OWNER,
  FORBIDDEN,
  FRIEND,
  GRANTED,
  type GraphAccessTable,
  NOT_FOUND,
  NOTHING_UPLOADED,
  OWNER,
  RECEIVER,
  SECOND_FACTOR_REQUIRED,
  SIGNED_IN,
  UNAUTHENTICATED,
  UNFINISHED,
  WRONG_CODE,
  WRONG_IF_SIGNED,
  WRONG_LINK,
} from './graphOutcomes.ts'
import { paymentMutations, paymentQueries, paymentSubscriptions } from './graphPayments.ts'
import { moderationMutations, moderationQueries } from './graphPlayerModerations.ts'
import { profileMutations, profileQueries } from './graphProfiles.ts'
import { purchaseMutations, purchaseQueries, purchaseSubscriptions } from './graphPurchases.ts'
import { reportMutations, reportQueries, reportSubscriptions } from './graphReports.ts'
import { rewardMutations, rewardQueries } from './graphRewards.ts'
import { setupMutations, setupQueries } from './graphSetup.ts'
import { staffMutations, staffQueries } from './graphStaff.ts'
import { subscriptionMutations, subscriptionQueries, subscriptionSubscriptions } from './graphSubscriptions.ts'
import { walletMutations, walletQueries, walletSubscriptions } from './graphWallet.ts'
import { worldMutations, worldQueries } from './graphWorlds.ts'

export const INFO_PUSH_ID = 'house-rules'
const WORLD_ID = newId('world', new Date())
const MD5 = '1B2M2Y8AsgTpgAmY7PhCfg=='
export const queryAccess: GraphAccessTable = {
  ...worldQueries,
  ...avatarQueries,
  ...contentQueries,
  ...groupQueries,
  ...instanceQueries,
  ...reportQueries,
  ...favoriteQueries,
  ...moderationQueries,
  ...inviteQueries,
  ...jamQueries,
  ...walletQueries,
  ...inventoryQueries,
  ...rewardQueries,
  ...profileQueries,
  ...paymentQueries,
  ...purchaseQueries,
  ...subscriptionQueries,
  ...catalogueQueries,
  ...calendarQueries,
  'node of an asset bundle': [({ adminAssetBundleId }) => `node(id: "${adminAssetBundleId}") { id }`, SIGNED_IN],
  'node of an asset review': [({ assetReviewId }) => `node(id: "${assetReviewId}") { id }`, GRANTED],
  accountAvailability: [({ username }) => `accountAvailability(username: "${username}") { isTaken }`, ANYBODY],
  adminAssetBundle: [({ adminAssetBundleId }) => `adminAssetBundle(id: "${adminAssetBundleId}") { id }`, SIGNED_IN],
  allInfoPushes: [() => 'allInfoPushes { nodes { id } }', ADMIN],
  badges: [() => 'badges { nodes { id } }', SIGNED_IN],
  broadcast: [
    () => 'broadcast(id: "bcast_none") { id }',
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, FORBIDDEN, FORBIDDEN, 'null'],
  ],
  broadcasts: [() => 'broadcasts { nodes { id } }', ADMIN],
  config: [() => 'config', ANYBODY],
  hasAgreed: [() => `hasAgreed(contentId: "${WORLD_ID}", version: 1)`, SIGNED_IN],
  infoPushes: [() => 'infoPushes(filter: { include: ["x"] }) { nodes { id } }', SIGNED_IN],
  'node of a user': [({ userId }) => `node(id: "${userId}") { id }`, SIGNED_IN],
  'node of a file': [({ assetId }) => `node(id: "${assetId}") { id }`, SIGNED_IN],
  'node of a version of a file': [({ assetId }) => `node(id: "${fileVersionId(assetId, 1)}") { id }`, SIGNED_IN],
  'node of a note': [({ noteId }) => `node(id: "${noteId}") { id }`, AUTHOR],
  'node of a notification': [({ noticeId }) => `node(id: "${noticeId}") { id }`, AUTHOR],
  'node of a session': [({ sessionId }) => `node(id: "${sessionId}") { id }`, GRANTED],
  'node of a notice': [() => `node(id: "ipush_${INFO_PUSH_ID}") { id }`, SIGNED_IN],
  'node of a permission': [({ permissionId }) => `node(id: "${permissionId}") { id }`, GRANTED],
  'node of a viewer': [({ userId }) => `node(id: "${siblingId('viewer', userId)}") { id }`, AUTHOR],
  'node of a badge': [({ badgeId }) => `node(id: "${badgeId}") { id }`, SIGNED_IN],
  nodes: [({ noteId }) => `nodes(ids: ["${noteId}"]) { id }`, SIGNED_IN],
  onlineCount: [() => 'onlineCount', ANYBODY],
  permission: [({ permissionId }) => `permission(id: "${permissionId}") { id }`, GRANTED],
  permissions: [() => 'permissions { nodes { id } }', ADMIN],
  refusalReasons: [() => 'refusalReasons { reason code }', ANYBODY],
  serverInfo: [() => 'serverInfo { termsVersion }', ANYBODY],
  ...setupQueries,
  ...staffQueries,
  session: [() => 'session { id }', ['null', 'ok', 'ok', 'ok', 'ok']],
  systemTime: [() => 'systemTime', ANYBODY],
  user: [({ userId }) => `user(id: "${userId}") { id }`, SIGNED_IN],
  userByName: [({ username }) => `userByName(username: "${username}") { id }`, ADMIN],
  users: [() => 'users(first: 1) { nodes { id } }', SIGNED_IN],
  viewer: [() => 'viewer { id }', ['null', 'null', 'ok', 'ok', 'ok']],
}

const dataOf = (fileId: string) => `{ fileId: "${fileId}", version: 1, type: FILE }`
const badgeHolder = ({ badgeId, userId }: Things) => `input: { badgeId: "${badgeId}", userId: "${userId}" }`
const notified = (id: string, more = '') => `input: { notificationId: "${id}" ${more} }`
const code = 'input: { code: "000000" }'

/** In test order: each keeps the objects that later ones need. */
export const mutationAccess: GraphAccessTable = {
  ...worldMutations,
  ...avatarMutations,
  ...groupMutations,
  ...instanceMutations,
  ...favoriteMutations,
  ...moderationMutations,
  ...inviteMutations,
  ...jamMutations,
  ...walletMutations,
  ...inventoryMutations,
  ...rewardMutations,
  ...profileMutations,
  ...purchaseMutations,
  ...paymentMutations,
  ...subscriptionMutations,
  ...catalogueMutations,
  ...calendarMutations,
  ...staffMutations,
  addTags: [({ userId }) => `addTags(input: { userId: "${userId}", tags: ["language_eng"] }) { user { id } }`, OWNER],
  removeTags: [
    ({ userId }) => `removeTags(input: { userId: "${userId}", tags: ["language_eng"] }) { user { id } }`,
    OWNER,
  ],
  updateProfile: [
    ({ userId }) => `updateProfile(input: { userId: "${userId}", bio: "${aName()}" }) { user { id } }`,
    OWNER,
  ],
  updateAccount: [
    ({ userId }) => `updateAccount(input: { userId: "${userId}", isUnsubscribed: true }) { user { id } }`,
    OWNER,
  ],
  updateBadge: [
    ({ badgeId, userId }) =>
      `updateBadge(input: { badgeId: "${badgeId}", userId: "${userId}", isHidden: false }) { userBadge { id } }`,
    OWNER,
  ],
  updateNote: [
    ({ targetId }) => `updateNote(input: { targetUserId: "${targetId}", note: "${aName()}" }) { note { id } }`,
    SIGNED_IN,
  ],
  friend: [({ strangerId }) => `friend(input: { userId: "${strangerId}" }) { user { id } }`, SIGNED_IN],
  deleteFriendRequest: [
    ({ strangerId }) => `deleteFriendRequest(input: { userId: "${strangerId}" }) { user { id } }`,
    SIGNED_IN,
  ],
  acceptFriendRequest: [
    ({ requestId }) => `acceptFriendRequest(input: { friendRequestId: "${requestId}" }) { user { id } }`,
    RECEIVER,
  ],
  declineFriendRequest: [
    ({ declinedId }) => `declineFriendRequest(input: { friendRequestId: "${declinedId}" }) { user { id } }`,
    RECEIVER,
  ],
  boop: [({ friendId }) => `boop(input: { userId: "${friendId}" }) { user { id } }`, FRIEND],
  unfriend: [({ formerId }) => `unfriend(input: { userId: "${formerId}" }) { user { id } }`, FRIEND],
  markNotificationAsRead: [
    ({ noticeId }) => `markNotificationAsRead(${notified(noticeId)}) { viewer { id } }`,
    RECEIVER,
  ],
  respondNotification: [
    ({ offerId }) => `respondNotification(${notified(offerId, 'responseType: ACCEPT')}) { viewer { id } }`,
    RECEIVER,
  ],
  replyNotification: [
    ({ questionId }) => `replyNotification(${notified(questionId, 'text: "Yes"')}) { viewer { id } }`,
    RECEIVER,
  ],
  deleteNotification: [
    ({ deletedId }) => `deleteNotification(${notified(deletedId)}) { deletedNotificationId }`,
    RECEIVER,
  ],
  deleteAllNotifications: [() => 'deleteAllNotifications(input: {}) { deletedNotificationIds }', SIGNED_IN],
  sendNotification: [
    ({ userId }) =>
      `sendNotification(input: { receiverIds: ["${userId}"], type: MODERATION_NOTICE, title: "t", message: "m" }) { broadcast { id } }`,
    ADMIN,
  ],
  createFile: [
    () => 'createFile(input: { name: "", mimeType: "application/gzip", extension: ".gz" }) { file { id } }',
    SIGNED_IN,
  ],
  createUpload: [
    () =>
      'createUpload(input: { purpose: ICON, fileName: "me.png", mimeType: "image/png", sizeInBytes: 1 }) { upload { id } }',
    SIGNED_IN,
  ],
  createFileVersion: [
    ({ assetId }) =>
      `createFileVersion(input: { fileId: "${assetId}", signatureMd5: "${MD5}", signatureSizeInBytes: 0 }) { file { id } }`,
    OWNER,
  ],
  startFileDataUpload: [({ waitingId }) => `startFileDataUpload(input: ${dataOf(waitingId)}) { url }`, OWNER],
  finishFileDataUpload: [
    ({ waitingId }) => `finishFileDataUpload(input: ${dataOf(waitingId)}) { file { id } }`,
    NOTHING_UPLOADED,
  ],
  deleteFileVersion: [
    ({ shorterId }) => `deleteFileVersion(input: { fileId: "${shorterId}", version: 1 }) { file { id } }`,
    DELETED_BY_OWNER,
  ],
  deleteFile: [
    ({ goneFileId }) => `deleteFile(input: { fileId: "${goneFileId}" }) { deletedFileId }`,
    DELETED_BY_OWNER,
  ],
  uploadImage: [
    ({ pictureId }) => `uploadImage(input: { fileId: "${pictureId}", purpose: GALLERY }) { file { id } }`,
    DELETED_BY_OWNER,
  ],
  setGroupGalleryFileOrder: [
    ({ assetId }) =>
      `setGroupGalleryFileOrder(input: { galleryId: "${newId('groupGallery', new Date())}", ids: ["${assetId}"] }) { fileIds }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, NOT_FOUND, NOT_FOUND],
  ],
  submitContentAgreement: [
    () =>
      `submitContentAgreement(input: { code: CONTENT_COPYRIGHT_OWNED, contentId: "${WORLD_ID}", version: 1, text: "" }) { agreement { id } }`,
    SIGNED_IN,
  ],
  updateAssetReviewNotes: [
    ({ assetReviewId }) =>
      `updateAssetReviewNotes(input: { assetReviewId: "${assetReviewId}", reviewNotes: "" }) { assetReview { id } }`,
    OWNER,
  ],
  createAdminAssetBundle: [
    () =>
      'createAdminAssetBundle(input: { assetType: "ui", name: "n", description: "", isPublic: true, packages: [{ assetUrl: "https://plaza.test/a", assetVersion: 1, platform: "p", unityVersion: "v", variant: "standard" }] }) { adminAssetBundle { id } }',
    ADMIN,
  ],
  deleteAdminAssetBundle: [
    ({ adminAssetBundleId }) =>
      `deleteAdminAssetBundle(input: { adminAssetBundleId: "${adminAssetBundleId}" }) { deletedAdminAssetBundleId }`,
    ADMIN,
  ],
  ...contentMutations,
  ...reportMutations,
  awardBadge: [(things) => `awardBadge(${badgeHolder(things)}) { user { id } }`, ADMIN],
  withdrawBadge: [(things) => `withdrawBadge(${badgeHolder(things)}) { user { id } }`, ADMIN],
  createBadge: [() => `createBadge(input: { name: "${aName()}", description: "d" }) { badge { id } }`, ADMIN],
  changeBadge: [
    ({ badgeId }) => `changeBadge(input: { badgeId: "${badgeId}", description: "d" }) { badge { id } }`,
    ADMIN,
  ],
  createInfoPush: [() => `createInfoPush(input: { slug: "${aName('n-')}", data: {} }) { infoPush { id } }`, ADMIN],
  updateInfoPush: [
    () => `updateInfoPush(input: { infoPushId: "ipush_${INFO_PUSH_ID}", priority: 2 }) { infoPush { id } }`,
    ADMIN,
  ],
  deleteInfoPush: [() => `deleteInfoPush(input: { infoPushId: "ipush_${INFO_PUSH_ID}" }) { deletedInfoPushId }`, ADMIN],
  createPermission: [
    () => `createPermission(input: { name: "${aName('permission-')}", displayName: "P" }) { permission { id } }`,
    ADMIN,
  ],
  updatePermission: [
    ({ permissionId }) =>
      `updatePermission(input: { permissionId: "${permissionId}", description: "d" }) { permission { id } }`,
    ADMIN,
  ],
  deletePermission: [
    ({ gonePermissionId }) =>
      `deletePermission(input: { permissionId: "${gonePermissionId}" }) { deletedPermissionId }`,
    ADMIN,
  ],
  setConfigEntry: [
    () => 'setConfigEntry(input: { key: "contactEmail", value: "help@plaza.test" }) { configEntry { key } }',
    ADMIN,
  ],
  setFrontendAsset: [
    () =>
      'setFrontendAsset(input: { kind: CSS, variant: PUBLIC, branch: "b", content: "" }) { frontendAsset { kind } }',
    ADMIN,
  ],
  registerUserAccount: [
    () => {
      const name = aName()
      const terms = 'birthday: "1990-01-02", acceptedTOSVersion: 1, subscribe: false'
      return `registerUserAccount(input: { username: "${name}", email: "${name}@plaza.test", password: "${PASSWORD}", ${terms} }) { session { id } }`
    },
    ANYBODY,
  ],
  ...setupMutations,
  signIn: [
    ({ username }) =>
      `signIn(input: { username: "${username}", password: "${PASSWORD}" }) { session { pendingFactors } }`,
    ANYBODY,
  ],
  requestPasswordReset: [
    () => 'requestPasswordReset(input: { email: "nobody@plaza.test" }) { session { id } }',
    ANYBODY,
  ],
  resetPassword: [
    () => `resetPassword(input: { token: "none", password: "${PASSWORD}" }) { session { id } }`,
    WRONG_LINK,
  ],
  confirmIdentity: [() => `confirmIdentity(input: { password: "${PASSWORD}" }) { session { id } }`, SIGNED_IN],
  confirmEmail: [
    ({ userId }) => `confirmEmail(input: { userId: "${userId}", token: "none" }) { session { id } }`,
    WRONG_LINK,
  ],
  verifyLoginPlace: [() => 'verifyLoginPlace(input: { token: "none" }) { isLoginFinished }', WRONG_LINK],
  resendEmailConfirmation: [() => 'resendEmailConfirmation(input: {}) { viewer { id } }', SIGNED_IN],
  enable2FA: [() => 'enable2FA(input: {}) { pendingSecondFactor { secret } }', SIGNED_IN],
  verifyPending2FA: [() => `verifyPending2FA(${code}) { viewer { id } }`, WRONG_IF_SIGNED],
  cancelPending2FA: [() => 'cancelPending2FA(input: {}) { viewer { id } }', SIGNED_IN],
  disable2FA: [() => 'disable2FA(input: {}) { viewer { id } }', SIGNED_IN],
  verify2FA: [() => `verify2FA(${code}) { session { id } }`, WRONG_CODE],
  verifyRecoveryCode: [() => `verifyRecoveryCode(${code}) { session { id } }`, WRONG_CODE],
  verify2FAEmailCode: [() => `verify2FAEmailCode(${code}) { session { id } }`, WRONG_CODE],
  deleteAccount: [({ userId }) => `deleteAccount(input: { userId: "${userId}" }) { user { id } }`, OWNER],
  revokeSession: [
    ({ sessionId }) => `revokeSession(input: { sessionId: "${sessionId}" }) { deletedSessionId }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, 'ok', NOT_FOUND],
  ],
  revokeOtherSessions: [() => 'revokeOtherSessions(input: {}) { deletedSessionIds }', SIGNED_IN],
  logout: [() => 'logout(input: {}) { deletedSessionId }', UNFINISHED],
}

export const subscriptionAccess: GraphAccessTable = {
  ...avatarSubscriptions,
  ...groupSubscriptions,
  ...instanceSubscriptions,
  ...jamSubscriptions,
  ...walletSubscriptions,
  ...inventorySubscriptions,
  ...paymentSubscriptions,
  ...purchaseSubscriptions,
  ...subscriptionSubscriptions,
  ...calendarSubscriptions,
  ...reportSubscriptions,
  ...activitySubscriptions,
  contentChanged: [() => 'contentChanged { contentType }', SIGNED_IN],
  friendActivity: [() => 'friendActivity { kind }', SIGNED_IN],
  notificationFeed: [() => 'notificationFeed { kind }', SIGNED_IN],
}
