import { z } from 'zod'
import { AdminAssetBundleId, FileId, InventoryTemplateId, PropId, UserId } from '../../../contract/ids.ts'
import { visibleText } from '../../../contract/shapes/requestFields.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import type { FieldTypes } from '../../../edges/graphql/resolvers/input.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { grantByAdmin, MAX_GRANTED } from '../grant/grants.ts'
import { ITEM_FLAGS, ITEM_TYPES } from '../item/kinds.ts'
import { createTemplate, newTemplateRules, templateUpdateRules, updateTemplate } from '../template/manageTemplates.ts'
import { InventoryFlag, InventoryItemType, InventoryTemplateStatus } from './enums.ts'
import { InventoryItem, itemsById } from './item.ts'
import { ColorInput, colorList } from './itemMutations.ts'
import { BY_LATEST_TEMPLATE, InventoryTemplateEdge, templateRef, templatesById } from './template.ts'

const MAX_NAME = 100
const MAX_TEXT = 2_000
const MAX_WORDS = 32
const MAX_WORD = 64
const MAX_BUNDLE = 1_000

const wordList = () => z.array(visibleText(MAX_WORD)).max(MAX_WORDS)

const Fields = z.object({
  name: visibleText(MAX_NAME).describe('Name.'),
  description: z.string().max(MAX_TEXT).optional().describe('What it is.'),
  imageUrl: z
    .url({ protocol: /^https?$/, error: 'imageUrl must be an address' })
    .max(MAX_TEXT)
    .optional()
    .describe('URL of the picture.'),
  status: z.enum(['draft', 'live', 'retired']).optional().describe('Where it stands; a draft by default.'),
  flags: z.array(z.enum(ITEM_FLAGS)).max(ITEM_FLAGS.length).optional().describe('What can be done with its items.'),
  tags: wordList().optional().describe('Tags, by which lists are filtered.'),
  collections: wordList().optional().describe('Collections to which it belongs.'),
  isGlobal: z.boolean().optional().describe('Whether everybody has it, without an item.'),
  colors: colorList.optional().describe('Colors that holders can change, with their defaults.'),
  bundledTemplateIds: z
    .array(InventoryTemplateId)
    .max(MAX_BUNDLE)
    .optional()
    .describe('Of a bundle: ids of up to 50 templates that it gives, none of them a bundle.'),
  fileId: FileId.optional().describe('Of an emoji or sticker: id of its picture.'),
  propId: PropId.optional().describe('Of a prop: its id.'),
  assetBundleId: AdminAssetBundleId.optional().describe('Of a skin: id of its asset bundle.'),
})

const TYPES = {
  status: InventoryTemplateStatus,
  flags: [InventoryFlag],
  colors: [ColorInput],
  imageUrl: 'URL',
  bundledTemplateIds: ['ID'],
} satisfies FieldTypes<typeof Fields>

/** What a mutation on a template returns: its id. */
interface WithTemplate {
  readonly templateId: string
}

mutation('createInventoryTemplate', {
  description: 'Creates a template of items.',
  input: Fields.extend({
    itemType: z.enum(ITEM_TYPES).describe('Kind of its items, which never changes.'),
    isQuantifiable: z
      .boolean()
      .optional()
      .describe('Whether equal items of a person are one item with a quantity, which never changes.'),
    authorId: UserId.optional().describe('The seller whose products give it; the platform by default.'),
  }),
  types: { ...TYPES, itemType: InventoryItemType },
  rules: (scope, { itemType, name = '', ...given }) =>
    itemType ? newTemplateRules(scope, { itemType, name, ...given }) : [],
  run: async (scope, given) => ({ templateId: await createTemplate(scope, given) }),
  payload: (t) => ({
    template: t.field(templateRef('templateId', 'The new template.')),
    templateEdge: t.field({
      type: InventoryTemplateEdge,
      nullable: true,
      description: 'The new template in the list of templates.',
      resolve: async ({ templateId }: WithTemplate, _args, context: GraphContext) => {
        const template = await templatesById(context).load(templateId)
        return template && edgeOf(BY_LATEST_TEMPLATE, template)
      },
    }),
  }),
})

const templateId = InventoryTemplateId.describe('Id of the template.')

mutation('updateInventoryTemplate', {
  description: 'Changes a template of items; omitted fields stay as they are. What was published is no draft again.',
  input: Fields.partial().extend({ templateId }),
  types: TYPES,
  rules: (scope, { templateId: id, ...given }) => (id ? templateUpdateRules(scope, id, given) : []),
  run: async (scope, { templateId: id, ...given }) => {
    await updateTemplate(scope, id, given)
    return { templateId: id }
  },
  payload: (t) => ({ template: t.field(templateRef('templateId', 'The template after the change.')) }),
})

mutation('grantInventoryItem', {
  description:
    'Gives a person items of a template. While the person has no room for them, they wait until there is some.',
  input: z.object({
    userId: UserId.describe('Id of the person.'),
    templateId,
    quantity: z.int().min(1).max(MAX_GRANTED).optional().describe('How many; 1 by default.'),
    expiresAt: z.date().optional().describe('Time when they are gone; never by default.'),
  }),
  types: { expiresAt: 'DateTime' },
  run: async (scope, given) => ({ itemIds: await grantByAdmin(scope, given) }),
  payload: (t) => ({
    items: t.field({
      type: [InventoryItem],
      ...atMost(100),
      description: 'The items, at most 100; none while they wait, and of what nobody has twice.',
      resolve: async ({ itemIds }: { readonly itemIds: readonly string[] }, _args, context: GraphContext) => {
        const found = await Promise.all(itemIds.map((id) => itemsById(context).load(id)))
        return found.flatMap((item) => item ?? [])
      },
    }),
  }),
})
