import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { operationCache } from '../../../edges/graphql/operationCache.ts'
import { byId } from '../../../edges/graphql/resolvers/columns.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import {
  createCountLoader,
  createListLoader,
  createLoader,
  forViewer,
  readBeforeLoads,
} from '../../../edges/graphql/resolvers/loader.ts'
import {
  createPageLoader,
  createPageParser,
  type KeysetOrder,
  keysetConnection,
  type ListInfo,
  latestFirst,
  listConnection,
} from '../../../edges/graphql/resolvers/pagination.ts'
import type { GroupMember, Prisma } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TimeKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { User } from '../../users/graph/user.ts'
import { type GroupAccess, readGroupAccesses } from '../access.ts'
import { canCreateGroup } from '../group/create.ts'
import { OWN_LISTS, type OwnListKind, ownGroupIds } from '../userGroups/ownGroups.ts'
import { visibleMemberships, visibleMutualMemberships } from '../userGroups/profile.ts'
import { countProfileGroups, type ProfileEntry, readProfilePages } from '../userGroups/queries.ts'
import { GroupPermission, knownPermissions } from './enums.ts'
import {
  columnsOfGroups,
  Group,
  GroupConnection,
  type GroupNode,
  groupNode,
  groupsById,
  loadListedGroup,
} from './group.ts'
import { withGroups } from './loaders.ts'

/** What lists of groups of a person are made of. */
type Membership = Pick<GroupMember, 'id' | 'userId' | 'groupId' | 'joinedAt' | 'createdAt'>

const MEMBERSHIP_COLUMNS = { id: true, userId: true, groupId: true, joinedAt: true, createdAt: true } as const

const { parseKey } = latestFirst(['joinedAt', 'id'])

/** The order in which a person has joined groups. */
const FIRST_JOINED_FIRST: KeysetOrder<Membership, TimeKey> = {
  descending: false,
  parseKey,
  keyText: ({ joinedAt, createdAt, id }) => `${(joinedAt ?? createdAt).toISOString()} ${id}`,
}

/** The entry of a group in the viewer's own list; null while they are no member. */
export async function viewerGroupEdge(context: GraphContext, groupId: string) {
  const group = await groupsById(context).load(groupId)
  const { member, status } = group?.access ?? {}
  return group && member && status === 'member'
    ? { node: group, cursor: edgeOf(FIRST_JOINED_FIRST, member).cursor }
    : null
}

type VisibleMemberships = (scope: ViewerScope, userIds: readonly string[]) => Prisma.GroupMemberWhereInput

/** Memberships of people that a condition shows to the viewer, by person. One statement. */
const membershipsByUser = (visible: VisibleMemberships) =>
  createListLoader<Membership>(
    forViewer((scope, userIds) =>
      scope.db.groupMember.findMany({ where: visible(scope, userIds), select: MEMBERSHIP_COLUMNS }),
    ),
    ({ userId }) => userId,
  )

const mutualMemberships = membershipsByUser(visibleMutualMemberships)

const representations = createLoader<Membership>(
  forViewer((scope, userIds) =>
    scope.db.groupMember.findMany({
      where: { AND: [visibleMemberships(scope, userIds), { isRepresenting: true }] },
      select: MEMBERSHIP_COLUMNS,
    }),
  ),
  ({ userId }) => userId,
)

const listedGroups = async (
  context: GraphContext,
  args: DefaultConnectionArguments,
  memberships: readonly Membership[],
) => withGroups(context, await listConnection(args, FIRST_JOINED_FIRST, memberships), ({ groupId }) => groupId)

/** The order of FIRST_JOINED_FIRST, of which cursors are the same. */
const FIRST_ENTRY_FIRST: KeysetOrder<ProfileEntry, TimeKey> = {
  descending: false,
  parseKey,
  keyText: ({ joinedAt, membershipId }) => `${joinedAt.toISOString()} ${membershipId}`,
}
const parseEntryPage = createPageParser(FIRST_ENTRY_FIRST)

const countGroupsOfProfile = createCountLoader(forViewer(countProfileGroups))

const memberIdOf = ({ memberId }: ProfileEntry) => memberId
const loadProfilePage = createPageLoader<ProfileEntry>(
  (scope, userIds, page) => forViewer(readProfilePages)(scope, { userIds, page }, null),
  memberIdOf,
)
const loadProfilePageWithGroups = createPageLoader<ProfileEntry & GroupNode>(
  (scope, userIds, page, { context }) =>
    forViewer(readProfilePages<GroupNode>)(scope, { userIds, page }, columnsOfGroups(context)),
  memberIdOf,
)

/** One statement for a query that selects few columns of groups, else two. */
async function groupsOfProfile(
  context: GraphContext,
  userId: string,
  { args, info }: { readonly args: DefaultConnectionArguments; readonly info: ListInfo },
) {
  const list = {
    order: FIRST_ENTRY_FIRST,
    parsePage: parseEntryPage,
    info,
    totalCount: () => countGroupsOfProfile(context, userId),
  }
  if (columnsOfGroups(context)) {
    const read = (page: KeysetPage<TimeKey>) => loadProfilePageWithGroups(context, userId, page)
    return keysetConnection(args, { ...list, read })
  }
  const read = (page: KeysetPage<TimeKey>) => loadProfilePage(context, userId, page)
  return withGroups(context, await keysetConnection(args, { ...list, read }), ({ groupId }) => groupId)
}

builder.objectFields(User, (t) => ({
  groups: t.connection(
    {
      type: Group,
      description:
        'Groups that the profile of the person shows to the viewer, first joined first: no private ones, and by the visibility that the person has chosen; of the viewer all.',
      resolve: byId((id, args: DefaultConnectionArguments, context, info) =>
        groupsOfProfile(context, id, { args, info }),
      ),
    },
    GroupConnection,
  ),
  mutualGroups: t.connection(
    {
      type: Group,
      description:
        'Groups of the profile that the viewer is in, too, first joined first; none if either hides shared connections.',
      resolve: byId(async (id, args: DefaultConnectionArguments, context) =>
        listedGroups(context, args, await mutualMemberships(context).load(id)),
      ),
    },
    GroupConnection,
  ),
  representedGroup: t.field({
    type: Group,
    nullable: true,
    description: 'Group that the person represents; null for none, and if the profile does not show it to the viewer.',
    resolve: byId(async (id, _args, context) => {
      const membership = await representations(context).load(id)
      return membership && loadListedGroup(context, membership.groupId)
    }),
  }),
}))

interface OwnList {
  readonly column: 'joinedAt' | 'invitedAt' | 'requestedAt' | 'userBlockedAt'
  readonly where: Prisma.GroupMemberWhereInput
  readonly isLatestFirst: boolean
}

/** A list of groups of the viewer, sorted by a time that each of its rows has. */
async function ownGroups(
  context: GraphContext,
  { column, where: given, isLatestFirst, ...args }: OwnList & DefaultConnectionArguments,
) {
  const { db, viewer } = context.viewerScope
  const where = { userId: viewer.id, group: { deletedAt: null }, ...given }
  const order: KeysetOrder<GroupMember, TimeKey> = {
    descending: isLatestFirst,
    parseKey,
    keyText: (row) => `${(row[column] ?? row.createdAt).toISOString()} ${row.id}`,
  }
  const page = await keysetConnection(args, {
    order,
    totalCount: () => db.groupMember.count({ where }),
    read: (keys) =>
      readBeforeLoads(context, () =>
        db.groupMember.findMany({
          where: { AND: [where, ...keysetWhere(keys, [column, 'id'])] },
          orderBy: keysetOrder(keys, [column, 'id']),
          take: keys.limit,
        }),
      ),
  })
  return withGroups(context, page, ({ groupId }) => groupId)
}

const listOf = (context: GraphContext, kind: OwnListKind, args: DefaultConnectionArguments) => {
  const { sortedBy: column, where } = OWN_LISTS[kind]
  return ownGroups(context, { ...args, column, where: where(context.viewerScope.now), isLatestFirst: true })
}

const ViewerGroupPermissions = builder.objectRef<GroupAccess>('ViewerGroupPermissions').implement({
  description: 'What the viewer may do in a group.',
  fields: (t) => ({
    group: t.field({ type: Group, description: 'The group.', resolve: (access) => groupNode(access) }),
    permissions: t.field({
      type: [GroupPermission],
      description: "What the viewer's roles allow; ALL for admins of the platform.",
      resolve: ({ permissions, isPlatformAdmin }) => knownPermissions(isPlatformAdmin ? ['*'] : permissions),
    }),
  }),
})

const MAX_NAMED_GROUPS = 100

/** Whether the viewer can create a group: read once, under however many aliases it is selected. */
const viewerCanCreate = operationCache(({ viewerScope }: GraphContext) => canCreateGroup(viewerScope))

/** As the groups of the person are counted. */
const CREATION_COST = 5

builder.prismaObjectFields(Viewer, (t) => ({
  viewerCanCreateGroup: t.boolean({
    description:
      'Whether the viewer can create a group: with a subscription, and with fewer groups than people can own and be in.',
    complexity: CREATION_COST,
    resolve: (_viewer, _args, context) => viewerCanCreate(context),
  }),
  groups: t.connection(
    {
      type: Group,
      description: 'Groups of the viewer, first joined first.',
      resolve: (_viewer, args, context) =>
        ownGroups(context, { ...args, column: 'joinedAt', where: { status: 'member' }, isLatestFirst: false }),
    },
    GroupConnection,
  ),
  invitedGroups: t.connection(
    {
      type: Group,
      description: 'Groups that have invited the viewer, latest invite first.',
      resolve: (_viewer, args, context) => listOf(context, 'invited', args),
    },
    GroupConnection,
  ),
  requestedGroups: t.connection(
    {
      type: Group,
      description: 'Groups that the viewer asks to join, latest request first.',
      resolve: (_viewer, args, context) => listOf(context, 'requested', args),
    },
    GroupConnection,
  ),
  blockedGroups: t.connection(
    {
      type: Group,
      description: 'Groups that the viewer has blocked, latest first.',
      resolve: (_viewer, args, context) => listOf(context, 'userBlocked', args),
    },
    GroupConnection,
  ),
  groupPermissions: t.field({
    type: [ViewerGroupPermissions],
    description: 'What the viewer may do in groups; unknown ones are left out.',
    args: {
      groupIds: t.arg.idList({
        description: `Only these groups, at most ${MAX_NAMED_GROUPS}; by default all that the viewer is in.`,
      }),
    },
    resolve: async (_viewer, { groupIds }, { viewerScope: scope }) => {
      if (groupIds && groupIds.length > MAX_NAMED_GROUPS)
        throw invalid('groupIds', `groupIds must have at most ${MAX_NAMED_GROUPS} entries`, {
          reason: 'too_many_entries',
          max: MAX_NAMED_GROUPS,
        })
      return readGroupAccesses(scope, groupIds ?? (await ownGroupIds(scope)))
    },
  }),
}))
