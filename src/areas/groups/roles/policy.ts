import type { GroupRole } from '../../../generated/prisma/client.ts'
import type { GroupAccess } from '../access.ts'
import { groupForbidden, groupLimitReached, hasPermission } from '../policy.ts'
import { isManagementRole, type OrderedRole, ownRoles } from './order.ts'
import { isGroupPermission } from './permissions.ts'

const MAX_ROLES = 50
const MAX_MANAGEMENT_ROLES = 5

/** Throws `forbidden` unless the viewer's rank is before the role: upon the owner's role nobody acts. */
export function assertOutranksRole({ rank }: GroupAccess, { kind, order }: Pick<GroupRole, 'kind' | 'order'>): void {
  if (kind === 'owner' || order <= rank) throw groupForbidden()
}

/** Throws `forbidden` unless the viewer has all of these permissions: nobody grants what they lack. */
export function assertHasAll(access: GroupAccess, permissions: readonly string[]): void {
  const lacks = (permission: string) => !isGroupPermission(permission) || !hasPermission(access, permission)
  if (permissions.some(lacks)) throw groupForbidden()
}

/** Throws `forbidden` when these are more roles than a group can have; the owner's role and Everyone are counted. */
export function assertRoleCount(roles: readonly OrderedRole[]): void {
  if (roles.length > MAX_ROLES) throw groupLimitReached('roles')
}

/** Throws `forbidden` when more than five of these roles, beside the owner's, manage the group. */
export function assertManagementRoleCount(roles: readonly OrderedRole[]): void {
  if (ownRoles(roles).filter(isManagementRole).length > MAX_MANAGEMENT_ROLES)
    throw groupLimitReached('management roles')
}

/**
 * Throws `forbidden` when a role would come before the viewer's own first role. `ids` are those of the group's own roles in
 * their new order; the owner and admins of the platform come before all of them.
 */
export function assertStaysBelow({ isOwner, isPlatformAdmin, roles }: GroupAccess, ids: readonly string[], id: string) {
  if (isOwner || isPlatformAdmin) return
  const held = roles.map((role) => ids.indexOf(role.id)).filter((place) => place >= 0)
  if (ids.indexOf(id) <= Math.min(...held, ids.length)) throw groupForbidden()
}
