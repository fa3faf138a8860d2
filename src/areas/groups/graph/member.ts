import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createListLoader, createLoader, forViewer, readBeforeLoads } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { Prisma, GroupRole as RoleRow, GroupMember as Row } from '../../../generated/prisma/client.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { User, userRef } from '../../users/graph/user.ts'
import { readRelations } from '../../users/relations.ts'
import { type GroupAccess, readGroupAccesses, shownStatus, statusAt } from '../access.ts'
import { canSeeMembership } from '../membership/members.ts'
import { hasPermission } from '../policy.ts'
import { EVERYONE_ORDER } from '../roles/permissions.ts'
import { GroupMemberStatus, GroupMemberVisibility } from './enums.ts'
import { accessTo, Group, loadGroup } from './group.ts'
import { GroupRole } from './role.ts'

/** Memberships that the viewer can see. Three statements. */
async function readVisibleMembers(scope: ViewerScope, where: Prisma.GroupMemberWhereInput): Promise<Row[]> {
  const members = await scope.db.groupMember.findMany({ where })
  if (members.length === 0) return []
  const [accesses, relations] = await Promise.all([
    readGroupAccesses(scope, [...new Set(members.map(({ groupId }) => groupId))]),
    readRelations(scope, [...new Set(members.map(({ userId }) => userId))]),
  ])
  const byGroup = new Map(accesses.map((access) => [access.group.id, access]))
  return members.filter((member) => {
    const access = byGroup.get(member.groupId)
    return access !== undefined && canSeeMembership(scope, access, { member, relation: relations.get(member.userId) })
  })
}

const membersById = createLoader<Row>(
  forViewer((scope, ids) => readVisibleMembers(scope, { id: { in: [...ids] } })),
  ({ id }) => id,
)

/** A person and a group. */
export interface WithMembership {
  readonly groupId: string
  readonly userId: string
}

/** What stands between a person and a group; null for nothing, and if the viewer can't see it. */
export async function loadMembership(context: GraphContext, { groupId, userId }: WithMembership): Promise<Row | null> {
  const found = await readBeforeLoads(context, () =>
    context.scope.db.groupMember.findUnique({ where: { groupId_userId: { groupId, userId } }, select: { id: true } }),
  )
  return found && membersById(context).load(found.id)
}

const pairKey = ({ groupId, userId }: WithMembership) => `${groupId} ${userId}`

/** Matches rows of the people and the groups of some keys, and of all other pairs of them. */
function wherePairs(keys: readonly string[]) {
  const pairs = keys.map((key) => key.split(' '))
  return {
    groupId: { in: [...new Set(pairs.map(([groupId = '']) => groupId))] },
    userId: { in: [...new Set(pairs.map(([, userId = '']) => userId))] },
  }
}

const membersByPair = createLoader<Row>(
  forViewer((scope, keys) => readVisibleMembers(scope, wherePairs(keys))),
  pairKey,
)

interface HeldRole {
  readonly holder: string
  readonly role: RoleRow
}

/** The roles of members without Everyone, by their groups and ids. One statement. */
const heldRoles = createListLoader<HeldRole>(
  async ({ db }, keys) => {
    const held = await db.groupMemberRole.findMany({
      where: wherePairs(keys),
      select: { groupId: true, userId: true, role: true },
      relationLoadStrategy: 'join',
    })
    return held.map(({ role, ...ids }) => ({ holder: pairKey(ids), role }))
  },
  ({ holder }) => holder,
)

/** A person's own membership, whose roles were read with what they may do in the group. */
export function ownMembership(context: GraphContext, { member, roles }: GroupAccess): Row | null {
  if (member)
    heldRoles(context).prime(
      pairKey(member),
      roles.map((role) => ({ holder: pairKey(member), role })),
    )
  return member
}

async function rolesOf(context: GraphContext, member: Row): Promise<RoleRow[]> {
  if (member.status !== 'member') return []
  const held = await heldRoles(context).load(pairKey(member))
  return held.map(({ role }) => role).sort((a, b) => a.order - b.order)
}

/** Options of a field of the viewer's own memberships, which is null in those of others. */
const ownFlag = (column: 'isSubscribedToAnnouncements' | 'isSubscribedToEventAnnouncements', description: string) => ({
  nullable: true as const,
  description: `${description}; null in memberships of others.`,
  resolve: (member: Row, _args: unknown, { scope: { viewer } }: GraphContext) =>
    member.userId === viewer?.id ? member[column] : null,
})

interface Right {
  readonly access: GroupAccess
  readonly member: Row
  readonly status: ReturnType<typeof statusAt>
}

/**
 * Options of a field that tells whether the viewer may do something to another person in a group: nobody acts upon the owner,
 * nor upon members whose rank is not below their own.
 */
const right = (description: string, can: (given: Right) => boolean) => ({
  description,
  resolve: async (member: Row, _args: unknown, context: GraphContext) => {
    const { viewer, now } = context.viewerScope
    const access = await accessTo(context, member.groupId)
    if (!access || member.userId === viewer.id || member.userId === access.group.ownerId) return false
    const status = statusAt(member, now)
    if (!can({ access, member, status })) return false
    return status !== 'member' || access.rank < ((await rolesOf(context, member))[0]?.order ?? EVERYONE_ORDER)
  },
})

const VISIBILITIES = ['visible', 'friends', 'hidden'] as const

export const GroupMember = builder.objectRef<Row>('GroupMember')

builder.node(GroupMember, {
  description:
    'What stands between a person and a group: a membership, an invite, a request or a ban. There is one for a person and a group, whatever becomes of it.',
  ...nodeBy(membersById),
  fields: (t) => ({
    group: t.field({
      type: Group,
      description: 'The group.',
      resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
    }),
    user: t.field(userRef('userId', 'The person.')),
    status: t.field({
      type: GroupMemberStatus,
      description: 'What stands between the two now.',
      resolve: (member, _args, { viewerScope: { viewer, now } }) =>
        shownStatus({ status: statusAt(member, now), member }, member.userId === viewer.id),
    }),
    roles: t.field({
      type: [GroupRole],
      description: 'Roles of the member in their order, without that of all members; at most 50.',
      resolve: (member, _args, context) => rolesOf(context, member),
    }),
    ...columns(t, 'GroupMember', {
      joinedAt: 'Time of joining; null for everybody but members.',
      invitedAt: 'Time of the invite, which lapses after 30 days; null for none.',
      requestedAt: 'Time of the request to join; null for none.',
      bannedAt: 'Time of the ban; null for none.',
      isRepresenting: 'Whether the member represents the group on their profile.',
      hasJoinedFromPurchase: 'Whether the member joined by a purchase.',
      createdAt: 'Time when the person first had to do with the group.',
    }),
    isRequestBlocked: t.boolean({
      description: 'Whether the group takes no requests of the person.',
      resolve: ({ requestBlockedAt }) => requestBlockedAt !== null,
    }),
    invitedBy: t.field(userRef('invitedById', 'Person who has sent the invite; null for none.')),
    acceptedBy: t.field(userRef('acceptedById', 'Person who has accepted the request to join; null for none.')),
    visibility: t.field({
      type: GroupMemberVisibility,
      description: 'Who sees the membership on the profile of the member.',
      resolve: ({ visibility }) => VISIBILITIES.find((known) => known === visibility) ?? 'hidden',
    }),
    isSubscribedToAnnouncements: t.boolean(
      ownFlag('isSubscribedToAnnouncements', 'Whether the viewer is notified of announcements and posts'),
    ),
    isSubscribedToEventAnnouncements: t.boolean(
      ownFlag('isSubscribedToEventAnnouncements', 'Whether the viewer is notified of events'),
    ),
    lastPostReadAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time when the viewer last read the posts; null for never, and in memberships of others.',
      resolve: ({ userId, lastPostReadAt }, _args, { scope: { viewer } }) =>
        userId === viewer?.id ? lastPostReadAt : null,
    }),
    managerNotes: t.string({
      nullable: true,
      description:
        'Notes of managers about the member; null for none, and for everybody but holders of MEMBERS_MANAGE.',
      resolve: async ({ groupId, managerNotes }, _args, context) => {
        const access = await accessTo(context, groupId)
        return access && hasPermission(access, 'group-members-manage') ? managerNotes || null : null
      },
    }),
    viewerCanRemove: t.boolean(
      right(
        'Whether the viewer can remove the member.',
        ({ access, status }) => status === 'member' && hasPermission(access, 'group-members-remove'),
      ),
    ),
    viewerCanBan: t.boolean(
      right(
        'Whether the viewer can ban the person.',
        ({ access, status }) => status !== 'banned' && hasPermission(access, 'group-bans-manage'),
      ),
    ),
    viewerCanUnban: t.boolean(
      right(
        'Whether the viewer can end the ban of the person.',
        ({ access, status }) => status === 'banned' && hasPermission(access, 'group-bans-manage'),
      ),
    ),
    viewerCanAnswer: t.boolean(
      right(
        'Whether the viewer can accept or reject the request of the person.',
        ({ access, status }) => status === 'requested' && hasPermission(access, 'group-invites-manage'),
      ),
    ),
    viewerCanWithdrawInvite: t.boolean(
      right(
        'Whether the viewer can withdraw the invite of the person.',
        ({ access, status }) => status === 'invited' && hasPermission(access, 'group-invites-manage'),
      ),
    ),
    viewerCanWriteNotes: t.boolean(
      right(
        'Whether the viewer can write notes about the member.',
        ({ access, status }) => status === 'member' && hasPermission(access, 'group-members-manage'),
      ),
    ),
    viewerCanAssignRoles: t.boolean(
      right(
        'Whether the viewer can give roles to the member, and take them.',
        ({ access, status }) => status === 'member' && hasPermission(access, 'group-roles-assign'),
      ),
    ),
  }),
})

export const GroupMemberEdge = builder.edgeObject({ type: GroupMember, name: 'GroupMemberEdge' })
export const GroupMemberConnection = builder.connectionObject(
  { type: GroupMember, name: 'GroupMemberConnection' },
  GroupMemberEdge,
)

builder.objectFields(User, (t) => ({
  groupMembership: t.field({
    type: GroupMember,
    nullable: true,
    description: 'What stands between the person and a group; null for nothing, and if the viewer cannot see it.',
    args: { groupId: t.arg.id({ required: true, description: 'Id of the group.' }) },
    resolve: ({ id: userId }, { groupId }, context) => membersByPair(context).load(pairKey({ groupId, userId })),
  }),
}))
