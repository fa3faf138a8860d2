import { Prisma } from '../../../generated/prisma/client.ts'
import type { SqlList } from '../../../kernel/list/pageSql.ts'
import { countPerParent, readPagePerParent } from '../../../kernel/list/readList.ts'
import type { KeysetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { AVATAR_COLUMNS, type AvatarRow } from '../queries.ts'
import { foundAvatars } from './visibility.ts'

/** The avatars that searches of the viewer find, by the time of the last change. */
const foundList = (scope: ViewerScope): SqlList => ({
  alias: 'a',
  from: Prisma.raw('"Avatar" AS a'),
  where: [foundAvatars(scope)],
  order: [
    { by: Prisma.raw('a."updatedAt"'), type: 'timestamptz' },
    { by: Prisma.raw('a.id'), type: 'text' },
  ],
})

/** A page of the avatars of each author that searches of the viewer find, by `updatedAt` and `id`. One statement. */
export const avatarsByAuthors = (scope: ViewerScope, authorId: readonly string[], page: KeysetPage) =>
  readPagePerParent<AvatarRow>(scope, { list: foundList(scope), parents: { authorId } }, page, AVATAR_COLUMNS)

/** The number of avatars that searches of the viewer find, by author, for authors with at least one. One statement. */
export const countAvatarsByAuthors = (scope: ViewerScope, authorIds: readonly string[]) =>
  countPerParent(scope, foundList(scope), ['authorId', authorIds])
