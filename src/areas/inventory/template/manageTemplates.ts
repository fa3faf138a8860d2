import type { InventoryTemplate, Prisma } from '../../../generated/prisma/client.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { type InventoryTemplateId, newId } from '../../../kernel/ids.ts'
import { assertAll, assertEntries, assertFound, type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import { storedUrl } from '../../../kernel/ownUrls.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { type ColorName, type ItemFlag, type ItemType, itemTypeOf, slotsOf } from '../item/kinds.ts'
import { templateNotFound } from '../policy.ts'
import { loadTemplate, MAX_BUNDLED } from './templates.ts'

type TemplateStatus = 'draft' | 'live' | 'retired'

/** A color that holders can change. */
interface DefaultColor {
  readonly name: ColorName
  /** `#rrggbb`. */
  readonly value: string
}

/** What can be changed of a template; omitted fields keep their value. */
interface TemplateUpdate {
  readonly status?: TemplateStatus | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly imageUrl?: string | undefined
  readonly flags?: readonly ItemFlag[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly collections?: readonly string[] | undefined
  readonly isGlobal?: boolean | undefined
  readonly colors?: readonly DefaultColor[] | undefined
  /** Of a bundle. */
  readonly bundledTemplateIds?: readonly string[] | undefined
  /** The picture of an emoji or sticker. */
  readonly fileId?: string | undefined
  /** Of a prop. */
  readonly propId?: string | undefined
  /** Of a skin. */
  readonly assetBundleId?: string | undefined
}

export interface NewTemplate extends TemplateUpdate {
  readonly itemType: ItemType
  readonly name: string
  readonly isQuantifiable?: boolean | undefined
  readonly authorId?: string | undefined
}

/** The field that says what an item of a type is. Prisma finds what it refers to. */
const CONTENT: Readonly<Record<ItemType, 'bundledTemplateIds' | 'fileId' | 'propId' | 'assetBundleId' | null>> = {
  bundle: 'bundledTemplateIds',
  droneskin: 'assetBundleId',
  emoji: 'fileId',
  portalskin: 'assetBundleId',
  prop: 'propId',
  sticker: 'fileId',
  warpeffect: 'assetBundleId',
}

const CONTENT_FIELDS = ['bundledTemplateIds', 'fileId', 'propId', 'assetBundleId'] as const

/** Flags that do not go with the kind of a template, and what is said of them. */
const UNFIT_FLAGS: readonly (readonly [flag: ItemFlag, isUnfit: (itemType: ItemType) => boolean])[] = [
  ['ugc', () => true],
  ['equippable', (itemType) => slotsOf({ itemType }).length === 0],
]

/** The rules for what is given of a template of this type. */
const templateRules = (scope: Scope, itemType: ItemType, given: TemplateUpdate): InputRule[] => [
  () =>
    assertEntries(given.flags ?? [], {
      field: 'flags',
      isValid: (given) => !UNFIT_FLAGS.some(([flag, isUnfit]) => flag === given && isUnfit(itemType)),
      message: (flag) => `flags: a template of this type cannot be ${flag}`,
      reason: 'unknown_value',
    }),
  ...CONTENT_FIELDS.map((field) => () => {
    if (given[field] !== undefined && CONTENT[itemType] !== field)
      throw invalid(field, `${field} does not belong to a template of this type`, 'wrong_combination')
  }),
  () => assertBundled(scope, given.bundledTemplateIds),
  () => assertReference(scope, 'fileId', given.fileId),
  () => assertReference(scope, 'propId', given.propId),
  () => assertReference(scope, 'assetBundleId', given.assetBundleId),
]

async function assertBundled({ db }: Scope, ids: readonly string[] | undefined): Promise<void> {
  if (!ids) return
  if (ids.length > MAX_BUNDLED)
    throw invalid('bundledTemplateIds', `bundledTemplateIds must have at most ${MAX_BUNDLED} entries`, {
      reason: 'too_many_entries',
      max: MAX_BUNDLED,
    })
  const distinct = [...new Set(ids)]
  const where = { id: { in: distinct }, itemType: { not: 'bundle' }, NOT: { flags: { has: 'ugc' } } }
  const usable = { where: { ...where, status: { not: 'draft' } }, select: { id: true } }
  const found = await db.inventoryTemplate.findMany(usable)
  const message = 'bundledTemplateIds must be templates that are neither bundles nor drafts'
  assertFound('bundledTemplateIds', ids, { found, message })
}

const FINDERS = {
  fileId: ({ db }: Scope, id: string) =>
    db.file.count({ where: { id, tags: { hasSome: ['emoji', 'sticker', 'admin'] } } }),
  propId: ({ db }: Scope, id: string) => db.prop.count({ where: { id, deletedAt: null } }),
  assetBundleId: ({ db }: Scope, id: string) => db.adminAssetBundle.count({ where: { id } }),
}

async function assertReference(scope: Scope, field: keyof typeof FINDERS, id: string | undefined): Promise<void> {
  if (id !== undefined && (await FINDERS[field](scope, id)) === 0)
    throw invalid(field, `${field} must be the id of something that can be used`, 'unknown_reference')
}

/** Whether a template has what items of its type are. */
const hasContent = ({ itemType, metadata }: Pick<InventoryTemplate, 'itemType' | 'metadata'>): boolean =>
  itemType === 'bundle' || Object.keys(Object(metadata)).length > 0

/** The columns that an update sets. */
async function templateChanges(scope: Scope, given: TemplateUpdate) {
  const { status, name, description, imageUrl, flags, tags, collections, isGlobal, colors } = given
  const metadata = await metadataOf(scope, given)
  return {
    ...(status !== undefined && { status }),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(imageUrl !== undefined && { imageUrl: storedUrl(scope, imageUrl) }),
    ...(flags && { flags: [...new Set(flags)] }),
    ...(tags && { tags: [...new Set(tags)] }),
    ...(collections && { collections: [...new Set(collections)] }),
    ...(isGlobal !== undefined && { global: isGlobal }),
    ...(colors && { defaultAttributes: attributesOf(colors) }),
    ...(metadata && { metadata }),
  } satisfies Prisma.InventoryTemplateUncheckedUpdateInput
}

const attributesOf = (colors: readonly DefaultColor[]): Prisma.JsonObject =>
  Object.fromEntries(colors.map(({ name, value }) => [name, { defaultValue: value, validator: { type: 'color' } }]))

async function metadataOf({ db }: Scope, given: TemplateUpdate): Promise<Prisma.JsonObject | null> {
  const { bundledTemplateIds, fileId, propId, assetBundleId } = given
  if (bundledTemplateIds) return { inventoryItemsToInstantiate: [...bundledTemplateIds] }
  if (propId !== undefined) return { propId }
  if (assetBundleId !== undefined) return { assetBundleId }
  if (fileId === undefined) return null
  const file = await db.file.findUniqueOrThrow({ where: { id: fileId } })
  const { animationStyle, maskTag, tags } = file
  const animated = tags.includes('emojianimated')
  return { fileId, animated, ...(animationStyle !== null && { animationStyle }), ...(maskTag !== null && { maskTag }) }
}

/** Creates a template, as a draft by default. Throws `forbidden` unless an admin acts, `invalid`. */
export const createTemplate = (scope: ViewerScope, given: NewTemplate): Promise<InventoryTemplateId> =>
  staffAct(scope, 'createInventoryTemplate', async (tx) => {
    await assertAll(newTemplateRules(tx, given))
    const { itemType, name, isQuantifiable = false, authorId = null, status = 'draft' } = given
    const id = newId('inventoryTemplate', tx.now)
    const texts = { name, description: '', imageUrl: '', metadata: {} }
    const changes = { ...texts, ...(await templateChanges(tx, { ...given, status })) }
    if (status !== 'draft' && !hasContent({ itemType, metadata: changes.metadata })) throw incomplete()
    const data = { id, itemType, quantifiable: isQuantifiable, authorId, createdAt: tx.now, updatedAt: tx.now }
    await tx.db.inventoryTemplate.create({ data: { ...data, ...changes, status } })
    return { subjectId: id, details: { itemType, status }, result: id }
  })

/** The rules for a new template. */
export const newTemplateRules = (scope: Scope, given: NewTemplate): InputRule[] => [
  ...templateRules(scope, given.itemType, given),
  () => assertAuthor(scope, given.authorId),
]

async function assertAuthor({ db }: Scope, id: string | undefined): Promise<void> {
  if (id !== undefined && (await db.user.count({ where: { id, erasedAt: null } })) === 0)
    throw invalid('authorId', 'authorId must be the id of a person', 'unknown_reference')
}

const incomplete = () => invalid('status', 'status: a draft lacks what the item is', 'required')

/** Changes a template. Throws `forbidden` unless an admin acts, `missing`, `invalid`, `conflict` for a step back to a draft. */
export const updateTemplate = (scope: ViewerScope, id: InventoryTemplateId, update: TemplateUpdate): Promise<void> =>
  tellingAllFaults(
    () => templateUpdateRules(scope, id, update),
    () => applyUpdate(scope, id, update),
  )

/** The rules for the update of a template. */
export async function templateUpdateRules(scope: Scope, id: string, update: TemplateUpdate): Promise<InputRule[]> {
  const template = await loadTemplate(scope, id)
  return template ? templateRules(scope, itemTypeOf(template), update) : []
}

const applyUpdate = (scope: ViewerScope, id: InventoryTemplateId, update: TemplateUpdate): Promise<void> =>
  staffAct(scope, 'updateInventoryTemplate', async (tx) => {
    // Two updates at once take turns.
    await tx.db.inventoryTemplate.updateMany({ where: { id }, data: { updatedAt: tx.now } })
    const template = assertUpdatable(await tx.db.inventoryTemplate.findUnique({ where: { id } }), update)
    await assertAll(templateRules(tx, itemTypeOf(template), update))
    const changes = await templateChanges(tx, update)
    assertPublishable(template, { ...template, ...changes })
    await tx.db.inventoryTemplate.update({ where: { id }, data: changes })
    return { subjectId: id, details: { fields: Object.keys(changes).sort() } }
  })

/** Throws unless the template can be changed so. */
function assertUpdatable(template: InventoryTemplate | null, { status }: TemplateUpdate): InventoryTemplate {
  if (!template) throw templateNotFound()
  if (template.flags.includes('ugc')) throw houseTemplate()
  if (status === 'draft' && template.status !== 'draft') throw noDraftAgain()
  return template
}

/** Throws `invalid` for a draft that is published without what its items are. */
function assertPublishable(
  before: InventoryTemplate,
  after: Pick<InventoryTemplate, 'status' | 'itemType' | 'metadata'>,
) {
  if (before.status === 'draft' && after.status !== 'draft' && !hasContent(after)) throw incomplete()
}

const noDraftAgain = () =>
  new Failure('conflict', 'A template that was published is no draft again: retire it', {
    reason: 'template_published',
  })
const houseTemplate = () =>
  new Failure('conflict', 'The templates of what people make cannot be changed', { reason: 'template_published' })
