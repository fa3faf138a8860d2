import { builder } from '../../../edges/graphql/builder.ts'
import type { AdminAct, CliAct, OwnerOrAdminAct } from '../../audit/actNames.ts'

type Act = AdminAct | OwnerOrAdminAct | CliAct

/** What each act did to the subject of its entry. Entries are kept for ever, so that no act may be taken away. */
const DESCRIPTIONS: Readonly<Record<Act, string>> = {
  addReportNote: 'Added a note to a report.',
  addTags: 'Added tags to a profile.',
  addWorldTags: 'Added tags to a world.',
  assignReport: 'Assigned a report to an admin, or to nobody.',
  awardBadge: 'Awarded a badge to a person.',
  changeBadge: 'Changed a badge.',
  clearFavoriteGroup: 'Removed all favorites of a group of a person.',
  closeInstance: 'Closed an instance.',
  closeReport: 'Closed a report.',
  createAdminAssetBundle: 'Created an asset bundle of the platform.',
  createBadge: 'Created a badge.',
  createFileVersion: 'Added a version to a file.',
  createInfoPush: 'Created an info push.',
  createPermission: 'Created a permission.',
  createProp: 'Created a prop.',
  createWorld: 'Created a world.',
  deleteAdminAssetBundle: 'Deleted an asset bundle of the platform.',
  deleteAllUserPersistenceData: 'Deleted what all worlds have stored about a person.',
  deleteFile: 'Deleted a file.',
  deleteFileVersion: 'Deleted a version of a file.',
  deleteInfoPush: 'Deleted an info push.',
  deleteModerationReport: 'Deleted a report.',
  deletePrint: 'Deleted a print.',
  deleteProp: 'Deleted a prop.',
  deleteUser: 'Scheduled the deletion of an account.',
  deleteUserPersistence: 'Deleted what a world has stored about a person.',
  deleteWorld: 'Deleted a world.',
  deleteWorldPlatform: 'Deleted the packages of a world for a platform.',
  editPrint: 'Changed a print.',
  finishFileDataUpload: 'Finished an upload of a file.',
  grantPermission: 'Granted a permission to a person.',
  hideContent: 'Hid a world, or emptied a profile.',
  inviteUser: 'Sent an invite with an image of another person.',
  publishProp: 'Published a prop.',
  publishWorld: 'Published a world.',
  removeTags: 'Removed tags from a profile.',
  removeWorldTags: 'Removed tags from a world.',
  requestInvite: 'Requested an invite with an image of another person.',
  resetInviteMessage: 'Reset an invite message of a person.',
  respondInvite: 'Responded to an invite with an image of another person.',
  revokePermission: 'Revoked a permission of a person.',
  sendNotification: 'Sent a notification to many people.',
  setConfigEntry: 'Set an entry of the client configuration.',
  setFrontendAsset: 'Set a stylesheet or script of the website.',
  showContent: 'Showed a hidden world again.',
  startFileDataUpload: 'Started an upload of a file.',
  suspendUser: 'Suspended an account.',
  unpublishProp: 'Unpublished a prop.',
  unpublishWorld: 'Unpublished a world.',
  unsuspendUser: 'Lifted the suspension of an account.',
  updateAssetReviewNotes: 'Changed the notes of the review of a file.',
  updateBadge: 'Showed, showcased or hid a badge of a person.',
  updateFavoriteGroup: 'Changed a favorite group of a person.',
  updateInfoPush: 'Changed an info push.',
  updateInviteMessage: 'Changed an invite message of a person.',
  updatePermission: 'Changed a permission.',
  updateProp: 'Changed a prop.',
  updateUser: 'Changed a profile or account.',
  updateWorld: 'Changed a world.',
  uploadImage: 'Uploaded an image from a file of another person.',
  uploadPrint: 'Uploaded a print from a file of another person.',
  'user create': 'Created an account, by the command line.',
  'user disable-2fa': 'Disabled two-factor authentication of an account, by the command line.',
  'user promote': 'Changed the role of a person, by the command line.',
  'user revoke-sessions': 'Ended the sessions of an account, by the command line.',
  warnUser: 'Warned a person, or the author of a world.',
  withdrawBadge: 'Withdrew a badge from a person.',
}

/** The name of an act in the enum: `SUSPEND_USER` for `suspendUser`, `USER_DISABLE_2FA` for `user disable-2fa`. */
const enumNameOf = (act: string) =>
  act
    .replace(/[ -]/g, '_')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()

const values = Object.fromEntries(
  Object.entries(DESCRIPTIONS).map(([act, description]) => [enumNameOf(act), { value: act, description }]),
)

export const AuditAct = builder.enumType('AuditAct', {
  description: 'What an admin, or the operator by the command line, has done.',
  values,
})
