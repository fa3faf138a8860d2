import { type Notification, Prisma } from '../../generated/prisma/client.ts'
import { DAY, later } from '../../kernel/clock.ts'
import { newId, type UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { appendToFeeds } from './feed.ts'
import { isV2Type, type NotificationType } from './types.ts'

/** What may be answered to a notification of the second generation. */
export interface Response {
  readonly type: string
  readonly data: string
  readonly icon: string
  readonly text: string
  readonly textKey: string | null
}

/** A notification to send; what is left out has the least to say. */
export interface Draft {
  readonly type: NotificationType
  readonly receiverId: UserId
  /** Null when the platform itself speaks. */
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
  readonly responses?: readonly Response[]
  readonly canReply?: boolean
  readonly canDelete?: boolean
  readonly requireSeen?: boolean
  readonly ignoreDND?: boolean
  readonly relatedNotificationsId?: string
  /** Seconds that are left once it was seen. */
  readonly expiryAfterSeen?: number
  readonly expiresAt?: Date
}

/** How long a notification of the second generation lives that says nothing of it: its clients expect a date. */
const LIFETIME = 90 * DAY

/**
 * Sends notifications: writes them and their receivers' feeds. Answers the rows, in the order of the drafts. Set-wise:
 * Prisma would take many times as long for hundreds, and all other requests would wait for it.
 */
export async function notify(open: Scope & Open, drafts: readonly Draft[]): Promise<Notification[]> {
  const rows = drafts.map((draft) => rowOf(draft, open.now))
  const changes = rows.map(({ id, type, receiverId }) => ({
    userId: receiverId,
    kind: 'created' as const,
    type,
    notificationIds: [id],
  }))
  await appendToFeeds(open, changes, writing(rows))
  return rows
}

const writing = (rows: readonly Notification[]) => Prisma.sql`
  written AS (
    INSERT INTO "Notification"
    SELECT * FROM json_populate_recordset(NULL::"Notification", ${JSON.stringify(rows)}::text::json)
  ),`

/** What a draft leaves out. */
const LEAST = {
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
  canReply: false,
  canDelete: true,
  requireSeen: false,
  ignoreDND: false,
  relatedNotificationsId: null,
  expiryAfterSeen: null,
  seenAt: null,
  hiddenAt: null,
  respondedAt: null,
}

const rowOf = ({ responses = [], ...draft }: Draft, now: Date): Notification => ({
  ...LEAST,
  ...draft,
  id: newId(draft.type === 'friendRequest' ? 'friendRequest' : 'notification', now),
  responses: responses.map((response) => ({ ...response })),
  createdAt: now,
  updatedAt: now,
  expiresAt: draft.expiresAt ?? (isV2Type(draft.type) ? later(now, LIFETIME) : null),
})
