import { NOTHING } from './restTable.ts'

const FEED_OF_OWNER = ['feed.appended owner']
const USER_CHANGED = ['user.changed owner']
const ACCOUNT_OF_OWNER = ['account.changed owner', 'user.changed owner']
const WORLD_UPDATED = ['content.changed owner contentType=world actionType=updated itemId=world']
const fileDeleted = (id: string) => `content.changed owner contentType=file actionType=deleted fileId=${id}`

/** Events, sorted, of mutations without a REST operation of the same name, or with other events than it. */
export const graphEvents: Readonly<Record<string, readonly string[]>> = {
  saveWorldPersistence: NOTHING,
  deleteWorldPersistence: NOTHING,
  giveFeedback: NOTHING,
  enterInstance: ['occupancy.changed world', 'whereabouts.changed owner'],
  leaveInstance: ['occupancy.changed world', 'whereabouts.changed owner'],
  updateNote: USER_CHANGED,
  updateProfile: USER_CHANGED,
  updateAccount: USER_CHANGED,
  declineFriendRequest: FEED_OF_OWNER,
  respondNotification: FEED_OF_OWNER,
  replyNotification: ['feed.appended a usr', 'feed.appended owner'],
  createUpload: NOTHING,
  deleteAllNotifications: FEED_OF_OWNER,
  addPlayerModeration: NOTHING,
  removePlayerModeration: NOTHING,
  removeAllPlayerModerations: NOTHING,
  blockAvatar: NOTHING,
  unblockAvatar: NOTHING,
  // The job that sends the broadcast emits the event.
  sendNotification: NOTHING,
  // The image becomes part of another record.
  uploadImage: [fileDeleted('picture'), 'content.changed owner contentType=gallery actionType=created fileId=a file'],
  uploadPrint: [
    fileDeleted('spare'),
    'content.changed owner contentType=print actionType=created fileId=a file itemId=a prnt',
  ],
  editPrint: [
    fileDeleted('otherSpare'),
    'content.changed owner contentType=print actionType=updated fileId=a file itemId=print',
  ],
  createAdminAssetBundle: NOTHING,
  deleteAdminAssetBundle: NOTHING,
  assignReport: ['report.assigned report'],
  addReportNote: ['report.noted report'],
  warnUser: ['feed.appended stranger'],
  hideContent: WORLD_UPDATED,
  showContent: WORLD_UPDATED,
  suspendUser: ['account.changed stranger', 'session.revoked a ses userId=stranger'],
  unsuspendUser: ['account.changed stranger'],
  closeReport: ['feed.appended owner', 'report.closed report'],
  awardBadge: USER_CHANGED,
  withdrawBadge: USER_CHANGED,
  createBadge: NOTHING,
  changeBadge: NOTHING,
  createInfoPush: NOTHING,
  updateInfoPush: NOTHING,
  deleteInfoPush: NOTHING,
  createPermission: NOTHING,
  updatePermission: NOTHING,
  grantPermission: NOTHING,
  revokePermission: NOTHING,
  setConfigEntry: ['config.changed contactEmail'],
  setFrontendAsset: ['frontend.changed css/public/b'],
  signIn: ['session.created a ses userId=owner'],
  disable2FA: ACCOUNT_OF_OWNER,
  requestPasswordReset: NOTHING,
  // Needs a mailed link, like confirmEmail: test/areas/accounts/passwordReset.test.ts.
  resetPassword: NOTHING,
  confirmIdentity: ['session.changed a ses userId=owner'],
  deleteAccount: ACCOUNT_OF_OWNER,
  // Any request cancels the deletion.
  revokeSession: [...ACCOUNT_OF_OWNER, 'session.revoked session userId=owner'].sort(),
  revokeOtherSessions: ['session.revoked a ses userId=owner'],
}
