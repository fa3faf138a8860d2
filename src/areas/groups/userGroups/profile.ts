import type { Group, GroupMember, Prisma } from '../../../generated/prisma/client.ts'
import { userNotFound } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { countMutualFriends } from '../../friends/friends.ts'
import { unblockedUsers, visibleUsers } from '../../users/policy.ts'

/** A membership with its group, as the profile of the member shows it. */
export interface ProfileGroup {
  readonly group: Group
  readonly member: GroupMember
  /** Whether the viewer is in the group, too. */
  readonly isMutual: boolean
  /** Whether the viewer is the member, who alone sees what they have read. */
  readonly isOwn: boolean
}

/** Most groups of a list: people are in 200 at most, and only admins of the platform in more. */
const MAX_GROUPS = 1_000

/**
 * Condition: memberships that the profiles of these people show to the viewer. One's own are all; those of others neither
 * of private and hidden groups nor across a block, and by the visibility that the member has chosen.
 */
export const visibleMemberships = (
  { viewer }: Pick<ViewerScope, 'viewer'>,
  userIds: readonly string[],
): Prisma.GroupMemberWhereInput => ({
  status: 'member',
  OR: [
    { userId: { in: userIds.filter((id) => id === viewer.id) }, group: { deletedAt: null } },
    {
      userId: { in: userIds.filter((id) => id !== viewer.id) },
      user: unblockedUsers(viewer.id),
      group: { deletedAt: null, hiddenAt: null, privacy: 'default' },
      OR: [
        { visibility: 'visible' },
        { visibility: 'friends', user: { friendOf: { some: { userId: viewer.id, blocked: false } } } },
      ],
    },
  ],
})

const SHARES_CONNECTIONS = { account: { hasSharedConnectionsOptOut: false } } satisfies Prisma.UserWhereInput

/**
 * Condition: memberships of these people in groups of the viewer, of those that their profiles show. None when either has
 * opted out of shared connections; for the viewer's own id, all groups match.
 */
export const visibleMutualMemberships = (
  scope: Pick<ViewerScope, 'viewer'>,
  userIds: readonly string[],
): Prisma.GroupMemberWhereInput => ({
  AND: [
    visibleMemberships(scope, userIds),
    {
      OR: [
        { userId: scope.viewer.id },
        {
          user: SHARES_CONNECTIONS,
          group: { members: { some: { userId: scope.viewer.id, status: 'member', user: SHARES_CONNECTIONS } } },
        },
      ],
    },
  ],
})

const FIRST_JOINED_FIRST = [{ joinedAt: 'asc' }, { id: 'asc' }] satisfies Prisma.GroupMemberOrderByWithRelationInput[]

/** Memberships with their groups, in the order of joining. Two statements. */
async function readProfileGroups(
  scope: ViewerScope,
  where: Prisma.GroupMemberWhereInput,
  page: OffsetPage,
): Promise<ProfileGroup[]> {
  const { db, viewer } = scope
  const rows = await db.groupMember.findMany({
    where,
    orderBy: FIRST_JOINED_FIRST,
    take: page.limit,
    skip: page.offset,
    include: { group: true },
    relationLoadStrategy: 'join',
  })
  const groupIds = rows.map(({ groupId }) => groupId)
  const own = await db.groupMember.findMany({
    where: { userId: viewer.id, status: 'member', groupId: { in: groupIds } },
    select: { groupId: true },
  })
  const shared = new Set(own.map(({ groupId }) => groupId))
  return rows.map(({ group, ...member }) => ({
    group,
    member,
    isMutual: shared.has(group.id),
    isOwn: member.userId === viewer.id,
  }))
}

async function assertUserExists({ db }: ViewerScope, id: UserId): Promise<void> {
  if ((await db.user.count({ where: { id, ...visibleUsers } })) === 0) throw userNotFound(id)
}

const WHOLE: OffsetPage = { limit: MAX_GROUPS, offset: 0 }

/** Groups of a person that their profile shows to the viewer. Throws `missing` for an unknown person. */
export async function readUserGroups(scope: ViewerScope, userId: UserId): Promise<ProfileGroup[]> {
  await assertUserExists(scope, userId)
  return readProfileGroups(scope, visibleMemberships(scope, [userId]), WHOLE)
}

/** The group that a person represents, if their profile shows it to the viewer. Throws `missing` for an unknown person. */
export async function readRepresentedGroup(scope: ViewerScope, userId: UserId): Promise<ProfileGroup | null> {
  await assertUserExists(scope, userId)
  const where = { ...visibleMemberships(scope, [userId]), isRepresenting: true }
  const [found] = await readProfileGroups(scope, where, { limit: 1, offset: 0 })
  return found ?? null
}

/** Groups that both the viewer and a person are in. Throws `missing` for an unknown person. */
export async function readMutualGroups(scope: ViewerScope, userId: UserId, page: OffsetPage): Promise<ProfileGroup[]> {
  await assertUserExists(scope, userId)
  return readProfileGroups(scope, visibleMutualMemberships(scope, [userId]), page)
}

/** Number of groups that both the viewer and a person are in. */
const countMutualGroups = (scope: ViewerScope, userId: UserId): Promise<number> =>
  scope.db.groupMember.count({ where: visibleMutualMemberships(scope, [userId]) })

/** Numbers of friends and groups that the viewer has in common with a person. */
interface MutualCounts {
  readonly friends: number
  readonly groups: number
}

/** Throws `missing` for an unknown person. */
export async function countMutuals(scope: ViewerScope, userId: UserId): Promise<MutualCounts> {
  const [friends, groups] = await Promise.all([countMutualFriends(scope, userId), countMutualGroups(scope, userId)])
  return { friends, groups }
}
