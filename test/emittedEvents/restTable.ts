import { calendarEvents } from './calendarTable.ts'
import { groupEvents } from './groupTable.ts'

export const NOTHING: readonly string[] = []

const USER_CHANGED = ['user.changed owner']
const FEED_OF_OWNER = ['feed.appended owner']
const betweenAdaAndBob = (topic: string) => [`${topic} ada friendId=bob`, `${topic} bob friendId=ada`]
const ACCOUNT_OF_ADA = ['account.changed ada', 'user.changed ada']

const content = (contentType: string, actionType: string, ids: string) =>
  `content.changed owner contentType=${contentType} actionType=${actionType} ${ids}`
const file = (actionType: string, id: string) => [content('file', actionType, `fileId=${id}`)]
const world = (actionType: string, id: string) => [content('world', actionType, `itemId=${id}`)]
const avatar = (actionType: string, id: string) => [
  `avatar.changed ${id}`,
  content('avatar', actionType, `itemId=${id}`),
]
const prop = (actionType: string, id: string) => [content('prop', actionType, `itemId=${id}`)]
const print = (actionType: string, id: string) => [content('print', actionType, `fileId=a file itemId=${id}`)]
/** The event of a change of what a person has marked of another, or has sent to them. */
export const ownList = (person: string, list: string, target: string) =>
  `ownList.changed ${person} list=${list} targetId=${target}`
/** The event of a change of an item. */
export const item = (change: string, id: string, person = 'owner') =>
  `inventory.changed ${person} itemId=${id} itemType=droneskin change=${change}`
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
  downloadDataExport: NOTHING,
  verify2FA: ['session.changed a ses userId=ada'],
  verifyRecoveryCode: ['session.changed a ses userId=ada'],
  verify2FAEmailCode: ['session.changed a ses userId=ada'],
  updateUser: USER_CHANGED,
  'updateUser, busy': ['user.changed ada', 'whereabouts.changed ada'],
  'updateUser, password': ACCOUNT_OF_ADA,
  addTags: USER_CHANGED,
  removeTags: USER_CHANGED,
  updateBadge: USER_CHANGED,
  updateUserNote: [ownList('owner', 'notes', 'target'), ...USER_CHANGED],
  unfriend: ['friendship.ended former friendId=owner', 'friendship.ended owner friendId=former'],
  friend: ['feed.appended stranger', ownList('owner', 'friendRequests', 'stranger')],
  'friend, who has asked before': [
    'feed.appended bob',
    'friendship.created ada friendId=bob',
    'friendship.created bob friendId=ada',
    ownList('ada', 'friendRequests', 'bob'),
  ],
  acceptFriendRequest: [
    'feed.appended owner',
    'friendship.created a usr friendId=owner',
    'friendship.created owner friendId=a usr',
    ownList('a usr', 'friendRequests', 'owner'),
  ],
  deleteFriendRequest: ['feed.appended stranger', ownList('owner', 'friendRequests', 'stranger')],
  'deleteFriendRequest, declining': ['feed.appended bob', ownList('ada', 'friendRequests', 'bob')],
  boop: ['feed.appended friend'],
  markNotificationAsRead: FEED_OF_OWNER,
  deleteNotification: FEED_OF_OWNER,
  clearNotifications: FEED_OF_OWNER,
  acknowledgeNotificationV2: FEED_OF_OWNER,
  respondNotificationV2: FEED_OF_OWNER,
  replyNotificationV2: ['feed.appended a usr', 'feed.appended owner'],
  deleteNotificationV2: FEED_OF_OWNER,
  deleteOwnNotificationV2: FEED_OF_OWNER,
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
  updateProviderTos: NOTHING,
  purchaseProductListing: [
    'ledger.transferred a transfer',
    'purchases.changed a usr purchaseId=a pur',
    'purchases.changed owner purchaseId=a pur',
    'wallet.changed a usr',
    'wallet.changed owner',
  ],
  createWorld: world('created', 'a wrld'),
  updateWorld: world('updated', 'world'),
  publishWorld: world('updated', 'world'),
  unpublishWorld: world('updated', 'world'),
  addWorldTags: world('updated', 'world'),
  removeWorldTags: world('updated', 'world'),
  deleteWorldPlatform: world('updated', 'world'),
  enqueueImpostor: ['impostorJob.changed builtAvatar'],
  deleteImpostor: ['impostorJob.changed builtAvatar'],
  updateOwnInventoryItem: [item('updated', 'item')],
  deleteOwnInventoryItem: [item('deleted', 'goneItem')],
  consumeOwnInventoryItem: [item('updated', 'consumable')],
  equipOwnInventoryItem: [item('updated', 'item')],
  unequipOwnInventorySlot: [item('updated', 'item')],
  shareInventoryItemDirect: [item('added', 'a inv', 'friend')],
  redeemReward: ['ledger.transferred a transfer', 'wallet.changed owner'],
  submitJamContent: [...world('updated', 'world'), 'jam.submissionChanged openJam submissionId=a jsub'],
  deleteJamSubmission: ['jam.submissionChanged openJam submissionId=goneSubmission'],
  createPermission: NOTHING,
  updatePermission: NOTHING,
  deletePermission: NOTHING,
  createProduct: NOTHING,
  updateProduct: NOTHING,
  deleteProduct: NOTHING,
  createProductListingDirect: NOTHING,
  updateProductListingDirect: NOTHING,
  deleteProductListingDirect: NOTHING,
  reportUser: ['report.submitted a modReport'],
  updateProfile: USER_CHANGED,
  createProfileTheme: ['ownRecord.changed owner'],
  updateProfileTheme: ['ownRecord.changed owner'],
  deleteProfileTheme: ['ownRecord.changed owner'],
  deleteWorld: world('deleted', 'goneWorld'),
  createAvatar: avatar('created', 'a avtr'),
  updateAvatar: avatar('updated', 'avatar'),
  selectAvatar: USER_CHANGED,
  selectFallbackAvatar: ['ownRecord.changed owner'],
  deleteAvatar: avatar('deleted', 'goneAvatar'),
  deleteUserPersistence: NOTHING,
  deleteAllUserPersistenceData: NOTHING,
  addFavorite: [ownList('owner', 'favorites', 'avatar')],
  removeFavorite: [ownList('owner', 'favorites', 'a avtr')],
  updateFavoriteGroup: ['ownList.changed owner list=favorites'],
  clearFavoriteGroup: [ownList('owner', 'favorites', 'avatar')],
  createInstance: ['instances.changed world'],
  closeInstance: ['instance.closed owner location=instance', 'instances.changed world'],
  'closeInstance, hard': [
    'instance.closed ada location=instance of ada',
    'instance.closed bob location=instance of ada',
    'instances.changed world of ada',
    'occupancy.changed world of ada',
    'whereabouts.changed bob',
  ],
  updateInviteMessage: NOTHING,
  resetInviteMessage: NOTHING,
  inviteMyselfTo: FEED_OF_OWNER,
  inviteMyselfToInstance: FEED_OF_OWNER,
  inviteUser: ['feed.appended friend'],
  inviteUserWithPhoto: [image('invitePhoto'), 'feed.appended friend'],
  requestInvite: ['feed.appended friend'],
  requestInviteWithPhoto: [image('invitePhoto'), 'feed.appended friend'],
  respondInvite: ['feed.appended friend', 'feed.appended owner'],
  respondInviteWithPhoto: [image('invitePhoto'), 'feed.appended friend', 'feed.appended owner'],
  moderateUser: [ownList('owner', 'moderations', 'stranger')],
  'moderateUser, blocking a friend': [...betweenAdaAndBob('friendship.rested'), ownList('ada', 'moderations', 'bob')],
  'moderateUser, blocking somebody who has asked': [
    'feed.appended ada',
    ownList('ada', 'moderations', 'bob'),
    ownList('bob', 'friendRequests', 'ada'),
  ],
  unmoderateUser: NOTHING,
  'unmoderateUser, a friend': [...betweenAdaAndBob('friendship.resumed'), ownList('ada', 'moderations', 'bob')],
  clearAllPlayerModerations: ['ownList.changed owner list=moderations'],
  'clearAllPlayerModerations, a friend’s': [
    ...betweenAdaAndBob('friendship.resumed'),
    ownList('ada', 'moderations', 'bob'),
  ],
  createGlobalAvatarModeration: [ownList('owner', 'blockedAvatars', 'a avtr')],
  deleteGlobalAvatarModeration: [ownList('owner', 'blockedAvatars', 'a avtr')],
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
  ...groupEvents,
  ...calendarEvents,
  logout: ['session.revoked a ses userId=owner reason=signed_out'],
}
