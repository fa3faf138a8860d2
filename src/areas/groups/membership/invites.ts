import { Failure } from '../../../kernel/failure.ts'
import type { GroupId, UserId } from '../../../kernel/ids.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { isBlockedEitherWay } from '../../users/locks.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { groupAct } from '../groupAct.ts'
import { notifyOfInvite } from '../notifications.ts'
import { hasPermission } from '../policy.ts'
import { changeMembership } from './changeMembership.ts'
import { groupClosed } from './join.ts'
import { assertCanBeInvitedMore } from './limits.ts'
import { type MembershipAct, membershipAct } from './membershipAct.ts'
import { acceptRequest } from './requests.ts'

/** An invite to send. */
interface NewInvite {
  readonly userId: UserId
  /** Whether a ban of the person ends, if the viewer can ban; true by default. */
  readonly confirmOverrideBlock?: boolean | undefined
}

const INVITE_LIMIT: RateLimit = { name: 'group-invite', points: 200, window: 60 * 60 }

/**
 * Invites a person, or accepts the request of one who has asked to join. Throws `missing`; `forbidden` without the
 * permission, for a closed group, a person who has blocked the group, is banned, or blocks the viewer or is blocked, and
 * for too many invites or groups of the person and too many invites of the viewer; `invalid` for a member and a second invite; `exhausted` after 200 an hour.
 */
export async function createGroupInvite(scope: ViewerScope, groupId: GroupId, invite: NewInvite): Promise<void> {
  await scope.limits.take(INVITE_LIMIT, scope.viewer.id)
  const { userId } = invite
  await membershipAct(
    scope,
    { act: 'createGroupInvite', groupId, userId, needs: 'group-invites-manage' },
    async (act) => {
      const { tx, target } = act
      const nameOf = await readNames(tx, [tx.viewer.id, userId])
      await assertCanInvite(act, invite, nameOf(userId))
      if (target.status === 'requested') await acceptRequest(act)
      else await sendInvite(act, userId, nameOf)
    },
  )
}

async function assertCanInvite(
  { tx, access, target }: MembershipAct,
  { userId, confirmOverrideBlock = true }: NewInvite,
  displayName: string,
): Promise<void> {
  if (target.status === 'member')
    throw new Failure('invalid', `User ${displayName} is already a member of this group.`, {
      reason: 'already_group_member',
    })
  if (target.status === 'invited')
    throw new Failure('invalid', `User ${displayName} is already invited.`, { reason: 'already_invited' })
  if (access.group.joinState === 'closed' || access.group.hiddenAt !== null) throw groupClosed()
  const isBarred = target.status === 'banned' && !(confirmOverrideBlock && hasPermission(access, 'group-bans-manage'))
  if (isBarred || target.member?.userBlockedAt || (await isBlockedEitherWay(tx, tx.viewer.id, userId)))
    throw new Failure('forbidden', "You can't invite that user.", { reason: 'cannot_invite' })
}

async function sendInvite(
  { tx, target }: MembershipAct,
  userId: UserId,
  nameOf: (id: string) => string,
): Promise<void> {
  const { group } = target
  const inviterId = tx.viewer.id
  await assertCanBeInvitedMore(tx, userId)
  await changeMembership(tx, target, 'invited', { invitedById: inviterId, requestBlockedAt: null })
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: 'group.invite.create',
    targetId: userId,
    description: `User ${nameOf(userId)} has been invited to the group by ${nameOf(inviterId)}.`,
  })
  await notifyOfInvite(tx, group, { userId, inviterName: nameOf(inviterId) })
}

/** Withdraws an invite. Throws `missing`, `forbidden` without the permission, `invalid` for a person without one. */
export const deleteGroupInvite = (scope: ViewerScope, groupId: GroupId, userId: UserId): Promise<void> =>
  membershipAct(
    scope,
    { act: 'deleteGroupInvite', groupId, userId, needs: 'group-invites-manage' },
    async ({ tx, target }) => {
      if (target.status !== 'invited')
        throw new Failure('invalid', "You can't uninvite a user who wasn't invited.", { reason: 'no_group_invite' })
      await changeMembership(tx, target, 'none')
      const nameOf = await readNames(tx, [tx.viewer.id, userId])
      await appendGroupAudit(tx, {
        groupId,
        eventType: 'group.invite.cancel',
        targetId: userId,
        description: `User ${nameOf(userId)} has been uninvited from the group by ${nameOf(tx.viewer.id)}.`,
      })
    },
  )

/** Declines an invite, and with `block` blocks the group. Throws `missing`, `invalid` without a live invite. */
export const declineGroupInvite = (
  scope: ViewerScope,
  groupId: GroupId,
  { block = false }: { readonly block?: boolean | undefined } = {},
): Promise<void> =>
  groupAct(scope, { groupId }, async ({ tx, access }) => {
    const { group, member, status } = access
    if (status !== 'invited')
      throw new Failure('invalid', "You can't decline an invite that wasn't sent to you.", {
        reason: 'no_group_invite',
      })
    const change = block ? { userBlockedAt: tx.now } : {}
    await changeMembership(tx, { group, userId: tx.viewer.id, member, status }, 'none', change)
  })
