import { v5, v7 } from 'uuid'

/** Every kind of identified thing and the prefix its ids carry on the wire. */
export const PREFIX = {
  user: 'usr',
  authToken: 'authcookie',
  session: 'ses',
  userNote: 'unt',
  badge: 'bdg',
  permission: 'prms',
  emailRecord: 'eml',
  world: 'wrld',
  avatar: 'avtr',
  file: 'file',
  notification: 'not',
  friendRequest: 'frq',
  broadcast: 'bcast',
  unityPackage: 'unp',
  prop: 'prop',
  print: 'prnt',
  favorite: 'fvrt',
  favoriteGroup: 'fvgrp',
  inviteMessage: 'invm',
  playerModeration: 'pmod',
  moderationReport: 'modReport',
  reportNote: 'rnote',
  auditEntry: 'audit',
  feedback: 'feedback',
  agreement: 'agmt',
  adminAssetBundle: 'aab',
  assetReview: 'arev',
  group: 'grp',
  groupGallery: 'ggal',
} as const

export type IdKind = keyof typeof PREFIX
declare const brand: unique symbol
/** An id of one kind: `<prefix>_<uuid>`, lower case. Parsed at the edge, trusted inside. */
export type Id<K extends IdKind = IdKind> = string & { readonly [brand]: K }
export type UserId = Id<'user'>
export type SessionId = Id<'session'>
export type UserNoteId = Id<'userNote'>
export type BadgeId = Id<'badge'>
export type PermissionId = Id<'permission'>
export type FriendRequestId = Id<'friendRequest'>
export type BroadcastId = Id<'broadcast'>
export type FileId = Id<'file'>
export type WorldId = Id<'world'>
export type PropId = Id<'prop'>
export type PrintId = Id<'print'>
export type AgreementId = Id<'agreement'>
export type AdminAssetBundleId = Id<'adminAssetBundle'>
export type AssetReviewId = Id<'assetReview'>
export type GroupGalleryId = Id<'groupGallery'>
export type AvatarId = Id<'avatar'>
export type FavoriteId = Id<'favorite'>
export type FavoriteGroupId = Id<'favoriteGroup'>
export type InviteMessageId = Id<'inviteMessage'>
export type PlayerModerationId = Id<'playerModeration'>
export type ModerationReportId = Id<'moderationReport'>
/** A friend request is a notification with a prefix of its own. */
export type NotificationId = Id<'notification' | 'friendRequest'>

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const PATTERN = Object.fromEntries(
  Object.entries(PREFIX).map(([kind, prefix]) => [kind, new RegExp(`^${prefix}_${UUID}$`)]),
)

/** Whether a text has the form of an id of this kind. Old ten-character user ids count as user ids. */
export function isId<K extends IdKind>(kind: K, text: string): text is Id<K> {
  if (kind === 'user' && /^[0-9A-Za-z]{10}$/.test(text)) return true
  return PATTERN[kind]?.test(text) ?? false
}

/** A UUIDv7 for rows that the wire does not name. */
export const newUuid = (at: Date): string => v7({ msecs: at.getTime() })

/** A new id: UUIDv7, so that ids sort and index by the time they were made (milliseconds of `at`). */
export function newId<K extends IdKind>(kind: K, at: Date): Id<K> {
  const text = `${PREFIX[kind]}_${v7({ msecs: at.getTime() })}`
  if (!isId(kind, text)) throw new Error(`malformed id ${text}`)
  return text
}

const NAMES = '6f1d2a3e-5b7c-4d8f-9a0b-1c2d3e4f5a6b'

/** The id of something that has no row of its own: always the same for the same words. */
export function namedId<K extends IdKind>(kind: K, ...words: readonly string[]): Id<K> {
  const text = `${PREFIX[kind]}_${v5(words.join(':'), NAMES)}`
  if (!isId(kind, text)) throw new Error(`malformed id ${text}`)
  return text
}
