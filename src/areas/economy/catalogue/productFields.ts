import type { Product } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { assertOwnImage } from '../../groups/group/images.ts'
import { readRoleToSell } from '../../groups/roles/sale.ts'
import { assertLength, DESCRIPTION, DISPLAY_NAME, tagRules } from './fieldRules.ts'
import { contentRules } from './productContents.ts'
import type { ProductType } from './products.ts'
import { imageOwnerOf } from './sellers.ts'

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
