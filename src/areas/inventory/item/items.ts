import type { Prisma } from '../../../generated/prisma/client.ts'
import type { InventoryItemId, UserId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { itemNotFound, liveItems, visibleItems } from '../policy.ts'

/** What records of an item are made of. */
const WITH_TEMPLATE = {
  template: true,
  file: {
    select: {
      id: true,
      tags: true,
      animationStyle: true,
      maskTag: true,
      versions: { where: { deletedAt: null }, orderBy: { version: 'desc' }, take: 1, select: { version: true } },
    },
  },
} satisfies Prisma.InventoryItemInclude

/** An item with its template and picture. */
export type ItemRow = Prisma.InventoryItemGetPayload<{ include: typeof WITH_TEMPLATE }>

/** Reads items by one statement. */
export const findItems = (
  { db }: Pick<Scope, 'db'>,
  where: Prisma.InventoryItemWhereInput,
  page: Pick<Prisma.InventoryItemFindManyArgs, 'orderBy' | 'take' | 'skip'> = {},
): Promise<ItemRow[]> =>
  db.inventoryItem.findMany({ ...page, where, include: WITH_TEMPLATE, relationLoadStrategy: 'join' })

/** Items by id that the viewer can see, of any holder. */
export const itemsByIds = (scope: ViewerScope, ids: readonly string[]): Promise<ItemRow[]> =>
  findItems(scope, { AND: [{ id: { in: [...ids] } }, visibleItems(scope)] })

/** An item of the viewer. Throws `missing`. */
export async function readOwnItem(scope: ViewerScope, id: InventoryItemId): Promise<ItemRow> {
  const [item] = await findItems(scope, { AND: [{ id, holderId: scope.viewer.id }, liveItems(scope.now)] })
  if (!item) throw itemNotFound()
  return item
}

/** An item of a person, regardless of who sees it; null if it is gone. */
export async function findItemOf(
  scope: Pick<Scope, 'db' | 'now'>,
  holderId: UserId,
  id: InventoryItemId,
): Promise<ItemRow | null> {
  const [item] = await findItems(scope, { AND: [{ id, holderId }, liveItems(scope.now)] })
  return item ?? null
}
