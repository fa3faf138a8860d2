import type { Prisma } from '../../../generated/prisma/client.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { inviteHorizon, readGroupAccess } from '../access.ts'
import { assertPermission } from '../policy.ts'
import { MEMBER_COLUMNS, type MemberView, memberView } from './members.ts'

/** People who are no members: invited, asking to join, banned, or refused when they ask. */
export type OutsiderKind = 'invited' | 'requested' | 'banned' | 'requestBlocked'

type OutsiderTime = 'invitedAt' | 'requestedAt' | 'bannedAt' | 'requestBlockedAt'

interface OutsiderList {
  readonly needs: 'group-invites-manage' | 'group-bans-manage'
  /** The time by which the list is sorted. */
  readonly sortedBy: OutsiderTime
  readonly order: 'asc' | 'desc'
  readonly where: (now: Date) => Prisma.GroupMemberWhereInput
}

/** The lists of outsiders. Requests are answered in their order; others begin with the newest. */
export const OUTSIDER_LISTS: Readonly<Record<OutsiderKind, OutsiderList>> = {
  invited: {
    needs: 'group-invites-manage',
    sortedBy: 'invitedAt',
    order: 'desc',
    where: (now) => ({ status: 'invited', invitedAt: { gt: inviteHorizon(now) } }),
  },
  requested: {
    needs: 'group-invites-manage',
    sortedBy: 'requestedAt',
    order: 'asc',
    where: () => ({ status: 'requested' }),
  },
  banned: { needs: 'group-bans-manage', sortedBy: 'bannedAt', order: 'desc', where: () => ({ status: 'banned' }) },
  requestBlocked: {
    needs: 'group-invites-manage',
    sortedBy: 'requestBlockedAt',
    order: 'desc',
    where: () => ({ status: 'none', requestBlockedAt: { not: null } }),
  },
}

/** People who are no members, for those who manage them. Throws `missing`, `forbidden` without the permission. */
export async function readOutsiders(
  scope: ViewerScope,
  groupId: GroupId,
  kind: OutsiderKind,
  page: OffsetPage,
): Promise<MemberView[]> {
  const { needs, sortedBy, order, where } = OUTSIDER_LISTS[kind]
  const access = await readGroupAccess(scope, groupId)
  assertPermission(access, needs)
  const rows = await scope.db.groupMember.findMany({
    where: { groupId, ...where(scope.now) },
    orderBy: [{ [sortedBy]: order }, { id: order }],
    take: page.limit,
    skip: page.offset,
    include: MEMBER_COLUMNS,
    relationLoadStrategy: 'join',
  })
  return rows.map((row) => memberView(scope, access, row))
}
