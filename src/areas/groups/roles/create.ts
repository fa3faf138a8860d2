import type { GroupRole } from '../../../generated/prisma/client.ts'
import { type GroupId, newId } from '../../../kernel/ids.ts'
import { assertAll } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { groupRoleChanged } from '../events.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { distinctPermissions, parseRoleName, type RoleFields, roleRules } from './fields.ts'
import { arrangeRoles, isManagementRole, writeRoleOrder } from './order.ts'
import { assertHasAll, assertManagementRoleCount, assertRoleCount, assertStaysBelow } from './policy.ts'
import { auditedRole, rolesOfGroup } from './roles.ts'

const DEFAULT_NAME = 'New Role'

/**
 * Creates a role at the end of its tier: that of management roles or that of others. Throws `missing`; `forbidden` without
 * the right to manage roles, for permissions that the viewer lacks and for too many roles; `invalid` for bad fields.
 */
export const createGroupRole = (scope: ViewerScope, groupId: GroupId, fields: RoleFields): Promise<GroupRole> =>
  groupAct(scope, { act: 'createGroupRole', groupId, needs: 'group-roles-manage' }, (act) => createInAct(act, fields))

async function createInAct({ tx, access }: GroupAct, fields: RoleFields): Promise<GroupRole> {
  const { db, now, viewer } = tx
  const groupId = access.group.id
  await assertAll(roleRules(fields))
  assertHasAll(access, fields.permissions ?? [])
  const roles = await rolesOfGroup(tx, groupId)
  const added = { ...newRole(fields), id: newId('groupRole', now), groupId, createdAt: now, updatedAt: now }
  assertRoleCount([...roles, added])
  if (isManagementRole(added)) assertManagementRoleCount([...roles, added])
  const ids = arrangeRoles(roles, added)
  assertStaysBelow(access, ids, added.id)
  const role = await db.groupRole.create({ data: { ...added, order: ids.indexOf(added.id) + 1 } })
  await writeRoleOrder(tx, ids)
  const nameOf = await readNames(tx, [viewer.id])
  await appendGroupAudit(tx, {
    groupId,
    eventType: 'group.role.create',
    targetId: role.id,
    description: `Group role "${role.name}" created by ${nameOf(viewer.id)}.`,
    data: auditedRole(role),
  })
  tx.emit(groupRoleChanged(groupId, { roleId: role.id }))
  return role
}

const newRole = ({ name, description, permissions, ...flags }: RoleFields) => ({
  name: parseRoleName(name ?? DEFAULT_NAME),
  description: description ?? '',
  permissions: distinctPermissions(permissions ?? []),
  isSelfAssignable: flags.isSelfAssignable ?? false,
  isAddedOnJoin: flags.isAddedOnJoin ?? false,
  requiresTwoFactor: flags.requiresTwoFactor ?? false,
  kind: null,
  order: 0,
})
