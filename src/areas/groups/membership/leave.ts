import { Failure } from '../../../kernel/failure.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { notMember } from '../policy.ts'
import { changeMembership } from './changeMembership.ts'

/** Ends the viewer's membership. Throws `missing`, `forbidden` for who is no member and for the owner. */
export const leaveGroup = (scope: ViewerScope, groupId: GroupId): Promise<void> =>
  groupAct(scope, { groupId }, leaveInAct)

/** Ends the viewer's membership within an act. */
export async function leaveInAct({ tx, access }: GroupAct): Promise<void> {
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
