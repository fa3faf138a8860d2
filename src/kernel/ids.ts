import { v5, v7 } from 'uuid'

/** Every kind of object with an id, and the prefix of its ids. */
export const ID_PREFIXES = {
  user: 'usr',
  viewer: 'vwr',
  authToken: 'authcookie',
  session: 'ses',
  userNote: 'unt',
  badge: 'bdg',
  userBadge: 'ubdg',
  pastDisplayName: 'pdn',
  permission: 'prms',
  infoPush: 'ipush',
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
  blockedAvatar: 'bavtr',
  moderationReport: 'modReport',
  reportNote: 'rnote',
  auditEntry: 'audit',
  feedback: 'feedback',
  agreement: 'agmt',
  adminAssetBundle: 'aab',
  assetReview: 'arev',
  upload: 'upl',
  group: 'grp',
  groupGallery: 'ggal',
} as const

export type IdKind = keyof typeof ID_PREFIXES
declare const brand: unique symbol
/** An id of one kind: `<prefix>_<uuid>`, lower case. Input is parsed by `isId`, ids of stored rows are `trusted`. */
export type Id<K extends IdKind = IdKind> = string & { readonly [brand]: K }
export type UserId = Id<'user'>
export type SessionId = Id<'session'>
export type UserNoteId = Id<'userNote'>
export type BadgeId = Id<'badge'>
export type PermissionId = Id<'permission'>
export type InfoPushId = Id<'infoPush'>
export type FriendRequestId = Id<'friendRequest'>
export type FileId = Id<'file'>
export type WorldId = Id<'world'>
export type PropId = Id<'prop'>
export type PrintId = Id<'print'>
export type AdminAssetBundleId = Id<'adminAssetBundle'>
export type AssetReviewId = Id<'assetReview'>
export type UploadId = Id<'upload'>
export type AvatarId = Id<'avatar'>
export type FavoriteGroupId = Id<'favoriteGroup'>
export type InviteMessageId = Id<'inviteMessage'>
export type ModerationReportId = Id<'moderationReport'>
/** A friend request is a notification with a prefix of its own. */
export type NotificationId = Id<'notification' | 'friendRequest'>

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const PATTERN: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(Object.entries(ID_PREFIXES).map(([kind, prefix]) => [kind, new RegExp(`^${prefix}_${UUID}$`)])),
  /** Notices are named by a slug. */
  infoPush: new RegExp(`^${ID_PREFIXES.infoPush}_[a-z0-9][a-z0-9_-]{0,99}$`),
}

/** Whether a text is a well-formed id of this kind. User ids may also have the legacy form of ten characters. */
export function isId<K extends IdKind>(kind: K, text: string): text is Id<K> {
  if (kind === 'user' && /^[0-9A-Za-z]{10}$/.test(text)) return true
  return PATTERN[kind]?.test(text) ?? false
}

/** Brands an id read from the database, which was checked before it was stored. Never for input: see `isId`. */
export const trusted = <K extends IdKind>(text: string): Id<K> => text as Id<K>

/** A UUIDv7 for rows whose id no API shows as it is. */
export const newUuid = (at: Date): string => v7({ msecs: at.getTime() })

/** A new id with a UUIDv7, so that ids sort by their time of creation (milliseconds of `at`). */
export const newId = <K extends IdKind>(kind: K, at: Date): Id<K> => trusted<K>(`${ID_PREFIXES[kind]}_${newUuid(at)}`)

const ID_NAMESPACE = '6f1d2a3e-5b7c-4d8f-9a0b-1c2d3e4f5a6b'

/** A UUIDv5 id derived from the words, for objects without a database row. */
export const deterministicId = <K extends IdKind>(kind: K, ...words: readonly string[]): Id<K> =>
  trusted<K>(`${ID_PREFIXES[kind]}_${v5(words.join(':'), ID_NAMESPACE)}`)

const UUID_AT_END = new RegExp(`(?:^|_)(${UUID})$`)

/**
 * The id of another kind with the UUID of this id, for objects that share a row: one id never names two types. Derived
 * from the text for legacy user ids, which have no UUID.
 */
export function siblingId<K extends IdKind>(kind: K, id: string): Id<K> {
  const [, uuid] = UUID_AT_END.exec(id) ?? []
  return uuid === undefined ? deterministicId(kind, id) : trusted<K>(`${ID_PREFIXES[kind]}_${uuid}`)
}
