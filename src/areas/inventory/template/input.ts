import type { InventoryTemplate, Prisma } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type ColorName, type ItemFlag, type ItemType, slotsOf } from '../item/kinds.ts'
import { MAX_BUNDLED } from './templates.ts'

type TemplateStatus = 'draft' | 'live' | 'retired'

/** A color that holders can change. */
interface DefaultColor {
  readonly name: ColorName
  /** `#rrggbb`. */
  readonly value: string
}

/** What can be changed of a template; omitted fields keep their value. */
export interface TemplateUpdate {
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
export const templateRules = (scope: Scope, itemType: ItemType, given: TemplateUpdate): InputRule[] => [
  ...UNFIT_FLAGS.map(([flag, isUnfit]) => () => {
    if (given.flags?.includes(flag) && isUnfit(itemType))
      throw invalid('flags', `flags: a template of this type cannot be ${flag}`, 'unknown_value')
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
  if ((await db.inventoryTemplate.count({ where: { ...where, status: { not: 'draft' } } })) < distinct.length)
    throw invalid(
      'bundledTemplateIds',
      'bundledTemplateIds must be templates that are neither bundles nor drafts',
      'unknown_reference',
    )
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
export const hasContent = ({ itemType, metadata }: Pick<InventoryTemplate, 'itemType' | 'metadata'>): boolean =>
  itemType === 'bundle' || Object.keys(Object(metadata)).length > 0

/** The columns that an update sets. */
export async function templateChanges(scope: Scope, given: TemplateUpdate) {
  const { status, name, description, imageUrl, flags, tags, collections, isGlobal, colors } = given
  const metadata = await metadataOf(scope, given)
  return {
    ...(status !== undefined && { status }),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(imageUrl !== undefined && { imageUrl }),
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
