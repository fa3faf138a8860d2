import type { Group } from '../../generated/prisma/client.ts'
import { trusted, type UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import type { ErasedIdentity } from '../accounts/account/deletion.ts'
import { appendGroupAudit, readNames } from './auditLog/entries.ts'
import { eraseAuditedNames } from './auditLog/queries.ts'
import { groupChanged, groupLeft } from './events.ts'
import { deleteOwnerlessGroup } from './group/delete.ts'
import { changeOwner } from './group/transfer.ts'
import { lockGroupsOfPerson } from './locks.ts'
import { findSuccessor } from './queries.ts'

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
  const groups = await lockGroupsOfPerson(tx, userId)
  for (const group of groups) if (group.ownerId === userId && !group.deletedAt) await passOn(tx, group, userId)
  await clearMentions(tx, userId)
  await endMemberships(tx, userId)
  await eraseAuditedNames(tx, userId, displayNames)
}

/** Makes the successor of the owner the owner; deletes a group without other members. */
async function passOn(tx: Erasure, { id: groupId }: Group, from: UserId): Promise<void> {
  const to = await findSuccessor(tx, groupId, from)
  if (to === undefined) return deleteOwnerlessGroup(tx, groupId)
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
async function endMemberships({ db, emit }: Erasure, userId: UserId): Promise<void> {
  const joined = await db.groupMember.findMany({ where: { userId, status: 'member' }, select: { groupId: true } })
  const left = joined.map(({ groupId }) => groupId)
  await db.groupMember.deleteMany({ where: { userId } })
  await db.group.updateMany({ where: { id: { in: left } }, data: { memberCount: { decrement: 1 } } })
  for (const groupId of left) {
    emit(groupLeft(trusted<'user'>(userId), { groupId }))
    emit(groupChanged(groupId))
  }
}
