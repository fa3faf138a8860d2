import { Prisma } from '../../generated/prisma/client.ts'
import { trusted } from '../../kernel/ids.ts'
import { noteLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { feedAppended } from './events.ts'
import { type NotificationDraft, notificationRow } from './send.ts'

/** Stands for the id of the receiver in the data of the responses of copies. */
export const RECEIVER = '{receiver}'

/** A notification of which many people get a copy. */
export interface CopiedNotification {
  /** Ids of copies derive from it and from the receiver: nobody gets a second copy with the same key. */
  readonly key: string
  readonly draft: Omit<NotificationDraft, 'id' | 'receiverId'>
  readonly receiverIds: readonly string[]
}

const OWN_COLUMNS: readonly string[] = ['id', 'receiverId', 'responses']
/** Columns that are the same in all copies. */
const COMMON_COLUMNS = Prisma.raw(
  Object.values(Prisma.NotificationScalarFieldEnum)
    .filter((column) => !OWN_COLUMNS.includes(column))
    .map((column) => `"${column}"`)
    .join(', '),
)

/**
 * Sends copies of a notification: writes the rows and the feed entries of those who have none yet. One statement, in which
 * the database makes the copies, because hundreds of rows would keep the process and other requests busy.
 */
export async function sendCopies(
  tx: Pick<Scope, 'now'> & InTransaction,
  { key, draft, receiverIds }: CopiedNotification,
): Promise<void> {
  if (receiverIds.length === 0) return
  const { type, ...row } = notificationRow({ ...draft, receiverId: trusted<'user'>('') }, tx.now)
  noteLock(tx, 'feed', { keys: receiverIds })
  const heads = await tx.sql<{ readonly userId: string; readonly seq: string }>`
    WITH written AS (
      INSERT INTO "Notification" (id, "receiverId", responses, ${COMMON_COLUMNS})
      SELECT 'not_' || md5(${`${key}:`} || receiver)::uuid, receiver,
        replace(draft.responses::text, ${RECEIVER}, receiver)::jsonb, ${COMMON_COLUMNS}
      FROM unnest(${[...receiverIds]}::text[]) AS receiver,
        json_populate_record(NULL::"Notification", ${JSON.stringify({ ...row, type })}::text::json) AS draft
      ON CONFLICT (id) DO NOTHING
      RETURNING id, "receiverId"
    ), head AS (
      INSERT INTO "FeedHead" ("userId", seq) SELECT "receiverId", 1 FROM written ORDER BY "receiverId"
      ON CONFLICT ("userId") DO UPDATE SET seq = "FeedHead".seq + 1
      RETURNING "userId", seq
    ), entry AS (
      INSERT INTO "FeedEntry" ("userId", seq, kind, type, "notificationIds", at)
      SELECT head."userId", head.seq, 'created', ${type}, ARRAY[written.id], ${tx.now}
      FROM head JOIN written ON written."receiverId" = head."userId"
    )
    SELECT "userId", seq::text FROM head`
  for (const { userId, seq } of heads) tx.emit(feedAppended(userId, { seq }))
}
