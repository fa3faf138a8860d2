const OF_SERVER = 'Content of the server, which an admin has made for it.'
const OWN_ROW = 'The row stays, without data of the person, so that the id is never used again.'
const EMPTY_ROW = 'The row of what was deleted stays, without texts, so that its id is never used again.'
const BOOKS = 'The books must balance and be provable: ids and amounts stay, without what the person is known by.'
const OF_GROUP = 'Content of the group, which goes on without the person.'
const OF_BUYER = 'What the buyer was told of what they have paid for, which they can claim.'

/** Columns of rows that are not exported although the person occurs in them, with the reasons. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {}

/** Columns that hold the id of a person whose account was erased, with the reasons. */
export const KEPT_IDS: Readonly<Record<string, string>> = {
  'AdminAssetBundle.authorId': OF_SERVER,
  'AuditEntry.subjectId': 'What admins have done must stay provable; the id alone tells nothing of the person.',
  'Avatar.authorId': EMPTY_ROW,
  'CalendarEvent.authorId': OF_GROUP,
  'Group.ownerId': 'A deleted group, which a job removes; groups with members have another owner.',
  'GroupAnnouncement.authorId': OF_GROUP,
  'GroupAuditEntry.data': 'That a group has got another owner.',
  'GroupPost.authorId': OF_GROUP,
  'InventoryDrop.authorId': OF_SERVER,
  'InventoryTemplate.authorId': OF_SERVER,
  'JamRating.judgeId': 'A mark that counts in the result of a contest.',
  'LedgerAccount.code': BOOKS,
  'LedgerAccount.ownerId': BOOKS,
  'LedgerTransfer.actorId': BOOKS,
  'LedgerTransfer.key': BOOKS,
  'Listing.sellerId': EMPTY_ROW,
  'PaymentTransaction.buyerId': BOOKS,
  'Permission.ownerId': OF_SERVER,
  'Product.sellerId': EMPTY_ROW,
  'ProductPurchase.buyerId': BOOKS,
  'ProductPurchase.receiverId': BOOKS,
  'Prop.authorId': EMPTY_ROW,
  'User.displayNameKey': OWN_ROW,
  'User.displayNameSkeleton': OWN_ROW,
  'User.id': OWN_ROW,
  'User.username': OWN_ROW,
  'User.usernameKey': OWN_ROW,
  'User.usernameSkeleton': OWN_ROW,
  'UserSubscription.userId': BOOKS,
  'World.authorId': EMPTY_ROW,
}

/** Columns that hold texts of a person whose account was erased, with the reasons. */
export const KEPT_TEXTS: Readonly<Record<string, string>> = {
  'AdminAssetBundle.description': OF_SERVER,
  'CalendarEvent.description': OF_GROUP,
  'CalendarEvent.title': OF_GROUP,
  'Group.description': OF_GROUP,
  'GroupAnnouncement.text': OF_GROUP,
  'GroupAnnouncement.title': OF_GROUP,
  'GroupAuditEntry.description': 'A text of the server, in which the names of the person are replaced.',
  'GroupPost.text': OF_GROUP,
  'GroupPost.title': OF_GROUP,
  'InventoryTemplate.description': OF_SERVER,
  'LedgerTransfer.memo': 'Written by the server and by admins; nothing in the ledger is ever changed.',
  'ModerationReport.description': 'Reports are kept to judge what was reported; who has made them is taken out.',
  'PaymentTransaction.error': 'A text of the server or of the payment provider.',
  'Permission.description': OF_SERVER,
  'ProductPurchase.listingDescription': OF_BUYER,
  'ProductPurchase.listingSubtitle': OF_BUYER,
  'UserSubscription.description': 'A text of the plan.',
}
