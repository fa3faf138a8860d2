import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { type KeysetOrder, keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import type { GroupMember as Row } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { TimeKey } from '../../../kernel/page.ts'
import { characterCount } from '../../../kernel/texts.ts'
import { OUTSIDER_LISTS, type OutsiderKind } from '../membership/outsiders.ts'
import {
  countMemberLists,
  MEMBER_LIST_COLUMNS,
  type MemberListFilter,
  type MemberListKind,
  readMemberPages,
} from '../membership/queries.ts'
import { canSeeInside, hasPermission } from '../policy.ts'
import { Group, type GroupNode } from './group.ts'
import { createGroupListLoader } from './loaders.ts'
import { GroupMember, GroupMemberConnection, ownMembership } from './member.ts'

const memberLists = createGroupListLoader<Row, MemberListFilter>(readMemberPages, countMemberLists)

/** The order of a list by the time that its rows have; each row of the list has it. */
export function memberOrder(kind: MemberListKind, descending: boolean): KeysetOrder<Row, TimeKey> {
  const [column] = MEMBER_LIST_COLUMNS[kind]
  const { parseKey } = latestFirst([column, 'id'])
  return { descending, parseKey, keyText: (row) => `${(row[column] ?? row.createdAt).toISOString()} ${row.id}` }
}

interface MemberList {
  readonly filter: MemberListFilter
  readonly isLatestFirst: boolean
}

const memberConnection = (
  context: GraphContext,
  { access }: GroupNode,
  { filter, isLatestFirst, ...args }: MemberList & DefaultConnectionArguments,
) =>
  keysetConnection(args, {
    order: memberOrder(filter.kind, isLatestFirst),
    totalCount: () => memberLists.count(context, access, filter),
    read: (page) => memberLists.page(context, access, filter, page),
  })

const GroupMemberFilter = builder.inputType('GroupMemberFilter', {
  description: 'Which members to list. Conditions that are left out do not apply.',
  fields: (t) => ({
    search: t.string({ description: 'Part of the display name, of 3 characters or more.' }),
    roleId: t.id({ description: 'Only holders of this role.' }),
    hasNoRole: t.boolean({ description: 'Whether to list only members without a role beside that of all members.' }),
  }),
})

const GroupMemberSort = enumOf(
  'GroupMemberSort',
  'Order of a list of members.',
  {
    ascending: 'By time of joining, earliest first.',
    descending: 'By time of joining, latest first.',
  },
  { ascending: 'JOINED_AT_ASCENDING', descending: 'JOINED_AT_DESCENDING' },
)

const MIN_SEARCH_LENGTH = 3

type FilterInput = (typeof GroupMemberFilter)['$inferInput'] | null | undefined

/** Throws `invalid` for a search of less than three characters. */
function filterOf(given: FilterInput): MemberListFilter {
  const search = given?.search?.trim()
  if (search !== undefined && characterCount(search) < MIN_SEARCH_LENGTH)
    throw invalid('search', `search must have at least ${MIN_SEARCH_LENGTH} characters`, {
      reason: 'too_short',
      min: MIN_SEARCH_LENGTH,
    })
  return {
    kind: 'members',
    ...(search !== undefined && { search }),
    ...(given?.roleId != null && { roleId: given.roleId }),
    ...(given?.hasNoRole && { roleId: '' }),
  }
}

/** How each list of people who are no members is known to the rules of the REST lists. */
const OUTSIDERS = {
  invites: 'invited',
  requests: 'requested',
  blockedRequests: 'requestBlocked',
  bans: 'banned',
} as const satisfies Readonly<Record<Exclude<MemberListKind, 'members'>, OutsiderKind>>

/** A list of people who are no members; null for those who don't manage them. */
function outsiderConnection(
  context: GraphContext,
  group: GroupNode,
  { kind, ...args }: { readonly kind: keyof typeof OUTSIDERS } & DefaultConnectionArguments,
) {
  const { needs, order } = OUTSIDER_LISTS[OUTSIDERS[kind]]
  if (!hasPermission(group.access, needs)) return null
  return memberConnection(context, group, { ...args, filter: { kind }, isLatestFirst: order === 'desc' })
}

builder.objectFields(Group, (t) => ({
  viewerMembership: t.field({
    type: GroupMember,
    nullable: true,
    description: "The viewer's own membership, invite or request; null for none.",
    resolve: ({ access }, _args, context) =>
      access.status === 'none' || access.status === 'banned' ? null : ownMembership(context, access),
  }),
  members: t.connection(
    {
      type: GroupMember,
      nullable: true,
      description:
        'Members, earliest first by default; null for a private group of others. Without MEMBERS_VIEWALL these are the viewer, the owner, and friends who do not hide.',
      args: {
        filter: t.arg({ type: GroupMemberFilter, description: 'Which members to list.' }),
        sort: t.arg({ type: GroupMemberSort, description: 'Order of the list.' }),
      },
      resolve: (group, { filter, sort, ...args }, context) =>
        canSeeInside(group.access)
          ? memberConnection(context, group, {
              ...args,
              filter: filterOf(filter),
              isLatestFirst: sort === 'descending',
            })
          : null,
    },
    GroupMemberConnection,
  ),
  invites: t.connection(
    {
      type: GroupMember,
      nullable: true,
      description: 'People who are invited, latest first; null for everybody but holders of INVITES_MANAGE.',
      resolve: (group, args, context) => outsiderConnection(context, group, { ...args, kind: 'invites' }),
    },
    GroupMemberConnection,
  ),
  requests: t.connection(
    {
      type: GroupMember,
      nullable: true,
      description: 'People who ask to join, earliest first; null for everybody but holders of INVITES_MANAGE.',
      args: {
        blocked: t.arg.boolean({
          description: 'Whether to list the people whose requests are refused instead, latest first.',
        }),
      },
      resolve: (group, { blocked, ...args }, context) =>
        outsiderConnection(context, group, { ...args, kind: blocked ? 'blockedRequests' : 'requests' }),
    },
    GroupMemberConnection,
  ),
  bans: t.connection(
    {
      type: GroupMember,
      nullable: true,
      description: 'People who are banned, latest first; null for everybody but holders of BANS_MANAGE.',
      resolve: (group, args, context) => outsiderConnection(context, group, { ...args, kind: 'bans' }),
    },
    GroupMemberConnection,
  ),
}))
