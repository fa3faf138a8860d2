import { Failure, invalid } from '../../../kernel/failure.ts'
import type { InventoryItemId } from '../../../kernel/ids.ts'
import { assertAll, type InputRule } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { emitItemChange } from '../events.ts'
import { assertFlag, flagMissing, flagsOf } from './flags.ts'
import { type ItemRow, readOwnItem } from './items.ts'
import type { ColorName } from './kinds.ts'
import { ownItemAct } from './ownItemAct.ts'

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
    throw invalid('userAttributes', `userAttributes must be colors as #rrggbb: '${color}'`, 'malformed')
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
