import { addMilliseconds, SECOND } from '../../../kernel/clock.ts'
import { createRowLoader } from '../../../kernel/records.ts'
import type { Scope, Services, Viewer } from '../../../kernel/scope.ts'

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
  /** When the account is due for erasure. */
  readonly deletionAt: Date | null
}

const sessionsByTokenHashes = ({ sql }: Pick<Scope, 'sql'>, hashes: readonly string[]) => sql<SessionWithOwner>`
  SELECT s."tokenHash" AS id, s.id AS "sessionId", s."userId", s.owes, u.admin, s."expiresAt", s."lastUsedAt", a."deletionAt"
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

/** Ids of those of these sessions that are finished and neither ended nor expired. One statement. */
export async function readLiveSessionIds({ sql, clock }: Services, ids: readonly string[]) {
  const now = clock.now()
  const rows = await sql<{ id: string }>`
    SELECT "Session".id FROM "Session" LEFT JOIN "Account" ON "Account"."userId" = "Session"."userId"
    WHERE "Session".id = ANY(${ids}) AND "expiresAt" > ${now} AND cardinality(owes) = 0
      AND ("deletionAt" IS NULL OR "deletionAt" > ${now})`
  return new Set(rows.map(({ id }) => id))
}
