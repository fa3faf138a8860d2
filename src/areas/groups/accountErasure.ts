import { type Group, Prisma } from '../../generated/prisma/client.ts'
import { trusted, type UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import type { ErasedIdentity } from '../accounts/account/deletion.ts'
import { EVERYONE_ORDER } from './access.ts'
import { appendGroupAudit, ERASED_NAME, readNames } from './auditLog/entries.ts'
import { groupChanged, groupLeft } from './events.ts'
import { deleteOwnerlessGroup } from './group/delete.ts'
import { changeOwner } from './transfer/transfer.ts'

type Erasure = Scope & InTransaction

/**
 * Ends the memberships of a person, gives the person's groups to other members or deletes those without any, and takes the
 * person's names out of the audit logs of groups.
 */
export async function eraseGroupMemberships(
  tx: Erasure,
  userId: UserId,
  { displayNames }: ErasedIdentity,
): Promise<void> {
  const groups = await lockGroupsOf(tx, userId)
  for (const group of groups) if (group.ownerId === userId && !group.deletedAt) await passOn(tx, group, userId)
  await clearMentions(tx, userId)
  await endMemberships(tx, userId)
  await eraseNames(tx, userId, displayNames)
}

/** Locks the groups with which the person has to do. */
const lockGroupsOf = ({ sql, locks }: Erasure, userId: UserId): Promise<Group[]> => sql<Group>`
  SELECT * FROM "Group"
  WHERE id IN (SELECT "groupId" FROM "GroupMember" WHERE "userId" = ${userId})
    OR "ownerId" = ${userId} OR "transferTargetId" = ${userId}
  ${rowLock({ locks }, 'group', { strength: 'NO KEY UPDATE' })}`

/** Makes the member of the least rank, then of the longest membership, the owner; deletes a group without other members. */
async function passOn(tx: Erasure, { id: groupId }: Group, from: UserId): Promise<void> {
  const [successor] = await tx.sql<{ readonly userId: string }>`
    SELECT m."userId" FROM "GroupMember" AS m
    LEFT JOIN "GroupMemberRole" AS held ON held."groupId" = m."groupId" AND held."userId" = m."userId"
    LEFT JOIN "GroupRole" AS r ON r.id = held."roleId"
    WHERE m."groupId" = ${groupId} AND m.status = 'member' AND m."userId" <> ${from}
    GROUP BY m.id ORDER BY coalesce(min(r."order"), ${EVERYONE_ORDER}), m."joinedAt", m.id LIMIT 1`
  if (!successor) return deleteOwnerlessGroup(tx, groupId)
  const { userId: to } = successor
  await changeOwner(tx, groupId, { from, to })
  const nameOf = await readNames(tx, [to])
  await appendGroupAudit(tx, {
    groupId,
    eventType: 'group.transfer.accept',
    targetId: to,
    description: `${nameOf(to)} has become the owner of the group.`,
    data: { oldOwnerId: from },
  })
}

/** Clears who has invited or accepted others, and what was offered to the person. */
async function clearMentions({ db }: Erasure, userId: UserId): Promise<void> {
  await db.groupMember.updateMany({ where: { invitedById: userId }, data: { invitedById: null } })
  await db.groupMember.updateMany({ where: { acceptedById: userId }, data: { acceptedById: null } })
  const withdrawn = { transferTargetId: null, transferExpiresAt: null }
  await db.group.updateMany({ where: { transferTargetId: userId }, data: withdrawn })
}

/** Deletes the rows with their roles. The groups are locked. */
async function endMemberships({ db, sql, emit }: Erasure, userId: UserId): Promise<void> {
  const ended = await sql<{ readonly groupId: string; readonly status: string }>`
    DELETE FROM "GroupMember" WHERE "userId" = ${userId} RETURNING "groupId", status`
  const left = ended.filter(({ status }) => status === 'member').map(({ groupId }) => groupId)
  await db.group.updateMany({ where: { id: { in: left } }, data: { memberCount: { decrement: 1 } } })
  for (const groupId of left) {
    emit(groupLeft(trusted<'user'>(userId), { groupId }))
    emit(groupChanged(groupId))
  }
}

/** Replaces the names in entries by and about the person, and takes away the notes of managers. */
async function eraseNames({ sql }: Erasure, userId: UserId, displayNames: readonly string[]): Promise<void> {
  // Longer names first, as one name can be a part of another.
  const names = displayNames.toSorted((one, other) => other.length - one.length)
  const description = names.reduce(
    (text, name) => Prisma.sql`replace(${text}, ${name}, ${ERASED_NAME})`,
    Prisma.sql`description`,
  )
  await sql`SELECT set_config('plaza.erasure', 'on', true)`
  await sql`
    UPDATE "GroupAuditEntry" SET
      description = ${description},
      data = CASE WHEN "eventType" = 'group.member.user.update' AND "targetId" = ${userId} THEN '{}' ELSE data END,
      "actorId" = nullif("actorId", ${userId})
    WHERE "actorId" = ${userId} OR "targetId" = ${userId}`
  await sql`SELECT set_config('plaza.erasure', 'off', true)`
}
