import { trusted } from '../../../kernel/ids.ts'
import { rowLock } from '../../../kernel/locks.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { withdrawNotifications } from '../../notifications/withdraw.ts'
import { groupLeft, groupMemberChanged } from '../events.ts'

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

interface Ended {
  readonly userId: string
  readonly wasMember: boolean
}

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
    for (const { userId, wasMember } of ended) {
      const person = trusted<'user'>(userId)
      if (wasMember) tx.emit(groupLeft(person, { groupId }))
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
  await tx.sql`
    SELECT FROM "Group" WHERE id = ${groupId} ${rowLock(tx, 'group', { keys: [groupId], strength: 'NO KEY UPDATE' })}`
  const ended = await tx.sql<Ended>`
    DELETE FROM "GroupMember" WHERE "groupId" = ${groupId} AND "userId" = ANY(${[...userIds]})
    RETURNING "userId", status = 'member' AS "wasMember"`
  const members = ended.filter(({ wasMember }) => wasMember).length
  await tx.sql`
    UPDATE "Group" SET "memberCount" = greatest("memberCount" - ${members}, 0) WHERE id = ${groupId}`
  return ended
}

/** Removes all that is left of a group but for its code, which nobody gets again. */
async function purgeGroup({ client, sql }: Scope, id: string): Promise<void> {
  for (let count = CONTENT_BATCH; count === CONTENT_BATCH; ) {
    const deleted = await sql`
      DELETE FROM "GroupAuditEntry" WHERE id IN (
        SELECT id FROM "GroupAuditEntry" WHERE "groupId" = ${id} LIMIT ${CONTENT_BATCH}
      ) RETURNING id`
    count = deleted.length
  }
  for (let count = CONTENT_BATCH; count === CONTENT_BATCH; ) {
    const deleted = await sql`
      DELETE FROM "GroupGalleryImage" WHERE id IN (
        SELECT i.id FROM "GroupGallery" AS g JOIN "GroupGalleryImage" AS i ON i."galleryId" = g.id
        WHERE g."groupId" = ${id} LIMIT ${CONTENT_BATCH}
      ) RETURNING id`
    count = deleted.length
  }
  // Posts, roles, galleries and deliveries go with it: rates and bounds keep them few.
  await client.group.deleteMany({ where: { id, deletedAt: { not: null } } })
}
