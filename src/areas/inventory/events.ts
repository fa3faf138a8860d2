import { type DomainEvent, defineEvent } from '../../kernel/events.ts'
import { siblingId, trusted, type UserId } from '../../kernel/ids.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { contentChanged } from '../files/events.ts'

export type ItemChange = {
  readonly itemId: string
  readonly itemType: string
  readonly change: 'added' | 'updated' | 'deleted'
}

/** An item of a person was added, changed or deleted. */
export const inventoryChanged = defineEvent<UserId, ItemChange>('inventory.changed', 'subject')

export const inventoryEvents = [inventoryChanged]

interface ChangedItem {
  readonly id: string
  readonly holderId: string
  readonly template: { readonly itemType: string }
}

/** Emits the event for the holder of an item. */
export const emitItemChange = (
  tx: Pick<InTransaction, 'emit'>,
  { id: itemId, holderId, template: { itemType } }: ChangedItem,
  change: ItemChange['change'],
): void => tx.emit(inventoryChanged(trusted<'user'>(holderId), { itemId, itemType, change }))

/** Emoji and stickers are items, which come and go with their files. */
const FILE_TYPES = ['emoji', 'sticker']

/** The change of an item that an event is about; null for other events. */
export function itemChangeOf(domainEvent: DomainEvent): ItemChange | null {
  if (inventoryChanged.is(domainEvent)) return domainEvent.ids
  if (!contentChanged.is(domainEvent)) return null
  const { contentType, actionType, fileId } = domainEvent.ids
  if (fileId === undefined || !FILE_TYPES.includes(contentType)) return null
  const itemId = siblingId('inventoryItem', fileId)
  return { itemId, itemType: contentType, change: actionType === 'created' ? 'added' : actionType }
}
