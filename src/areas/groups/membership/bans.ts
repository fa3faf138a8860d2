import { Failure } from '../../../kernel/failure.ts'
import type { GroupId, UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { assertOutranks, notMember } from '../policy.ts'
import { type MemberView, readChangedMember } from './members.ts'
import { changeMembership, type MembershipAct, membershipAct, readRank } from './membership.ts'
import { recordWithdrawal } from './requests.ts'

/** The refusal of a second ban of a person, and of a second block of a group. */
const alreadyBanned = () => new Failure('invalid', 'User is already banned.', { reason: 'already_blocked' })

/**
 * Bans a person from a group, whether a member or not. Throws `missing`, `forbidden` without the permission and for a
 * member of a smaller or equal rank, `invalid` for a person who is banned.
 */
export const banGroupMember = (scope: ViewerScope, groupId: GroupId, userId: UserId): Promise<MemberView> =>
  membershipAct(scope, { act: 'banGroupMember', groupId, userId, needs: 'group-bans-manage' }, async (act) => {
    const { tx, access, target } = act
    if (target.status === 'member') assertOutranks(access, await readRank(tx, groupId, userId))
    if (target.status === 'banned') throw alreadyBanned()
    await changeMembership(tx, target, 'banned', { requestBlockedAt: null })
    await recordBan(act, 'group.user.ban', 'was banned')
    return readChangedMember(tx, access, { groupId, userId })
  })

/** Ends a ban. Throws `missing`, `forbidden` without the permission, `invalid` for a person who is not banned. */
export const unbanGroupMember = (scope: ViewerScope, groupId: GroupId, userId: UserId): Promise<MemberView> =>
  membershipAct(scope, { act: 'unbanGroupMember', groupId, userId, needs: 'group-bans-manage' }, async (act) => {
    const { tx, access, target } = act
    if (target.status !== 'banned') throw new Failure('invalid', 'User is not banned.', { reason: 'not_banned' })
    await changeMembership(tx, target, 'none')
    await recordBan(act, 'group.user.unban', 'was unbanned')
    return readChangedMember(tx, access, { groupId, userId })
  })

async function recordBan(
  { tx, target: { group, userId } }: MembershipAct,
  eventType: 'group.user.ban' | 'group.user.unban',
  verb: string,
): Promise<void> {
  const nameOf = await readNames(tx, [tx.viewer.id, userId])
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType,
    targetId: userId,
    description: `User ${nameOf(userId)} ${verb} by ${nameOf(tx.viewer.id)}.`,
  })
}

/**
 * Blocks a group, so that it cannot invite the viewer; a request or an invite goes. Throws `missing`, `forbidden` for a
 * member, `invalid` for a second block.
 */
export const blockGroup = (scope: ViewerScope, groupId: GroupId): Promise<void> =>
  groupAct(scope, { groupId }, async ({ tx, access }) => {
    const { group, member, status } = access
    if (status === 'member')
      throw new Failure('forbidden', 'You must leave a group before blocking it.', { reason: 'must_leave_first' })
    if (member?.userBlockedAt) throw alreadyBanned()
    const target = { group, userId: tx.viewer.id, member, status }
    await changeMembership(tx, target, status === 'banned' ? 'banned' : 'none', { userBlockedAt: tx.now })
    if (status === 'requested') await recordWithdrawal({ tx, access, target })
  })

/** Ends the viewer's block of a group within an act. Throws `forbidden` without one. */
export async function unblockInAct({ tx, access }: GroupAct): Promise<void> {
  const { group, member, status } = access
  if (!member?.userBlockedAt) throw notMember()
  await changeMembership(tx, { group, userId: tx.viewer.id, member, status }, status, { userBlockedAt: null })
}
