import type { InventoryItem, InventoryTemplate } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { emitItemChange } from '../events.ts'
import {
  assertRoom,
  type GrantTransaction,
  giveItems,
  grantableTemplates,
  type ItemGrant,
  roomFor,
  stackKeyOf,
} from './grants.ts'

/** From which source to which one items pass, and when they end now. */
interface HandOver {
  readonly userId: string
  readonly from: string
  /** May be the same source, to move the end alone. */
  readonly to: string
  readonly expiryDate: Date | null
}

/** What was handed over. */
export interface HandedOver {
  readonly grantId: string
  /** When something of it was first used under the former source; null for never. */
  readonly usedAt: Date | null
  /** Templates of which something is left. */
  readonly templateIds: readonly string[]
}

/**
 * Lets another source stand for what is left of what one has given a person: the items stay, equipped or not, and end with the
 * other one. Null, without any effect, if nothing is left, or the other source has given something itself. The caller has
 * locked the person.
 */
export async function handOverItems(
  tx: GrantTransaction,
  { userId, from, to, expiryDate }: HandOver,
): Promise<HandedOver | null> {
  const grant = await findGrant(tx, from, userId)
  if (!grant || grant.items.length === 0) return null
  if (to !== from && (await findGrant(tx, to, userId))) return null
  const items = grant.items.map(({ item, quantity: share }) => ({ ...item, share }))
  const usedAt = to === from ? grant.usedAt : useOf(tx, items)
  await tx.db.inventoryGrant.update({ where: { id: grant.id }, data: { source: to, expiryDate, usedAt } })
  if (grant.expiryDate?.getTime() !== expiryDate?.getTime())
    for (const item of items) await moveEnd(tx, item, { grantId: grant.id, source: to, expiryDate })
  return { grantId: grant.id, usedAt: grant.usedAt, templateIds: items.map(({ templateId }) => templateId) }
}

/** What is worn while it is handed over is used at once. */
const useOf = ({ now }: GrantTransaction, items: readonly Pick<InventoryItem, 'equipSlot'>[]): Date | null =>
  items.some(({ equipSlot }) => equipSlot !== null) ? now : null

const findGrant = ({ db }: InTransaction, source: string, userId: string) =>
  db.inventoryGrant.findUnique({
    where: { source_userId: { source, userId } },
    include: { items: { include: { item: { include: { template: true } } }, orderBy: { itemId: 'asc' } } },
  })

/** An item, of which a grant has given a share. */
interface SharedItem extends InventoryItem {
  readonly template: InventoryTemplate
  readonly share: number
}

/** A share of a stack of which others have the rest, or for which there is a stack with the new end, passes to that stack. */
async function moveEnd(
  tx: GrantTransaction,
  item: SharedItem,
  {
    grantId,
    source,
    expiryDate,
  }: { readonly grantId: string; readonly source: string; readonly expiryDate: Date | null },
): Promise<void> {
  const { id, holderId, template, share, quantity } = item
  const stackKey = item.stackKey === null ? null : stackKeyOf({ holderId, templateId: template.id, expiryDate })
  const isWhole = share >= quantity
  if (isWhole && !(await isTaken(tx, stackKey))) {
    await tx.db.inventoryItem.update({ where: { id }, data: { expiryDate, stackKey, updatedAt: tx.now } })
    return emitItemChange(tx, item, 'updated')
  }
  await tx.db.inventoryGrantItem.deleteMany({ where: { grantId, itemId: id } })
  if (isWhole) await tx.db.inventoryItem.delete({ where: { id } })
  else await tx.db.inventoryItem.update({ where: { id }, data: { quantity: { decrement: share }, updatedAt: tx.now } })
  emitItemChange(tx, item, isWhole ? 'deleted' : 'updated')
  await giveItems(tx, { holderId, templates: [template], quantity: share, expiryDate, source, grantId })
}

const isTaken = async ({ db }: InTransaction, stackKey: string | null): Promise<boolean> =>
  stackKey !== null && (await db.inventoryItem.count({ where: { stackKey } })) > 0

/**
 * Gives a person the items of a source that follows another one: what is left of those of the other passes to it, and what is
 * gone is given again. Null, without any effect, if nothing is left. The caller has locked the person. Throws `conflict` when
 * there is no room.
 */
export async function renewItems(tx: GrantTransaction, grant: ItemGrant, from: string): Promise<HandedOver | null> {
  const { userId, source, expiryDate, quantity = 1 } = grant
  const passed = await handOverItems(tx, { userId, from, to: source, expiryDate })
  if (!passed) return null
  const gone = grant.templateIds.filter((id) => !passed.templateIds.includes(id))
  const templates = await grantableTemplates(tx, gone)
  assertRoom(await roomFor(tx, userId), templates, quantity)
  await giveItems(tx, { holderId: userId, templates, quantity, expiryDate, source, grantId: passed.grantId })
  return passed
}

/** Notes that something which grants have given was consumed or equipped. The holder is locked. */
export const markGrantsUsed = async (
  { db, now }: InTransaction & Pick<Scope, 'now'>,
  itemId: string,
): Promise<void> => {
  await db.inventoryGrant.updateMany({ where: { usedAt: null, items: { some: { itemId } } }, data: { usedAt: now } })
}

/**
 * Takes one from the oldest grant that has given of an item, so that the end of a grant takes no more than what is left of
 * it. Answers the id of the grant; null for an item without any. The holder is locked.
 */
export async function takeShare({ db }: InTransaction, itemId: string): Promise<string | null> {
  const share = await db.inventoryGrantItem.findFirst({
    where: { itemId },
    orderBy: [{ grant: { createdAt: 'asc' } }, { grantId: 'asc' }],
  })
  if (!share) return null
  const { grantId, quantity } = share
  const where = { grantId_itemId: { grantId, itemId } }
  if (quantity > 1) await db.inventoryGrantItem.update({ where, data: { quantity: { decrement: 1 } } })
  else await db.inventoryGrantItem.delete({ where })
  return grantId
}
