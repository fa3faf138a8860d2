import type { Prisma } from '../../../generated/prisma/client.ts'
import { invalid, notOwn } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type GroupView, groupView, inviteHorizon, readGroupAccesses } from '../access.ts'
import { ALL_PERMISSIONS, type HeldPermission } from '../roles/permissions.ts'

/** Lists of groups by what stands between them and the viewer, who is no member. */
export type OwnListKind = 'invited' | 'requested' | 'userBlocked'

/** Most groups of a list: 50 invites and requests, and blocks beyond that are not shown. */
const MAX_GROUPS = 1_000

interface OwnList {
  readonly sortedBy: 'invitedAt' | 'requestedAt' | 'userBlockedAt'
  readonly where: (now: Date) => Prisma.GroupMemberWhereInput
}

export const OWN_LISTS: Readonly<Record<OwnListKind, OwnList>> = {
  invited: { sortedBy: 'invitedAt', where: (now) => ({ status: 'invited', invitedAt: { gt: inviteHorizon(now) } }) },
  requested: { sortedBy: 'requestedAt', where: () => ({ status: 'requested' }) },
  userBlocked: { sortedBy: 'userBlockedAt', where: () => ({ userBlockedAt: { not: null } }) },
}

/** Throws `forbidden` unless an id is the viewer's own: nobody reads these lists of others. */
function assertOwnId({ viewer }: Pick<ViewerScope, 'viewer'>, userId: UserId): void {
  if (userId !== viewer.id) throw notOwn()
}

/** Groups that have invited the viewer, that the viewer asks to join, or has blocked; the latest first. */
export async function readOwnGroups(scope: ViewerScope, userId: UserId, kind: OwnListKind): Promise<GroupView[]> {
  assertOwnId(scope, userId)
  const { sortedBy, where } = OWN_LISTS[kind]
  const rows = await scope.db.groupMember.findMany({
    where: { userId, ...where(scope.now) },
    orderBy: [{ [sortedBy]: 'desc' }, { id: 'desc' }],
    take: MAX_GROUPS,
    select: { groupId: true },
  })
  const accesses = await readGroupAccesses(
    scope,
    rows.map(({ groupId }) => groupId),
  )
  const byId = new Map(accesses.map((access) => [access.group.id, access]))
  return rows.flatMap(({ groupId }) => byId.get(groupId) ?? []).map((access) => groupView(access))
}

const MAX_NAMED_GROUPS = 100

/**
 * What the viewer can do in these groups, or in all of their own, by group; groups that the viewer cannot see are left out.
 * Throws `forbidden` for other people, `invalid` for more than 100 groups.
 */
export async function readAllGroupPermissions(
  scope: ViewerScope,
  userId: UserId,
  groupIds: readonly string[] | undefined,
): Promise<Record<string, HeldPermission[]>> {
  assertOwnId(scope, userId)
  if (groupIds && groupIds.length > MAX_NAMED_GROUPS)
    throw invalid('groupIds', `groupIds must have at most ${MAX_NAMED_GROUPS} entries`, {
      reason: 'too_many_entries',
      max: MAX_NAMED_GROUPS,
    })
  const accesses = await readGroupAccesses(scope, groupIds ?? (await ownGroupIds(scope)))
  return Object.fromEntries(
    accesses.map(({ group, permissions, isPlatformAdmin }) => [
      group.id,
      isPlatformAdmin ? [ALL_PERMISSIONS] : [...permissions].sort(),
    ]),
  )
}

/** Ids of the groups that the viewer is in. */
export async function ownGroupIds({ db, viewer }: ViewerScope): Promise<string[]> {
  const rows = await db.groupMember.findMany({
    where: { userId: viewer.id, status: 'member', group: { deletedAt: null } },
    take: MAX_GROUPS,
    select: { groupId: true },
  })
  return rows.map(({ groupId }) => groupId)
}
