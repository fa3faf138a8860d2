import type { InventoryTemplate, Prisma } from '../../generated/prisma/client.ts'
import { isStaff } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { unblockedUsers, visibleUsers } from '../users/policy.ts'

export const itemNotFound = () =>
  new Failure('missing', 'Inventory item not found', { reason: 'inventory_item_not_found' })
export const templateNotFound = () =>
  new Failure('missing', 'Inventory template not found', { reason: 'inventory_template_not_found' })
export const dropNotFound = () =>
  new Failure('missing', 'Inventory drop not found', { reason: 'inventory_drop_not_found' })

/** Items whose time is not over. */
export const liveItems = (at: Date): Prisma.InventoryItemWhereInput => ({
  OR: [{ expiryDate: null }, { expiryDate: { gt: at } }],
})

/**
 * Items that the viewer can see: own ones; of others what they have made and what they wear, unless there is a block
 * between the two. Admins see all.
 */
export const visibleItems = (scope: ViewerScope): Prisma.InventoryItemWhereInput =>
  isStaff(scope, 'economy')
    ? liveItems(scope.now)
    : { AND: [liveItems(scope.now), { OR: [{ holderId: scope.viewer.id }, shownItems(scope)] }] }

const shownItems = ({ viewer }: ViewerScope): Prisma.InventoryItemWhereInput => ({
  holder: { ...visibleUsers, ...unblockedUsers(viewer.id) },
  OR: [{ template: { flags: { has: 'ugc' } } }, { NOT: { equipSlot: null } }],
})

/** Whether the viewer can see a template: drafts are for admins. */
export const canSeeTemplate = (scope: Scope, { status }: Pick<InventoryTemplate, 'status'>): boolean =>
  scope.viewer !== null && (status !== 'draft' || isStaff(scope, 'economy'))

/** Drops of which the time has come and is not over, as a condition. */
export const activeDrops = (at: Date): Prisma.InventoryDropWhereInput => ({
  isDisabled: false,
  startDropDate: { lte: at },
  endDropDate: { gt: at },
})
