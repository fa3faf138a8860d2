import { byText } from '../../../edges/graphql/resolvers/pagination.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { visibleUsers } from '../policy.ts'
import { PUBLIC_USER_COLUMNS } from '../queries.ts'

/** A list of people who match a condition, by id: those who have registered first come first. */
export function peopleById({ db }: Scope, condition: Prisma.UserWhereInput) {
  const where = { AND: [condition, visibleUsers] }
  return {
    order: byText('id', 'ascending'),
    totalCount: () => db.user.count({ where }),
    read: (page: KeysetPage<TextKey>) =>
      db.user.findMany({
        where: { AND: [where, ...keysetWhere(page, ['id'])] },
        orderBy: keysetOrder(page, ['id']),
        take: page.limit,
        select: PUBLIC_USER_COLUMNS,
      }),
  }
}
