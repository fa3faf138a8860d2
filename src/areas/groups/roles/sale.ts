import type { GroupRole } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { groupRoleChanged } from '../events.ts'
import { hasManagementPermission } from './permissions.ts'

/** Names of the fields of an input that name a role and its group. */
const FIELDS = { group: 'groupId', role: 'groupRoleId' } as const

/**
 * The role that an owner of a group wants to sell. Throws `invalid` for a group that is unknown, deleted or not theirs, and
 * for a role that cannot be sold: of another group, the owner's role, Everyone, and those that manage the group.
 */
export async function readRoleToSell(
  { db }: Pick<Scope, 'db'>,
  { groupId, groupRoleId }: { readonly groupId: string; readonly groupRoleId: string },
  ownerId: string,
): Promise<GroupRole> {
  const where = { id: groupRoleId, groupId, kind: null }
  const [group, role] = await Promise.all([
    db.group.findUnique({ where: { id: groupId }, select: { ownerId: true, deletedAt: true } }),
    db.groupRole.findFirst({ where }),
  ])
  if (!group || group.deletedAt !== null || group.ownerId !== ownerId)
    throw invalid(FIELDS.group, `${FIELDS.group} must be a group of the seller's own`, 'unknown_reference')
  if (!role)
    throw invalid(FIELDS.role, `${FIELDS.role} must be a role of the group that can be sold`, 'unknown_reference')
  if (hasManagementPermission(role.permissions))
    throw invalid(FIELDS.role, `${FIELDS.role} must be a role that does not manage the group`, 'wrong_combination')
  return role
}

/**
 * Marks a role as sold, so that nobody gets it otherwise, or as sold no longer. Does nothing for a role that is gone. The
 * caller has locked the group.
 */
export async function setRoleSold(
  tx: Scope & InTransaction,
  { groupId, roleId, isSold }: { readonly groupId: string; readonly roleId: string; readonly isSold: boolean },
): Promise<void> {
  const { db, now, viewer, emit } = tx
  const change = { requiresPurchase: isSold, updatedAt: now }
  const where = { id: roleId, groupId, requiresPurchase: !isSold }
  const [role] = await db.groupRole.updateManyAndReturn({ where, data: change })
  if (!role) return
  const nameOf = await readNames(tx, viewer ? [viewer.id] : [])
  await appendGroupAudit(tx, {
    groupId,
    eventType: 'group.role.update',
    targetId: roleId,
    description: `Group role "${role.name}" updated by ${viewer ? nameOf(viewer.id) : 'the platform'}.`,
    data: { requiresPurchase: { old: !isSold, new: isSold } },
  })
  emit(groupRoleChanged(groupId, { roleId }))
}
