import type {
  InventoryDrop as DropWire,
  InventoryItem as ItemWire,
  InventoryTemplate as TemplateWire,
} from '../../contract/shapes/inventory.ts'
import {
  InventoryDefaultAttributes,
  InventoryMetadata,
  InventoryUserAttributes,
} from '../../contract/shapes/inventory.ts'
import type { InventoryDrop, InventoryTemplate } from '../../generated/prisma/client.ts'
import { PLATFORM_USER_ID, siblingId } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { UrlOptions } from '../files/links.ts'
import { dropStateAt, noticeOf } from './drop/drops.ts'
import { type ItemRow, pictureUrlOf } from './item/items.ts'
import { flagsOf, itemTypeOf, labelOf, slotsOf, toEquipSlot } from './item/kinds.ts'

/** What templates show of themselves and of their items. */
const sharedWire = (template: InventoryTemplate) => ({
  collections: template.collections,
  defaultAttributes: InventoryDefaultAttributes.parse(template.defaultAttributes),
  description: template.description,
  equipSlots: [...slotsOf(template)],
  itemType: itemTypeOf(template),
  itemTypeLabel: labelOf(template),
  name: template.name,
  tags: template.tags,
  validateUserAttributes: true,
})

export const itemWire = ({ rules }: UrlOptions, item: ItemRow): ItemWire => {
  const { template, expiryDate } = item
  const pictureUrl = pictureUrlOf(rules.publicUrl, item)
  return {
    ...sharedWire(template),
    created_at: item.createdAt.toISOString(),
    equipSlot: toEquipSlot(item.equipSlot) ?? '',
    expiryDate: expiryDate?.toISOString() ?? null,
    flags: flagsOf(item),
    holderId: item.holderId,
    id: item.id,
    imageUrl: pictureUrl ?? template.imageUrl,
    isArchived: item.isArchived,
    isSeen: item.isSeen,
    metadata: { ...InventoryMetadata.parse(template.metadata), ...fileMetadata(item, pictureUrl) },
    quantifiable: template.quantifiable,
    quantity: item.quantity,
    templateId: template.id,
    template_created_at: template.createdAt.toISOString(),
    template_updated_at: template.updatedAt.toISOString(),
    updated_at: item.updatedAt.toISOString(),
    userAttributes: InventoryUserAttributes.parse(item.userAttributes),
  }
}

function fileMetadata({ file }: ItemRow, imageUrl: string | undefined): InventoryMetadata {
  if (!file) return {}
  const { id: fileId, animationStyle, maskTag, tags } = file
  return {
    fileId,
    animated: tags.includes('emojianimated'),
    ...(imageUrl !== undefined && { imageUrl }),
    ...(animationStyle !== null && { animationStyle }),
    ...(maskTag !== null && { maskTag }),
  }
}

export const templateWire = (template: InventoryTemplate): TemplateWire => ({
  ...sharedWire(template),
  authorId: template.authorId ?? PLATFORM_USER_ID,
  created_at: template.createdAt.toISOString(),
  flags: template.flags,
  id: template.id,
  imageUrl: template.imageUrl,
  metadata: InventoryMetadata.parse(template.metadata),
  status: template.status,
  updated_at: template.updatedAt.toISOString(),
})

/** A template that everybody has, as an item of the viewer with which nothing can be done. */
export const globalItemWire = ({ viewer }: ViewerScope, template: InventoryTemplate): ItemWire => ({
  ...sharedWire(template),
  created_at: template.createdAt.toISOString(),
  equipSlot: '',
  expiryDate: null,
  flags: [],
  holderId: viewer.id,
  id: siblingId('inventoryItem', template.id),
  imageUrl: template.imageUrl,
  isArchived: false,
  isSeen: true,
  metadata: InventoryMetadata.parse(template.metadata),
  quantifiable: false,
  quantity: 1,
  templateId: template.id,
  template_created_at: template.createdAt.toISOString(),
  template_updated_at: template.updatedAt.toISOString(),
  updated_at: template.updatedAt.toISOString(),
  userAttributes: {},
})

export const dropWire = ({ now }: Pick<ViewerScope, 'now'>, drop: InventoryDrop): DropWire => ({
  authorId: drop.authorId,
  created_at: drop.createdAt.toISOString(),
  dropExpiryDate: drop.dropExpiryDate?.toISOString() ?? null,
  endDropDate: drop.endDropDate.toISOString(),
  id: drop.id,
  isDisabled: drop.isDisabled,
  name: drop.name,
  notificationDetails: noticeOf(drop) ?? { body: '', imageUrl: '', title: '' },
  startDropDate: drop.startDropDate.toISOString(),
  status: dropStateAt(drop, now),
  tags: drop.tags,
  targetGroup: drop.targetGroup,
  templateIds: drop.templateIds,
  updated_at: drop.updatedAt.toISOString(),
})
