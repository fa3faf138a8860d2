import type { AuditEntry, Prisma } from '../../generated/prisma/client.ts'
import type { Stretch } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import { requireAdmin } from './policy.ts'

/** Which entries are wanted; what is left out does not matter. */
export interface AuditFilter {
  readonly actorId?: string
  readonly subjectId?: string
  readonly act?: string
}

/** What admins have done, the latest first. Throws `forbidden` for anybody but an admin. */
export async function readAudit(scope: Scope, filter: AuditFilter, stretch: Stretch): Promise<AuditEntry[]> {
  requireAdmin(scope)
  const way = stretch.inverted ? 'asc' : 'desc'
  return scope.db.auditEntry.findMany({
    where: { ...filter, AND: between(stretch) },
    orderBy: [{ at: way }, { id: way }],
    take: stretch.limit,
  })
}

const between = ({ earlierThan, laterThan }: Stretch): Prisma.AuditEntryWhereInput[] => [
  ...(earlierThan ? [{ at: { lte: earlierThan.at }, NOT: { at: earlierThan.at, id: { gte: earlierThan.id } } }] : []),
  ...(laterThan ? [{ at: { gte: laterThan.at }, NOT: { at: laterThan.at, id: { lte: laterThan.id } } }] : []),
]
