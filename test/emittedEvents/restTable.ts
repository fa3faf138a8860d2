export const NOTHING: readonly string[] = []

const USER_CHANGED = ['user.changed owner']
const FEED_OF_OWNER = ['feed.appended owner']
const betweenAdaAndBob = (topic: string) => [`${topic} ada friendId=bob`, `${topic} bob friendId=ada`]
const ACCOUNT_OF_ADA = ['account.changed ada', 'user.changed ada']

const content = (contentType: string, actionType: string, ids: string) =>
  `content.changed owner contentType=${contentType} actionType=${actionType} ${ids}`
const file = (actionType: string, id: string) => [content('file', actionType, `fileId=${id}`)]
const world = (actionType: string, id: string) => [content('world', actionType, `itemId=${id}`)]
const prop = (actionType: string, id: string) => [content('prop', actionType, `itemId=${id}`)]
const print = (actionType: string, id: string) => [content('print', actionType, `fileId=a file itemId=${id}`)]
const image = (contentType: string) => content(contentType, 'created', 'fileId=a file')

/**
 * The events of each operation, sorted. The key names an operation that writes, and after a comma a case in which
 * its events differ; an operation that only reads is listed if it emits any event.
 */
export const restEvents: Readonly<Record<string, readonly string[]>> = {
  'getCurrentUser, logging in': ['session.created a ses userId=ada'],
  'getCurrentUser, of an account about to be deleted': ACCOUNT_OF_ADA,
  verifyLoginPlace: ['session.changed a ses userId=ada'],
  registerUserAccount: ['session.created a ses userId=a usr'],
  confirmEmail: ['user.changed ada'],
  resendEmailConfirmation: NOTHING,
  deleteUser: ACCOUNT_OF_ADA,
  enable2FA: NOTHING,
  verifyPending2FA: ACCOUNT_OF_ADA,
  cancelPending2FA: NOTHING,
  disable2FA: ACCOUNT_OF_ADA,
  verify2FA: ['session.changed a ses userId=ada'],
  verifyRecoveryCode: ['session.changed a ses userId=ada'],
  verify2FAEmailCode: ['session.changed a ses userId=ada'],
  updateUser: USER_CHANGED,
  'updateUser, busy': ['user.changed ada', 'whereabouts.changed ada'],
  'updateUser, password': ACCOUNT_OF_ADA,
  addTags: USER_CHANGED,
  removeTags: USER_CHANGED,
  updateBadge: USER_CHANGED,
  updateUserNote: USER_CHANGED,
  unfriend: ['friendship.ended former friendId=owner', 'friendship.ended owner friendId=former'],
  friend: ['feed.appended stranger'],
  'friend, who has asked before': [
    'feed.appended bob',
    'friendship.created ada friendId=bob',
    'friendship.created bob friendId=ada',
  ],
  acceptFriendRequest: [
    'feed.appended owner',
    'friendship.created a usr friendId=owner',
    'friendship.created owner friendId=a usr',
  ],
  deleteFriendRequest: ['feed.appended stranger'],
  'deleteFriendRequest, declining': ['feed.appended bob'],
  boop: ['feed.appended friend'],
  markNotificationAsRead: FEED_OF_OWNER,
  deleteNotification: FEED_OF_OWNER,
  clearNotifications: FEED_OF_OWNER,
  acknowledgeNotificationV2: FEED_OF_OWNER,
  respondNotificationV2: FEED_OF_OWNER,
  replyNotificationV2: ['feed.appended a usr', 'feed.appended owner'],
  deleteNotificationV2: FEED_OF_OWNER,
  deleteAllNotificationV2s: FEED_OF_OWNER,
  createFile: file('created', 'a file'),
  createFileVersion: file('updated', 'asset'),
  startFileDataUpload: NOTHING,
  finishFileDataUpload: ['content.changed ada contentType=file actionType=updated fileId=file of ada'],
  deleteFileVersion: file('updated', 'shorter'),
  deleteFile: file('deleted', 'goneFile'),
  uploadImage: [image('gallery')],
  uploadGalleryImage: [image('gallery')],
  uploadIcon: [image('icon')],
  updateAssetReviewNotes: NOTHING,
  submitContentAgreement: NOTHING,
  createWorld: world('created', 'a wrld'),
  updateWorld: world('updated', 'world'),
  publishWorld: world('updated', 'world'),
  unpublishWorld: world('updated', 'world'),
  addWorldTags: world('updated', 'world'),
  removeWorldTags: world('updated', 'world'),
  deleteWorldPlatform: world('updated', 'world'),
  deleteWorld: world('deleted', 'goneWorld'),
  deleteUserPersistence: NOTHING,
  deleteAllUserPersistenceData: NOTHING,
  addFavorite: NOTHING,
  removeFavorite: NOTHING,
  updateFavoriteGroup: NOTHING,
  clearFavoriteGroup: NOTHING,
  createInstance: NOTHING,
  closeInstance: ['instance.closed owner location=instance'],
  'closeInstance, hard': [
    'instance.closed ada location=instance of ada',
    'instance.closed bob location=instance of ada',
    'occupancy.changed world of ada',
    'whereabouts.changed bob',
  ],
  updateInviteMessage: NOTHING,
  resetInviteMessage: NOTHING,
  inviteMyselfTo: FEED_OF_OWNER,
  inviteUser: ['feed.appended friend'],
  inviteUserWithPhoto: [image('invitePhoto'), 'feed.appended friend'],
  requestInvite: ['feed.appended friend'],
  requestInviteWithPhoto: [image('invitePhoto'), 'feed.appended friend'],
  respondInvite: ['feed.appended friend', 'feed.appended owner'],
  respondInviteWithPhoto: [image('invitePhoto'), 'feed.appended friend', 'feed.appended owner'],
  moderateUser: NOTHING,
  'moderateUser, blocking a friend': betweenAdaAndBob('friendship.rested'),
  'moderateUser, blocking somebody who has asked': ['feed.appended ada'],
  unmoderateUser: NOTHING,
  'unmoderateUser, a friend': betweenAdaAndBob('friendship.resumed'),
  clearAllPlayerModerations: NOTHING,
  'clearAllPlayerModerations, a friend’s': betweenAdaAndBob('friendship.resumed'),
  createGlobalAvatarModeration: NOTHING,
  deleteGlobalAvatarModeration: NOTHING,
  createProp: prop('created', 'a prop'),
  updateProp: prop('updated', 'prop'),
  publishProp: prop('updated', 'prop'),
  unpublishProp: prop('updated', 'prop'),
  deleteProp: prop('deleted', 'goneProp'),
  uploadPrint: print('created', 'a prnt'),
  editPrint: print('updated', 'print'),
  deletePrint: print('deleted', 'gonePrint'),
  submitModerationReport: ['report.submitted a modReport'],
  deleteModerationReport: ['report.deleted report'],
  logout: ['session.revoked a ses userId=owner'],
}

/** Operations that write nothing yet, and why. */
export const refusedOperations: Readonly<Record<string, string>> = {
  setGroupGalleryFileOrder: 'There are no groups, whose galleries it orders.',
}
