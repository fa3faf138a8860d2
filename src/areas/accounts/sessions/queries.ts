import { addMilliseconds, SECOND } from '../../../kernel/clock.ts'
import type { SessionId, UserId } from '../../../kernel/ids.ts'
import { createRowLoader } from '../../../kernel/records.ts'
import { deleteInBatches } from '../../../kernel/retention.ts'
import type { Scope, Services, Viewer } from '../../../kernel/scope.ts'
import { type SessionEnd, type SessionEndReason, sessionEndReasonOf } from '../../../kernel/sessionEnd.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { isSuspended } from '../policy.ts'

/** A session with what its validity and its rights depend on. */
interface SessionWithOwner {
  /** The hash of its token. */
  readonly id: string
  readonly sessionId: string
  readonly userId: string
  readonly owes: readonly string[]
  readonly expiresAt: Date
  readonly lastUsedAt: Date
  readonly admin: boolean
  /** Permissions of the staff that the owner has. */
  readonly staff: readonly string[]
  /** When the account is due for erasure. */
  readonly deletionAt: Date | null
}

const sessionsByTokenHashes = ({ sql }: Pick<Scope, 'sql'>, hashes: readonly string[]) => sql<SessionWithOwner>`
  SELECT s."tokenHash" AS id, s.id AS "sessionId", s."userId", s.owes, u.admin, s."expiresAt", s."lastUsedAt", a."deletionAt",
    ARRAY(SELECT permission FROM "StaffGrant" WHERE "userId" = s."userId") AS staff
  FROM "Session" AS s JOIN "User" AS u ON u.id = s."userId" LEFT JOIN "Account" AS a ON a."userId" = s."userId"
  WHERE s."tokenHash" = ANY(${hashes})`

/** Loads a session by the hash of its token; calls of one event-loop turn share a statement. */
export const loadSession = createRowLoader<SessionWithOwner>(sessionsByTokenHashes)

/**
 * Stores the use of a session, which lasts `lifetime` milliseconds from now, but not `longest` milliseconds from its beginning.
 * Plain statements, because those of Prisma cost several times as much.
 */
export async function touchSession(
  { sql, now }: Scope,
  { id, sessionId }: Viewer,
  { lifetime, longest }: { readonly lifetime: number; readonly longest: number },
): Promise<void> {
  await Promise.all([
    sql`
      UPDATE "Session" SET "lastUsedAt" = ${now}, "expiresAt" = least(
        ${addMilliseconds(now, lifetime)}::timestamptz,
        "createdAt" + make_interval(secs => ${longest / SECOND})
      ) WHERE id = ${sessionId}`,
    sql`UPDATE "User" SET "lastActivityAt" = ${now} WHERE id = ${id}`,
  ])
}

/** Ended sessions that are kept of one person, the latest. */
const MAX_ENDED = 100

interface SessionsToEnd {
  readonly userId: UserId
  readonly reason: SessionEndReason
  /** The sessions to end; null for all. */
  readonly wanted: readonly SessionId[] | null
  readonly except: SessionId | null
}

/** Deletes sessions of a person and keeps why. Answers their ids. Two statements. */
export async function deleteSessions(
  { sql, now }: Pick<Scope, 'now'> & InTransaction,
  { userId, reason, wanted, except }: SessionsToEnd,
) {
  const ended = await sql<{ id: string }>`
    WITH gone AS (
      DELETE FROM "Session"
      WHERE "userId" = ${userId} AND (${wanted}::text[] IS NULL OR id = ANY(${wanted}::text[]))
        AND id IS DISTINCT FROM ${except}::text
      RETURNING id, "tokenHash", "expiresAt"
    ), kept AS (
      INSERT INTO "EndedSession" ("tokenHash", "sessionId", "userId", reason, "endedAt")
      SELECT "tokenHash", id, CASE WHEN ${reason}::text <> 'account_deleted' THEN ${userId}::text END,
        CASE WHEN "expiresAt" <= ${now} THEN 'session_expired' ELSE ${reason}::text END, ${now}
      FROM gone
    )
    SELECT id FROM gone`
  if (ended.length > 0)
    await sql`
    DELETE FROM "EndedSession" WHERE "tokenHash" IN (
      SELECT "tokenHash" FROM "EndedSession" WHERE "userId" = ${userId} ORDER BY "endedAt" DESC OFFSET ${MAX_ENDED}
    )`
  return ended
}

/** Deletes expired sessions, which it keeps as ended ones, and ended ones after some days. Answers how many. */
export async function purgeSessions({ sql, now, rules }: Scope): Promise<number> {
  const expired = await deleteInBatches(async (limit) => {
    const { length: count } = await sql`
      WITH gone AS (
        DELETE FROM "Session" WHERE id IN (SELECT id FROM "Session" WHERE "expiresAt" <= ${now} LIMIT ${limit}::int)
          AND "expiresAt" <= ${now} RETURNING id, "tokenHash", "userId", "expiresAt"
      )
      INSERT INTO "EndedSession" ("tokenHash", "sessionId", "userId", reason, "endedAt")
      SELECT "tokenHash", id, "userId", 'session_expired', "expiresAt" FROM gone RETURNING 1`
    return { count }
  })
  const forgotten = await deleteInBatches(async (limit) => {
    const { length: count } = await sql`
      DELETE FROM "EndedSession" WHERE "tokenHash" IN (
        SELECT "tokenHash" FROM "EndedSession"
        WHERE "endedAt" <= ${addMilliseconds(now, -rules.retention.endedSessions)} LIMIT ${limit}::int) RETURNING 1`
    return { count }
  })
  return expired + forgotten
}

interface SessionEndRow {
  readonly reason: string
  readonly suspendedAt: Date | null
  readonly suspendedUntil: Date | null
  readonly suspensionReason: string | null
}

/** How the session with this hash of its token has ended; null for a live one, and for one that is not known. */
export async function readSessionEnd({ sql, now }: Scope, hash: string): Promise<SessionEnd | null> {
  const [row] = await sql<SessionEndRow>`
    SELECT coalesce(ended.reason, CASE
        WHEN owner."deletionAt" <= ${now} THEN 'account_deleted' WHEN session."expiresAt" <= ${now} THEN 'session_expired'
      END) AS reason, owner."suspendedAt", owner."suspendedUntil", owner."suspensionReason"
    FROM (SELECT ${hash}::text AS hash) AS given
    LEFT JOIN "Session" AS session ON session."tokenHash" = given.hash
    LEFT JOIN "EndedSession" AS ended ON ended."tokenHash" = given.hash
    LEFT JOIN "Account" AS owner ON owner."userId" = coalesce(session."userId", ended."userId")`
  const reason = sessionEndReasonOf(row?.reason ?? '')
  if (!row || !reason) return null
  const isInForce = reason === 'account_suspended' && isSuspended(row, now)
  return {
    reason,
    ...(isInForce && { suspension: { reason: row.suspensionReason ?? '', endsAt: row.suspendedUntil } }),
  }
}

/** A session that is over, or when it expires. */
interface SessionState {
  readonly id: string
  /** Null for a session that is live and finished. */
  readonly end: SessionEndReason | null
  readonly expiresAt: Date | null
}

interface SessionStateRow {
  readonly id: string
  readonly end: string | null
  readonly expiresAt: Date | null
}

/** Whether these sessions are over. One statement. */
export async function readSessionStates(
  { sql, clock }: Services,
  ids: readonly string[],
): Promise<readonly SessionState[]> {
  const now = clock.now()
  const rows = await sql<SessionStateRow>`
    SELECT given.id, session."expiresAt", CASE
        WHEN session.id IS NULL OR cardinality(session.owes) > 0 THEN coalesce(ended.reason, 'session_ended')
        WHEN owner."deletionAt" <= ${now} THEN 'account_deleted'
        WHEN session."expiresAt" <= ${now} THEN 'session_expired'
      END AS "end"
    FROM unnest(${ids}::text[]) AS given (id)
    LEFT JOIN "Session" AS session ON session.id = given.id
    LEFT JOIN "EndedSession" AS ended ON ended."sessionId" = given.id
    LEFT JOIN "Account" AS owner ON owner."userId" = session."userId"`
  return rows.map(({ id, end, expiresAt }) => ({ id, expiresAt, end: end === null ? null : sessionEndOf(end) }))
}

const sessionEndOf = (text: string): SessionEndReason => sessionEndReasonOf(text) ?? 'session_ended'
