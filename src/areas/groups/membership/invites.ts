import { BOUNDS } from '../../../kernel/bounds.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { GroupId, UserId } from '../../../kernel/ids.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { isBlockedEitherWay } from '../../users/locks.ts'
import { inviteHorizon } from '../access.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { groupAct } from '../groupAct.ts'
import { lockGroup, lockPeople } from '../locks.ts'
import { notifyOfInvite } from '../notifications.ts'
import { groupLimitReached, hasPermission } from '../policy.ts'
import { changeMembership, groupClosed, type MembershipAct, membershipAct, readLockedMembership } from './membership.ts'
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

/** Invites of one run of the job. */
const BATCH_SIZE = 500

interface Invite {
  readonly groupId: string
  readonly userId: string
}

/** Ends invites that have lapsed, each in its own transaction. Returns their number. */
export async function endLapsedInvites(scope: Scope): Promise<number> {
  const lapsed = await scope.client.groupMember.findMany({
    where: { status: 'invited', invitedAt: { lte: inviteHorizon(scope.now) }, group: { deletedAt: null } },
    select: { groupId: true, userId: true },
    take: BATCH_SIZE,
  })
  let ended = 0
  for (const invite of lapsed) if (await endLapsedInvite(scope, invite)) ended += 1
  return ended
}

/** Does nothing if the group or the person is gone, or the invite was answered or sent anew. */
const endLapsedInvite = (scope: Scope, { groupId, userId }: Invite): Promise<boolean> =>
  transact(scope, async (tx) => {
    await lockPeople(tx, [userId])
    const membership = await readLockedMembership(tx, await lockGroup(tx, groupId), userId)
    if (membership.member?.status !== 'invited' || membership.status !== 'none') return false
    await changeMembership(tx, membership, 'none')
    return true
  }).catch((error: unknown) => {
    if (error instanceof Failure) return false
    throw error
  })

/** Open invites to groups. */
const openInvites = ({ now }: Pick<ViewerScope, 'now'>) => ({
  status: 'invited',
  invitedAt: { gt: inviteHorizon(now) },
})

/**
 * Throws `forbidden` for a person who has 50 invites to groups that wait, or 5 of the viewer, and for a stranger while 50
 * invites of the viewer to strangers wait: people get them unasked. The caller has locked both.
 */
async function assertCanBeInvitedMore(scope: ViewerScope, userId: string): Promise<void> {
  const { db, viewer } = scope
  const received = await db.groupMember.findMany({
    where: { userId, ...openInvites(scope) },
    select: { invitedById: true },
  })
  if (received.length >= BOUNDS.groupInvites.most) throw groupLimitReached('invites')
  const own = received.filter(({ invitedById }) => invitedById === viewer.id)
  if (own.length >= BOUNDS.groupInvitesOfInviter.most)
    throw tooManyInvites('You have invited that user to too many groups.')
  await assertCanInviteStranger(scope, userId)
}

async function assertCanInviteStranger(scope: ViewerScope, userId: string): Promise<void> {
  const { db, viewer } = scope
  const befriended = { friendships: { some: { friendId: viewer.id } } }
  if ((await db.user.count({ where: { id: userId, ...befriended } })) > 0) return
  const toStrangers = { invitedById: viewer.id, ...openInvites(scope), user: { NOT: befriended } }
  if ((await db.groupMember.count({ where: toStrangers })) >= BOUNDS.groupInvitesToStrangers.most)
    throw tooManyInvites('You have invited too many people who are not your friends and have not answered yet.')
}

const tooManyInvites = (message: string) => new Failure('forbidden', message, { reason: 'group_limit_reached' })
