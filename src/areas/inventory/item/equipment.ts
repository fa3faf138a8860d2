import { invalid } from '../../../kernel/failure.ts'
import type { InventoryItemId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { lockUser } from '../../users/locks.ts'
import { emitItemChange } from '../events.ts'
import { markGrantsUsed } from '../grant/shares.ts'
import { flagMissing, flagsOf } from './flags.ts'
import type { ItemRow } from './items.ts'
import { EQUIP_SLOTS, slotsOf, toEquipSlot } from './kinds.ts'
import { ownItemAct } from './ownItemAct.ts'

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
