import type { GroupRole } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { groupRoleChanged } from '../events.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { arrangeRoles, writeRoleOrder } from './order.ts'
import { assertOutranksRole } from './policy.ts'
import { auditedRole, findRole, rolesOfGroup } from './roles.ts'

/**
 * Deletes a role, which its holders lose, and returns the remaining ones in their order. What only its holders could see
 * stays hidden from others. Throws `missing`; `forbidden` without the right to manage roles and for a role at or before the
 * viewer's rank; `invalid` for Everyone and for a role that is sold.
 */
export const deleteGroupRole = (
  scope: ViewerScope,
  groupId: GroupId,
  { roleId }: { readonly roleId: string },
): Promise<GroupRole[]> =>
  groupAct(scope, { act: 'deleteGroupRole', groupId, needs: 'group-roles-manage', details: { roleId } }, (act) =>
    deleteInAct(act, roleId),
  )

async function deleteInAct({ tx, access }: GroupAct, roleId: string): Promise<GroupRole[]> {
  const { db, viewer } = tx
  const groupId = access.group.id
  const roles = await rolesOfGroup(tx, groupId)
  const role = findRole(roles, roleId)
  assertOutranksRole(access, role)
  assertDeletable(role)
  await db.groupRole.delete({ where: { id: role.id } })
  const remaining = roles.filter(({ id }) => id !== role.id)
  await writeRoleOrder(tx, arrangeRoles(remaining, null))
  const nameOf = await readNames(tx, [viewer.id])
  await appendGroupAudit(tx, {
    groupId,
    eventType: 'group.role.delete',
    targetId: role.id,
    description: `Group role "${role.name}" deleted by ${nameOf(viewer.id)}.`,
    data: auditedRole(role),
  })
  tx.emit(groupRoleChanged(groupId, { roleId: role.id }))
  return rolesOfGroup(tx, groupId)
}

function assertDeletable({ kind, name, requiresPurchase }: GroupRole): void {
  if (kind === 'everyone') throw new Failure('invalid', `${name} can't be deleted.`, { reason: 'role_protected' })
  if (requiresPurchase)
    throw new Failure('invalid', "A role that is sold can't be deleted.", { reason: 'role_protected' })
}
