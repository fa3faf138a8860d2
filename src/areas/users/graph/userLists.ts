import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { byText, type KeysetOrder, keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import type { KeysetKey } from '../../../kernel/page.ts'
import {
  assertCanFilter,
  countFoundUsers,
  findPublicUserByName,
  listFoundUsers,
  type PublicUser,
  type UserOrder,
} from '../queries.ts'
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

const UserSort = enumOf('UserSort', 'Order of a list of people.', {
  relevance:
    'People whose display name begins with the searched text first, then all others, each by display name. Without a text by display name.',
  displayName: 'By display name, without regard to case.',
  createdAt: 'By time of registration, latest first.',
})

const BY_NAME = byText('displayNameKey', 'ascending')

const KEYS: Readonly<Record<UserOrder, KeysetOrder<PublicUser, KeysetKey>>> = {
  relevance: BY_NAME,
  displayName: BY_NAME,
  createdAt: latestFirst(['createdAt', 'id'], /^\w+(-\w+)*$/),
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
        const search = { filter: omitNullish(filter ?? {}), order: sort ?? 'relevance' }
        assertCanFilter(scope, search.filter)
        const selected = selectedUserColumns(context)
        return keysetConnection(args, {
          order: KEYS[search.order],
          totalCount: () => countFoundUsers(scope, search.filter),
          read: (page) => listFoundUsers(scope, search, { page, selected }),
        })
      },
    },
    UserConnection,
  ),
}))
