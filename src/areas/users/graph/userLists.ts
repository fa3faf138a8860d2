import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { byText, type KeysetOrder, keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { type KeysetKey, keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { findPublicUserByName, PUBLIC_USER_COLUMNS, type PublicUser } from '../queries.ts'
import { BY_RELEVANCE, type FoundPage, listFoundUsers, rankedPages, rankWhere, type UserOrder } from '../search.ts'
import { userListWhere } from '../users.ts'
import { DeveloperType } from './profileEnums.ts'
import { selectedUserColumns, User, UserConnection, usersById } from './user.ts'

const UserFilter = builder.inputType('UserFilter', {
  description: 'Which people to list. Conditions that are left out do not apply.',
  fields: (t) => ({
    search: t.string({
      description:
        'Part of the display name; without it, nobody is found. For admins also part of the username, or of the e-mail address if it contains `@`; without it, they list everybody.',
    }),
    developerType: t.field({ type: DeveloperType, description: 'Only people with this developer type.' }),
    isSuspended: t.boolean({ description: 'Only people who are suspended, or who are not. Admins only.' }),
    createdSince: t.field({
      type: 'DateTime',
      description: 'Only people who registered at this time or later. Admins only.',
    }),
  }),
})

const UserSort = builder.enumType('UserSort', {
  description: 'Order of a list of people.',
  values: {
    RELEVANCE: {
      value: 'relevance',
      description:
        'People whose display name begins with the searched text first, then all others, each by display name. Without a text by display name.',
    },
    DISPLAY_NAME: { value: 'displayName', description: 'By display name, without regard to case.' },
    CREATED_AT: { value: 'createdAt', description: 'By time of registration, latest first.' },
  } as const,
})

interface SortedUsers {
  readonly keys: KeysetOrder<PublicUser, KeysetKey>
  readonly order: UserOrder
}

const BY_NAME = byText('displayNameKey', 'ascending')

const SORTS: Readonly<Record<'relevance' | 'displayName' | 'createdAt', SortedUsers>> = {
  relevance: { keys: BY_NAME, order: BY_RELEVANCE },
  displayName: { keys: BY_NAME, order: { isByRelevance: false, columns: ['displayNameKey'] } },
  createdAt: {
    keys: latestFirst(['createdAt', 'id'], /^\w+(-\w+)*$/),
    order: { isByRelevance: false, columns: ['createdAt', 'id'] },
  },
}

/** Reads a page of all people whom the filter lets through: a statement, or one for each rank that the page reaches. */
async function listUsersForAdmins(
  { db }: ViewerScope,
  filter: Prisma.UserWhereInput,
  { search, order, page }: FoundPage,
) {
  const found: PublicUser[] = []
  for (const rank of rankedPages(search, order, page)) {
    const where = { AND: [filter, rankWhere(search, rank), ...keysetWhere(rank.page, order.columns)] }
    const take = page.limit - found.length
    if (take === 0) break
    found.push(
      ...(await db.user.findMany({
        where,
        orderBy: keysetOrder(page, order.columns),
        take,
        select: PUBLIC_USER_COLUMNS,
      })),
    )
  }
  return found
}

builder.queryFields((t) => ({
  user: t.field({
    type: User,
    nullable: true,
    description: 'A person by id; null when there is none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the person.' }) },
    resolve: (_root, { id }, context) => usersById(context).load(id),
  }),
  userByName: t.field({
    type: User,
    nullable: true,
    ...FOR_ADMINS,
    description: 'A person by username. Admins only: usernames are private.',
    args: { username: t.arg.string({ required: true, description: 'Username.' }) },
    resolve: (_root, { username }, context) => findPublicUserByName(context.viewerScope, username),
  }),
  users: t.connection(
    {
      type: User,
      description:
        'Searches people; admins list them. People who have blocked the viewer, or whom the viewer has blocked, are found by admins only.',
      args: {
        filter: t.arg({ type: UserFilter, description: 'Which people to list.' }),
        sort: t.arg({ type: UserSort, description: 'Order of the list; by default by relevance.' }),
      },
      resolve: (_root, { filter, sort, ...args }, context) => {
        const scope = context.viewerScope
        const given = omitNullish(filter ?? {})
        const where = userListWhere(scope, given)
        const { keys, order } = SORTS[sort ?? 'relevance']
        const selected = selectedUserColumns(context)
        return keysetConnection(args, {
          order: keys,
          totalCount: () => scope.db.user.count({ where }),
          read: (page) =>
            isAdmin(scope)
              ? listUsersForAdmins(scope, where, { search: given, order, page })
              : listFoundUsers(scope, { search: given, order, page }, selected),
        })
      },
    },
    UserConnection,
  ),
}))
