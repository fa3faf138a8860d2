import { Failure } from '../../../kernel/failure.ts'
import type { GroupId, UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { assertOutranks } from '../policy.ts'
import { changeMembership } from './changeMembership.ts'
import { type MemberView, readChangedMember } from './members.ts'
import { type MembershipAct, membershipAct } from './membershipAct.ts'
import { readRank } from './rank.ts'

/** The refusal of a second ban of a person, and of a second block of a group. */
export const alreadyBanned = () => new Failure('invalid', 'User is already banned.', { reason: 'already_blocked' })

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
