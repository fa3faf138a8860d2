import type { GroupRole, Prisma } from '../../../generated/prisma/client.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { readGroupAccess } from '../access.ts'
import { assertMember, assertSeesInside, hasPermission, roleNotFound } from '../policy.ts'
import { GROUP_PERMISSIONS, type GroupPermission, isGroupPermission, isManagementPermission } from './permissions.ts'

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
