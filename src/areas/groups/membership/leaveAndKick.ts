import { Failure } from '../../../kernel/failure.ts'
import type { GroupId, UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { assertOutranks, assertPermission, notMember } from '../policy.ts'
import { unblockInAct } from './bans.ts'
import { changeMembership, type MembershipAct, membershipAct, readRank } from './membership.ts'

/** Ends the viewer's membership. Throws `missing`, `forbidden` for who is no member and for the owner. */
export const leaveGroup = (scope: ViewerScope, groupId: GroupId): Promise<void> =>
  groupAct(scope, { groupId }, leaveInAct)

/** Ends the viewer's membership within an act. */
async function leaveInAct({ tx, access }: GroupAct): Promise<void> {
  const { group, member, status, isOwner } = access
  const { id: userId } = tx.viewer
  if (status !== 'member') throw notMember()
  if (isOwner) throw new Failure('forbidden', "The owner can't leave the group.", { reason: 'group_owner' })
  await changeMembership(tx, { group, userId, member, status }, 'none')
  const nameOf = await readNames(tx, [userId])
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: 'group.member.leave',
    targetId: userId,
    description: `User ${nameOf(userId)} has left the group.`,
  })
}

/**
 * Removes a member, or lets a person whose requests are blocked ask again; for oneself: leaves the group, or ends one's
 * block of it. Throws `missing`; `forbidden` without the permission or the rank, and for all others.
 */
export const kickGroupMember = (scope: ViewerScope, groupId: GroupId, userId: UserId): Promise<void> =>
  userId === scope.viewer.id
    ? groupAct(scope, { groupId }, (act) => (act.access.status === 'member' ? leaveInAct(act) : unblockInAct(act)))
    : membershipAct(
        scope,
        { act: 'kickGroupMember', groupId, userId, needs: ['group-members-remove', 'group-invites-manage'] },
        removeInAct,
      )

async function removeInAct(act: MembershipAct): Promise<void> {
  const { tx, access, target } = act
  const { group, userId, member, status } = target
  if (status === 'member') {
    assertPermission(access, 'group-members-remove')
    assertOutranks(access, await readRank(tx, group.id, userId))
    await changeMembership(tx, target, 'none')
  } else if (status === 'none' && member?.requestBlockedAt && !member.userBlockedAt) {
    assertPermission(access, 'group-invites-manage')
    await changeMembership(tx, target, 'none', { requestBlockedAt: null })
  } else throw notMember()
  await recordRemoval(act)
}

async function recordRemoval({ tx, target: { group, userId } }: MembershipAct): Promise<void> {
  const nameOf = await readNames(tx, [tx.viewer.id, userId])
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: 'group.member.remove',
    targetId: userId,
    description: `User ${nameOf(userId)} has been removed from the group by ${nameOf(tx.viewer.id)}.`,
  })
}
