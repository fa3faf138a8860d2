import { Failure } from '../../../kernel/failure.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { notMember } from '../policy.ts'
import { alreadyBanned } from './bans.ts'
import { changeMembership } from './changeMembership.ts'
import { recordWithdrawal } from './requests.ts'

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
