import type { Prisma } from '../../../generated/prisma/client.ts'
import { type InventoryItemId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { fileUrl } from '../../files/links.ts'
import { lockUser } from '../../users/locks.ts'
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

/** URL of the picture that an item stands for; undefined for items without one. */
export function pictureUrlOf(publicUrl: string, { file }: ItemRow): string | undefined {
  const [latest] = file?.versions ?? []
  return file && latest ? fileUrl(publicUrl, { fileId: trusted<'file'>(file.id), version: latest.version }) : undefined
}

/**
 * Runs an act on an item of the viewer, who is locked. Its time is after the lock: an act that had to wait may find the item
 * consumed or expired. Throws `missing`.
 */
export const ownItemAct = <R>(
  scope: ViewerScope,
  id: InventoryItemId,
  work: (tx: ViewerTransaction, item: ItemRow) => Promise<R>,
): Promise<R> =>
  transact(scope, async (open) => {
    await lockUser(open, open.viewer.id)
    const tx = { ...open, now: open.clock.now() }
    return work(tx, await readOwnItem(tx, id))
  })

/** Deletes what a person holds and was given. Templates that products of theirs gave stay, as others hold them. */
export async function eraseInventory({ db }: Scope & InTransaction, userId: UserId): Promise<void> {
  await db.inventoryItem.deleteMany({ where: { holderId: userId } })
  await db.inventoryGrant.deleteMany({ where: { userId } })
}
