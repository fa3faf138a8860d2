import { addMilliseconds, SECOND } from '../../../kernel/clock.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { type InventoryItemId, trusted } from '../../../kernel/ids.ts'
import { assertAll, type InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockUser } from '../../users/locks.ts'
import { emitItemChange } from '../events.ts'
import { assertRoom, giveItems, roomFor, TOKEN_SOURCE } from '../grant/grants.ts'
import { markGrantsUsed, takeShare } from '../grant/handOver.ts'
import { deleteItemsEndedBy } from '../queries.ts'
import { bundledTemplates } from '../template/templates.ts'
import { type ItemRow, ownItemAct, readOwnItem } from './items.ts'
import { assertFlag, type ColorName, EQUIP_SLOTS, flagMissing, flagsOf, slotsOf, toEquipSlot } from './kinds.ts'

/** Colors by name, as `#rrggbb`. */
type Colors = Readonly<Partial<Record<ColorName, string | undefined>>>

export interface ItemUpdate {
  readonly isSeen?: boolean | undefined
  readonly isArchived?: boolean | undefined
  /** Those that are left out keep their value. */
  readonly userAttributes?: Colors | undefined
}

/**
 * Changes an item of the viewer; in the archive it is not equipped. Throws `missing`, `conflict` for one that cannot be
 * archived, `invalid` for a color that the template does not have.
 */
export const updateItem = (scope: ViewerScope, id: InventoryItemId, update: ItemUpdate): Promise<void> =>
  ownItemAct(scope, id, async (tx, item) => {
    await assertAll(updateRules(item, update))
    const { isSeen, isArchived, userAttributes } = update
    await tx.db.inventoryItem.update({
      where: { id },
      data: {
        updatedAt: tx.now,
        ...(isSeen !== undefined && { isSeen }),
        ...(isArchived !== undefined && { isArchived }),
        ...(isArchived && { equipSlot: null }),
        ...(userAttributes && { userAttributes: { ...Object(item.userAttributes), ...given(userAttributes) } }),
      },
    })
    emitItemChange(tx, item, 'updated')
  })

/** The rules for the update of an item of the viewer. */
export async function itemUpdateRules(scope: ViewerScope, id: InventoryItemId, update: ItemUpdate) {
  return updateRules(await readOwnItem(scope, id), update)
}

const updateRules = (item: ItemRow, { isArchived, userAttributes = {} }: ItemUpdate): InputRule[] => [
  () => isArchived === undefined || assertFlag(item, 'archivable'),
  ...Object.entries(given(userAttributes)).map(
    ([name, color]) =>
      () =>
        assertColor(item, name, color),
  ),
]

const given = (colors: Colors): Record<string, string> =>
  Object.fromEntries(Object.entries(colors).flatMap(([name, color]) => (color === undefined ? [] : [[name, color]])))

function assertColor({ template }: ItemRow, name: string, color: string): void {
  if (!Object.hasOwn(Object(template.defaultAttributes), name))
    throw invalid('userAttributes', `userAttributes must be colors that the item has: '${name}'`, 'unknown_value')
  if (!/^#[0-9a-f]{6}$/i.test(color))
    throw invalid('userAttributes', `userAttributes must be colors as #rrggbb: '${color}'`, 'not_a_color')
}

/** Throws an item of the viewer away, all of a stack. Throws `missing`, `conflict` for one that cannot be thrown away. */
export const deleteItem = (scope: ViewerScope, id: InventoryItemId): Promise<void> =>
  ownItemAct(scope, id, async (tx, item) => {
    if (item.fileId !== null) throw madeOfFile()
    if (!flagsOf(item).includes('trashable')) throw flagMissing('trashable')
    await tx.db.inventoryItem.delete({ where: { id } })
    emitItemChange(tx, item, 'deleted')
  })

const madeOfFile = () =>
  new Failure('conflict', 'InventoryItem not trashable: delete its file', { reason: 'item_flag_missing' })

/** What has come of a consumed item. */
interface Consumption {
  /** Ids of the items that a bundle has given. */
  readonly itemIds: readonly string[]
  /** Ids of templates of which the person has one already and can have no second. */
  readonly heldTemplateIds: readonly string[]
}

/**
 * Consumes one of an item of the viewer; a bundle gives what is in it, until its own time is over. Throws `missing`,
 * `conflict` for one that cannot be consumed, and when what is in a bundle has no room.
 */
export const consumeItem = (scope: ViewerScope, id: InventoryItemId): Promise<Consumption> =>
  ownItemAct(scope, id, async (tx, item) => {
    assertFlag(item, 'consumable')
    await markGrantsUsed(tx, id)
    const grantId = await takeShare(tx, id)
    await takeOne(tx, item)
    return openBundle(tx, item, grantId)
  })

async function takeOne(tx: ViewerTransaction, item: ItemRow): Promise<void> {
  const { id, quantity } = item
  const data = { quantity: { decrement: 1 }, updatedAt: tx.now }
  if (quantity > 1) await tx.db.inventoryItem.update({ where: { id }, data })
  else await tx.db.inventoryItem.delete({ where: { id } })
  emitItemChange(tx, item, quantity > 1 ? 'updated' : 'deleted')
}

async function openBundle(tx: ViewerTransaction, item: ItemRow, grantId: string | null): Promise<Consumption> {
  const templates = await bundledTemplates(tx, item.template)
  if (templates.length === 0) return { itemIds: [], heldTemplateIds: [] }
  const { holderId, expiryDate, source } = item
  assertRoom(await roomFor(tx, holderId), templates, 1)
  return giveItems(tx, { holderId, templates, quantity: 1, expiryDate, source, grantId })
}

/**
 * Equips an item of the viewer in a slot, and puts out what was there. Throws `missing`, `conflict` for an item that does not
 * belong there or is in the archive.
 */
export const equipItem = (scope: ViewerScope, id: InventoryItemId, slot: string): Promise<void> =>
  ownItemAct(scope, id, async (tx, item) => {
    const equipSlot = toEquipSlot(slot)
    if (!equipSlot || !canEquip(item) || !slotsOf(item.template).includes(equipSlot)) throw flagMissing('equippable')
    if (item.equipSlot === equipSlot) return
    await emptySlot(tx, item.holderId, equipSlot)
    await tx.db.inventoryItem.update({ where: { id }, data: { equipSlot, updatedAt: tx.now } })
    await markGrantsUsed(tx, id)
    emitItemChange(tx, item, 'updated')
  })

/** Whether an item can be equipped: its kind can, and it is not in the archive. */
export const canEquip = (item: ItemRow): boolean => flagsOf(item).includes('equippable') && !item.isArchived

/** Empties a slot of the viewer; an empty one stays so. Throws `invalid` for a word that is no slot. */
export const unequipSlot = (scope: ViewerScope, slot: string): Promise<void> =>
  transact(scope, async (tx) => {
    const equipSlot = toEquipSlot(slot)
    if (!equipSlot) throw invalid('equipSlot', `equipSlot must be one of ${EQUIP_SLOTS.join(', ')}`, 'unknown_value')
    await lockUser(tx, tx.viewer.id)
    await emptySlot(tx, tx.viewer.id, equipSlot)
  })

/** Puts out what is in a slot, also if its time is over. The holder is locked. */
async function emptySlot(tx: InTransaction & Pick<ViewerScope, 'now'>, holderId: string, equipSlot: string) {
  const worn = await tx.db.inventoryItem.findUnique({
    where: { holderId_equipSlot: { holderId, equipSlot } },
    select: { id: true, holderId: true, template: { select: { itemType: true } } },
  })
  if (!worn) return
  await tx.db.inventoryItem.updateMany({ where: { id: worn.id }, data: { equipSlot: null, updatedAt: tx.now } })
  emitItemChange(tx, worn, 'updated')
}

const BATCH_SIZE = 500
/** Longer than a transaction takes, so that no item goes while an act that found it has it in work. */
const GRACE = 15 * SECOND

/**
 * Deletes items whose time is over, and tells their holders. Nobody has seen them since. Returns the number
 * of items.
 */
export async function deleteExpiredItems(scope: Scope): Promise<number> {
  await deleteTakenTokens(scope)
  for (let deleted = 0; ; ) {
    const count = await deleteBatch(scope)
    deleted += count
    if (count < BATCH_SIZE) return deleted
  }
}

/** Forgets who has taken what tokens offered that are over. */
const deleteTakenTokens = ({ client, now }: Scope) =>
  client.inventoryGrant.deleteMany({
    where: { expiryDate: { lte: addMilliseconds(now, -GRACE) }, source: { startsWith: TOKEN_SOURCE } },
  })

const deleteBatch = (scope: Scope): Promise<number> =>
  transact(scope, async (tx) => {
    const expired = await deleteItemsEndedBy(tx, addMilliseconds(tx.now, -GRACE), BATCH_SIZE)
    for (const { id, holderId, itemType } of expired)
      emitItemChange(tx, { id, holderId: trusted<'user'>(holderId), template: { itemType } }, 'deleted')
    return expired.length
  })
