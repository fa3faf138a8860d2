import type { Notification, User } from '../../generated/prisma/client.ts'
import { asMilliseconds, timeOf, timeOrNull } from '../../kernel/columns.ts'
import type { NamedRead } from '../../kernel/database.ts'
import type { Outside } from '../../kernel/scope.ts'
import type { Generation } from './policy.ts'
import { LEGACY_TYPES, V2_TYPES } from './types.ts'

/** What is known of a sender with what was sent: all that others may see, so that nobody has to ask for it again. */
const SENDER = [
  'id',
  'displayName',
  'displayNameKey',
  'createdAt',
  'bio',
  'bioLinks',
  'pronouns',
  'status',
  'statusDescription',
  'tags',
  'developerType',
  'userIcon',
  'profilePicOverride',
  'bannerType',
  'bannerUrl',
  'currentAvatarImageUrl',
  'currentAvatarThumbnailImageUrl',
  'currentAvatarTags',
  'allowAvatarCopying',
  'ageVerificationStatus',
  'ageVerified',
  'lastPlatform',
  'lastMobileAt',
  'erasedAt',
] as const
export type Sender = Pick<User, (typeof SENDER)[number]>

/** A notification with who sent it; nobody where the platform itself speaks. */
export interface TaggedNotification extends Notification {
  readonly sender: Sender | null
}

const VISIBLE = `
  SELECT * FROM "Notification"
  WHERE id = ANY($1) AND "hiddenAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > $2)`

const SENDERS = `SELECT ${SENDER.map((column) => `"${column}"`).join(', ')} FROM "User" WHERE id = ANY($1)`

/** Those of these notifications that have neither expired nor been put away, whoever received them. Two statements. */
export async function visibleByIds({ read, clock }: Outside, ids: readonly string[]): Promise<TaggedNotification[]> {
  if (ids.length === 0) return []
  const rows = await read<Notification>(null, VISIBLE, [ids, clock.now()])
  const senderIds = [...new Set(rows.flatMap(({ senderId }) => senderId ?? []))]
  const senders = senderIds.length > 0 ? await read<Sender>('senders-by-ids', SENDERS, [senderIds]) : []
  const byId = new Map(senders.map((sender) => [sender.id, sender]))
  return rows.map((row) => ({ ...row, sender: byId.get(row.senderId ?? '') ?? null }))
}

/** A notification with what its record says of the sender. */
export interface SignedNotification extends Notification {
  readonly sender: { readonly displayName: string } | null
}

/** Which of somebody's notifications are listed; what is left out leaves all in. */
export interface Listing {
  readonly receiverId: string
  readonly now: Date
  /** `hidden`: friend requests that were put away; else what has neither expired nor been put away. */
  readonly which: 'shown' | 'hidden'
  readonly generation?: Generation
  readonly types?: readonly string[] | undefined
  readonly unseen?: boolean | undefined
  /** Only later ones; `orRequested` those and all friend requests. */
  readonly since?: { readonly at: Date; readonly orRequested: boolean } | undefined
  /** Only what was sent before this one, and after that one. */
  readonly before?: Place | undefined
  readonly after?: Place | undefined
  readonly first?: 'newest' | 'oldest'
  readonly limit: number
  readonly offset?: number
}

export interface Place {
  readonly createdAt: Date
  readonly id: string
}

/** A part of a statement: its letter in the statement's name, its text, and a value for each `?` of it. */
type Part = readonly [letter: string, text: string, values: readonly unknown[]]

const among = (types: readonly string[]) => `type IN (${types.map((type) => `'${type}'`).join(', ')})`

const GENERATIONS: Record<Generation, readonly Part[]> = {
  legacy: [['l', among(LEGACY_TYPES), []]],
  v2: [['v', among(V2_TYPES), []]],
  both: [],
}

const shown = (now: Date): Part => ['s', '"hiddenAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > ?)', [now]]
const HIDDEN: Part = ['h', `type = 'friendRequest' AND "hiddenAt" IS NOT NULL`, []]
const UNSEEN: Part = ['u', '"seenAt" IS NULL', []]
const PLACE = '("createdAt", id)'

const partIf = <V>(value: V | undefined, part: (value: V) => Part): readonly Part[] =>
  value === undefined ? [] : [part(value)]

const partsOf = (listing: Listing): readonly Part[] => [
  ['r', '"receiverId" = ?', [listing.receiverId]],
  listing.which === 'hidden' ? HIDDEN : shown(listing.now),
  ...GENERATIONS[listing.generation ?? 'both'],
  ...partIf(listing.types, (types) => ['t', 'type = ANY(?)', [types]]),
  ...(listing.unseen ? [UNSEEN] : []),
  ...partIf(listing.since, ({ at, orRequested }) =>
    orRequested ? ['q', `("createdAt" > ? OR type = 'friendRequest')`, [at]] : ['c', '"createdAt" > ?', [at]],
  ),
  ...partIf(listing.before, ({ createdAt, id }) => ['b', `${PLACE} < (?, ?)`, [createdAt, id]]),
  ...partIf(listing.after, ({ createdAt, id }) => ['a', `${PLACE} > (?, ?)`, [createdAt, id]]),
]

/**
 * Of those that are shown none was put away, but PostgreSQL knows it only when asked for that order too: then it reads
 * no more of them than it answers.
 */
const ORDER = {
  shown: { newest: '"hiddenAt", "createdAt" DESC, id DESC', oldest: '"hiddenAt" DESC, "createdAt", id' },
  hidden: { newest: '"createdAt" DESC, id DESC', oldest: '"createdAt", id' },
} as const

const SENDER_NAME = `(SELECT "displayName" FROM "User" WHERE "User".id = "senderId") AS "senderName"`

/** A list's statement, told apart by its letters: there are as many as kinds of lists that are asked for. */
async function readList<Row>(read: NamedRead, columns: Columns, listing: Listing): Promise<Row[]> {
  const { which, first = 'newest', limit, offset = 0 } = listing
  const parts = partsOf(listing)
  const name = `notifications-${columns.name}-${parts.map(([letter]) => letter).join('')}-${first}`
  const where = parts.map(([, text]) => text).join(' AND ')
  const text = `SELECT ${columns.text} FROM "Notification" WHERE ${where} ORDER BY ${ORDER[which][first]} LIMIT ? OFFSET ?`
  const values = parts.flatMap(([, , values]) => values)
  return read<Row>(name, numbered(text), [...values, limit, offset])
}

function numbered(text: string): string {
  let number = 0
  return text.replaceAll('?', () => `$${++number}`)
}

interface Columns {
  readonly name: string
  readonly text: string
}

const TIMES = ['createdAt', 'updatedAt', 'expiresAt', 'seenAt', 'hiddenAt', 'respondedAt'] as const
type Time = (typeof TIMES)[number]
type Timed<N, T extends keyof N> = Omit<N, T> & { readonly [K in T]: null extends N[K] ? number | null : number }

const PLAIN = [
  'id',
  'type',
  'receiverId',
  'senderId',
  'friendPair',
  'title',
  'titleKey',
  'message',
  'messageKey',
  'details',
  'data',
  'category',
  'imageUrl',
  'link',
  'linkText',
  'linkTextKey',
  'responses',
  'canReply',
  'canDelete',
  'requireSeen',
  'ignoreDND',
  'relatedNotificationsId',
  'expiryAfterSeen',
] as const satisfies readonly Exclude<keyof Notification, Time>[]

const ALL = [...PLAIN.map((column) => `"${column}"`), ...TIMES.map(asMilliseconds)].join(', ')

const timed = <R extends Timed<Notification, Time>>(row: R) => ({
  ...row,
  createdAt: timeOf(row.createdAt),
  updatedAt: timeOf(row.updatedAt),
  expiresAt: timeOrNull(row.expiresAt),
  seenAt: timeOrNull(row.seenAt),
  hiddenAt: timeOrNull(row.hiddenAt),
  respondedAt: timeOrNull(row.respondedAt),
})

const WHOLE: Columns = { name: 'whole', text: ALL }

/** Somebody's notifications, the newest or the oldest first. One statement. */
export async function listNotifications({ read }: Outside, listing: Listing): Promise<Notification[]> {
  const rows = await readList<Timed<Notification, Time>>(read, WHOLE, listing)
  return rows.map(timed)
}

const SIGNED: Columns = { name: 'signed', text: `${ALL}, ${SENDER_NAME}` }

interface Signature {
  readonly senderName: string | null
}
const senderOf = ({ senderName }: Signature) => (senderName === null ? null : { displayName: senderName })

/** The same with the senders' names. One statement. */
export async function listSigned({ read }: Outside, listing: Listing): Promise<SignedNotification[]> {
  const rows = await readList<Timed<Notification, Time> & Signature>(read, SIGNED, listing)
  return rows.map(({ senderName, ...row }) => ({ ...timed(row), sender: senderOf({ senderName }) }))
}

const BRIEF = ['id', 'type', 'senderId', 'message', 'details'] as const
const SHORT: Columns = {
  name: 'brief',
  text: [
    ...BRIEF.map((column) => `"${column}"`),
    asMilliseconds('createdAt'),
    asMilliseconds('seenAt'),
    SENDER_NAME,
  ].join(', '),
}

/** What the legacy generation shows of a notification. */
export type BriefNotification = Pick<SignedNotification, (typeof BRIEF)[number] | 'createdAt' | 'seenAt' | 'sender'>

/** The same, but only what the legacy generation shows of each. One statement. */
export async function listBriefly({ read }: Outside, listing: Listing): Promise<BriefNotification[]> {
  type Row = Timed<Pick<Notification, (typeof BRIEF)[number] | 'createdAt' | 'seenAt'>, 'createdAt' | 'seenAt'>
  const rows = await readList<Row & Signature>(read, SHORT, listing)
  return rows.map(({ id, type, senderId, message, details, createdAt, seenAt, senderName }) => ({
    id,
    type,
    senderId,
    message,
    details,
    createdAt: timeOf(createdAt),
    seenAt: timeOrNull(seenAt),
    sender: senderOf({ senderName }),
  }))
}
