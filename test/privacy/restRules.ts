import { CurrentUser } from '../../src/contract/shapes/currentUser.ts'
import { User } from '../../src/contract/shapes/user.ts'
import type { Exchange } from './exchangeLog.ts'

export type WireRecord = Readonly<Record<string, unknown>>

/** A kind of private data in REST records, and who may see it. */
export interface RecordRule {
  readonly label: string
  /** Whether a record contains it. */
  readonly matches: (record: WireRecord) => boolean
  /** Ids of the users who may see it. */
  readonly viewers: (record: WireRecord, exchange: Exchange) => readonly unknown[]
  /** Whether admins may see it too. */
  readonly admins: boolean
}

/** A kind of data that belongs to a single user: no second user may ever receive the same key. */
export interface SingleViewerRule {
  readonly label: string
  /** Identifies the data in a record; no text when the record has none, or when its owner has shown it to others. */
  readonly keyOf: (record: WireRecord, exchange: Exchange) => unknown
  /** Ids of further users who may see it. */
  readonly others: (record: WireRecord) => readonly unknown[]
}

const has =
  (...fields: readonly string[]) =>
  (record: WireRecord) =>
    fields.every((field) => record[field] !== undefined)
const isIdOf = (prefix: string, value: unknown) => typeof value === 'string' && value.startsWith(`${prefix}_`)
const ownId = ({ id }: WireRecord) => [id]
const nobody = () => []

/** Fields that no response may contain. */
const SECRETS = [
  'assigneeId',
  'birthday',
  'blobKey',
  'closedById',
  'email',
  'emailKey',
  'ipAddress',
  'nameKey',
  'password',
  'passwordHash',
  'pendingEmail',
  'reporterId',
  'reportingUserId',
  'sessionId',
  'tokenHash',
  'totpSecret',
  'userAgent',
  'usernameKey',
]

/** Fields of a user that only their own record contains. */
const OWN_FIELDS = Object.keys(CurrentUser.shape).filter((field) => !(field in User.shape) || field === 'username')

/** Values that stand for a hidden field. */
const HIDDEN_VALUES: readonly unknown[] = ['', 'offline', 'private', null, undefined]
/** Fields that show where or when a user was present. */
const PRESENCE_FIELDS = [
  'friendKey',
  'instanceId',
  'last_activity',
  'last_login',
  'location',
  'platform',
  'state',
  'worldId',
]

/** Fields that show when or by which platform a user was last present, in lists as in profiles. */
const LAST_VISIT_FIELDS = ['last_activity', 'last_login', 'last_mobile', 'last_platform']

/** Rules for private fields of REST records. */
export const RECORD_RULES: readonly RecordRule[] = [
  ...SECRETS.map((field) => ({ label: field, matches: has(field), viewers: nobody, admins: false })),
  ...OWN_FIELDS.map((field) => ({
    label: `${field} of a user`,
    matches: (record: WireRecord) => isIdOf('usr', record.id) && record[field] !== undefined && record[field] !== null,
    viewers: ownId,
    admins: field !== 'authToken',
  })),
  ...PRESENCE_FIELDS.map((field) => ({
    label: `${field} of a user who is no friend`,
    matches: (record: WireRecord) =>
      record.isFriend === false && 'location' in record && !HIDDEN_VALUES.includes(record[field]),
    viewers: ownId,
    admins: false,
  })),
  ...LAST_VISIT_FIELDS.map((field) => ({
    label: `${field} of a user who is no friend or appears offline`,
    // A user's own record names the friends: only they and admins receive it, by the rules above.
    matches: (record: WireRecord) =>
      isIdOf('usr', record.id) &&
      !('friends' in record) &&
      (record.isFriend === false || (record.isFriend === true && record.status === 'offline')) &&
      !HIDDEN_VALUES.includes(record[field]),
    viewers: ownId,
    admins: false,
  })),
  { label: 'a note', matches: has('note', 'targetUserId', 'userId'), viewers: ({ userId }) => [userId], admins: false },
  {
    label: 'a notification',
    matches: has('receiverUserId'),
    viewers: ({ receiverUserId, senderUserId }) => [receiverUserId, senderUserId],
    admins: true,
  },
  {
    label: 'a message for invites',
    matches: has('messageType', 'slot', 'canBeUpdated'),
    viewers: (_, { path }) => [/usr_[0-9a-f-]{36}/.exec(path)?.[0]],
    admins: true,
  },
  {
    label: 'a moderation',
    matches: has('sourceUserId', 'targetUserId', 'type'),
    viewers: ({ sourceUserId }) => [sourceUserId],
    admins: false,
  },
  {
    label: 'a report',
    matches: ({ id }) => isIdOf('modReport', id),
    // The sender receives the report in the response to its submission.
    viewers: (_, { method, viewer }) => (method === 'POST' && viewer ? [viewer.id] : []),
    admins: true,
  },
  {
    label: 'a private favorite group',
    matches: ({ id, visibility }) => isIdOf('fvgrp', id) && visibility === 'private',
    viewers: ({ ownerId }) => [ownerId],
    admins: true,
  },
  {
    label: 'how often a listing was bought',
    matches: has('priceTokens', 'purchaseCount'),
    viewers: ({ sellerId }) => [sellerId],
    admins: true,
  },
  {
    label: 'the review of the asset of an avatar',
    matches: has('activeAssetReviewId', 'authorId'),
    viewers: ({ authorId }) => [authorId],
    admins: false,
  },
  {
    label: 'a payment',
    matches: ({ id, userId }) => isIdOf('txn', id) && userId !== undefined,
    viewers: ({ userId }) => [userId],
    admins: true,
  },
  { label: 'the nonce of an instance', matches: has('nonce'), viewers: ({ ownerId }) => [ownerId], admins: false },
  {
    label: 'the users in an instance',
    matches: (record) => has('users', 'creatorId')(record) && isIdOf('wrld', record.id),
    viewers: ({ creatorId }) => [creatorId],
    admins: false,
  },
]

const nobodyElse = () => []

const isGroupPost = has('groupId', 'visibility', 'title')

/** Rules for data that belongs to a single user. */
export const SINGLE_VIEWER_RULES: readonly SingleViewerRule[] = [
  {
    label: 'a notification',
    // Posts of groups are for many, and their ids have the prefix of notifications.
    keyOf: (record) =>
      (isIdOf('not', record.id) && !isGroupPost(record)) || isIdOf('frq', record.id) ? record.id : undefined,
    others: ({ senderUserId, receiverUserId }) => [senderUserId, receiverUserId],
  },
  {
    label: 'a favorite',
    keyOf: (record) => (isIdOf('fvrt', record.id) ? record.id : undefined),
    others: nobodyElse,
  },
  {
    label: 'a favorite world',
    // A list that names an owner is refused, or it is of groups that the owner shows.
    keyOf: ({ favoriteGroup, favoriteId }, { path }) =>
      !/[?&](ownerId|userId)=/.test(path) && favoriteGroup && favoriteId,
    others: nobodyElse,
  },
  {
    label: 'the secret of a second factor',
    keyOf: ({ qrCodeDataUrl, secret }) => qrCodeDataUrl && secret,
    others: nobodyElse,
  },
  { label: 'a recovery code', keyOf: ({ used, code }) => used !== undefined && code, others: nobodyElse },
]
