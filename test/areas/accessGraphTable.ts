import { newId } from '../../src/kernel/ids.ts'
import { aName, PASSWORD } from '../support/people.ts'
import { contentMutations, contentQueries } from './accessGraphContent.ts'
import { favoriteMutations, favoriteQueries } from './accessGraphFavorites.ts'
import { instanceMutations, instanceQueries, instanceSubscriptions } from './accessGraphInstances.ts'
import { inviteMutations, inviteQueries } from './accessGraphInvites.ts'
import { moderationMutations, moderationQueries } from './accessGraphModeration.ts'
import { reportMutations, reportQueries, reportSubscriptions } from './accessGraphReports.ts'
import { worldMutations, worldQueries } from './accessGraphWorlds.ts'
import type { Things } from './callers.ts'
import {
  ABSENT,
  ADMIN,
  ANYBODY,
  AUTHOR,
  FOREIGN,
  FRIEND,
  GRANTED,
  NOBODY,
  OWES,
  OWNER,
  RECEIVER,
  SIGNED,
  TAKEN,
  type Table,
  UNFINISHED,
  UNSENT,
  WRONG_CODE,
  WRONG_IF_SIGNED,
  WRONG_LINK,
} from './graphAnswers.ts'

/** An information notice of the house. */
export const NOTICE = 'notice-of-the-house'
const WORLD_ID = newId('world', new Date())
const MD5 = '1B2M2Y8AsgTpgAmY7PhCfg=='
export const queries: Table = {
  ...worldQueries,
  ...contentQueries,
  ...instanceQueries,
  ...reportQueries,
  ...favoriteQueries,
  ...moderationQueries,
  ...inviteQueries,
  adminAssetBundle: [({ adminAssetBundleId }) => `adminAssetBundle(id: "${adminAssetBundleId}") { id }`, SIGNED],
  allInfoPushes: [() => 'allInfoPushes { nodes { id } }', ADMIN],
  badges: [() => 'badges { nodes { id } }', SIGNED],
  broadcast: [() => 'broadcast(id: "bcast_none") { id }', [NOBODY, OWES, FOREIGN, FOREIGN, 'null']],
  broadcasts: [() => 'broadcasts { nodes { id } }', ADMIN],
  config: [() => 'config', ANYBODY],
  hasAgreed: [() => `hasAgreed(contentId: "${WORLD_ID}", version: 1)`, SIGNED],
  infoPushes: [() => 'infoPushes(include: ["x"]) { nodes { id } }', SIGNED],
  'node of a user': [({ userId }) => `node(id: "${userId}") { id }`, SIGNED],
  'node of a file': [({ assetId }) => `node(id: "${assetId}") { id }`, SIGNED],
  'node of a note': [({ noteId }) => `node(id: "${noteId}") { id }`, AUTHOR],
  'node of a notification': [({ noticeId }) => `node(id: "${noticeId}") { id }`, AUTHOR],
  'node of a session': [({ sessionId }) => `node(id: "${sessionId}") { id }`, AUTHOR],
  'node of a permission': [({ permissionId }) => `node(id: "${permissionId}") { id }`, GRANTED],
  nodes: [({ noteId }) => `nodes(ids: ["${noteId}"]) { id }`, SIGNED],
  onlineCount: [() => 'onlineCount', ANYBODY],
  permission: [({ permissionId }) => `permission(id: "${permissionId}") { id }`, GRANTED],
  permissions: [() => 'permissions { nodes { id } }', ADMIN],
  session: [() => 'session { id }', UNFINISHED],
  systemTime: [() => 'systemTime', ANYBODY],
  user: [({ userId }) => `user(id: "${userId}") { id }`, SIGNED],
  userByName: [({ username }) => `userByName(username: "${username}") { id }`, ADMIN],
  userExists: [({ username }) => `userExists(username: "${username}") { userExists }`, ANYBODY],
  users: [() => 'users(first: 1) { nodes { id } }', SIGNED],
  viewer: [() => 'viewer { id }', SIGNED],
}

const dataOf = (fileId: string) => `{ fileId: "${fileId}", version: 1, type: FILE }`
const badgeHolder = ({ badgeId, userId }: Things) => `input: { badgeId: "${badgeId}", userId: "${userId}" }`
const grant = ({ permissionId, userId }: Things) => `input: { permissionId: "${permissionId}", userId: "${userId}" }`
const notified = (id: string, more = '') => `input: { notificationId: "${id}" ${more} }`
const code = 'input: { code: "000000" }'

/** In the order in which they are tried: each leaves what the later ones need. */
export const mutations: Table = {
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
    SIGNED,
  ],
  friend: [({ strangerId }) => `friend(input: { userId: "${strangerId}" }) { user { id } }`, SIGNED],
  deleteFriendRequest: [
    ({ strangerId }) => `deleteFriendRequest(input: { userId: "${strangerId}" }) { user { id } }`,
    SIGNED,
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
  clearNotifications: [() => 'clearNotifications { deletedIds }', SIGNED],
  deleteAllNotificationV2s: [() => 'deleteAllNotificationV2s { deletedIds }', SIGNED],
  sendNotification: [
    ({ userId }) =>
      `sendNotification(input: { receiverIds: ["${userId}"], type: "moderation.notice", title: "t", message: "m" }) { id }`,
    ADMIN,
  ],
  createFile: [
    () => 'createFile(input: { name: "", mimeType: "application/gzip", extension: ".gz" }) { file { id } }',
    SIGNED,
  ],
  createFileVersion: [
    ({ assetId }) =>
      `createFileVersion(input: { fileId: "${assetId}", signatureMd5: "${MD5}", signatureSizeInBytes: 0 }) { file { id } }`,
    OWNER,
  ],
  startFileDataUpload: [({ waitingId }) => `startFileDataUpload(input: ${dataOf(waitingId)}) { url }`, OWNER],
  finishFileDataUpload: [
    ({ waitingId }) => `finishFileDataUpload(input: ${dataOf(waitingId)}) { file { id } }`,
    UNSENT,
  ],
  deleteFileVersion: [
    ({ shorterId }) => `deleteFileVersion(input: { fileId: "${shorterId}", version: 1 }) { file { id } }`,
    TAKEN,
  ],
  deleteFile: [({ goneFileId }) => `deleteFile(input: { fileId: "${goneFileId}" }) { id }`, TAKEN],
  uploadImage: [
    ({ pictureId }) => `uploadImage(input: { fileId: "${pictureId}", tag: gallery }) { file { id } }`,
    TAKEN,
  ],
  setGroupGalleryFileOrder: [
    ({ assetId }) =>
      `setGroupGalleryFileOrder(input: { galleryId: "${newId('groupGallery', new Date())}", ids: ["${assetId}"] }) { fileIds }`,
    [NOBODY, OWES, ABSENT, 'ok', 'ok'],
  ],
  submitContentAgreement: [
    () =>
      `submitContentAgreement(input: { agreementCode: "content.copyright.owned", contentId: "${WORLD_ID}", version: 1, agreementFulltext: "" }) { id }`,
    SIGNED,
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
  updateInfoPush: [() => `updateInfoPush(input: { id: "${NOTICE}", priority: 2 }) { id }`, ADMIN],
  deleteInfoPush: [() => `deleteInfoPush(input: { id: "${NOTICE}" })`, ADMIN],
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
  confirmEmail: [({ userId }) => `confirmEmail(input: { userId: "${userId}", token: "none" })`, WRONG_LINK],
  verifyLoginPlace: [() => 'verifyLoginPlace(input: { token: "none" })', WRONG_LINK],
  resendEmailConfirmation: [() => 'resendEmailConfirmation { id }', SIGNED],
  enable2FA: [() => 'enable2FA { secret }', SIGNED],
  verifyPending2FA: [() => `verifyPending2FA(${code}) { id }`, WRONG_IF_SIGNED],
  cancelPending2FA: [() => 'cancelPending2FA { id }', SIGNED],
  disable2FA: [() => 'disable2FA { id }', SIGNED],
  verify2FA: [() => `verify2FA(${code}) { id }`, WRONG_CODE],
  verifyRecoveryCode: [() => `verifyRecoveryCode(${code}) { id }`, WRONG_CODE],
  verify2FAEmailCode: [() => `verify2FAEmailCode(${code}) { id }`, WRONG_CODE],
  deleteAccount: [({ userId }) => `deleteAccount(input: { userId: "${userId}" }) { user { id } }`, OWNER],
  revokeSession: [
    ({ sessionId }) => `revokeSession(input: { sessionId: "${sessionId}" }) { id }`,
    [NOBODY, OWES, ABSENT, 'ok', ABSENT],
  ],
  revokeOtherSessions: [() => 'revokeOtherSessions { id }', SIGNED],
  logout: [() => 'logout', UNFINISHED],
}

export const subscriptions: Table = {
  ...instanceSubscriptions,
  ...reportSubscriptions,
  contentChanged: [() => 'contentChanged { contentType }', SIGNED],
  friendActivity: [() => 'friendActivity { kind }', SIGNED],
  notificationFeed: [() => 'notificationFeed { kind }', SIGNED],
  viewerChanged: [() => 'viewerChanged { id }', SIGNED],
}
