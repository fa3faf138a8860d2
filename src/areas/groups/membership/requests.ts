import { Failure } from '../../../kernel/failure.ts'
import type { GroupId, UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { groupAct } from '../groupAct.ts'
import { notifyOfAcceptance } from '../notifications.ts'
import { assertCanJoinMore } from '../policy.ts'
import { changeMembership, groupClosed, type MembershipAct, membershipAct } from './membership.ts'

/** Withdraws the viewer's request to join. Throws `missing`, `invalid` without a request. */
export const cancelGroupRequest = (scope: ViewerScope, groupId: GroupId): Promise<void> =>
  groupAct(scope, { groupId }, async ({ tx, access }) => {
    const { group, member, status } = access
    const { id: userId } = tx.viewer
    if (status !== 'requested')
      throw new Failure('invalid', "You can't cancel a join request if you didn't request to join.", {
        reason: 'no_group_request',
      })
    const target = { group, userId, member, status }
    await changeMembership(tx, target, 'none')
    await recordWithdrawal({ tx, access, target })
  })

/** Writes that the viewer's request was withdrawn. */
export async function recordWithdrawal({ tx, target: { group, userId } }: MembershipAct): Promise<void> {
  const nameOf = await readNames(tx, [userId])
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: 'group.request.withdraw',
    targetId: userId,
    description: `User ${nameOf(userId)} withdrew their request to join the group.`,
  })
}

/** An answer to a request to join. */
interface RequestAnswer {
  readonly action: 'accept' | 'reject'
  /** With `reject`: whether further requests of the person are refused. */
  readonly block?: boolean | undefined
}

/**
 * Accepts or rejects the request of a person. Throws `missing`; `forbidden` without the permission, when the group is full
 * and when the person is in too many groups; `invalid` for a person who has not asked to join.
 */
export const respondGroupJoinRequest = (
  scope: ViewerScope,
  groupId: GroupId,
  userId: UserId,
  answer: RequestAnswer,
): Promise<void> =>
  membershipAct(
    scope,
    { act: 'respondGroupJoinRequest', groupId, userId, needs: 'group-invites-manage' },
    async (act) => {
      if (act.target.status !== 'requested')
        throw new Failure('invalid', "You can't accept a join request for a user who hasn't requested to join.", {
          reason: 'no_group_request',
        })
      await (answer.action === 'accept' ? acceptRequest(act) : rejectRequest(act, answer.block ?? false))
    },
  )

/** Makes the person who has asked to join a member, and tells them. */
export async function acceptRequest({ tx, target }: MembershipAct): Promise<void> {
  const { group, userId } = target
  if (group.hiddenAt !== null) throw groupClosed()
  await assertCanJoinMore(tx, userId)
  await changeMembership(tx, target, 'member', { acceptedById: tx.viewer.id, rejectedAt: null })
  const nameOf = await readNames(tx, [tx.viewer.id, userId])
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: 'group.member.join',
    targetId: userId,
    description: `User ${nameOf(userId)} has been added to the group by ${nameOf(tx.viewer.id)}.`,
  })
  await notifyOfAcceptance(tx, group, userId)
}

async function rejectRequest({ tx, target }: MembershipAct, block: boolean): Promise<void> {
  const { group, userId } = target
  await changeMembership(tx, target, 'none', { rejectedAt: tx.now, ...(block && { requestBlockedAt: tx.now }) })
  const nameOf = await readNames(tx, [tx.viewer.id, userId])
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: block ? 'group.request.block' : 'group.request.reject',
    targetId: userId,
    description: block
      ? `Member ${nameOf(tx.viewer.id)} has blocked ${nameOf(userId)}'s join requests.`
      : `Member ${nameOf(tx.viewer.id)} has rejected ${nameOf(userId)}'s join request.`,
  })
}
