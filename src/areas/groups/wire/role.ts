import {
  type GroupPermission,
  GroupPermissions,
  type GroupRoleTemplateValues,
  type GroupRole as RoleRecord,
} from '../../../contract/shapes/group.ts'
import type { GroupRole } from '../../../generated/prisma/client.ts'
import { hasManagementPermission } from '../roles/permissions.ts'
import type { PermissionView } from '../roles/roles.ts'
import { ROLE_TEMPLATES } from '../roles/templates.ts'

/** A role; `defaultRole` is only in the record of Everyone. */
export const roleWire = (role: GroupRole): RoleRecord => ({
  createdAt: role.createdAt.toISOString(),
  ...(role.kind === 'everyone' && { defaultRole: true }),
  description: role.description,
  groupId: role.groupId,
  id: role.id,
  isAddedOnJoin: role.isAddedOnJoin,
  isManagementRole: hasManagementPermission(role.permissions),
  isSelfAssignable: role.isSelfAssignable,
  name: role.name,
  order: role.order,
  permissions: role.permissions.map((permission) => GroupPermissions.parse(permission)),
  requiresPurchase: role.requiresPurchase,
  requiresTwoFactor: role.requiresTwoFactor,
  updatedAt: role.updatedAt.toISOString(),
})

/** A permission, and whether the viewer can give it to roles. */
export const permissionWire = (permission: PermissionView): GroupPermission => ({
  allowedToAdd: permission.allowedToAdd,
  displayName: permission.displayName,
  help: permission.help,
  isManagementPermission: permission.isManagementPermission,
  name: permission.name,
})

/** The templates of roles by name. */
export const roleTemplatesWire = (): Record<string, GroupRoleTemplateValues> =>
  Object.fromEntries(
    Object.entries(ROLE_TEMPLATES).map(([key, { name, description, basePermissions, roles }]) => [
      key,
      {
        name,
        description,
        basePermissions: [...basePermissions],
        roles: roles.map((role) => ({ ...role, basePermissions: [...role.basePermissions] })),
      },
    ]),
  )
