import type { GroupAuditEntry, Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { readKeptGroupAccess } from '../access.ts'
import { assertPermission } from '../policy.ts'
import { ERASED_NAME, readNames } from './entries.ts'
import { visibleAuditData } from './visibleData.ts'

/** Which entries of an audit log to list; all conditions must hold. */
export interface GroupAuditFilter {
  readonly actorIds?: readonly string[] | undefined
  readonly eventTypes?: readonly string[] | undefined
  readonly targetIds?: readonly string[] | undefined
  /** Entries of this time or later. */
  readonly since?: Date | undefined
  /** Entries before this time. */
  readonly until?: Date | undefined
}

/** An entry with the display name of its actor, who may be erased. */
export interface GroupAuditView {
  readonly entry: GroupAuditEntry
  readonly actorName: string
}

export interface GroupAuditPage {
  readonly entries: readonly GroupAuditView[]
  readonly totalCount: number
  readonly hasNext: boolean
}

/** The entries of a group that a filter lets through. */
export const auditCondition = (
  groupId: string,
  { actorIds, eventTypes, targetIds, since, until }: GroupAuditFilter,
): Prisma.GroupAuditEntryWhereInput => ({
  groupId,
  ...(actorIds && { actorId: { in: [...actorIds] } }),
  ...(eventTypes && { eventType: { in: [...eventTypes] } }),
  ...(targetIds && { targetId: { in: [...targetIds] } }),
  AND: [since ? { createdAt: { gte: since } } : {}, until ? { createdAt: { lt: until } } : {}],
})

/**
 * A page of the audit log of a group, newest first; admins also read that of a group that was deleted lately. Throws
 * `missing`, `forbidden` without the right. At most four statements.
 */
export async function readGroupAuditLog(
  scope: ViewerScope,
  groupId: GroupId,
  filter: GroupAuditFilter,
  { limit, offset }: OffsetPage,
): Promise<GroupAuditPage> {
  const access = await readKeptGroupAccess(scope, groupId)
  assertPermission(access, 'group-audit-view')
  const where = auditCondition(groupId, filter)
  const [stored, totalCount] = await Promise.all([
    scope.db.groupAuditEntry.findMany({ where, orderBy: { id: 'desc' }, skip: offset, take: limit }),
    scope.db.groupAuditEntry.count({ where }),
  ])
  const entries = stored.map((entry) => ({ ...entry, data: visibleAuditData(access, entry, scope.viewer.id) }))
  const hasNext = offset + entries.length < totalCount && entries.length > 0
  return { entries: await withActorNames(scope, entries), totalCount, hasNext }
}

/** Entries with the display names of their actors. One statement. */
async function withActorNames(
  scope: Pick<ViewerScope, 'db'>,
  entries: readonly GroupAuditEntry[],
): Promise<GroupAuditView[]> {
  const actorIds = [...new Set(entries.flatMap(({ actorId }) => actorId ?? []))]
  const nameOf = actorIds.length > 0 ? await readNames(scope, actorIds) : () => ''
  return entries.map((entry) => ({ entry, actorName: nameOf(entry.actorId ?? '') || ERASED_NAME }))
}

/** The types of entries in the audit log of a group, sorted. Throws `missing`, `forbidden` without the right. */
export async function readGroupAuditTypes(scope: ViewerScope, groupId: GroupId): Promise<string[]> {
  assertPermission(await readKeptGroupAccess(scope, groupId), 'group-audit-view')
  return auditTypesOf(scope, groupId)
}

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

/** Entries are kept for this time. */
const RETENTION = 365 * DAY
const BATCH_SIZE = 5_000

/** Deletes entries older than a year, by the clock of the database, too, whose trigger keeps others. Answers how many. */
export async function deleteOldGroupAuditEntries({ sql, now }: Scope): Promise<number> {
  const horizon = addMilliseconds(now, -RETENTION)
  for (let deleted = 0; ; ) {
    const { length: count } = await sql`
      DELETE FROM "GroupAuditEntry" WHERE id IN (
        SELECT id FROM "GroupAuditEntry"
        WHERE "createdAt" < least(${horizon}::timestamptz, now() - interval '365 days') ORDER BY "createdAt" LIMIT ${BATCH_SIZE}
      ) RETURNING id`
    deleted += count
    if (count < BATCH_SIZE) return deleted
  }
}
