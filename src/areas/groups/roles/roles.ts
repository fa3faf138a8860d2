import type { GroupRole, Prisma } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import { type GroupId, newId } from '../../../kernel/ids.ts'
import { assertAll, assertFound } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { readGroupAccess } from '../access.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { groupRoleChanged } from '../events.ts'
import { type GroupAct, groupAct } from '../groupAct.ts'
import { assertMember, assertSeesInside, hasPermission, roleNotFound } from '../policy.ts'
import { writeRoleOrder } from '../queries.ts'
import { distinctPermissions, parseRoleName, type RoleFields, roleRules } from './fields.ts'
import { arrangeRoles, isManagementRole } from './order.ts'
import { GROUP_PERMISSIONS, type GroupPermission, isGroupPermission, isManagementPermission } from './permissions.ts'
import {
  assertHasAll,
  assertManagementRoleCount,
  assertOutranksRole,
  assertRoleCount,
  assertStaysBelow,
} from './policy.ts'

/** Roles of a group in their order; the caller has checked that the viewer can see them. */
export const rolesOfGroup = ({ db }: Pick<ViewerScope, 'db'>, groupId: string): Promise<GroupRole[]> =>
  db.groupRole.findMany({ where: { groupId }, orderBy: { order: 'asc' } })

/** Roles of a group in their order. Throws `missing`, `forbidden` for a private group of others. */
export async function readGroupRoles(scope: ViewerScope, id: GroupId): Promise<GroupRole[]> {
  const access = await readGroupAccess(scope, id)
  assertSeesInside(access)
  return [...access.group.groupRoles]
}

/** A role among those of its group. Throws `missing`. */
export function findRole(roles: readonly GroupRole[], roleId: string): GroupRole {
  const role = roles.find(({ id }) => id === roleId)
  if (!role) throw roleNotFound()
  return role
}

/** A permission as one of a list for a viewer. */
export interface PermissionView {
  readonly name: GroupPermission
  readonly displayName: string
  readonly help: string
  readonly isManagementPermission: boolean
  /** Whether the viewer has it, and so can give it to roles. */
  readonly allowedToAdd: boolean
}

/** Every permission that a role can have. Throws `missing`, `forbidden` for who is no member. */
export async function readGroupPermissions(scope: ViewerScope, id: GroupId): Promise<PermissionView[]> {
  const access = await readGroupAccess(scope, id)
  assertMember(access)
  return Object.keys(GROUP_PERMISSIONS)
    .filter(isGroupPermission)
    .map((name) => ({
      name,
      displayName: GROUP_PERMISSIONS[name].displayName,
      help: GROUP_PERMISSIONS[name].help,
      isManagementPermission: isManagementPermission(name),
      allowedToAdd: hasPermission(access, name),
    }))
}

/** A role as entries of the audit log show it. */
export const auditedRole = (role: GroupRole): Prisma.JsonObject => ({
  name: role.name,
  description: role.description,
  permissions: role.permissions,
  order: role.order,
  isSelfAssignable: role.isSelfAssignable,
  isAddedOnJoin: role.isAddedOnJoin,
  requiresTwoFactor: role.requiresTwoFactor,
  requiresPurchase: role.requiresPurchase,
})

/** Throws `invalid` unless all roles are roles of the group. */
export async function assertRolesOfGroup(
  { db }: Pick<InTransaction, 'db'>,
  groupId: string,
  field: string,
  roleIds: readonly string[],
): Promise<void> {
  const distinct = [...new Set(roleIds)]
  if (distinct.length === 0) return
  const found = await db.groupRole.findMany({ where: { groupId, id: { in: distinct } }, select: { id: true } })
  assertFound(field, roleIds, { found, message: `${field} must be roles of this group` })
}

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
