import { CurrentUser } from '../../src/contract/shapes/currentUser.ts'
import { User } from '../../src/contract/shapes/user.ts'
import type { Exchange } from './exchanges.ts'

export type Told = Readonly<Record<string, unknown>>

/** What is private, and for whom it is. */
export interface Rule {
  readonly what: string
  /** Whether a record tells it. */
  readonly tells: (record: Told) => boolean
  /** Whose it is: they alone are told. */
  readonly for: (record: Told, exchange: Exchange) => readonly unknown[]
  /** Whether admins are told, too. */
  readonly admins: boolean
}

/** What belongs to one person, whoever that is: the name of it, which only one person may ever be told. */
export interface Single {
  readonly what: string
  readonly nameOf: (record: Told) => unknown
  /** Who is told beside that person. */
  readonly others: (record: Told) => readonly unknown[]
}

const has =
  (...fields: readonly string[]) =>
  (record: Told) =>
    fields.every((field) => record[field] !== undefined)
const isIdOf = (prefix: string, value: unknown) => typeof value === 'string' && value.startsWith(`${prefix}_`)
const person = ({ id }: Told) => [id]
const nobody = () => []

/** What no answer may hold, whoever asks. */
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

/** What the record of the logged-in person says, and that of others does not. */
const OWN_FIELDS = Object.keys(CurrentUser.shape).filter((field) => !(field in User.shape) || field === 'username')

/** Words in the place of what is not told. */
const UNTOLD: readonly unknown[] = ['', 'offline', 'private', null, undefined]
const PLACE = ['friendKey', 'instanceId', 'last_activity', 'last_login', 'location', 'platform', 'state', 'worldId']

/** The private fields of the records of REST. */
export const RULES: readonly Rule[] = [
  ...SECRETS.map((field) => ({ what: field, tells: has(field), for: nobody, admins: false })),
  ...OWN_FIELDS.map((field) => ({
    what: `${field} of a person`,
    tells: (record: Told) => isIdOf('usr', record.id) && record[field] !== undefined && record[field] !== null,
    for: person,
    admins: field !== 'authToken',
  })),
  ...PLACE.map((field) => ({
    what: `${field} of somebody who is no friend`,
    tells: (record: Told) => record.isFriend === false && 'location' in record && !UNTOLD.includes(record[field]),
    for: person,
    admins: false,
  })),
  { what: 'a note', tells: has('note', 'targetUserId', 'userId'), for: ({ userId }) => [userId], admins: false },
  {
    what: 'a notification',
    tells: has('receiverUserId'),
    for: ({ receiverUserId, senderUserId }) => [receiverUserId, senderUserId],
    admins: true,
  },
  {
    what: 'a message for invites',
    tells: has('messageType', 'slot', 'canBeUpdated'),
    for: (_, { path }) => [/usr_[0-9a-f-]{36}/.exec(path)?.[0]],
    admins: true,
  },
  {
    what: 'a moderation',
    tells: has('sourceUserId', 'targetUserId', 'type'),
    for: ({ sourceUserId }) => [sourceUserId],
    admins: false,
  },
  {
    what: 'a report',
    tells: ({ id }) => isIdOf('modReport', id),
    // Whoever has just sent it is answered it.
    for: (_, { method, viewer }) => (method === 'POST' && viewer ? [viewer.id] : []),
    admins: true,
  },
  {
    what: 'a private favorite group',
    tells: ({ id, visibility }) => isIdOf('fvgrp', id) && visibility === 'private',
    for: ({ ownerId }) => [ownerId],
    admins: true,
  },
  { what: 'the nonce of an instance', tells: has('nonce'), for: ({ creatorId }) => [creatorId], admins: false },
  {
    what: 'who is in an instance',
    tells: (record) => has('users', 'creatorId')(record) && isIdOf('wrld', record.id),
    for: ({ creatorId }) => [creatorId],
    admins: false,
  },
]

const alone = () => []

/** What only one person is ever told. */
export const SINGLES: readonly Single[] = [
  {
    what: 'a notification',
    nameOf: (record) => (isIdOf('not', record.id) || isIdOf('frq', record.id) ? record.id : undefined),
    others: ({ senderUserId, receiverUserId }) => [senderUserId, receiverUserId],
  },
  {
    what: 'a favorite',
    nameOf: (record) => (isIdOf('fvrt', record.id) ? record.id : undefined),
    others: alone,
  },
  { what: 'a favorite world', nameOf: ({ favoriteGroup, favoriteId }) => favoriteGroup && favoriteId, others: alone },
  {
    what: 'the secret of a second factor',
    nameOf: ({ qrCodeDataUrl, secret }) => qrCodeDataUrl && secret,
    others: alone,
  },
  { what: 'a recovery code', nameOf: ({ used, code }) => used !== undefined && code, others: alone },
]
