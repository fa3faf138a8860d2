import type { GroupRole } from '../../../generated/prisma/client.ts'
import { assertUnchanged, type ConditionalChange } from '../../../kernel/changedSince.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import { assertAll } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { GroupAccess } from '../access.ts'
import { appendGroupAudit, changesOf, readNames } from '../auditLog/entries.ts'
import { groupRoleChanged } from '../events.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { groupForbidden, hasPermission } from '../policy.ts'
import { writeRoleOrder } from '../queries.ts'
import { distinctPermissions, parseRoleName, type RoleFields, roleRules } from './fields.ts'
import { arrangeRoles, isManagementRole } from './order.ts'
import { assertHasAll, assertManagementRoleCount, assertOutranksRole, assertStaysBelow } from './policy.ts'
import { auditedRole, findRole, rolesOfGroup } from './roles.ts'

/** What an update says of a role; clients also send what stays. */
interface RoleChange extends RoleFields, ConditionalChange {
  /** Position within the tier of the role; the others close up. */
  readonly order?: number | undefined
}

/**
 * Changes a role, and returns all roles in their order. A role whose permissions move it to another tier comes last there.
 * Throws `missing`; `forbidden` without the right to manage roles, for a role at or before the viewer's rank, for
 * permissions that the viewer lacks and for too many management roles; `invalid` for bad fields.
 */
export const updateGroupRole = (
  scope: ViewerScope,
  groupId: GroupId,
  { roleId, ...given }: RoleChange & { readonly roleId: string },
): Promise<GroupRole[]> =>
  groupAct(scope, { act: 'updateGroupRole', groupId, needs: 'group-roles-manage', details: { roleId } }, (act) =>
    updateInAct(act, roleId, given),
  )

async function updateInAct(act: GroupAct, roleId: string, given: RoleChange): Promise<GroupRole[]> {
  const { tx, access } = act
  const roles = await rolesOfGroup(tx, access.group.id)
  const role = findRole(roles, roleId)
  assertUnchanged(role, given)
  const change = changeOf(role, given)
  assertCanChange(access, role, change)
  await assertAll(roleRules(change, role))
  assertHasAll(access, grantedBy(role, change))
  if (Object.keys(change).length === 0) return roles
  await writeChange(act, roles, role, change)
  return rolesOfGroup(tx, access.group.id)
}

async function writeChange(
  act: GroupAct,
  roles: readonly GroupRole[],
  role: GroupRole,
  { order, ...fields }: RoleChange,
): Promise<void> {
  const { tx, access } = act
  const changed = { ...role, ...columnsOf(role, fields) }
  const arranged = roles.map((one) => (one.id === role.id ? changed : one))
  if (isManagementRole(changed) && !isManagementRole(role)) assertManagementRoleCount(arranged)
  const { createdAt: _createdAt, ...columns } = changed
  await tx.db.groupRole.update({ where: { id: role.id }, data: { ...columns, updatedAt: tx.now } })
  if (role.kind !== null) return recordChange(act, role, changed)
  const ids = arrangeRoles(roles, changed, order)
  assertStaysBelow(access, ids, role.id)
  await writeRoleOrder(tx, ids)
  await recordChange(act, role, { ...changed, order: ids.indexOf(role.id) + 1 })
}

async function recordChange({ tx }: GroupAct, before: GroupRole, after: GroupRole): Promise<void> {
  const { viewer, emit } = tx
  const nameOf = await readNames(tx, [viewer.id])
  await appendGroupAudit(tx, {
    groupId: before.groupId,
    eventType: 'group.role.update',
    targetId: before.id,
    description: `Group role "${after.name}" updated by ${nameOf(viewer.id)}.`,
    data: changesOf(auditedRole(before), auditedRole(after)),
  })
  emit(groupRoleChanged(before.groupId, { roleId: before.id }))
}

const FLAGS = ['isSelfAssignable', 'isAddedOnJoin', 'requiresTwoFactor'] as const

/** The given fields that differ from the role. */
function changeOf(role: GroupRole, given: RoleChange): RoleChange {
  const { name, description, permissions, order } = given
  const standing = distinctPermissions(role.permissions).join()
  return {
    ...(name !== undefined && name.trim() !== role.name && { name }),
    ...(description !== undefined && description !== role.description && { description }),
    ...(permissions && distinctPermissions(permissions).join() !== standing && { permissions }),
    ...Object.fromEntries(
      FLAGS.filter((flag) => given[flag] !== undefined && given[flag] !== role[flag]).map((f) => [f, given[f]]),
    ),
    ...(order !== undefined && order !== role.order && { order }),
  }
}

const columnsOf = (role: GroupRole, { name, permissions, ...rest }: RoleFields) => ({
  name: name === undefined ? role.name : parseRoleName(name),
  description: rest.description ?? role.description,
  permissions: permissions ? distinctPermissions(permissions) : role.permissions,
  isSelfAssignable: rest.isSelfAssignable ?? role.isSelfAssignable,
  isAddedOnJoin: rest.isAddedOnJoin ?? role.isAddedOnJoin,
  requiresTwoFactor: rest.requiresTwoFactor ?? role.requiresTwoFactor,
})

/** Of the owner's role, the owner changes name and description; Everyone needs a permission more. */
function assertCanChange(access: GroupAccess, role: GroupRole, { name: _n, description: _d, ...more }: RoleChange) {
  if (role.kind === 'owner' && access.isOwner && Object.keys(more).length === 0) return
  assertOutranksRole(access, role)
  if (role.kind === 'everyone' && !hasPermission(access, 'group-default-role-manage')) throw groupForbidden()
}

/** What an update gives to people: new permissions, or all of them if more people get the role or it counts for more. */
function grantedBy(role: GroupRole, change: RoleChange): readonly string[] {
  const { permissions = role.permissions, isSelfAssignable, isAddedOnJoin, requiresTwoFactor } = change
  if (isSelfAssignable || isAddedOnJoin || requiresTwoFactor === false) return permissions
  return permissions.filter((permission) => !role.permissions.includes(permission))
}
