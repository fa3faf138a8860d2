import { DAY } from '../../../kernel/clock.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type GroupAccess, readGroupAccess } from '../access.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { isInviteNotification, notifyOfRequest } from '../notifications.ts'
import { assertCanJoinMore, groupLimitReached } from '../policy.ts'
import { type MemberView, readChangedMember } from './members.ts'
import { changeMembership, groupClosed, groupFull, isFull } from './membership.ts'

interface Joining {
  /** The viewer's own invite: the id of the membership or of its notification. */
  readonly inviteId?: string | undefined
  /** Whether to unblock the group first. */
  readonly confirmOverrideBlock?: boolean | undefined
}

const JOIN_LIMIT: RateLimit = { name: 'group-join', points: 60, window: 60 * 60 }

/**
 * Joins a group that is open or has invited the viewer, or asks to join one that takes requests. Throws `missing`;
 * `invalid` for a member, a second request, a blocked group and an invite of somebody else; `forbidden` for a group that
 * the viewer can't join, when it is full and when the viewer is in too many; `exhausted` after 60 an hour, and for a
 * request within a day after a rejection.
 */
export async function joinGroup(scope: ViewerScope, groupId: GroupId, joining: Joining = {}): Promise<MemberView> {
  await scope.limits.take(JOIN_LIMIT, scope.viewer.id)
  const check = (access: GroupAccess) => assertCanJoin(access, joining)
  return groupAct(scope, { groupId, check }, async (act) => {
    await joinInAct(act, joining)
    // Read before the commit, after which the group may be deleted.
    return readChangedMember(act.tx, await readGroupAccess(act.tx, groupId), { groupId, userId: scope.viewer.id })
  })
}

/** Joins or asks to join within an act, which has checked that the viewer can. */
async function joinInAct(act: GroupAct, joining: Joining): Promise<void> {
  const { tx, access } = act
  const { group, status, member } = access
  await assertOwnInvite(act, joining.inviteId)
  if (!becomesMember(access)) return requestToJoin(act)
  await assertCanJoinMore(tx, tx.viewer.id)
  await changeMembership(tx, { group, userId: tx.viewer.id, member, status }, 'member', {
    userBlockedAt: null,
    requestBlockedAt: null,
  })
  const nameOf = await readNames(tx, [tx.viewer.id])
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: 'group.member.join',
    targetId: tx.viewer.id,
    description: `User ${nameOf(tx.viewer.id)} has joined the group.`,
  })
}

/** Whether a joining makes a member rather than a request. */
const becomesMember = ({ group, status }: GroupAccess): boolean => group.joinState === 'open' || status === 'invited'

/** Throws `invalid` for an invite that is not the viewer's own live one. */
async function assertOwnInvite({ tx, access }: GroupAct, inviteId: string | undefined): Promise<void> {
  if (inviteId === undefined || inviteId === '') return
  const isLive = access.status === 'invited'
  if (isLive && (inviteId === access.member?.id || (await isInviteNotification(tx, access.group.id, inviteId)))) return
  throw invalid('inviteId', 'inviteId must be an invite of yours', 'unknown_reference')
}

/** Throws unless the viewer can join the group or ask to. */
function assertCanJoin(access: GroupAccess, joining: Joining): void {
  const obstacle = joinObstacle(access, joining)
  if (obstacle) throw obstacle
}

/** Why the viewer can't join the group or ask to, as the table of memberships has it; undefined if they can. */
export const joinObstacle = (access: GroupAccess, joining: Joining = {}): Failure | undefined =>
  obstacleOfStatus(access, joining) ?? (becomesMember(access) && isFull(access.group) ? groupFull() : undefined)

function obstacleOfStatus(access: GroupAccess, { confirmOverrideBlock = false }: Joining): Failure | undefined {
  const { group, status, member } = access
  if (status === 'member') return new Failure('invalid', "You're already a member!", { reason: 'already_group_member' })
  const isClosed = group.joinState === 'closed' || group.hiddenAt !== null
  const isBlocking = member?.userBlockedAt != null && !confirmOverrideBlock
  if (status === 'banned' && (isClosed || !isBlocking)) return banned()
  if (isClosed) return groupClosed()
  if (isBlocking) return new Failure('invalid', "You've blocked this group.", { reason: 'group_blocked' })
  return status === 'invited' ? undefined : obstacleForUninvited(access)
}

/** Why a group takes neither a person whom it has not invited nor their request; undefined if it does. */
function obstacleForUninvited({ group, status, member }: GroupAccess): Failure | undefined {
  if (member?.requestBlockedAt)
    return new Failure('forbidden', "You can't ask to join this group.", { reason: 'group_requests_blocked' })
  if (group.joinState === 'invite')
    return new Failure('forbidden', 'You need an invite to join this group.', { reason: 'group_invite_required' })
  if (group.joinState === 'request' && status === 'requested')
    return new Failure('invalid', "You've already asked to join this group.", { reason: 'group_request_exists' })
  return undefined
}

const banned = () => new Failure('forbidden', "You're banned from this group.", { reason: 'group_banned' })

async function requestToJoin({ tx, access }: GroupAct): Promise<void> {
  const { group, status, member } = access
  const { id: userId } = tx.viewer
  assertNotRejectedLately(member?.rejectedAt ?? null, tx.now)
  await assertCanRequestMore(tx, userId)
  await changeMembership(tx, { group, userId, member, status }, 'requested', { userBlockedAt: null })
  const nameOf = await readNames(tx, [userId])
  await appendGroupAudit(tx, {
    groupId: group.id,
    eventType: 'group.request.create',
    targetId: userId,
    description: `User ${nameOf(userId)} requested to join the group.`,
  })
  await notifyOfRequest(tx, group, nameOf(userId))
}

/** Throws `exhausted` within a day after a rejection. */
function assertNotRejectedLately(rejectedAt: Date | null, now: Date): void {
  const wait = rejectedAt === null ? 0 : rejectedAt.getTime() + DAY - now.getTime()
  if (wait > 0)
    throw new Failure('exhausted', 'Please wait until you ask to join this group again.', {
      reason: 'rate_limited',
      retryAfter: Math.ceil(wait / 1_000),
    })
}

/** Maximum number of pending requests of one person to join groups. */
const MAX_PENDING_REQUESTS = 50

/** Throws `forbidden` for a person whose requests to join 50 groups wait. The caller has locked the person. */
async function assertCanRequestMore({ db }: ViewerScope, userId: string): Promise<void> {
  if ((await db.groupMember.count({ where: { userId, status: 'requested' } })) >= MAX_PENDING_REQUESTS)
    throw groupLimitReached('requests')
}
