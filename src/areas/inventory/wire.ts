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
import { shownUrl, type UrlOptions } from '../../kernel/ownUrls.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
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

export const itemWire = (options: UrlOptions, item: ItemRow): ItemWire => {
  const { template, expiryDate } = item
  const pictureUrl = pictureUrlOf(options.rules.publicUrl, item)
  return {
    ...sharedWire(template),
    created_at: item.createdAt.toISOString(),
    equipSlot: toEquipSlot(item.equipSlot) ?? '',
    expiryDate: expiryDate?.toISOString() ?? null,
    flags: flagsOf(item),
    holderId: item.holderId,
    id: item.id,
    imageUrl: pictureUrl ?? shownUrl(options, template.imageUrl),
    isArchived: item.isArchived,
    isSeen: item.isSeen,
    metadata: {
      ...InventoryMetadata.parse(template.metadata),
      ...fileMetadata(item, pictureUrl),
    },
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

export const templateWire = (options: UrlOptions, template: InventoryTemplate): TemplateWire => ({
  ...sharedWire(template),
  authorId: template.authorId ?? PLATFORM_USER_ID,
  created_at: template.createdAt.toISOString(),
  flags: template.flags,
  id: template.id,
  imageUrl: shownUrl(options, template.imageUrl),
  metadata: InventoryMetadata.parse(template.metadata),
  status: template.status,
  updated_at: template.updatedAt.toISOString(),
})

/** A template that everybody has, as an item of the viewer with which nothing can be done. */
export const globalItemWire = (options: ViewerScope, template: InventoryTemplate): ItemWire => ({
  ...sharedWire(template),
  created_at: template.createdAt.toISOString(),
  equipSlot: '',
  expiryDate: null,
  flags: [],
  holderId: options.viewer.id,
  id: siblingId('inventoryItem', template.id),
  imageUrl: shownUrl(options, template.imageUrl),
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

function shownNotice(options: UrlOptions, drop: InventoryDrop) {
  const notice = noticeOf(drop) ?? { body: '', imageUrl: '', title: '' }
  return { ...notice, imageUrl: shownUrl(options, notice.imageUrl) }
}

export const dropWire = (options: Pick<ViewerScope, 'now' | 'rules'>, drop: InventoryDrop): DropWire => ({
  authorId: drop.authorId,
  created_at: drop.createdAt.toISOString(),
  dropExpiryDate: drop.dropExpiryDate?.toISOString() ?? null,
  endDropDate: drop.endDropDate.toISOString(),
  id: drop.id,
  isDisabled: drop.isDisabled,
  name: drop.name,
  notificationDetails: shownNotice(options, drop),
  startDropDate: drop.startDropDate.toISOString(),
  status: dropStateAt(drop, options.now),
  tags: drop.tags,
  targetGroup: drop.targetGroup,
  templateIds: drop.templateIds,
  updated_at: drop.updatedAt.toISOString(),
})
