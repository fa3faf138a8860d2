import { type Notification, Prisma } from '../../generated/prisma/client.ts'
import type { UserId } from '../../kernel/ids.ts'
import { type HeldLocks, noteLock } from '../../kernel/locks.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { prepareWrite, type WrittenRow } from '../../kernel/singleStatement.ts'
import { lockedFriendship } from '../users/locks.ts'
import { displacedParts } from './displaced.ts'
import { feedAppended } from './events.ts'
import type { NotificationWithSenderName } from './queries.ts'
import { type NotificationDraft, notificationRow } from './send.ts'

/** A kind of notification from the viewer to a friend. `Given` are values that its message and condition need. */
interface FriendNotification<Given extends object> {
  /** Name of the prepared statement. */
  readonly name: string
  /** Expression of the message. Its columns are those of LockedFriendship. */
  message(given: Given): Prisma.Sql
  /** A further condition, beside the friendship. Its columns are those of LockedFriendship. */
  condition(given: Given): Prisma.Sql
  /** How many of this type the receiver keeps of the sender; the oldest ones beyond are deleted. All by default. */
  readonly most?: number
}

interface SentRow extends WrittenRow {
  readonly message: string
  readonly ownName: string
}

type DraftField =
  | 'type'
  | 'receiverId'
  | 'details'
  | 'category'
  | 'imageUrl'
  | 'responses'
  | 'expiryAfterSeen'
  | 'expiresAt'

/** What the statement can write; the database fills the other columns with the defaults of drafts. */
export type FriendDraft = Pick<NotificationDraft, DraftField> & {
  readonly [F in Exclude<keyof NotificationDraft, DraftField | 'message' | 'senderId'>]?: never
}

/** The values of the statement beside those of the kind. */
interface SentValues
  extends Pick<Notification, 'id' | 'category' | 'imageUrl' | 'expiryAfterSeen' | 'expiresAt'>,
    Pick<FriendDraft, 'type' | 'receiverId'> {
  readonly senderId: UserId
  /** As JSON. */
  readonly details: string
  readonly responses: string
  readonly now: Date
  /** How many earlier notifications of the type the receiver keeps of the sender. */
  readonly kept: number
}

/**
 * Prepares sending notifications of a kind to friends by a single statement, which locks the friendship first, if it and
 * the condition hold. Answers null if they don't, and where writes by a single statement are impossible, so the caller
 * then goes the way of a transaction, which tells the reason.
 */
export function prepareFriendNotification<Given extends object>({
  name,
  message,
  condition,
  most,
}: FriendNotification<Given>): (
  scope: ViewerScope,
  draft: FriendDraft,
  given: Given,
) => Promise<NotificationWithSenderName | null> {
  const send = prepareWrite<SentValues & Given, SentRow>({
    name,
    makeEvent: ({ receiverId }, seq) => feedAppended(receiverId, { seq }),
    statement(tx, values, sendNotice) {
      const friendship = lockedFriendship(tx, values.senderId, values.receiverId)
      const displaced = most === undefined ? NONE_DISPLACED : displacedParts(tx, values)
      return Prisma.sql`
        WITH ${friendship}, accepted AS MATERIALIZED (
          SELECT "ownName", ${message(values)} AS message FROM held WHERE "areFriends" AND ${condition(values)}
        ), ${displaced}, ${writeParts(tx, values)}
        SELECT seq::text AS "eventId", message, "ownName", ${sendNotice(Prisma.sql`seq::text`)} FROM head, accepted`
    },
  })
  return async (scope, draft, given) => {
    const { now, viewer } = scope
    const row = notificationRow({ ...draft, senderId: viewer.id }, now)
    const sent = await send(scope, { ...given, ...valuesOf(row, draft, viewer.id), now, kept: (most ?? 1) - 1 })
    return sent && { ...row, message: sent.message, sender: { displayName: sent.ownName } }
  }
}

function valuesOf(
  { id, details, category, imageUrl, responses, expiryAfterSeen, expiresAt }: Notification,
  { type, receiverId }: FriendDraft,
  senderId: UserId,
): Omit<SentValues, 'now' | 'kept'> {
  const json = { details: JSON.stringify(details), responses: JSON.stringify(responses) }
  return { id, type, receiverId, senderId, ...json, category, imageUrl, expiryAfterSeen, expiresAt }
}

const NONE_DISPLACED = Prisma.sql`displaced AS (SELECT NULL AS id WHERE false)`

/** Parts of a WITH clause, which write the notification and its feed entries if `accepted` has a row. */
function writeParts(tx: { readonly locks: HeldLocks }, values: SentValues): Prisma.Sql {
  const { id, type, receiverId, senderId, now } = values
  noteLock(tx, 'feed', { keys: [receiverId] })
  return Prisma.sql`
    written AS (
      INSERT INTO "Notification" (id, type, "receiverId", "senderId", message, details, category, "imageUrl", responses,
        "expiryAfterSeen", "expiresAt", "createdAt", "updatedAt")
      SELECT ${id}, ${type}, ${receiverId}, ${senderId}, message, ${values.details}::text::jsonb, ${values.category},
        ${values.imageUrl}, ${values.responses}::text::jsonb, ${values.expiryAfterSeen}::int,
        ${values.expiresAt}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      FROM accepted
    ), head AS (
      INSERT INTO "FeedHead" ("userId", seq)
      SELECT ${receiverId}, 1 + EXISTS (SELECT FROM displaced)::int FROM accepted
      ON CONFLICT ("userId") DO UPDATE SET seq = "FeedHead".seq + EXCLUDED.seq
      RETURNING seq
    ), entry AS (
      INSERT INTO "FeedEntry" ("userId", seq, kind, type, "notificationIds", at)
      SELECT ${receiverId}, seq, 'created', ${type}, ARRAY[${id}]::text[], ${now}::timestamptz FROM head
      UNION ALL
      SELECT ${receiverId}, seq - 1, 'deleted', ${type}, array_agg(displaced.id), ${now} FROM head, displaced GROUP BY seq
    )`
}
