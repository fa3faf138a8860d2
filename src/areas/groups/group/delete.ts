import type { GroupMember } from '../../../generated/prisma/client.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import { type GroupId, trusted } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { withdrawNotifications } from '../../notifications/withdraw.ts'
import { groupChanged, groupDeleted, groupLeft, groupMemberChanged } from '../events.ts'
import { groupAct } from '../groupAct.ts'
import { lockDeletedGroup } from '../locks.ts'

/** Name of the job that takes deleted groups apart. */
export const REMOVE_DELETED_GROUPS = 'remove-deleted-groups'

/**
 * Deletes a group for everybody at once; a job then tells its members. Its content is kept for admins for 30 days, unless
 * `hardDelete`. Throws `missing`, `forbidden` for all but the owner.
 */
export async function deleteGroup(
  scope: ViewerScope,
  groupId: GroupId,
  { hardDelete = false }: { readonly hardDelete?: boolean | undefined } = {},
): Promise<void> {
  await groupAct(scope, { act: 'deleteGroup', groupId, needs: 'ownership', details: { hardDelete } }, ({ tx }) =>
    markDeleted(tx, groupId, hardDelete ? tx.now : addMilliseconds(tx.now, tx.rules.retention.deletedGroups)),
  )
}

/** Deletes a group that nobody is left to own, in the transaction that has locked it. */
export const deleteOwnerlessGroup = (tx: Scope & InTransaction, groupId: string): Promise<void> =>
  markDeleted(tx, groupId, addMilliseconds(tx.now, tx.rules.retention.deletedGroups))

async function markDeleted(
  { db, now, emit, requestJob }: Scope & InTransaction,
  id: string,
  purgeAt: Date,
): Promise<void> {
  const offer = { transferTargetId: null, transferExpiresAt: null }
  await db.group.update({ where: { id }, data: { deletedAt: now, purgeAt, updatedAt: now, ...offer } })
  emit(groupDeleted(id))
  emit(groupChanged(id))
  requestJob(REMOVE_DELETED_GROUPS)
}

/** Memberships of one batch, which is one transaction. */
export const MEMBERS_BATCH = 500
const CONTENT_BATCH = 5_000

/**
 * Takes deleted groups apart: ends memberships and invites in batches, tells the people, and removes what is left of groups
 * whose time is over. Several nodes may run it at once, and what a crash leaves is done by the next run. Answers the number
 * of ended memberships.
 */
export async function removeDeletedGroups(scope: Scope): Promise<number> {
  let ended = 0
  for (const { id, purgeAt } of await readDeletedGroups(scope)) {
    for (let count = 1; count > 0; ended += count) count = await endMemberships(scope, id)
    if (purgeAt !== null && purgeAt <= scope.now) await purgeGroup(scope, id)
  }
  return ended
}

/** Deleted groups that have memberships or whose content goes now. */
const readDeletedGroups = ({ client, now }: Scope) =>
  client.group.findMany({
    where: { deletedAt: { not: null }, OR: [{ members: { some: {} } }, { purgeAt: { lte: now } }] },
    select: { id: true, purgeAt: true },
    orderBy: { id: 'asc' },
  })

type Ended = Pick<GroupMember, 'userId' | 'status'>

const isMember = ({ status }: Ended) => status === 'member'

/** Ends a batch of the memberships of a deleted group. Answers how many. */
async function endMemberships(scope: Scope, groupId: string): Promise<number> {
  const rows = await scope.client.groupMember.findMany({
    where: { groupId },
    select: { userId: true },
    orderBy: { userId: 'asc' },
    take: MEMBERS_BATCH,
  })
  const userIds = rows.map(({ userId }) => userId)
  if (userIds.length === 0) return 0
  await withdrawAll(scope, groupId, userIds)
  return transact(scope, async (tx) => {
    const ended = await deleteMemberships(tx, groupId, userIds)
    for (const membership of ended) {
      const person = trusted<'user'>(membership.userId)
      if (isMember(membership)) tx.emit(groupLeft(person, { groupId }))
      tx.emit(groupMemberChanged(person, { groupId }))
    }
    return ended.length
  })
}

/** Notifications that ask for an answer which nobody can give any longer. */
const QUESTIONS = ['group.invite', 'group.joinRequest', 'group.transfer'] as const

/** Withdraws the questions before the memberships end, so that a run after a crash finds their receivers again. */
async function withdrawAll(scope: Scope, groupId: string, receiverIds: readonly string[]): Promise<void> {
  for (const type of QUESTIONS)
    await transact(scope, (tx) => withdrawNotifications(tx, { type, link: `group:${groupId}`, receiverIds }))
}

/** Of two nodes that end the same memberships, the second waits for the group and finds none. */
async function deleteMemberships(
  tx: Scope & InTransaction,
  groupId: string,
  userIds: readonly string[],
): Promise<Ended[]> {
  const { memberCount } = await lockDeletedGroup(tx, groupId)
  const where = { groupId, userId: { in: [...userIds] } }
  const ended = await tx.db.groupMember.findMany({ where, select: { userId: true, status: true } })
  await tx.db.groupMember.deleteMany({ where })
  const members = ended.filter(isMember).length
  await tx.db.group.update({ where: { id: groupId }, data: { memberCount: Math.max(memberCount - members, 0) } })
  return ended
}

/** Removes all that is left of a group but for its code, which nobody gets again. */
async function purgeGroup({ client }: Scope, id: string): Promise<void> {
  const limit = CONTENT_BATCH
  await untilFewer(limit, () => client.groupAuditEntry.deleteMany({ where: { groupId: id }, limit }))
  await untilFewer(limit, () => client.groupGalleryImage.deleteMany({ where: { gallery: { groupId: id } }, limit }))
  // Posts, roles, galleries and deliveries go with it: rates and bounds keep them few.
  await client.group.deleteMany({ where: { id, deletedAt: { not: null } } })
}

/** Deletes in batches until one is not full. */
async function untilFewer(limit: number, deleteBatch: () => Promise<{ readonly count: number }>): Promise<void> {
  for (let count = limit; count === limit; ) count = (await deleteBatch()).count
}
