import { Prisma } from '../../generated/prisma/client.ts'
import { sortKeys } from '../../kernel/list/pageSql.ts'
import { readPagePerParent } from '../../kernel/list/readList.ts'
import type { KeysetPage } from '../../kernel/page.ts'
import { conditionSql } from '../../kernel/rowCondition.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { visibleProps } from './policy.ts'

/** For each author, a page of the props that the viewer can see, by `createdAt` and `id`. One statement. */
export async function propIdsByAuthors(
  scope: Pick<ViewerScope, 'sql' | 'viewer'>,
  authorId: readonly string[],
  page: KeysetPage,
): Promise<string[]> {
  const list = {
    alias: 'p',
    from: Prisma.raw('"Prop" AS p'),
    where: [conditionSql('p', visibleProps(scope))],
    order: sortKeys('p', { createdAt: 'timestamptz', id: 'text' }),
  }
  const select = Prisma.raw('p.id')
  const rows = await readPagePerParent<{ readonly id: string }>(scope, { list, parents: { authorId } }, page, {
    select,
  })
  return rows.map(({ id }) => id)
}
