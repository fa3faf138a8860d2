import { forStaff } from '../../../edges/graphql/access.ts'
import { builder, MAY_BE_OLD } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { byText, type KeysetOrder, keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { invalidCursor, type KeysetKey } from '../../../kernel/page.ts'
import { assertCanList } from '../list/queries.ts'
import { countFoundUsers, findPublicUserByName, type ListedUser, listFoundUsers, type UserOrder } from '../queries.ts'
import { DeveloperType } from './profileEnums.ts'
import { StaffPermission } from './staff.ts'
import { selectedUserColumns, User, UserConnection, usersById } from './user.ts'

const UserFilter = builder.inputType('UserFilter', {
  description: 'Which people to list. Conditions that are left out do not apply.',
  fields: (t) => ({
    search: t.string({
      description:
        'Part of the display name; without it, nobody is found. For admins also part of the username, or of the e-mail address if it contains `@`; without it, they list everybody.',
    }),
    developerType: t.field({ type: DeveloperType, description: 'Only people with this developer type.' }),
    isSuspended: t.boolean({ description: 'Only people who are suspended, or who are not. Staff with `PEOPLE` only.' }),
    createdSince: t.field({
      type: 'DateTime',
      description: 'Only people who registered at this time or later. Staff with `PEOPLE` only.',
    }),
    isAdmin: t.boolean({ description: 'Only admins, or only others. Staff with `PEOPLE` only.' }),
    staffPermission: t.field({
      type: StaffPermission,
      description:
        'Only people to whom this permission of the staff was given; admins have it without. Staff with `PEOPLE` only.',
    }),
    lastLoginSince: t.field({
      type: 'DateTime',
      description: 'Only people whose last login was at this time or later. Staff with `PEOPLE` only.',
    }),
    lastLoginUntil: t.field({
      type: 'DateTime',
      description: 'Only people whose last login was before this time. Staff with `PEOPLE` only.',
    }),
    hasOpenReports: t.boolean({
      description: 'Only people about whom there are open reports, or none. Staff with `PEOPLE` only.',
    }),
    isOnline: t.boolean({
      description:
        'Only people who are online by any client, or who are not, as it was some seconds ago. Staff with `PEOPLE` only.',
    }),
    hasTwoFactor: t.boolean({
      description: 'Only people who have enabled time-based codes, or who have not. Staff with `PEOPLE` only.',
    }),
    isEmailVerified: t.boolean({
      description: 'Only people with a confirmed e-mail address, or without. Staff with `PEOPLE` only.',
    }),
    isUnderDeletion: t.boolean({
      description: 'Only people whose account is to be erased, or is not. Staff with `PEOPLE` only.',
    }),
    address: t.string({
      description:
        'Only people with a live session from this address, or with a login from its network in the last months. Staff with `PEOPLE` only.',
    }),
  }),
})

const UserSort = enumOf('UserSort', 'Order of a list of people.', {
  relevance:
    'People whose display name begins with the searched text first, then all others, each by display name. Without a text by display name.',
  displayName: 'By display name, without regard to case.',
  createdAt: 'By time of registration, latest first.',
  lastLoginAt:
    'By time of the last login, latest first, without people who have never logged in. Staff with `PEOPLE` only.',
  reportCount: 'By number of open reports, most first, without people who have none. Staff with `PEOPLE` only.',
})

const ANY_USER_ID = /^\w+(-\w+)*$/
const BY_NAME = byText('displayNameKey', 'ascending')

const KEYS: Readonly<Record<UserOrder, KeysetOrder<ListedUser, KeysetKey>>> = {
  relevance: BY_NAME,
  displayName: BY_NAME,
  createdAt: latestFirst(['createdAt', 'id'], ANY_USER_ID),
  lastLoginAt: {
    ...latestFirst(['lastLoginAt', 'id'], ANY_USER_ID),
    keyText: ({ lastLoginAt, id }) => `${lastLoginAt?.toISOString()} ${id}`,
  },
  reportCount: {
    descending: true,
    keyText: ({ reports, id }) => `${reports} ${id}`,
    parseKey: parseCountKey,
  },
}

/** A number of reports and an id. Throws `invalid` for a cursor of another list. */
function parseCountKey(text: string, side: 'after' | 'before'): KeysetKey {
  const [, count, id] = /^(\d{1,9}) (\S+)$/.exec(text) ?? []
  if (count === undefined || id === undefined || !ANY_USER_ID.test(id)) throw invalidCursor(side)
  return [count, id]
}

/** An order of the list, turned round if the lowest values are wanted at the other end. */
function keysOf(order: UserOrder, isAscending: boolean | null | undefined): KeysetOrder<ListedUser, KeysetKey> {
  const keys = KEYS[order]
  return isAscending === null || isAscending === undefined ? keys : { ...keys, descending: !isAscending }
}

builder.queryFields((t) => ({
  user: t.field({
    type: User,
    nullable: true,
    ...MAY_BE_OLD,
    description: 'A person by id; null when there is none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the person.' }) },
    resolve: (_root, { id }, context) => usersById(context).load(id),
  }),
  userByName: t.field({
    type: User,
    nullable: true,
    ...forStaff('people'),
    description: 'A person by username. Staff with `PEOPLE` only: usernames are private.',
    args: { username: t.arg.string({ required: true, description: 'Username.' }) },
    resolve: (_root, { username }, context) => findPublicUserByName(context.viewerScope, username),
  }),
  users: t.connection(
    {
      type: User,
      ...MAY_BE_OLD,
      description:
        'Searches people; admins list them. People who have blocked the viewer, or whom the viewer has blocked, are found by admins only.',
      args: {
        filter: t.arg({ type: UserFilter, description: 'Which people to list.' }),
        sort: t.arg({ type: UserSort, description: 'Order of the list; by default by relevance.' }),
        ascending: t.arg.boolean({
          description:
            'Whether the lowest values come first. Without it names begin with the lowest, times and numbers with the highest.',
        }),
      },
      resolve: (_root, { filter, sort, ascending, ...args }, context) => {
        const scope = context.viewerScope
        const search = { filter: omitNullish(filter ?? {}), order: sort ?? 'relevance' }
        assertCanList(scope, search.filter, search.order)
        const selected = selectedUserColumns(context)
        return keysetConnection(args, {
          order: keysOf(search.order, ascending),
          totalCount: () => countFoundUsers(scope, search),
          read: (page) => listFoundUsers(scope, search, { page, selected }),
        })
      },
    },
    UserConnection,
  ),
}))
