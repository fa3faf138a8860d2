import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Access } from '../../src/contract/operation.ts'

const Documented = z.array(
  z.object({
    name: z.string(),
    method: z.enum(['get', 'post', 'put', 'delete']),
    path: z.string(),
    auth: z.enum(['session', 'none', 'login', 'unspecified']),
  }),
)

/** The operations of the documented interface. Frozen: the interface is not ours to change. */
export const documented = Documented.parse(
  JSON.parse(readFileSync(new URL('./documented.json', import.meta.url), 'utf8')),
)

/** Who may call an operation where a session alone, or the lack of a scheme in the interface, is not the answer. */
const DECIDED: Readonly<Record<string, Access>> = {
  // These finish or end a session that may still owe its second factor.
  getRecoveryCodes: 'unfinished',
  logout: 'unfinished',
  verify2FA: 'unfinished',
  verify2FAEmailCode: 'unfinished',
  verifyAuthToken: 'unfinished',
  verifyRecoveryCode: 'unfinished',
  // Pictures are loaded by pages that have no session.
  downloadFileVersion: 'optional',
  // The interface's list of errors asks for admin credentials.
  getNotificationV2: 'admin',
  getUserByName: 'admin',
  // Clients know them by the refusal of everybody else.
  deleteModerationReport: 'admin',
  getModerationReports: 'admin',
}

const ACCESS = { session: 'session', none: 'optional', login: 'login', unspecified: 'session' } as const

export const accessOf = ({ name, auth }: (typeof documented)[number]): Access => DECIDED[name] ?? ACCESS[auth]

/** The operations that are served by now. */
export const served = [
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

/** Operations that are served beside the documented ones, because no client works without them. */
export const extended = [
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

/** Addresses that records carry, and that clients follow without knowing them as operations. */
export const addresses = ['downloadFileData', 'downloadImage']
