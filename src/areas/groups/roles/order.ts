import type { GroupRole } from '../../../generated/prisma/client.ts'
import { hasManagementPermission } from './permissions.ts'

/** What the order of roles depends on. */
export type OrderedRole = Pick<GroupRole, 'id' | 'order' | 'permissions' | 'kind'>

export const isManagementRole = ({ permissions }: Pick<GroupRole, 'permissions'>): boolean =>
  hasManagementPermission(permissions)

/** The group's own roles, without the owner's role and Everyone, in their order. */
export const ownRoles = <R extends OrderedRole>(roles: readonly R[]): R[] =>
  roles.filter(({ kind }) => kind === null).sort((a, b) => a.order - b.order)

/**
 * The ids of the group's own roles in a new order: management roles first. `placed` comes with its new permissions; it goes
 * to `order` within its tier, else to the end of its tier if it is not in `roles` or has changed its tier, else it stays.
 */
export function arrangeRoles(roles: readonly OrderedRole[], placed: OrderedRole | null, order?: number): string[] {
  const others = ownRoles(roles).filter(({ id }) => id !== placed?.id)
  const management = others.filter(isManagementRole)
  const members = others.filter((role) => !isManagementRole(role))
  if (placed) {
    const isManagement = isManagementRole(placed)
    const tier = isManagement ? management : members
    tier.splice(placeInTier({ roles, tier, placed, first: isManagement ? 1 : management.length + 1 }, order), 0, placed)
  }
  return [...management, ...members].map(({ id }) => id)
}

interface Placing {
  readonly roles: readonly OrderedRole[]
  /** The other roles of the tier, in their order. */
  readonly tier: readonly OrderedRole[]
  readonly placed: OrderedRole
  /** The order of the first role of the tier. */
  readonly first: number
}

function placeInTier({ roles, tier, placed, first }: Placing, order: number | undefined): number {
  if (order !== undefined) return Math.min(Math.max(order - first, 0), tier.length)
  const before = roles.find(({ id }) => id === placed.id)
  if (!before || isManagementRole(before) !== isManagementRole(placed)) return tier.length
  return tier.filter((role) => role.order < before.order).length
}
