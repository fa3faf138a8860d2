import { type KeysetPage, type PerParentList, pagePerParent } from '../../kernel/page.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { visiblePropsSql } from './policy.ts'

/** For each author, a page of the props that the viewer can see, by `createdAt` and `id`. One statement. */
export async function propIdsByAuthors(
  { read, viewer }: Pick<ViewerScope, 'read' | 'viewer'>,
  authorIds: readonly string[],
  page: KeysetPage,
): Promise<string[]> {
  const list: PerParentList = {
    name: 'props by authors',
    table: 'Prop',
    alias: 'p',
    select: 'p.id',
    parents: { authorId: authorIds },
    where: (bind) => visiblePropsSql({ viewer }, bind),
    columns: ['createdAt', 'id'],
  }
  const rows = await pagePerParent<{ readonly id: string }>(read, list, page)
  return rows.map(({ id }) => id)
}
