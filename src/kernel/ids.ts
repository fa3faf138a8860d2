import { randomInt } from 'node:crypto'
import { LRUCache } from 'lru-cache'
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
  /** In the graph; REST shows the bare UUID. */
  profileTheme: 'pthm',
  permission: 'prms',
  infoPush: 'ipush',
  emailRecord: 'eml',
  dataExport: 'dex',
  world: 'wrld',
  avatar: 'avtr',
  avatarStyle: 'avst',
  /** In the graph, packages of avatars have ids of their own: those of the REST API have the prefix of world packages. */
  avatarPackage: 'apkg',
  /** In the graph; REST shows the bare UUID. */
  impostorJob: 'ijob',
  reward: 'rwd',
  file: 'file',
  fileVersion: 'fver',
  notification: 'not',
  friendRequest: 'frq',
  /** In the graph, what the sender of an invite sees has an id of its own: that of the REST API names the notification. */
  sentInvite: 'sinv',
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
  reportSubject: 'rsub',
  staffNote: 'snote',
  cannedReason: 'cres',
  sanction: 'sanc',
  hiddenContent: 'hidc',
  appeal: 'appl',
  auditEntry: 'audit',
  feedback: 'feedback',
  agreement: 'agmt',
  adminAssetBundle: 'aab',
  assetReview: 'arev',
  upload: 'upl',
  group: 'grp',
  groupGallery: 'ggal',
  groupPost: 'gpst',
  groupRole: 'grol',
  groupMember: 'gmem',
  groupAnnouncement: 'gpos',
  groupGalleryImage: 'ggim',
  groupAuditEntry: 'gaud',
  jam: 'jam',
  jamSubmission: 'jsub',
  calendarEvent: 'cal',
  wallet: 'wllt',
  ledgerAccount: 'lacc',
  ledgerTransfer: 'ltrf',
  ledgerEntry: 'lent',
  ledgerHold: 'lhold',
  tokenBundle: 'tbdl',
  subscriptionPlan: 'splan',
  licenseGroup: 'lgrp',
  licenseGrant: 'lgrt',
  userSubscription: 'usub',
  paymentTransaction: 'txn',
  paymentEvent: 'pevt',
  product: 'prod',
  /** In the graph, listings have ids of their own: those of the REST API have the prefix of products. */
  listing: 'lstg',
  listingVariant: 'listvar',
  store: 'esto',
  storeShelf: 'ess',
  purchase: 'pur',
  inventoryTemplate: 'invt',
  inventoryItem: 'inv',
  inventoryDrop: 'invd',
  inventoryGrant: 'igrt',
  serverNode: 'node',
  /** In the graph, runs of jobs and mails that wait have ids of their own: the queue has bare UUIDs. */
  jobRun: 'jrun',
  queuedMail: 'mail',
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
export type FileId = Id<'file'>
export type WorldId = Id<'world'>
export type PropId = Id<'prop'>
export type PrintId = Id<'print'>
export type AdminAssetBundleId = Id<'adminAssetBundle'>
export type AssetReviewId = Id<'assetReview'>
export type UploadId = Id<'upload'>
export type AvatarId = Id<'avatar'>
export type AvatarStyleId = Id<'avatarStyle'>
export type RewardId = Id<'reward'>
export type FavoriteGroupId = Id<'favoriteGroup'>
export type InviteMessageId = Id<'inviteMessage'>
export type ModerationReportId = Id<'moderationReport'>
export type StaffNoteId = Id<'staffNote'>
export type CannedReasonId = Id<'cannedReason'>
export type SanctionId = Id<'sanction'>
export type AppealId = Id<'appeal'>
export type GroupId = Id<'group'>
export type GroupRoleId = Id<'groupRole'>
export type GroupGalleryId = Id<'groupGallery'>
export type CalendarEventId = Id<'calendarEvent'>
export type JamId = Id<'jam'>
export type JamSubmissionId = Id<'jamSubmission'>
/** Products and listings share a prefix. */
export type ProductId = Id<'product'>
export type StoreId = Id<'store'>
export type StoreShelfId = Id<'storeShelf'>
export type PurchaseId = Id<'purchase'>
export type InventoryTemplateId = Id<'inventoryTemplate'>
export type InventoryItemId = Id<'inventoryItem'>
export type InventoryDropId = Id<'inventoryDrop'>
export type JobRunId = Id<'jobRun'>
export type QueuedMailId = Id<'queuedMail'>
/** A friend request is a notification with a prefix of its own. */
export type NotificationId = Id<'notification' | 'friendRequest'>

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const PATTERN: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(Object.entries(ID_PREFIXES).map(([kind, prefix]) => [kind, new RegExp(`^${prefix}_${UUID}$`)])),
  /** Notices are named by a slug. */
  infoPush: new RegExp(`^${ID_PREFIXES.infoPush}_[a-z0-9][a-z0-9_-]{0,99}$`),
  /** Bundles and plans are named by a slug. */
  tokenBundle: new RegExp(`^${ID_PREFIXES.tokenBundle}_[a-z0-9][a-z0-9_.-]{0,99}$`),
  subscriptionPlan: new RegExp(`^${ID_PREFIXES.subscriptionPlan}_[a-z0-9][a-z0-9_.-]{0,99}$`),
  /** Transfers and entries are numbered. */
  ledgerTransfer: new RegExp(`^${ID_PREFIXES.ledgerTransfer}_[1-9][0-9]{0,17}$`),
  ledgerEntry: new RegExp(`^${ID_PREFIXES.ledgerEntry}_[1-9][0-9]{0,17}$`),
  /** Versions are named by the UUID of their file and by their number. */
  fileVersion: new RegExp(`^${ID_PREFIXES.fileVersion}_(${UUID})-(0|[1-9][0-9]{0,8})$`),
}

/** Whether a text is a well-formed id of this kind. User ids may also have the legacy form of ten characters. */
export function isId<K extends IdKind>(kind: K, text: string): text is Id<K> {
  if (kind === 'user' && /^[0-9A-Za-z]{10}$/.test(text)) return true
  return PATTERN[kind]?.test(text) ?? false
}

/** Brands an id read from the database, which was checked before it was stored. Never for input: see `isId`. */
export const trusted = <K extends IdKind>(text: string): Id<K> => text as Id<K>

/** The last number of each of the latest milliseconds. */
const lastNumbers = new LRUCache<number, number>({ max: 100 })

/** The first number of a millisecond: random, with room to count on. */
const FIRST_NUMBERS = 2 ** 31

/**
 * A UUIDv7 for rows whose id no API shows as it is. Those that a process makes for one millisecond are numbered on, so it is
 * no secret: one of them tells a good part of the next.
 */
export function newUuid(at: Date): string {
  const msecs = at.getTime()
  const last = lastNumbers.get(msecs)
  const seq = last === undefined ? randomInt(FIRST_NUMBERS) : last + 1
  lastNumbers.set(msecs, seq)
  return v7({ msecs, seq })
}

/** A new id with a UUIDv7, so that the ids that a process makes sort by their time of creation, which is `at`. */
export const newId = <K extends IdKind>(kind: K, at: Date): Id<K> => trusted<K>(`${ID_PREFIXES[kind]}_${newUuid(at)}`)

/** Letters of the part of a UUIDv7 that tells the time. */
const TIME_LENGTH = '01234567-89ab'.length

/**
 * How ids begin that are made at a time: those from then on are greater than this, and those before it are less. For 1970 if
 * the time is before.
 */
export const firstIdAt = (kind: IdKind, at: Date): string =>
  newId(kind, new Date(Math.max(0, at.getTime()))).slice(0, ID_PREFIXES[kind].length + 1 + TIME_LENGTH)

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

/** The id of a version of a file: the UUID of the file and the number of the version. */
export const fileVersionId = (fileId: string, version: number): Id<'fileVersion'> =>
  trusted<'fileVersion'>(`${siblingId('fileVersion', fileId)}-${version}`)

/** The file and the number of a version by its id; undefined for another text. */
export function parseFileVersionId(id: string): { readonly fileId: FileId; readonly version: number } | undefined {
  const [, uuid, version] = PATTERN.fileVersion?.exec(id) ?? []
  return uuid === undefined
    ? undefined
    : { fileId: trusted<'file'>(`${ID_PREFIXES.file}_${uuid}`), version: Number(version) }
}

/** System user that owns what no person owns. It can not log in, and searches do not find it. */
export const PLATFORM_USER_ID = trusted<'user'>('usr_00000000-0000-4000-8000-000000000000')

/** System user that stands for people without a session. It can not log in, and searches do not find it. */
export const GUEST_USER_ID = trusted<'user'>('usr_00000000-0000-4000-8000-000000000002')

export const SYSTEM_USER_IDS: readonly UserId[] = [PLATFORM_USER_ID, GUEST_USER_ID]
