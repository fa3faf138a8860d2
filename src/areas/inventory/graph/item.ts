import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder, queryField } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import {
  followFanOut,
  INITIAL_DESCRIPTION,
  initialArgument,
  isInitial,
} from '../../../edges/graphql/resolvers/subscriptions.ts'
import { siblingId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { Viewer, viewerRef } from '../../accounts/graph/viewer.ts'
import { fileRef } from '../../files/graph/file.ts'
import { userRef } from '../../users/graph/user.ts'
import { giveOnArrival } from '../drop/drops.ts'
import { type ItemChange, itemChangeOf } from '../events.ts'
import { type ItemRow, itemsByIds, pictureUrlOf } from '../item/items.ts'
import { flagsOf, type ItemFlag, toEquipSlot } from '../item/kinds.ts'
import { canEquip } from '../item/manageItems.ts'
import { countItems, itemPage } from '../queries.ts'
import { colorsOf, InventoryColor, InventoryFlag, InventoryItemType, InventorySlot } from './enums.ts'
import { InventoryTemplate } from './template.ts'

/** Items that the viewer can see, by id. */
export const itemsById = createLoader<ItemRow>(forViewer(itemsByIds), ({ id }) => id)

export const InventoryItem = builder.objectRef<ItemRow>('InventoryItem')
export const itemRef = referenceTo(InventoryItem, itemsById)

/** Whether the viewer holds an item and its kind has a flag. */
const canWith =
  (flag: ItemFlag) =>
  (item: ItemRow, _args: unknown, { viewerScope }: GraphContext) =>
    item.holderId === viewerScope.viewer.id && flagsOf(item).includes(flag)

builder.node(InventoryItem, {
  description: 'What a person has, or so many of it.',
  ...nodeBy(itemsById),
  fields: (t) => ({
    template: t.field({ type: InventoryTemplate, description: 'What it is.', resolve: ({ template }) => template }),
    holder: t.field(userRef('holderId', 'The person who has it.')),
    ...columns(t, 'InventoryItem', {
      quantity: 'How many, from 1.',
      isSeen: 'Whether the holder has seen it.',
      isArchived: 'Whether it is in the archive of the holder.',
      createdAt: 'Time when the holder got it.',
      updatedAt: 'Time of the last change.',
    }),
    flags: t.field({
      type: [InventoryFlag],
      description: 'What can be done with it: a copy cannot be copied again, and can be thrown away.',
      resolve: flagsOf,
    }),
    imageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the picture; null for none.',
      resolve: (item, _args, { scope }) => pictureUrlOf(scope.rules.publicUrl, item) || item.template.imageUrl || null,
    }),
    file: t.field(fileRef('fileId', 'The file of an emoji or sticker that its holder has made; null for other items.')),
    slot: t.field({
      type: InventorySlot,
      nullable: true,
      description: 'Where it is equipped; null for nowhere.',
      resolve: ({ equipSlot }) => toEquipSlot(equipSlot),
    }),
    colors: t.field({
      type: [InventoryColor],
      description: 'Its colors: those that the holder has chosen, else the defaults.',
      resolve: ({ template, userAttributes }) => colorsOf(template.defaultAttributes, userAttributes),
    }),
    isCopy: t.boolean({
      description: 'Whether it is a copy of an item of another person, for a time.',
      resolve: ({ cloneOfId }) => cloneOfId !== null,
    }),
    expiresAt: t.expose('expiryDate', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when it is gone; null for never.',
    }),
    viewerCanConsume: t.boolean({
      description: 'Whether the viewer can consume it.',
      resolve: canWith('consumable'),
    }),
    viewerCanEquip: t.boolean({
      description: 'Whether the viewer can equip it: not in the archive.',
      resolve: (item, _args, { viewerScope }) => item.holderId === viewerScope.viewer.id && canEquip(item),
    }),
    viewerCanArchive: t.boolean({
      description: 'Whether the viewer can put it into the archive.',
      resolve: canWith('archivable'),
    }),
    viewerCanDelete: t.boolean({ description: 'Whether the viewer can throw it away.', resolve: canWith('trashable') }),
    viewerCanShare: t.boolean({
      description: 'Whether the viewer can give others copies of it.',
      resolve: canWith('cloneable'),
    }),
    viewerCanSpawn: t.boolean({
      description: 'Whether the viewer can show it in an instance.',
      resolve: canWith('instantiatable'),
    }),
  }),
})
const InventoryItemConnection = builder.connectionObject({ type: InventoryItem, name: 'InventoryItemConnection' })
/** The order of lists of items. */
const BY_LATEST_ITEM = latestFirst(['createdAt', 'id'], /^inv_\S{36}$/)

const InventoryFilter = builder.inputType('InventoryFilter', {
  description: 'Which items to list: of each list any may match, and what is omitted matches all.',
  fields: (t) => ({
    types: t.field({ type: [InventoryItemType], description: 'Only items of these kinds.' }),
    notTypes: t.field({ type: [InventoryItemType], description: 'No items of these kinds.' }),
    flags: t.field({ type: [InventoryFlag], description: 'Only items with any of these flags.' }),
    notFlags: t.field({ type: [InventoryFlag], description: 'No items with any of these flags.' }),
    tags: t.stringList({ description: 'Only items with any of these tags.' }),
    collections: t.stringList({ description: 'Only items that belong to any of these collections.' }),
    slot: t.field({ type: InventorySlot, description: 'Only the item that is equipped in this slot.' }),
    isEquipped: t.boolean({ description: 'Only items that are equipped, or none of them.' }),
    isArchived: t.boolean({ description: 'Only items in the archive, or none of them.' }),
  }),
})

const itemConnection = (scope: Scope, args: DefaultConnectionArguments, of: Parameters<typeof countItems>[1]) =>
  keysetConnection(args, {
    order: BY_LATEST_ITEM,
    totalCount: () => countItems(scope, of),
    read: (page) => itemPage(scope, of, page),
  })

builder.prismaObjectFields(Viewer, (t) => ({
  inventory: t.connection(
    {
      type: InventoryItem,
      description: 'Items of the person, newest first. Active drops are given before.',
      args: { filter: t.arg({ type: InventoryFilter, description: 'Which items to list.' }) },
      resolve: async (_viewer, { filter, ...args }, { viewerScope: scope }) => {
        const { slot: equipSlot, isEquipped: equipped, isArchived: archived, ...words } = omitNullish(filter ?? {})
        await giveOnArrival(scope, scope.viewer.id)
        return itemConnection(scope, args, { ...words, equipSlot, equipped, archived, holderId: scope.viewer.id })
      },
    },
    InventoryItemConnection,
  ),
}))

builder.queryFields((t) => ({
  inventoryItems: t.connection(
    {
      type: InventoryItem,
      ...forStaff('economy'),
      description: 'Items of a person, newest first; drops are not given by it. Staff with `ECONOMY` only.',
      args: { holderId: t.arg.id({ required: true, description: 'Id of the person.' }) },
      resolve: (_root, { holderId, ...args }, { scope }) => itemConnection(scope, args, { holderId }),
    },
    InventoryItemConnection,
  ),
  inventoryItem: t.field({
    type: InventoryItem,
    nullable: true,
    description: 'Finds an item by id: own ones, and of others what they have made and wear; null for any other.',
    args: { id: t.arg.id({ required: true, description: 'Id of the item.' }) },
    resolve: (_root, { id }, context) => itemsById(context).load(id),
  }),
}))

const InventoryEventKind = enumOf('InventoryEventKind', 'What has happened to an item.', {
  added: 'The person has got it.',
  updated: 'It was changed, or its quantity was.',
  deleted: 'It is gone.',
  initial: INITIAL_DESCRIPTION,
})

interface InventoryEventData {
  readonly change: ItemChange['change'] | 'initial'
  readonly itemId: string
}

const InventoryEvent = builder.objectRef<InventoryEventData>('InventoryEvent').implement({
  description: "A change of the viewer's items.",
  fields: (t) => ({
    kind: t.expose('change', { type: InventoryEventKind, description: 'What has happened.' }),
    itemId: t.exposeID('itemId', { description: 'Id of the item; for INITIAL, of the viewer.' }),
    item: t.field(itemRef('itemId', 'The item after the change; null if it is gone, and for INITIAL.')),
    viewer: t.field(viewerRef('The holder of the item.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('inventoryChanged', (t) =>
  t.field({
    type: InventoryEvent,
    description:
      "Emits when the viewer's items have changed, on any device. An item whose time is over is announced within two minutes.",
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => {
      const { id } = context.viewerScope.viewer
      return followFanOut(context, (event) => event.subject === id && itemChangeOf(event) !== null, initial)
    },
    resolve: (event, _args, { viewerScope: { viewer } }): InventoryEventData => {
      if (isInitial(event)) return { change: 'initial', itemId: siblingId('viewer', viewer.id) }
      const change = itemChangeOf(event)
      if (!change) throw new Error(`no change of an item: ${event.topic}`)
      return change
    },
  }),
)
