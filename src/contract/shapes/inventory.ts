import { z } from 'zod'
import { describeRef } from './requestFields.ts'
import { DateTime, InventoryItemID, PropID, Tag, UserID } from './scalars.ts'

const InventoryTemplateID = z.string().meta({ id: 'InventoryTemplateID' })
const InventoryDropID = z.string().meta({ id: 'InventoryDropID' })

export const InventoryItemType = z
  .enum(['bundle', 'droneskin', 'emoji', 'portalskin', 'prop', 'sticker', 'warpeffect'])
  .meta({ id: 'InventoryItemType' })
export const InventoryFlag = z
  .enum(['archivable', 'cloneable', 'consumable', 'equippable', 'instantiatable', 'trashable', 'ugc', 'unique'])
  .meta({ id: 'InventoryFlag' })
/** The empty text is no slot. */
export const InventoryEquipSlot = z.enum(['', 'drone', 'portal', 'warp']).meta({ id: 'InventoryEquipSlot' })

/** Defaults of the colors that holders can change, by name. */
export const InventoryDefaultAttributes = z
  .record(
    z.string(),
    z.object({
      defaultValue: z.string().optional(),
      validator: z.object({ type: z.string().optional() }).optional(),
    }),
  )
  .meta({ id: 'InventoryDefaultAttributes' })

export const InventoryMetadata = z
  .object({
    animated: z.boolean().optional(),
    animationStyle: z.string().optional(),
    assetBundleId: z.string().optional(),
    fileId: z.string().optional(),
    imageUrl: z.string().optional(),
    inventoryItemsToInstantiate: z.array(InventoryTemplateID).optional(),
    maskTag: z.string().optional(),
    propId: PropID.optional(),
  })
  .meta({ id: 'InventoryMetadata' })
export type InventoryMetadata = z.output<typeof InventoryMetadata>

const Color = z.string().max(16, 'userAttributes must be colors as #rrggbb')

export const InventoryUserAttributes = z
  .object({
    primaryColor: Color.optional().describe('First color, as #rrggbb.'),
    secondaryColor: Color.optional().describe('Second color, as #rrggbb.'),
    trailColor: Color.optional().describe('Color of the trail, as #rrggbb.'),
  })
  .meta({ id: 'InventoryUserAttributes' })

/** What a person has. */
export const InventoryItem = z
  .object({
    collections: z.array(z.string()),
    created_at: DateTime,
    defaultAttributes: InventoryDefaultAttributes,
    description: z.string(),
    equipSlot: InventoryEquipSlot.optional(),
    equipSlots: z.array(InventoryEquipSlot).optional(),
    expiryDate: DateTime.nullable().optional(),
    flags: z.array(z.string()),
    holderId: UserID,
    id: InventoryItemID,
    imageUrl: z.string(),
    isArchived: z.boolean(),
    isSeen: z.boolean(),
    itemType: InventoryItemType,
    itemTypeLabel: z.string(),
    metadata: InventoryMetadata,
    name: z.string(),
    quantifiable: z.boolean(),
    quantity: z.int().min(1),
    tags: z.array(Tag),
    templateId: InventoryTemplateID,
    template_created_at: DateTime,
    template_updated_at: DateTime,
    updated_at: DateTime,
    userAttributes: InventoryUserAttributes,
    validateUserAttributes: z.boolean(),
  })
  .meta({ id: 'InventoryItem' })
export type InventoryItem = z.output<typeof InventoryItem>

export const Inventory = z
  .object({ data: z.array(InventoryItem), totalCount: z.int().min(0) })
  .meta({ id: 'Inventory' })

const InventoryNotificationDetails = z
  .object({ body: z.string(), imageUrl: z.string(), title: z.string() })
  .meta({ id: 'InventoryNotificationDetails' })

/** What items are made of. */
export const InventoryTemplate = z
  .object({
    authorId: UserID,
    collections: z.array(z.string()),
    created_at: DateTime,
    defaultAttributes: InventoryDefaultAttributes,
    description: z.string(),
    equipSlots: z.array(z.string()),
    flags: z.array(z.string()),
    id: InventoryTemplateID,
    imageUrl: z.string(),
    itemType: InventoryItemType,
    itemTypeLabel: z.string(),
    metadata: InventoryMetadata.optional(),
    name: z.string(),
    notificationDetails: InventoryNotificationDetails.optional(),
    status: z.string(),
    tags: z.array(Tag),
    updated_at: DateTime,
    validateUserAttributes: z.boolean(),
  })
  .meta({ id: 'InventoryTemplate' })
export type InventoryTemplate = z.output<typeof InventoryTemplate>

/** What is given to everybody who comes within a time. */
export const InventoryDrop = z
  .object({
    authorId: UserID,
    created_at: DateTime,
    dropExpiryDate: DateTime.nullable(),
    endDropDate: DateTime,
    id: InventoryDropID,
    isDisabled: z.boolean(),
    name: z.string(),
    notificationDetails: InventoryNotificationDetails,
    startDropDate: DateTime,
    status: z.string(),
    tags: z.array(Tag),
    targetGroup: z.string(),
    templateIds: z.array(InventoryTemplateID),
    updated_at: DateTime,
  })
  .meta({ id: 'InventoryDrop' })
export type InventoryDrop = z.output<typeof InventoryDrop>

/** A token by which clients in the same instance get or check an item. */
export const InventorySpawn = z.object({ token: z.string(), version: z.int() }).meta({ id: 'InventorySpawn' })

/** A template of which the person has an item already. */
const InventoryConsumptionError = z.object({ inventoryTemplateId: InventoryTemplateID, message: z.string() })

export const InventoryConsumptionResults = z
  .object({
    errors: z.array(InventoryConsumptionError),
    inventoryItems: z.array(InventoryItem),
    inventoryItemsCreated: z.int().min(0),
  })
  .meta({ id: 'InventoryConsumptionResults' })

export const UpdateInventoryItemRequest = z
  .object({
    isArchived: z.boolean().optional().describe('Whether it is in the archive, where it is not equipped.'),
    isSeen: z.boolean().optional().describe('Whether the person has seen it.'),
    userAttributes: describeRef(InventoryUserAttributes, 'Colors, of those that the item has.').optional(),
  })
  .meta({ id: 'UpdateInventoryItemRequest' })

/** The act refuses slots of other items. */
export const EquipInventoryItemRequest = z
  .object({ equipSlot: describeRef(InventoryEquipSlot, 'The slot.') })
  .meta({ id: 'EquipInventoryItemRequest' })
