import type { AuditEntry } from '../../generated/prisma/client.ts'
import { assertAdmin } from '../../kernel/access.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'

export interface AuditFilter {
  readonly actorId?: string
  readonly subjectId?: string
  readonly act?: string
}

/** Reads audit entries, newest first. Throws `forbidden` unless the viewer is an admin. */
export async function readAuditLog(scope: Scope, filter: AuditFilter, page: KeysetPage): Promise<AuditEntry[]> {
  assertAdmin(scope)
  return scope.db.auditEntry.findMany({
    where: { ...filter, AND: keysetWhere(page, ['at', 'id']) },
    orderBy: keysetOrder(page, ['at', 'id']),
    take: page.limit,
  })
}
