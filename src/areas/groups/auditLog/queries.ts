import { Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { deleteInBatches } from '../../../kernel/retention.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ERASED_NAME } from './entries.ts'

/** The types of entries in the audit log of a group, sorted; the caller has checked that the viewer can see it. */
export async function auditTypesOf({ sql }: Pick<ViewerScope, 'db' | 'sql'>, groupId: string): Promise<string[]> {
  // Jumps from type to type in the index, however many entries there are.
  const rows = await sql<{ readonly type: string }>`
    WITH RECURSIVE found AS (
      (SELECT "eventType" AS type FROM "GroupAuditEntry" WHERE "groupId" = ${groupId} ORDER BY "eventType" LIMIT 1)
      UNION ALL
      SELECT (
        SELECT "eventType" FROM "GroupAuditEntry" WHERE "groupId" = ${groupId} AND "eventType" > found.type
        ORDER BY "eventType" LIMIT 1
      ) FROM found WHERE found.type IS NOT NULL
    )
    SELECT type FROM found WHERE type IS NOT NULL`
  return rows.map(({ type }) => type).sort()
}

/** Deletes old entries, by the clock of the database, too, whose trigger keeps those of a year. Answers how many. */
export async function deleteOldGroupAuditEntries({ sql, now, rules }: Scope): Promise<number> {
  const { groupAudit } = rules.retention
  if (groupAudit === null) return 0
  const horizon = addMilliseconds(now, -groupAudit)
  return deleteInBatches(async (limit) => {
    const { length: count } = await sql`
      DELETE FROM "GroupAuditEntry" WHERE id IN (
        SELECT id FROM "GroupAuditEntry"
        WHERE "createdAt" < least(${horizon}::timestamptz, now() - interval '365 days') ORDER BY "createdAt" LIMIT ${limit}
      ) RETURNING id`
    return { count }
  })
}

/** Replaces the names in entries by and about the person, and takes away the notes of managers. */
export async function eraseAuditedNames(
  { sql }: Pick<InTransaction, 'sql'>,
  userId: UserId,
  displayNames: readonly string[],
): Promise<void> {
  // Longer names first, as one name can be a part of another.
  const names = displayNames.toSorted((one, other) => other.length - one.length)
  const description = names.reduce(
    (text, name) => Prisma.sql`replace(${text}, ${name}, ${ERASED_NAME})`,
    Prisma.sql`description`,
  )
  await sql`SELECT set_config('plaza.erasure', 'on', true)`
  await sql`
    UPDATE "GroupAuditEntry" SET
      description = ${description},
      data = CASE WHEN "eventType" = 'group.member.user.update' AND "targetId" = ${userId} THEN '{}' ELSE data END,
      "actorId" = nullif("actorId", ${userId})
    WHERE "actorId" = ${userId} OR "targetId" = ${userId}`
  await sql`SELECT set_config('plaza.erasure', 'off', true)`
}
