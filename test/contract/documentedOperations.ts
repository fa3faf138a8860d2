import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Access } from '../../src/contract/operation.ts'

const DocumentedOperations = z.array(
  z.object({
    name: z.string(),
    method: z.enum(['get', 'post', 'put', 'delete']),
    path: z.string(),
    auth: z.enum(['session', 'none', 'login', 'unspecified']),
  }),
)

/** The operations of contract/interface.md, which is given and must not be changed. */
export const documentedOperations = DocumentedOperations.parse(
  JSON.parse(readFileSync(new URL('./documentedOperations.json', import.meta.url), 'utf8')),
)

/** Access of operations where it differs from the security scheme of the interface. */
const ACCESS_DECISIONS: Readonly<Record<string, Access>> = {
  // These complete or end a session that may still require its second factor.
  getRecoveryCodes: 'unfinished',
  logout: 'unfinished',
  verify2FA: 'unfinished',
  verify2FAEmailCode: 'unfinished',
  verifyAuthToken: 'unfinished',
  verifyRecoveryCode: 'unfinished',
  // Pages load images without a session.
  downloadFileVersion: 'optional',
  // The interface documents the error for missing admin credentials.
  getNotificationV2: 'admin',
  getUserByName: 'admin',
  // Legacy clients expect refusals for everybody but admins.
  deleteModerationReport: 'admin',
  getModerationReports: 'admin',
}

const ACCESS = { session: 'session', none: 'optional', login: 'login', unspecified: 'session' } as const

export const documentedAccessOf = ({ name, auth }: (typeof documentedOperations)[number]): Access =>
  ACCESS_DECISIONS[name] ?? ACCESS[auth]

/** The operations that are implemented. */
export const servedOperations = [
  // Authentication and account
  'cancelPending2FA',
  'deleteModerationReport',
  'getModerationReports',
  'submitModerationReport',
  'checkUserExists',
  'confirmEmail',
  'deleteUser',
  'disable2FA',
  'enable2FA',
  'getCurrentUser',
  'getRecoveryCodes',
  'logout',
  'registerUserAccount',
  'resendEmailConfirmation',
  'verify2FA',
  'verify2FAEmailCode',
  'verifyAuthToken',
  'verifyLoginPlace',
  'verifyPending2FA',
  'verifyRecoveryCode',
  'createGlobalAvatarModeration',
  'deleteGlobalAvatarModeration',
  'getGlobalAvatarModerations',
  // Users
  'addTags',
  'getUser',
  'getUserByName',
  'getUserNote',
  'getUserNotes',
  'removeTags',
  'searchUsers',
  'updateBadge',
  'updateUser',
  'updateUserNote',
  'getMutualFriends',
  'getMutuals',
  'checkUserPersistenceExists',
  'deleteAllUserPersistenceData',
  'deleteUserPersistence',
  'getUserFeedback',
  // Notifications
  'acceptFriendRequest',
  'acknowledgeNotificationV2',
  'clearNotifications',
  'deleteAllNotificationV2s',
  'deleteNotification',
  'deleteNotificationV2',
  'getNotification',
  'getNotificationV2',
  'getNotificationV2s',
  'getNotifications',
  'markNotificationAsRead',
  'replyNotificationV2',
  'respondNotificationV2',
  // Props and prints
  'createProp',
  'deletePrint',
  'deleteProp',
  'editPrint',
  'getPrint',
  'getProp',
  'getPropPublishStatus',
  'getUserPrints',
  'listProps',
  'publishProp',
  'unpublishProp',
  'updateProp',
  'uploadPrint',
  // Files and uploads
  'createFile',
  'createFileVersion',
  'deleteFile',
  'deleteFileVersion',
  'downloadFileVersion',
  'finishFileDataUpload',
  'getAdminAssetBundle',
  'getContentAgreementStatus',
  'getFile',
  'getFileAnalysis',
  'getFileAnalysisSecurity',
  'getFileAnalysisStandard',
  'getFileDataUploadStatus',
  'getFiles',
  'setGroupGalleryFileOrder',
  'startFileDataUpload',
  'submitContentAgreement',
  'updateAssetReviewNotes',
  'uploadGalleryImage',
  'uploadIcon',
  'uploadImage',
  // Worlds
  'createWorld',
  'deleteWorld',
  'getActiveWorlds',
  'getFavoritedWorlds',
  'getRecentWorlds',
  'getWorld',
  'getWorldInstance',
  'getWorldMetadata',
  'getWorldPublishStatus',
  'publishWorld',
  'searchWorlds',
  'unpublishWorld',
  'updateWorld',
  // Favorites
  'addFavorite',
  'clearFavoriteGroup',
  'getFavoriteGroup',
  'getFavoriteGroups',
  'getFavoriteLimits',
  'getFavorites',
  'removeFavorite',
  'updateFavoriteGroup',
  // Invites
  'getInviteMessage',
  'getInviteMessages',
  'inviteMyselfTo',
  'inviteUser',
  'inviteUserWithPhoto',
  'requestInvite',
  'requestInviteWithPhoto',
  'resetInviteMessage',
  'respondInvite',
  'respondInviteWithPhoto',
  'updateInviteMessage',
  // Player moderation
  'clearAllPlayerModerations',
  'getPlayerModerations',
  'moderateUser',
  'unmoderateUser',
  // Miscellaneous
  'getAssignedPermissions',
  'getCSS',
  'getConfig',
  'getCurrentOnlineUsers',
  'getHealth',
  'getInfoPush',
  'getJavaScript',
  'getPermission',
  'getSystemTime',
]

/** Undocumented operations that legacy clients need. */
export const additionalOperations = [
  'closeInstance',
  'createInstance',
  'getInstance',
  'getInstanceByShortName',
  'getRecentLocations',
  'getShortName',
  'boop',
  'deleteFriendRequest',
  'friend',
  'getFriendStatus',
  'getFriends',
  'unfriend',
  'addWorldTags',
  'deleteWorldPlatform',
  'removeWorldTags',
]

/** Operations whose URLs are in responses, so that clients need not know them. */
export const addressOperations = ['downloadFileData', 'downloadImage']
