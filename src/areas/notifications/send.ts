import type { Notification, Prisma } from '../../generated/prisma/client.ts'
import { addMilliseconds } from '../../kernel/clock.ts'
import { newId, trusted, type UserId } from '../../kernel/ids.ts'
import { type StoredUrlOptions, storedUrl, storedUrlsIn } from '../../kernel/ownUrls.ts'
import type { Scope, ServerRules } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import type { NotificationFacts } from './facts.ts'
import { appendToFeeds, insertCopies, insertNotifications } from './feed/queries.ts'
import { isV2Type, type NotificationType } from './types.ts'

/** A response that the receiver of a notification of version 2 can choose. */
export interface OfferedResponse {
  readonly type: string
  readonly data: string
  readonly icon: string
  readonly text: string
  readonly textKey: string | null
}

/** A notification to send; DRAFT_DEFAULTS has the values of omitted fields. */
export interface NotificationDraft {
  readonly type: NotificationType
  readonly receiverId: UserId
  /** Null for the platform. */
  readonly senderId: UserId | null
  readonly friendPair?: string
  readonly title?: string
  readonly titleKey?: string
  readonly message?: string
  readonly messageKey?: string
  readonly details?: Prisma.JsonObject
  readonly data?: Prisma.JsonObject
  readonly category?: string
  readonly imageUrl?: string
  readonly link?: string
  readonly linkText?: string
  readonly responses?: readonly OfferedResponse[]
  readonly canReply?: boolean
  readonly canDelete?: boolean
  readonly requireSeen?: boolean
  readonly ignoreDND?: boolean
  readonly relatedNotificationsId?: string
  /** Id in the graph. */
  readonly subjectId?: string
  readonly facts?: NotificationFacts
  /** Lifetime in seconds once it was seen. */
  readonly expiryAfterSeen?: number
  readonly expiresAt?: Date
}

/**
 * Sends notifications: writes the rows and the feed entries of their receivers. Returns the rows in the order of the
 * drafts. One statement, because Prisma needs many times as long for hundreds of rows.
 */
export async function sendNotifications(
  tx: Pick<Scope, 'now' | 'rules'> & InTransaction,
  drafts: readonly NotificationDraft[],
): Promise<Notification[]> {
  const rows = drafts.map((draft) => notificationRow(tx, draft))
  await appendToFeeds(
    tx,
    rows.map(({ id, type, receiverId }) => ({ userId: receiverId, kind: 'created', type, notificationIds: [id] })),
    insertNotifications(rows),
  )
  return rows
}

/**
 * The values of omitted fields. It has every column, as V8 copies an object and replaces values thirty times faster than it
 * adds properties to the copy.
 */
const DRAFT_DEFAULTS: Notification = {
  id: '',
  type: '',
  receiverId: '',
  senderId: null,
  friendPair: null,
  title: '',
  titleKey: null,
  message: '',
  messageKey: null,
  details: {},
  data: {},
  category: '',
  imageUrl: null,
  link: '',
  linkText: '',
  linkTextKey: null,
  responses: [],
  canReply: false,
  canDelete: true,
  requireSeen: false,
  ignoreDND: false,
  relatedNotificationsId: null,
  subjectId: null,
  facts: {},
  createdAt: new Date(0),
  updatedAt: new Date(0),
  expiryAfterSeen: null,
  expiresAt: null,
  seenAt: null,
  hiddenAt: null,
  respondedAt: null,
}

type NotificationOptions = StoredUrlOptions & { readonly rules: Pick<ServerRules, 'retention'> }

/** Clients of version 2 expect an expiry. */
const defaultExpiry = ({ now, rules }: NotificationOptions, type: NotificationType): Date | null =>
  isV2Type(type) ? addMilliseconds(now, rules.retention.notifications) : null

/** The row of a notification, with the defaults of omitted fields. */
const notificationRow = (options: NotificationOptions, draft: NotificationDraft): Notification => ({
  ...DRAFT_DEFAULTS,
  ...draft,
  ...idsOf(draft, options.now),
  imageUrl: draft.imageUrl === undefined ? null : storedUrl(options, draft.imageUrl),
  details: storedUrlsIn(options, draft.details ?? {}),
  facts: { ...draft.facts },
  responses: (draft.responses ?? []).map((response) => ({ ...response })),
  createdAt: options.now,
  updatedAt: options.now,
  expiresAt: draft.expiresAt ?? defaultExpiry(options, draft.type),
})

/** A friend request is what its notification is about. */
function idsOf({ type, subjectId }: NotificationDraft, now: Date): Pick<Notification, 'id' | 'subjectId'> {
  if (type !== 'friendRequest') return { id: newId('notification', now), subjectId: subjectId ?? null }
  const id = newId('friendRequest', now)
  return { id, subjectId: id }
}

/** A notification of which many people get a copy. */
export interface CopiedNotification {
  /** Ids of copies derive from it and from the receiver: nobody gets a second copy with the same key. */
  readonly key: string
  readonly draft: Omit<NotificationDraft, 'id' | 'receiverId'>
  readonly receiverIds: readonly string[]
}

/**
 * Sends copies of a notification: writes the rows and the feed entries of those who have none yet. One statement, in which
 * the database makes the copies, because hundreds of rows would keep the process and other requests busy.
 */
export async function sendCopies(
  tx: Pick<Scope, 'now' | 'rules'> & InTransaction,
  { key, draft, receiverIds }: CopiedNotification,
): Promise<void> {
  if (receiverIds.length === 0) return
  const row = notificationRow(tx, { ...draft, receiverId: trusted<'user'>('') })
  await insertCopies(tx, { key, row, receiverIds })
}
