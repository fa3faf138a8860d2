import { newId } from '../../src/kernel/ids.ts'
import { aName, PASSWORD } from '../support/users.ts'
import type { Things } from './fixtures.ts'
import { contentMutations, contentQueries } from './graphContent.ts'
import { favoriteMutations, favoriteQueries } from './graphFavorites.ts'
import { instanceMutations, instanceQueries, instanceSubscriptions } from './graphInstances.ts'
import { inviteMutations, inviteQueries } from './graphInvites.ts'
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
import { moderationMutations, moderationQueries } from './graphPlayerModerations.ts'
import { reportMutations, reportQueries, reportSubscriptions } from './graphReports.ts'
import { worldMutations, worldQueries } from './graphWorlds.ts'

export const INFO_PUSH_ID = 'house-rules'
const WORLD_ID = newId('world', new Date())
const MD5 = '1B2M2Y8AsgTpgAmY7PhCfg=='
export const queryAccess: GraphAccessTable = {
  ...worldQueries,
  ...contentQueries,
  ...instanceQueries,
  ...reportQueries,
  ...favoriteQueries,
  ...moderationQueries,
  ...inviteQueries,
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
  infoPushes: [() => 'infoPushes(include: ["x"]) { nodes { id } }', SIGNED_IN],
  'node of a user': [({ userId }) => `node(id: "${userId}") { id }`, SIGNED_IN],
  'node of a file': [({ assetId }) => `node(id: "${assetId}") { id }`, SIGNED_IN],
  'node of a note': [({ noteId }) => `node(id: "${noteId}") { id }`, AUTHOR],
  'node of a notification': [({ noticeId }) => `node(id: "${noticeId}") { id }`, AUTHOR],
  'node of a session': [({ sessionId }) => `node(id: "${sessionId}") { id }`, AUTHOR],
  'node of a permission': [({ permissionId }) => `node(id: "${permissionId}") { id }`, GRANTED],
  nodes: [({ noteId }) => `nodes(ids: ["${noteId}"]) { id }`, SIGNED_IN],
  onlineCount: [() => 'onlineCount', ANYBODY],
  permission: [({ permissionId }) => `permission(id: "${permissionId}") { id }`, GRANTED],
  permissions: [() => 'permissions { nodes { id } }', ADMIN],
  session: [() => 'session { id }', UNFINISHED],
  systemTime: [() => 'systemTime', ANYBODY],
  user: [({ userId }) => `user(id: "${userId}") { id }`, SIGNED_IN],
  userByName: [({ username }) => `userByName(username: "${username}") { id }`, ADMIN],
  userExists: [({ username }) => `userExists(username: "${username}") { userExists }`, ANYBODY],
  users: [() => 'users(first: 1) { nodes { id } }', SIGNED_IN],
  viewer: [() => 'viewer { id }', SIGNED_IN],
}

const dataOf = (fileId: string) => `{ fileId: "${fileId}", version: 1, type: FILE }`
const badgeHolder = ({ badgeId, userId }: Things) => `input: { badgeId: "${badgeId}", userId: "${userId}" }`
const grant = ({ permissionId, userId }: Things) => `input: { permissionId: "${permissionId}", userId: "${userId}" }`
const notified = (id: string, more = '') => `input: { notificationId: "${id}" ${more} }`
const code = 'input: { code: "000000" }'

/** In test order: each keeps the objects that later ones need. */
export const mutationAccess: GraphAccessTable = {
  ...worldMutations,
  ...instanceMutations,
  ...favoriteMutations,
  ...moderationMutations,
  ...inviteMutations,
  addTags: [({ userId }) => `addTags(input: { userId: "${userId}", tags: ["language_eng"] }) { user { id } }`, OWNER],
  removeTags: [
    ({ userId }) => `removeTags(input: { userId: "${userId}", tags: ["language_eng"] }) { user { id } }`,
    OWNER,
  ],
  updateUser: [({ userId }) => `updateUser(input: { userId: "${userId}", bio: "${aName()}" }) { user { id } }`, OWNER],
  updateBadge: [
    ({ badgeId, userId }) =>
      `updateBadge(input: { badgeId: "${badgeId}", userId: "${userId}", hidden: false }) { showcased }`,
    OWNER,
  ],
  updateNote: [
    ({ targetId }) => `updateNote(input: { targetUserId: "${targetId}", note: "${aName()}" }) { id }`,
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
  markNotificationAsRead: [({ noticeId }) => `markNotificationAsRead(${notified(noticeId)}) { deletedIds }`, RECEIVER],
  respondNotification: [
    ({ offerId }) => `respondNotification(${notified(offerId, 'responseType: "accept"')}) { deletedIds }`,
    RECEIVER,
  ],
  replyNotification: [
    ({ questionId }) => `replyNotification(${notified(questionId, 'text: "Yes"')}) { deletedIds }`,
    RECEIVER,
  ],
  deleteNotification: [({ deletedId }) => `deleteNotification(${notified(deletedId)}) { deletedIds }`, RECEIVER],
  clearNotifications: [() => 'clearNotifications { deletedIds }', SIGNED_IN],
  deleteAllNotificationV2s: [() => 'deleteAllNotificationV2s { deletedIds }', SIGNED_IN],
  sendNotification: [
    ({ userId }) =>
      `sendNotification(input: { receiverIds: ["${userId}"], type: "moderation.notice", title: "t", message: "m" }) { id }`,
    ADMIN,
  ],
  createFile: [
    () => 'createFile(input: { name: "", mimeType: "application/gzip", extension: ".gz" }) { file { id } }',
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
  deleteFile: [({ goneFileId }) => `deleteFile(input: { fileId: "${goneFileId}" }) { id }`, DELETED_BY_OWNER],
  uploadImage: [
    ({ pictureId }) => `uploadImage(input: { fileId: "${pictureId}", tag: gallery }) { file { id } }`,
    DELETED_BY_OWNER,
  ],
  setGroupGalleryFileOrder: [
    ({ assetId }) =>
      `setGroupGalleryFileOrder(input: { galleryId: "${newId('groupGallery', new Date())}", ids: ["${assetId}"] }) { fileIds }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, 'ok', NOT_FOUND],
  ],
  submitContentAgreement: [
    () =>
      `submitContentAgreement(input: { agreementCode: "content.copyright.owned", contentId: "${WORLD_ID}", version: 1, agreementFulltext: "" }) { id }`,
    SIGNED_IN,
  ],
  updateAssetReviewNotes: [
    ({ assetReviewId }) =>
      `updateAssetReviewNotes(input: { assetReviewId: "${assetReviewId}", reviewNotes: "" }) { id }`,
    OWNER,
  ],
  createAdminAssetBundle: [
    () =>
      'createAdminAssetBundle(input: { assetType: "ui", name: "n", description: "", imageUrl: "", thumbnailImageUrl: "", isPublic: true, packages: [{ assetUrl: "u", assetVersion: 1, platform: "p", unityVersion: "v", variant: "standard" }] }) { id }',
    ADMIN,
  ],
  deleteAdminAssetBundle: [
    ({ adminAssetBundleId }) => `deleteAdminAssetBundle(input: { id: "${adminAssetBundleId}" })`,
    ADMIN,
  ],
  ...contentMutations,
  ...reportMutations,
  awardBadge: [(things) => `awardBadge(${badgeHolder(things)}) { id }`, ADMIN],
  withdrawBadge: [(things) => `withdrawBadge(${badgeHolder(things)}) { id }`, ADMIN],
  createBadge: [() => `createBadge(input: { name: "${aName()}", description: "d", imageUrl: "" }) { id }`, ADMIN],
  changeBadge: [({ badgeId }) => `changeBadge(input: { id: "${badgeId}", description: "d" }) { id }`, ADMIN],
  createInfoPush: [() => `createInfoPush(input: { id: "${aName('n-')}", data: {} }) { id }`, ADMIN],
  updateInfoPush: [() => `updateInfoPush(input: { id: "${INFO_PUSH_ID}", priority: 2 }) { id }`, ADMIN],
  deleteInfoPush: [() => `deleteInfoPush(input: { id: "${INFO_PUSH_ID}" })`, ADMIN],
  createPermission: [
    () => `createPermission(input: { name: "${aName('permission-')}", displayName: "P" }) { id }`,
    ADMIN,
  ],
  updatePermission: [
    ({ permissionId }) => `updatePermission(input: { id: "${permissionId}", description: "d" }) { id }`,
    ADMIN,
  ],
  grantPermission: [(things) => `grantPermission(${grant(things)}) { id }`, ADMIN],
  revokePermission: [(things) => `revokePermission(${grant(things)}) { id }`, ADMIN],
  setConfigEntry: [() => 'setConfigEntry(input: { key: "contactEmail", value: "help@plaza.test" }) { key }', ADMIN],
  setFrontendAsset: [
    () => 'setFrontendAsset(input: { kind: CSS, variant: PUBLIC, branch: "b", content: "" }) { kind }',
    ADMIN,
  ],
  registerUserAccount: [
    () => {
      const name = aName()
      const terms = 'birthday: "1990-01-02", acceptedTOSVersion: 1, subscribe: false'
      return `registerUserAccount(input: { username: "${name}", email: "${name}@plaza.test", password: "${PASSWORD}", ${terms} }) { owes }`
    },
    ANYBODY,
  ],
  signIn: [({ username }) => `signIn(input: { username: "${username}", password: "${PASSWORD}" }) { owes }`, ANYBODY],
  requestPasswordReset: [() => 'requestPasswordReset(input: { email: "nobody@plaza.test" })', ANYBODY],
  resetPassword: [() => `resetPassword(input: { token: "none", password: "${PASSWORD}" })`, WRONG_LINK],
  confirmIdentity: [() => `confirmIdentity(input: { password: "${PASSWORD}" }) { id }`, SIGNED_IN],
  confirmEmail: [({ userId }) => `confirmEmail(input: { userId: "${userId}", token: "none" })`, WRONG_LINK],
  verifyLoginPlace: [() => 'verifyLoginPlace(input: { token: "none" })', WRONG_LINK],
  resendEmailConfirmation: [() => 'resendEmailConfirmation { id }', SIGNED_IN],
  enable2FA: [() => 'enable2FA { secret }', SIGNED_IN],
  verifyPending2FA: [() => `verifyPending2FA(${code}) { id }`, WRONG_IF_SIGNED],
  cancelPending2FA: [() => 'cancelPending2FA { id }', SIGNED_IN],
  disable2FA: [() => 'disable2FA { id }', SIGNED_IN],
  verify2FA: [() => `verify2FA(${code}) { id }`, WRONG_CODE],
  verifyRecoveryCode: [() => `verifyRecoveryCode(${code}) { id }`, WRONG_CODE],
  verify2FAEmailCode: [() => `verify2FAEmailCode(${code}) { id }`, WRONG_CODE],
  deleteAccount: [({ userId }) => `deleteAccount(input: { userId: "${userId}" }) { user { id } }`, OWNER],
  revokeSession: [
    ({ sessionId }) => `revokeSession(input: { sessionId: "${sessionId}" }) { id }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, 'ok', NOT_FOUND],
  ],
  revokeOtherSessions: [() => 'revokeOtherSessions { id }', SIGNED_IN],
  logout: [() => 'logout', UNFINISHED],
}

export const subscriptionAccess: GraphAccessTable = {
  ...instanceSubscriptions,
  ...reportSubscriptions,
  contentChanged: [() => 'contentChanged { contentType }', SIGNED_IN],
  friendActivity: [() => 'friendActivity { kind }', SIGNED_IN],
  notificationFeed: [() => 'notificationFeed { kind }', SIGNED_IN],
  viewerChanged: [() => 'viewerChanged { id }', SIGNED_IN],
}
