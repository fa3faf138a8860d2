import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createSharedLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { InventoryTemplate as Row } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { lookUp } from '../../../kernel/maps.ts'
import { Prop, propsById } from '../../props/graph/prop.ts'
import { userRef } from '../../users/graph/user.ts'
import { itemTypeOf, labelOf, slotsOf, toItemFlag } from '../item/kinds.ts'
import { canSeeTemplate } from '../policy.ts'
import { listCollections } from '../queries.ts'
import { bundledIds, countTemplates, loadTemplate, templatePage } from '../template/templates.ts'
import {
  colorsOf,
  InventoryColor,
  InventoryFlag,
  InventoryItemType,
  InventorySlot,
  InventoryTemplateStatus,
  toTemplateStatus,
} from './enums.ts'

/** Templates that the viewer can see, by id. */
export const templatesById = createSharedLoader(loadTemplate, { canRead: canSeeTemplate })

export const InventoryTemplate = builder.objectRef<Row>('InventoryTemplate')
export const templateRef = referenceTo(InventoryTemplate, templatesById)

const textOf = (metadata: unknown, name: string): string | null => {
  const value: unknown = lookUp(Object(metadata), name)
  return typeof value === 'string' ? value : null
}

builder.node(InventoryTemplate, {
  description: 'What items are made of.',
  ...nodeBy(templatesById),
  fields: (t) => ({
    ...columns(t, 'InventoryTemplate', {
      name: 'Name.',
      tags: 'Tags, by which lists are filtered.',
      collections: 'Collections to which it belongs.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    description: t.string({
      nullable: true,
      description: 'What it is; null for nothing.',
      resolve: ({ description }) => description || null,
    }),
    imageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the picture; null for none, and for what people make.',
      resolve: ({ imageUrl }) => imageUrl || null,
    }),
    itemType: t.field({ type: InventoryItemType, description: 'Kind of its items.', resolve: itemTypeOf }),
    itemTypeLabel: t.string({ description: 'Name of the kind, in English.', resolve: labelOf }),
    status: t.field({
      type: InventoryTemplateStatus,
      description: 'Where it stands.',
      resolve: ({ status }) => toTemplateStatus(status),
    }),
    flags: t.field({
      type: [InventoryFlag],
      description: 'What can be done with its items.',
      resolve: ({ flags }) => flags.flatMap((flag) => toItemFlag(flag) ?? []),
    }),
    slots: t.field({ type: [InventorySlot], description: 'Where its items can be equipped.', resolve: slotsOf }),
    colors: t.field({
      type: [InventoryColor],
      description: 'Colors that holders can change, with their defaults.',
      resolve: ({ defaultAttributes }) => colorsOf(defaultAttributes),
    }),
    isQuantifiable: t.exposeBoolean('quantifiable', {
      description: 'Whether equal items of a person are one item with a quantity.',
    }),
    isGlobal: t.exposeBoolean('global', { description: 'Whether everybody has it, without an item.' }),
    bundledTemplates: t.field({
      type: [InventoryTemplate],
      ...atMost(50),
      description: 'What a bundle gives, at most 50; empty for other kinds.',
      resolve: async (template, _args, context) => {
        const found = await Promise.all(bundledIds(template).map((id) => templatesById(context).load(id)))
        return found.flatMap((one) => one ?? [])
      },
    }),
    prop: t.field({
      type: Prop,
      nullable: true,
      description: 'The prop of which items are; null for other kinds, and if the viewer cannot see it.',
      resolve: ({ metadata }, _args, context) => {
        const id = textOf(metadata, 'propId')
        return id === null ? null : propsById(context).load(id)
      },
    }),
    assetBundleId: t.id({
      nullable: true,
      description: 'Id of the asset bundle of a skin; null for other kinds.',
      resolve: ({ metadata }) => textOf(metadata, 'assetBundleId'),
    }),
    author: t.field(userRef('authorId', 'The seller whose products give it; null for the platform.')),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can change it: admins can, apart from the templates of what people make.',
      resolve: ({ flags }, _args, { scope }) => isStaff(scope, 'economy') && !flags.includes('ugc'),
    }),
  }),
})

export const BY_LATEST_TEMPLATE = latestFirst(['createdAt', 'id'], /^invt_\S{36}$/)
export const InventoryTemplateEdge = builder.edgeObject({ type: InventoryTemplate, name: 'InventoryTemplateEdge' })
const InventoryTemplateConnection = builder.connectionObject(
  { type: InventoryTemplate, name: 'InventoryTemplateConnection' },
  InventoryTemplateEdge,
)

const InventoryTemplateFilter = builder.inputType('InventoryTemplateFilter', {
  description: 'Which templates to list; what is omitted matches all.',
  fields: (t) => ({
    itemType: t.field({ type: InventoryItemType, description: 'Only templates of this kind.' }),
    status: t.field({ type: InventoryTemplateStatus, description: 'Only templates that stand so.' }),
    collection: t.string({ description: 'Only templates of this collection.' }),
    isGlobal: t.boolean({ description: 'Only templates that everybody has, or only others.' }),
    authorId: t.id({ description: 'Only templates of this seller.' }),
  }),
})

builder.queryFields((t) => ({
  inventoryTemplate: t.field({
    type: InventoryTemplate,
    nullable: true,
    description: 'Finds a template of items by id; null for one that the viewer cannot see.',
    args: { id: t.arg.id({ required: true, description: 'Id of the template.' }) },
    resolve: (_root, { id }, context) => templatesById(context).load(id),
  }),
  inventoryTemplates: t.connection(
    {
      type: InventoryTemplate,
      description: 'Templates of items that the viewer can see, newest first; admins see drafts.',
      args: { filter: t.arg({ type: InventoryTemplateFilter, description: 'Which templates to list.' }) },
      resolve: (_root, { filter, ...args }, { viewerScope: scope }) => {
        const given = omitNullish(filter ?? {})
        return keysetConnection(args, {
          order: BY_LATEST_TEMPLATE,
          totalCount: () => countTemplates(scope, given),
          read: (page) => templatePage(scope, given, page),
        })
      },
    },
    InventoryTemplateConnection,
  ),
  inventoryCollections: t.stringList({
    description: 'Names of the collections of live templates, sorted.',
    resolve: (_root, _args, { viewerScope }) => listCollections(viewerScope),
  }),
}))
