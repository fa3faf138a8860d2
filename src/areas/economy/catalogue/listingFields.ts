import type { Listing, ListingVariant, Product } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import { assertFound, type InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { assertLength, assertList, assertRange, DESCRIPTION, DISPLAY_NAME, tagRules } from './fieldRules.ts'
import type { ListingType } from './listings.ts'
import { hasContents } from './productFields.ts'
import type { ProductType } from './products.ts'
import { type VariantFields, variantRules } from './variants.ts'

/** What sellers decide about a listing. */
type ListingFields = Pick<
  Listing,
  | 'displayName'
  | 'subtitle'
  | 'description'
  | 'imageId'
  | 'priceTokens'
  | 'plusDiscountPrice'
  | 'duration'
  | 'durationType'
  | 'isQuantifiable'
  | 'isStackable'
  | 'isBuyerRefundable'
  | 'tags'
  | 'expiresAt'
>

/** Changes of fields: omitted ones stay as they are, null clears. */
type FieldUpdate = { readonly [F in keyof ListingFields]?: ListingFields[F] | undefined }

/** A change of a listing. */
export interface ListingUpdate extends Omit<FieldUpdate, 'tags'> {
  readonly tags?: readonly string[] | undefined
  /** Whether it is for sale, instead of a draft. */
  readonly isActive?: boolean | undefined
  /** What it gives, in this order, instead of what it gave. */
  readonly productIds?: readonly string[] | undefined
  /** Its prices for quantities, instead of those that stand. */
  readonly variants?: readonly VariantFields[] | undefined
  /** Stores of the seller that offer it, instead of those that did. */
  readonly storeIds?: readonly string[] | undefined
}

/** A new listing: a draft unless `isActive`. */
export interface NewListing extends ListingUpdate {
  readonly displayName: string
  readonly priceTokens: number
  readonly listingType: ListingType
  /** Type of its products; by default that of the first one. */
  readonly productType?: ProductType | undefined
  /** Whether the platform sells it. */
  readonly isOfPlatform?: boolean | undefined
}

/** A listing as it will be, with its products and variants. */
export interface ListingDraft extends ListingFields {
  readonly sellerId: string
  readonly listingType: string
  readonly productType: string
  readonly state: string
  /** Those that were found among the seller's. */
  readonly products: readonly Product[]
  readonly productIds: readonly string[]
  readonly variants: readonly VariantFields[]
  /** Null for a new listing. */
  readonly standing: (Listing & { readonly variants: readonly ListingVariant[] }) | null
}

const EMPTY: ListingFields = {
  displayName: '',
  subtitle: '',
  description: '',
  imageId: null,
  priceTokens: 0,
  plusDiscountPrice: null,
  duration: null,
  durationType: null,
  isQuantifiable: false,
  isStackable: false,
  isBuyerRefundable: true,
  tags: [],
  expiresAt: null,
}

/** The fields of a listing after a change; a new one has no standing. */
export function updatedFields(standing: ListingFields | null, { tags, ...update }: ListingUpdate): ListingFields {
  const before = standing ?? EMPTY
  const fields: FieldUpdate = update
  const keep = <F extends keyof ListingFields>(field: F): ListingFields[F] => {
    const value = fields[field]
    return value === undefined ? before[field] : value
  }
  return {
    displayName: keep('displayName').trim(),
    subtitle: keep('subtitle').trim(),
    description: keep('description').trim(),
    imageId: keep('imageId'),
    priceTokens: keep('priceTokens'),
    plusDiscountPrice: keep('plusDiscountPrice'),
    duration: keep('duration'),
    durationType: keep('durationType'),
    isQuantifiable: keep('isQuantifiable'),
    isStackable: keep('isStackable'),
    isBuyerRefundable: keep('isBuyerRefundable'),
    tags: [...(tags ?? before.tags)],
    expiresAt: keep('expiresAt'),
  }
}

const SUBTITLE = { min: 0, max: 128 }
const PRICE = { min: 1, max: 1_000_000 }
const DURATION = { min: 1, max: 366 }
const MAX_PRODUCTS_OF_LISTING = 20

/** Units of `duration`. */
export const DURATION_TYPES = ['day', 'week', 'month', 'year'] as const

/** Types of listings whose purchase lasts for a time, which they must name. */
const TIMED: readonly string[] = ['duration', 'subscription']
/** Types of listings that a person can have more than once. */
const REPEATED: readonly string[] = ['duration', 'instant']

/** The rules for texts and numbers of what is given. */
export const givenRules = (given: ListingUpdate): InputRule[] => [
  () => assertLength('displayName', given.displayName, DISPLAY_NAME),
  () => assertLength('subtitle', given.subtitle, SUBTITLE),
  () => assertLength('description', given.description, DESCRIPTION),
  () => assertRange('priceTokens', given.priceTokens, PRICE),
  () => assertRange('duration', given.duration, DURATION),
  () => assertList('productIds', given.productIds, MAX_PRODUCTS_OF_LISTING),
  ...tagRules(given.tags),
]

/** The rules for a listing as it will be: what its type needs and excludes, and whether it can be sold. */
export const draftRules = (scope: Pick<Scope, 'now'>, draft: ListingDraft): InputRule[] => [
  () => assertRange('plusDiscountPrice', draft.plusDiscountPrice, { min: 0, max: Math.max(draft.priceTokens, 0) }),
  () => assertFuture(scope, draft),
  ...typeRules(draft),
  () => assertProducts(draft),
  ...variantRules(draft),
  ...(draft.state === 'active' ? saleRules(draft) : []),
]

/** A time that stands may have passed. */
function assertFuture({ now }: Pick<Scope, 'now'>, { expiresAt, standing }: ListingDraft): void {
  if (expiresAt === null || expiresAt > now || standing?.expiresAt?.getTime() === expiresAt.getTime()) return
  throw invalid('expiresAt', 'expiresAt must be in the future', 'in_past')
}

const typeRules = ({ listingType, productType, ...draft }: ListingDraft): InputRule[] => [
  () => {
    if (listingType === 'instant' && draft.products.some(({ avatarIds }) => avatarIds.length > 0))
      throw invalid('listingType', 'listingType must not be instant for avatars', 'wrong_combination')
  },
  () => {
    if (productType === 'role' && listingType === 'instant')
      throw invalid('listingType', 'listingType must not be instant for roles', 'wrong_combination')
  },
  ...(['duration', 'durationType'] as const).map((field) => () => {
    if (draft[field] !== null && !TIMED.includes(listingType))
      throw invalid(field, `${field} is for listings of type duration or subscription`, 'wrong_combination')
  }),
  ...(['isQuantifiable', 'isStackable'] as const).map((field) => () => {
    if (draft[field] && !REPEATED.includes(listingType))
      throw invalid(field, `${field} is for listings of type duration or instant`, 'wrong_combination')
  }),
]

/** Throws `invalid` unless all products are the seller's, of the type of the listing, and roles of one group. */
function assertProducts({ productIds, products, productType }: ListingDraft): void {
  const found = products.filter((product) => product.productType === productType)
  assertFound('productIds', productIds, {
    found,
    message: `productIds must be products of yours of type ${productType}`,
  })
  if (new Set(products.map(({ groupId }) => groupId)).size > 1)
    throw invalid('productIds', 'productIds must be roles of one group', 'wrong_combination')
}

/** What a listing needs to be sold. */
const saleRules = (draft: ListingDraft): InputRule[] => [
  () => assertComplete('productIds', draft.productIds.length > 0),
  () => assertComplete('imageId', draft.imageId !== null),
  ...(TIMED.includes(draft.listingType)
    ? (['duration', 'durationType'] as const).map((field) => () => assertComplete(field, draft[field] !== null))
    : []),
  () => {
    if (!draft.products.every(hasContents))
      throw invalid('active', 'active must be false while a product gives nothing', 'listing_incomplete')
  },
]

function assertComplete(field: string, isGiven: boolean): void {
  if (!isGiven) throw invalid(field, `${field} is needed for a listing that is sold`, 'listing_incomplete')
}
