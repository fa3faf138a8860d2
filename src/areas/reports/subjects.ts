import type { Prisma, ReportSubject } from '../../generated/prisma/client.ts'
import { assertStaff } from '../../kernel/access.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../kernel/page.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { aboutOthers } from './policy.ts'

/** Which subjects of open reports are listed; omitted fields match all. */
export interface SubjectFilter {
  readonly kinds?: readonly string[] | undefined
  /** With a report of one of these types, and with one of one of these categories. */
  readonly types?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  /** Null for subjects that nobody has claimed. */
  readonly assigneeId?: string | null | undefined
  readonly contentId?: string | undefined
  readonly authorId?: string | undefined
  /** With a report at this time or later. */
  readonly since?: Date | undefined
  /** With a report that has waited since before this time. */
  readonly until?: Date | undefined
}

/** What subjects are sorted by. */
export type SubjectSort = 'weight' | 'newestAt' | 'oldestAt'

const subjectsWhere = (filter: SubjectFilter): Prisma.ReportSubjectWhereInput => {
  const { kinds, types, categories, assigneeId, contentId, authorId, since, until } = filter
  return {
    ...(kinds && { kind: { in: [...kinds] } }),
    ...(types && { types: { hasSome: [...types] } }),
    ...(categories && { categories: { hasSome: [...categories] } }),
    ...(since && { newestAt: { gte: since } }),
    ...(until && { oldestAt: { lt: until } }),
    ...idsWhere({ assigneeId, contentId, authorId }),
  }
}

const idsWhere = ({ assigneeId, contentId, authorId }: SubjectFilter) => ({
  ...(assigneeId !== undefined && { assigneeId }),
  ...(contentId !== undefined && { contentId }),
  ...(authorId !== undefined && { authorId }),
})

/** A page of what open reports are about. Throws `forbidden` unless staff with `reports` asks. */
export async function listSubjects(
  scope: ViewerScope,
  { filter, by }: { readonly filter: SubjectFilter; readonly by: SubjectSort },
  page: KeysetPage,
): Promise<ReportSubject[]> {
  assertStaff(scope, 'reports')
  return scope.db.reportSubject.findMany({
    where: { AND: [subjectsWhere(filter), aboutOthers(scope.viewer), ...keysetWhere(page, [by, 'id'])] },
    orderBy: keysetOrder(page, [by, 'id']),
    take: page.limit,
  })
}

/** Number of subjects of open reports. Throws `forbidden` unless staff with `reports` asks. */
export async function countSubjects(scope: ViewerScope, filter: SubjectFilter): Promise<number> {
  assertStaff(scope, 'reports')
  return scope.db.reportSubject.count({ where: { AND: [subjectsWhere(filter), aboutOthers(scope.viewer)] } })
}
