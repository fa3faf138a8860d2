import type { AuditEntry, Prisma } from '../../generated/prisma/client.ts'
import { assertAdmin } from '../../kernel/access.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'

interface AuditFilter {
  readonly acts?: readonly string[]
  readonly actorId?: string
  readonly subjectId?: string
  /** Acts at this time or later. */
  readonly since?: Date
  /** Acts before this time. */
  readonly until?: Date
}

const whereOf = ({ acts, since, until, ...ids }: AuditFilter): Prisma.AuditEntryWhereInput => ({
  ...ids,
  ...(acts && { act: { in: [...acts] } }),
  AND: [since ? { at: { gte: since } } : {}, until ? { at: { lt: until } } : {}],
})

/** Reads audit entries, newest first. Throws `forbidden` unless the viewer is an admin. */
export async function readAuditLog(scope: Scope, filter: AuditFilter, page: KeysetPage): Promise<AuditEntry[]> {
  assertAdmin(scope)
  return scope.db.auditEntry.findMany({
    where: { AND: [whereOf(filter), ...keysetWhere(page, ['at', 'id'])] },
    orderBy: keysetOrder(page, ['at', 'id']),
    take: page.limit,
  })
}

/** Counts audit entries. Throws `forbidden` unless the viewer is an admin. */
export async function countAuditLog(scope: Scope, filter: AuditFilter): Promise<number> {
  assertAdmin(scope)
  return scope.db.auditEntry.count({ where: whereOf(filter) })
}
