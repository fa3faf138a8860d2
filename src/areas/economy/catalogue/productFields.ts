import type { Product } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import { PLATFORM_USER_ID } from '../../../kernel/ids.ts'
import { assertFound, type InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { assertOwnImage } from '../../groups/policy.ts'
import { readRoleToSell } from '../../groups/roles/sale.ts'
import { imageOwnerOf } from '../sellers.ts'
import { assertLength, assertList, DESCRIPTION, DISPLAY_NAME, tagRules } from './fieldRules.ts'
import type { ProductType } from './products.ts'

/** What sellers decide about a product; omitted fields stay as they are. */
export interface ProductFields {
  readonly displayName?: string | undefined
  readonly description?: string | undefined
  /** A complete image of the seller's. */
  readonly imageId?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** Whether the buyer of a role joins the group. */
  readonly groupAccess?: boolean | undefined
  /** Whether the buyer who joined so leaves the group at the end. */
  readonly groupAccessRemove?: boolean | undefined
  readonly useForSubscriberList?: boolean | undefined
  /** Templates of the items that a product of type inventory gives. */
  readonly templateIds?: readonly string[] | undefined
  /** Avatars of the seller that the buyer of a product of type inventory may wear. */
  readonly avatarIds?: readonly string[] | undefined
}

/** What a new product is, for good, beside what can be changed. */
export interface NewProduct extends ProductFields {
  readonly productType: ProductType
  readonly displayName: string
  readonly imageId: string
  /** The role that a product of type role gives. */
  readonly groupId?: string | undefined
  readonly groupRoleId?: string | undefined
  /** Whether the platform sells it. */
  readonly isOfPlatform?: boolean | undefined
}

type GroupFlags = Pick<Product, 'groupAccess' | 'groupAccessRemove'>

/** The flags of a product after a change. */
export const flagsOf = (given: ProductFields, standing: GroupFlags | null): GroupFlags => ({
  groupAccess: given.groupAccess ?? standing?.groupAccess ?? false,
  groupAccessRemove: given.groupAccessRemove ?? standing?.groupAccessRemove ?? false,
})

/** Throws `invalid` for a flag that the product has no use for. */
function assertFlags(productType: string | undefined, { groupAccess, groupAccessRemove }: GroupFlags): void {
  if (groupAccess && productType !== 'role')
    throw invalid('groupAccess', 'groupAccess is for products of type role', 'wrong_combination')
  if (groupAccessRemove && !groupAccess)
    throw invalid('groupAccessRemove', 'groupAccessRemove needs groupAccess', 'wrong_combination')
}

/** The rules for what is given of a product of a seller, new or standing. */
export const productRules = (
  scope: ViewerScope,
  given: ProductFields & { readonly sellerId: string; readonly productType: string | undefined },
  standing: Product | null,
): InputRule[] => [
  () => assertLength('displayName', given.displayName, DISPLAY_NAME),
  () => assertLength('description', given.description, DESCRIPTION),
  async () => {
    if (given.imageId === undefined || given.imageId === standing?.imageId) return
    await assertOwnImage(scope, 'imageId', given.imageId, imageOwnerOf(scope, given.sellerId))
  },
  ...tagRules(given.tags),
  () => assertFlags(given.productType, flagsOf(given, standing)),
  ...contentRules(scope, given, standing),
]

const ROLE_FIELDS = ['groupId', 'groupRoleId'] as const

/** The rules for the role of a new product: products of type role need one that the seller can sell, others have none. */
export const roleRulesOf = (
  scope: ViewerScope,
  sellerId: string,
  given: Pick<Partial<NewProduct>, 'productType' | (typeof ROLE_FIELDS)[number]>,
): InputRule[] => {
  const { productType, groupId, groupRoleId } = given
  if (productType === undefined) return []
  if (productType === 'role' && groupId !== undefined && groupRoleId !== undefined)
    return [() => readRoleToSell(scope, { groupId, groupRoleId }, sellerId)]
  return ROLE_FIELDS.map((field) => () => {
    const isGiven = given[field] !== undefined
    if (productType === 'role' && !isGiven)
      throw invalid(field, `${field} is required for products of type role`, 'required')
    if (productType !== 'role' && isGiven)
      throw invalid(field, `${field} is for products of type role`, 'wrong_combination')
  })
}

/** What a product of type inventory gives. */
type Contents = Pick<Product, 'templateIds' | 'avatarIds'>
type GivenContents = { readonly [F in keyof Contents]?: readonly string[] | undefined }

const NOTHING: Contents = { templateIds: [], avatarIds: [] }
const FIELDS = ['templateIds', 'avatarIds'] as const
const MAX_ENTRIES = 20

/** What a product gives after a change. */
export const contentsOf = (given: GivenContents, standing: Contents | null): Contents => ({
  templateIds: [...(given.templateIds ?? (standing ?? NOTHING).templateIds)],
  avatarIds: [...(given.avatarIds ?? (standing ?? NOTHING).avatarIds)],
})

/** Whether a product that was stored gives something: one of type inventory needs items or avatars. */
export const hasContents = ({ productType, ...contents }: Contents & Pick<Product, 'productType'>): boolean =>
  productType !== 'inventory' || FIELDS.some((field) => contents[field].length > 0)

type Ids = readonly string[]

interface GivenProduct extends GivenContents {
  readonly sellerId: string
  readonly productType: string | undefined
}

/** The rules for what a product of a seller gives: what stands in it may stay. */
const contentRules = (
  scope: Pick<Scope, 'db'>,
  given: GivenProduct,
  standing: (Contents & Pick<Product, 'id'>) | null,
): InputRule[] => [
  ...FIELDS.map((field) => () => assertFits(field, given)),
  ...FIELDS.map((field) => () => assertList(field, given[field], MAX_ENTRIES)),
  () => assertTemplates(scope, given, standing?.templateIds ?? []),
  () => assertAvatars(scope, given, standing?.avatarIds ?? []),
  ...(standing ? [() => assertStillSold(scope, given, standing)] : []),
]

const added = (ids: readonly string[], standing: readonly string[]): string[] =>
  [...new Set(ids)].filter((id) => !standing.includes(id))

function assertFits(field: keyof Contents, given: GivenProduct): void {
  if (given[field]?.length && given.productType !== 'inventory')
    throw invalid(field, `${field} is for products of type inventory`, 'wrong_combination')
}

/** Live templates that admins have made for the seller; the platform gives any, but those of what people make themselves. */
async function assertTemplates({ db }: Pick<Scope, 'db'>, given: GivenProduct, standing: Ids): Promise<void> {
  const named = given.templateIds?.slice(0, MAX_ENTRIES) ?? []
  const ids = added(named, standing)
  if (ids.length === 0) return
  const { sellerId } = given
  const of = sellerId === PLATFORM_USER_ID ? {} : { authorId: sellerId }
  const where = { id: { in: ids }, status: 'live', ...of, NOT: { flags: { has: 'ugc' } } }
  const found = await db.inventoryTemplate.findMany({ where, select: { id: true } })
  const known = [...found, ...standing.map((id) => ({ id }))]
  assertFound('templateIds', named, { found: known, message: 'templateIds must be live templates of yours' })
}

async function assertAvatars({ db }: Pick<Scope, 'db'>, given: GivenProduct, standing: Ids): Promise<void> {
  const named = given.avatarIds?.slice(0, MAX_ENTRIES) ?? []
  const ids = added(named, standing)
  if (ids.length === 0) return
  const where = { id: { in: ids }, authorId: given.sellerId, deletedAt: null }
  const found = await db.avatar.findMany({ where, select: { id: true } })
  const known = [...found, ...standing.map((id) => ({ id }))]
  assertFound('avatarIds', named, { found: known, message: 'avatarIds must be avatars of yours' })
}

/** Throws `invalid` if an active listing would give nothing, or one whose purchase is over at once the right to wear. */
async function assertStillSold(
  { db }: Pick<Scope, 'db'>,
  given: GivenProduct,
  standing: Contents & Pick<Product, 'id'>,
): Promise<void> {
  const { templateIds, avatarIds } = contentsOf(given, standing)
  const of = { productId: standing.id }
  if (given.productType === 'inventory' && templateIds.length === 0 && avatarIds.length === 0)
    if ((await db.listingProduct.count({ where: { ...of, listing: { state: 'active' } } })) > 0)
      throw invalid('templateIds', 'templateIds or avatarIds are needed in an active listing', 'listing_incomplete')
  if (avatarIds.length > 0)
    if (
      (await db.listingProduct.count({
        where: { ...of, listing: { listingType: 'instant', state: { not: 'archived' } } },
      })) > 0
    )
      throw invalid('avatarIds', 'avatarIds are not for listings of type instant', 'wrong_combination')
}
