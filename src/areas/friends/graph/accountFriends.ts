import { builder } from '../../../edges/graphql/builder.ts'
import { keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Account } from '../../users/graph/account.ts'
import { User, UserConnection } from '../../users/graph/user.ts'
import { visibleUsers } from '../../users/policy.ts'
import { PUBLIC_USER_COLUMNS } from '../../users/queries.ts'
import { BY_DISPLAY_NAME } from './friend.ts'

const friendsOf = ({ db }: ViewerScope, where: Prisma.UserWhereInput) => ({
  order: BY_DISPLAY_NAME,
  totalCount: () => db.user.count({ where }),
  read: (page: KeysetPage<TextKey>) =>
    db.user.findMany({
      where: { AND: [where, ...keysetWhere(page, ['displayNameKey'])] },
      orderBy: keysetOrder(page, ['displayNameKey']),
      take: page.limit,
      select: PUBLIC_USER_COLUMNS,
    }),
})

builder.objectFields(Account, (t) => ({
  friends: t.connection(
    {
      type: User,
      description: 'Friends of the person, by display name.',
      resolve: ({ userId }, args, { viewerScope }) =>
        keysetConnection(args, friendsOf(viewerScope, { ...visibleUsers, friendOf: { some: { userId } } })),
    },
    UserConnection,
  ),
}))
