import { type Notification, Prisma } from '../../generated/prisma/client.ts'
import type { UserId } from '../../kernel/ids.ts'
import { type HeldLocks, noteLock, rowLock } from '../../kernel/locks.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { prepareWrite, type WrittenRow } from '../../kernel/singleStatement.ts'
import { lockedFriendship } from '../users/locks.ts'
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
  /** Limit of notifications of this type from one sender to one receiver: the oldest are deleted. */
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
export type FriendNotificationDraft = Pick<NotificationDraft, DraftField> & {
  readonly [F in Exclude<keyof NotificationDraft, DraftField | 'message' | 'senderId'>]?: never
}

/** The values of the statement beside those of the kind. */
interface SentValues
  extends Pick<Notification, 'id' | 'category' | 'imageUrl' | 'expiryAfterSeen' | 'expiresAt'>,
    Pick<FriendNotificationDraft, 'type' | 'receiverId'> {
  readonly senderId: UserId
  /** As JSON. */
  readonly details: string
  readonly responses: string
  readonly now: Date
}

/**
 * Prepares sending notifications of a kind to friends by a single statement, which locks the friendship first, if it and
 * the condition hold. Answers null if they don't, and where writes by a single statement are impossible: the
 * caller then sends by a transaction, which tells the reason.
 */
export function prepareFriendNotification<Given extends object>(
  kind: FriendNotification<Given>,
): (scope: ViewerScope, draft: FriendNotificationDraft, given: Given) => Promise<NotificationWithSenderName | null> {
  const sends =
    kind.most === undefined ? [prepareSend(kind)] : [prepareSend(kind), prepareSendAndDelete(kind, kind.most)]
  return async (scope, draft, given) => {
    const { now, viewer } = scope
    const row = notificationRow({ ...draft, senderId: viewer.id }, now)
    const { type, receiverId } = draft
    const values = valuesOf(row, { type, receiverId, senderId: viewer.id, now })
    for (const send of sends) {
      const sent = await send(scope, values, given)
      if (sent) return { ...row, message: sent.message, sender: { displayName: sent.ownName } }
    }
    return null
  }
}

/** The statement that deletes nothing, and does nothing where old notifications are to be deleted: it takes a tenth less time. */
const prepareSend = <Given extends object>(kind: FriendNotification<Given>) =>
  prepareWrite<SentValues, Given, SentRow>({
    name: kind.name,
    makeEvent: feedEvent,
    statement: (tx, values, sendNotice) =>
      sendStatement(tx, kind, values, {
        condition: kind.most === undefined ? Prisma.sql`true` : hasFewerThan(kind.most, values),
        removed: () => NOTHING_DELETED,
        notice: sendNotice(SEQ),
      }),
  })

/** The statement that deletes the oldest notifications beyond the limit. */
const prepareSendAndDelete = <Given extends object>(kind: FriendNotification<Given>, most: number) =>
  prepareWrite<SentValues, Given, SentRow>({
    name: `${kind.name}-and-delete-old`,
    makeEvent: feedEvent,
    statement: (tx, values, sendNotice) =>
      sendStatement(tx, kind, values, {
        condition: Prisma.sql`true`,
        removed: () => deletionParts(tx, most - 1, values),
        notice: sendNotice(SEQ),
      }),
  })

const feedEvent = ({ receiverId }: SentValues, seq: string) => feedAppended(receiverId, { seq })
const SEQ = Prisma.sql`seq::text`

interface SendParts {
  readonly condition: Prisma.Sql
  /** Part of the WITH clause that deletes old notifications, made after those that lock the friendship. */
  readonly removed: () => Prisma.Sql
  readonly notice: Prisma.Sql
}

function sendStatement<Given extends object>(
  tx: { readonly locks: HeldLocks },
  { message, condition }: FriendNotification<Given>,
  values: SentValues & Given,
  parts: SendParts,
): Prisma.Sql {
  const friendship = lockedFriendship(tx, values.senderId, values.receiverId)
  return Prisma.sql`
    WITH ${friendship}, accepted AS MATERIALIZED (
      SELECT "ownName", ${message(values)} AS message FROM held
      WHERE "areFriends" AND ${condition(values)} AND ${parts.condition}
    ), ${parts.removed()}, ${writeParts(tx, values)}
    SELECT ${SEQ} AS "eventId", message, "ownName", ${parts.notice} FROM head, accepted`
}

/** Whether the sender has sent fewer than `most` of this type to the receiver that are there still. */
const hasFewerThan = (most: number, { senderId, receiverId, type }: SentValues) => {
  const limit = Prisma.raw(String(most))
  return Prisma.sql`(
    SELECT count(*) FROM (
      SELECT FROM "Notification" WHERE "senderId" = ${senderId} AND "receiverId" = ${receiverId} AND type = ${type}
      LIMIT ${limit}
    ) AS earlier
  ) < ${limit}`
}

const valuesOf = (
  { id, details, category, imageUrl, responses, expiryAfterSeen, expiresAt }: Notification,
  { type, receiverId, senderId, now }: Pick<SentValues, 'type' | 'receiverId' | 'senderId' | 'now'>,
): SentValues => ({
  id,
  type,
  receiverId,
  senderId,
  details: JSON.stringify(details),
  responses: JSON.stringify(responses),
  category,
  imageUrl,
  expiryAfterSeen,
  expiresAt,
  now,
})

/** Part of a WITH clause: `removed` has one row, whose `ids` are those of the deleted notifications; null for none. */
const NOTHING_DELETED = Prisma.sql`removed AS (SELECT NULL::text[] AS ids)`

/**
 * Parts of a WITH clause, which delete what the sender has sent to the receiver but for the newest `kept`, if `accepted`
 * has a row. `removed` is as in NOTHING_DELETED.
 */
function deletionParts(tx: { readonly locks: HeldLocks }, kept: number, values: SentValues): Prisma.Sql {
  const { senderId, receiverId, type } = values
  return Prisma.sql`
    old AS MATERIALIZED (
      SELECT id FROM "Notification"
      WHERE "senderId" = ${senderId} AND "receiverId" = ${receiverId} AND type = ${type} AND EXISTS (SELECT FROM accepted)
      ORDER BY "createdAt" DESC, id DESC OFFSET ${Prisma.raw(String(kept))}
    ), locked AS MATERIALIZED (
      SELECT id FROM "Notification" WHERE id = ANY(ARRAY(SELECT id FROM old)) ${rowLock(tx, 'notification', {})}
    ), deleted AS (
      DELETE FROM "Notification" AS n USING locked WHERE n.id = locked.id RETURNING n.id
    ), removed AS (
      SELECT array_agg(id ORDER BY id) AS ids FROM deleted
    )`
}

/**
 * Parts of a WITH clause, which write the notification and the feed entries, those of `removed` too, if `accepted` has a row.
 */
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
      SELECT ${receiverId}, CASE WHEN ids IS NULL THEN 1 ELSE 2 END FROM accepted, removed
      ON CONFLICT ("userId") DO UPDATE SET seq = "FeedHead".seq + EXCLUDED.seq
      RETURNING seq
    ), entry AS (
      INSERT INTO "FeedEntry" ("userId", seq, kind, type, "notificationIds", at)
      SELECT ${receiverId}, seq - 1, 'deleted', ${type}, ids, ${now}::timestamptz FROM head, removed WHERE ids IS NOT NULL
      UNION ALL
      SELECT ${receiverId}, seq, 'created', ${type}, ARRAY[${id}]::text[], ${now}::timestamptz FROM head
    )`
}
