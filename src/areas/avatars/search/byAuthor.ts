import { isAdmin } from '../../../kernel/access.ts'
import { textList } from '../../../kernel/database.ts'
import { createBindings, type KeysetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type AvatarRow, avatarRowsPerParent } from '../queries.ts'
import { foundAvatarsSql } from './visibility.ts'

/** Admins find others, by another condition. */
const statementName = (scope: ViewerScope, name: string) => `${name} ${isAdmin(scope) ? 'for admins' : 'for viewers'}`

/** A page of the avatars of each author that searches of the viewer find, by `updatedAt` and `id`. One statement. */
export const avatarsByAuthors = (
  scope: ViewerScope,
  authorId: readonly string[],
  page: KeysetPage,
): Promise<AvatarRow[]> =>
  avatarRowsPerParent(
    scope,
    {
      name: statementName(scope, 'avatars by authors'),
      parents: { authorId },
      where: (bind) => foundAvatarsSql(scope, '"Avatar"', bind),
      columns: ['updatedAt', 'id'],
    },
    page,
  )

/** The number of avatars that searches of the viewer find, by author, for authors with at least one. One statement. */
export async function countAvatarsByAuthors(scope: ViewerScope, authorIds: readonly string[]) {
  const { values, bind } = createBindings()
  const text = `SELECT a."authorId", count(*)::int AS count FROM "Avatar" AS a
    WHERE a."authorId" = ANY(${textList(bind(authorIds))}) AND ${foundAvatarsSql(scope, 'a', bind)} GROUP BY a."authorId"`
  const name = statementName(scope, 'avatar counts by authors')
  const rows = await scope.read<{ readonly authorId: string; readonly count: number }>(name, text, values)
  return rows.map(({ authorId, count }) => [authorId, count] as const)
}
