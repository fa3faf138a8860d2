import { z } from 'zod'
import { GroupId, InventoryDropId, InventoryTemplateId } from '../../../contract/ids.ts'
import { visibleText } from '../../../contract/shapes/requestFields.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { type FieldTypes, inputTypeOf } from '../../../edges/graphql/resolvers/input.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { nestedInput } from '../../../edges/graphql/resolvers/nestedInput.ts'
import { invalid } from '../../../kernel/failure.ts'
import { createDrop, type DropUpdate, dropUpdateRules, newDropRules, updateDrop } from '../drop/manageDrops.ts'
import { BY_LATEST_DROP, dropRef, dropsById, InventoryDropEdge, InventoryDropTarget } from './drop.ts'

const MAX_NAME = 100
const MAX_TEXT = 2_000
const MAX_TAGS = 32
const MAX_TAG = 64
const MAX_TEMPLATES = 1_000

const Notice = z.object({
  title: visibleText(MAX_NAME).describe('Title of the notification.'),
  body: z.string().max(MAX_TEXT).optional().describe('Text of the notification.'),
  imageUrl: z
    .url({ protocol: /^https?$/, error: 'imageUrl must be an address' })
    .max(MAX_TEXT)
    .optional()
    .describe('URL of the picture.'),
})
const NoticeInput = inputTypeOf('InventoryDropNoticeInput', 'What a drop tells who gets it.', Notice, {
  imageUrl: 'URL',
})

const Fields = z.object({
  name: visibleText(MAX_NAME).describe('Name.'),
  templateIds: z.array(InventoryTemplateId).max(MAX_TEMPLATES).describe('Ids of up to 20 templates, none a draft.'),
  startsAt: z.date().describe('Time from which it is given to who comes.'),
  endsAt: z.date().describe('Time from which it is not given any more.'),
})
const Options = z.object({
  itemsExpireAt: z.date().nullable().optional().describe('Time when what it has given is gone; null for never.'),
  tags: z.array(visibleText(MAX_TAG)).max(MAX_TAGS).optional().describe('Tags.'),
  target: z
    .enum(['everyone', 'supporters', 'group'])
    .optional()
    .describe('Who gets it, everybody by default; GROUP needs `groupId`.'),
  groupId: GroupId.optional().describe('Id of the group whose members get it.'),
  isDisabled: z.boolean().optional().describe('Whether it gives nothing more; what it has given stays.'),
  notice: nestedInput(Notice).nullable().optional().describe('What it tells who gets it; null for nothing.'),
})

const AllFields = Fields.extend(Options.shape)

const TYPES = {
  startsAt: 'DateTime',
  endsAt: 'DateTime',
  itemsExpireAt: 'DateTime',
  templateIds: ['ID'],
  target: InventoryDropTarget,
  notice: NoticeInput,
} satisfies FieldTypes<typeof AllFields>

const fieldNames = {
  startDropDate: 'startsAt',
  endDropDate: 'endsAt',
  dropExpiryDate: 'itemsExpireAt',
  targetGroup: 'groupId',
} as const

type Given = Partial<z.output<typeof Fields> & z.output<typeof Options>>

/** An input as the area takes it. */
const fieldsOf = (given: Given): DropUpdate => ({
  name: given.name,
  templateIds: given.templateIds,
  tags: given.tags,
  targetGroup: given.groupId ?? given.target,
  startDropDate: given.startsAt,
  endDropDate: given.endsAt,
  dropExpiryDate: given.itemsExpireAt,
  isDisabled: given.isDisabled,
  notice: given.notice && noticeFrom(given.notice),
})

const noticeFrom = ({ title, body = '', imageUrl = '' }: z.output<typeof Notice>) => ({ title, body, imageUrl })

/** A group is named for the target GROUP, and for no other. */
const targetRules = ({ target, groupId }: Given) => [
  () => {
    if ((target === 'group') !== (groupId !== undefined))
      throw invalid('groupId', 'groupId belongs to the target GROUP', 'wrong_combination')
  },
]

function assertTarget(given: Given): void {
  for (const rule of targetRules(given)) rule()
}

/** What a mutation on a drop returns: its id. */
interface WithDrop {
  readonly dropId: string
}

const EPOCH = new Date(0)

mutation('createInventoryDrop', {
  description: 'Plans items that are given to everybody who comes within a time.',
  input: AllFields,
  types: TYPES,
  fieldNames,
  rules: (scope, given) => {
    const { name = '', templateIds = [], startDropDate = EPOCH, endDropDate, ...rest } = fieldsOf(given)
    const end = endDropDate ?? new Date(startDropDate.getTime() + 1)
    const draft = { ...rest, name, startDropDate, endDropDate: end }
    return [...targetRules(given), ...(given.templateIds ? newDropRules(scope, { ...draft, templateIds }) : [])]
  },
  run: async (scope, given) => {
    assertTarget(given)
    const { name, templateIds, startsAt: startDropDate, endsAt: endDropDate } = given
    const drop = { ...fieldsOf(given), name, templateIds, startDropDate, endDropDate }
    return { dropId: await createDrop(scope, drop) }
  },
  payload: (t) => ({
    drop: t.field(dropRef('dropId', 'The new drop.')),
    dropEdge: t.field({
      type: InventoryDropEdge,
      nullable: true,
      description: 'The new drop in the list of drops.',
      resolve: async ({ dropId }: WithDrop, _args, context: GraphContext) => {
        const drop = await dropsById(context).load(dropId)
        return drop && edgeOf(BY_LATEST_DROP, drop)
      },
    }),
  }),
})

const dropId = InventoryDropId.describe('Id of the drop.')

mutation('updateInventoryDrop', {
  description: 'Changes a drop; omitted fields stay as they are, and what it has given stays.',
  input: Fields.partial().extend({ dropId, ...Options.shape }),
  types: TYPES,
  fieldNames,
  rules: async (scope, { dropId: id, ...given }) => [
    ...targetRules(given),
    ...(id ? await dropUpdateRules(scope, id, fieldsOf(given)) : []),
  ],
  run: async (scope, { dropId: id, ...given }) => {
    assertTarget(given)
    await updateDrop(scope, id, fieldsOf(given))
    return { dropId: id }
  },
  payload: (t) => ({ drop: t.field(dropRef('dropId', 'The drop after the change.')) }),
})
