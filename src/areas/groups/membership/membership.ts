import type { Group, GroupMember } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import { newId, trusted } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { type MembershipStatus, statusAt } from '../access.ts'
import { groupJoined, groupLeft, groupMemberChanged, groupModerated } from '../events.ts'
import { type ActByRight, type GroupAct, type GroupActTarget, groupAct } from '../groupAct.ts'
import { withdrawInviteNotifications, withdrawRequestNotifications } from '../notifications.ts'
import { giveRolesOfJoining } from '../queries.ts'
import { EVERYONE_ORDER } from '../roles/permissions.ts'

export const GROUP_CAPACITY = 100_000

/** A membership to change: the caller holds the locks of the person and of the group. */
export interface LockedMembership {
  readonly group: Group
  readonly userId: string
  /** The row as it stands; null for a person who never had to do with the group. */
  readonly member: GroupMember | null
  readonly status: MembershipStatus
}

/** The membership of a person. The caller holds the lock of the group, which all who write members take. */
export async function readLockedMembership(
  tx: Scope & InTransaction,
  group: Group,
  userId: string,
): Promise<LockedMembership> {
  const where = { groupId_userId: { groupId: group.id, userId } }
  const member = await tx.db.groupMember.findUnique({ where })
  return { group, userId, member, status: statusAt(member, tx.now) }
}

/** What beside the status changes with it. */
type MembershipChange = Partial<
  Pick<
    GroupMember,
    'invitedById' | 'acceptedById' | 'rejectedAt' | 'requestBlockedAt' | 'userBlockedAt' | 'hasJoinedFromPurchase'
  >
>

/** The times and people of each status; those of the others are cleared. */
const CLEARED = { joinedAt: null, bannedAt: null, invitedAt: null, requestedAt: null, invitedById: null }

const TIME_OF: Readonly<Record<MembershipStatus, keyof typeof CLEARED | null>> = {
  none: null,
  requested: 'requestedAt',
  invited: 'invitedAt',
  member: 'joinedAt',
  banned: 'bannedAt',
}

/** The time of the new status. Marks of a block change without the status, whose time then stays. */
function timesOf({ member, status }: LockedMembership, to: MembershipStatus, now: Date) {
  const time = TIME_OF[to]
  if (status === to && member?.status === to) return {}
  return { ...CLEARED, ...(time && { [time]: now }) }
}

/** What every parting takes away, and what begins anew with the next joining. */
const PARTED = {
  acceptedById: null,
  isRepresenting: false,
  visibility: 'visible',
  isSubscribedToAnnouncements: true,
  isSubscribedToEventAnnouncements: true,
  hasJoinedFromPurchase: false,
  managerNotes: '',
  lastPostReadAt: null,
}

/**
 * Gives a membership another status, and returns its row. The only writer of the status, so that the number of members,
 * roles, representation and events agree with it: a joining gives the roles that are added on joining and those of purchases
 * that last, a parting takes roles, representation, notes and settings away. Notifications of an invite or a request go with it. A row and its id
 * stay for ever. Throws `forbidden` for a full group.
 */
export async function changeMembership(
  tx: Scope & InTransaction,
  locked: LockedMembership,
  to: MembershipStatus,
  change: MembershipChange = {},
): Promise<GroupMember> {
  const { group, userId, member, status } = locked
  const { db, now, emit } = tx
  const groupId = group.id
  await withdrawNotificationsOf(tx, locked, to)
  const isParting = status === 'member' && to !== 'member'
  const data = { status: to, ...timesOf(locked, to, now), ...(isParting && PARTED), ...change }
  if (isParting) await db.groupMemberRole.deleteMany({ where: { groupId, userId } })
  const row = await db.groupMember.upsert({
    where: { groupId_userId: { groupId, userId } },
    create: { ...data, id: newId('groupMember', now), groupId, userId, createdAt: now },
    update: data,
  })
  if (isParting) await changeMemberCount(tx, groupId, -1)
  if (status !== 'member' && to === 'member') {
    await changeMemberCount(tx, groupId, 1)
    await giveRolesOfJoining(tx, { groupId, userId })
    emit(groupJoined(trusted<'user'>(userId), { groupId }))
  }
  if (isParting) emit(groupLeft(trusted<'user'>(userId), { groupId }))
  emit(groupMemberChanged(trusted<'user'>(userId), { groupId }))
  if (member?.status !== to) emit(groupModerated(groupId))
  return row
}

/** An invite or a request that is over takes its notifications along; those of a lapsed invite expire with it. */
async function withdrawNotificationsOf(
  tx: Scope & InTransaction,
  { group, userId, member, status }: LockedMembership,
  to: MembershipStatus,
): Promise<void> {
  const wasInvited = status === 'invited' || (member?.status === 'invited' && to === 'none')
  if (wasInvited) await withdrawInviteNotifications(tx, group.id, [userId])
  else if (status === 'requested') await withdrawRequestNotifications(tx, group.id, userId)
}

async function changeMemberCount({ db }: InTransaction, id: string, by: 1 | -1): Promise<void> {
  const { count } = await db.group.updateMany({
    where: { id, memberCount: { lt: GROUP_CAPACITY + (by === -1 ? 1 : 0) } },
    data: { memberCount: { increment: by } },
  })
  if (count === 0) throw groupFull()
}

export const groupFull = () => new Failure('forbidden', 'This group is full.', { reason: 'group_full' })

/** Whether a group takes no members at the moment; the change of its count decides. */
export const isFull = ({ memberCount }: Pick<Group, 'memberCount'>): boolean => memberCount >= GROUP_CAPACITY

/** An act upon what stands between a person and a group, under the locks of both. */
export interface MembershipAct extends GroupAct {
  readonly target: LockedMembership
}

interface MembershipActOptions extends Omit<GroupActTarget, 'people'>, Omit<ActByRight, 'details'> {
  /** The person whose membership the act is upon. */
  readonly userId: string
}

/** Runs an act upon the membership of a person, as `groupAct` does. */
export const membershipAct = <R>(
  scope: ViewerScope,
  { userId, ...options }: MembershipActOptions,
  work: (act: MembershipAct) => Promise<R>,
): Promise<R> =>
  groupAct(scope, { ...options, people: [userId], details: { userId } }, async (act) =>
    work({ ...act, target: await readLockedMembership(act.tx, act.access.group, userId) }),
  )

/**
 * The rank of a person in a group: the least order among their roles, that of Everyone without a role. The caller holds
 * the lock of the group, which all who give and take roles take.
 */
export async function readRank({ db }: Pick<InTransaction, 'db'>, groupId: string, userId: string): Promise<number> {
  const lowest = await db.groupRole.aggregate({
    where: { holders: { some: { groupId, userId } } },
    _min: { order: true },
  })
  return lowest._min.order ?? EVERYONE_ORDER
}

export const groupClosed = () => new Failure('forbidden', 'This group is closed.', { reason: 'group_closed' })
