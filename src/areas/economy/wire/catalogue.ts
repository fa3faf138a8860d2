import type {
  ProductListing,
  ProductListingVariant,
  Product as ProductRecord,
  StoreShelf as ShelfRecord,
  Store as StoreRecord,
} from '../../../contract/shapes/economy.ts'
import type { ListingVariant, Product } from '../../../generated/prisma/client.ts'
import { PLATFORM_USER_ID } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type ListingWithProducts, listingTypeOf } from '../catalogue/listings.ts'
import { catalogueImageUrl, type ListingIdsByProduct, productTypeOf } from '../catalogue/products.ts'
import type { ShelfWithListings, Shelves } from '../catalogue/shelves.ts'
import { type StoreWithListings, storeTypeOf } from '../catalogue/stores.ts'
import { canManageCatalogue, isForSale } from '../policy.ts'

interface SoldProduct extends Product {
  readonly sellerDisplayName: string
}

export const productWire = (
  scope: Pick<Scope, 'rules'>,
  product: SoldProduct,
  parentListings: readonly string[],
): ProductRecord => ({
  archived: product.archivedAt !== null,
  created: product.createdAt.toISOString(),
  description: product.description,
  displayName: product.displayName,
  groupAccess: product.groupAccess,
  groupAccessRemove: product.groupAccessRemove,
  ...(product.groupId !== null && { groupId: product.groupId }),
  ...(product.groupRoleId !== null && { groupRoleId: product.groupRoleId }),
  id: product.id,
  imageId: product.imageId,
  imageUrl: catalogueImageUrl(scope, product.imageId),
  parentListings: [...parentListings],
  productType: productTypeOf(product),
  sellerDisplayName: product.sellerDisplayName,
  sellerId: product.sellerId,
  tags: product.tags,
  updated: product.updatedAt.toISOString(),
  useForSubscriberList: product.useForSubscriberList,
})

const variantWire = (variant: ListingVariant): ProductListingVariant => ({
  ...(variant.effectiveFrom && { effectiveFrom: variant.effectiveFrom.toISOString() }),
  listingVariantId: variant.id,
  nonRefundable: variant.isNonRefundable,
  quantity: variant.quantity,
  sellerVariant: variant.isSellerVariant,
  unitPriceTokens: variant.unitPriceTokens,
})

/** What a listing is, beside what it gives. */
const factsOf = (scope: Scope, listing: ListingWithProducts) => ({
  active: isForSale(scope, listing),
  archived: listing.state === 'archived',
  buyerRefundable: listing.isBuyerRefundable,
  hasAvatar: listing.products.some(({ avatarIds }) => avatarIds.length > 0),
  hasUdon: listing.productType === 'udon',
  permanent: listing.listingType === 'permanent',
  quantifiable: listing.isQuantifiable,
  recurrable: listing.listingType === 'subscription',
  // The seller and admins can refund every purchase.
  refundable: true,
  soldByVrc: listing.sellerId === PLATFORM_USER_ID,
  stackable: listing.isStackable,
  ...(canManageCatalogue(scope, listing) && {
    purchaseCount: listing.purchaseCount,
    purchaseCountQuantity: listing.purchaseQuantity,
  }),
})

/** The products by their ids, or with `parents`, the listings of each product, whole. */
function productsOf(scope: Scope, listing: ListingWithProducts, parents: ListingIdsByProduct | null) {
  if (parents === null) return { products: listing.products.map(({ id }) => ({ id })) }
  const { sellerDisplayName } = listing
  const hydratedProducts = listing.products.map((product) =>
    productWire(scope, { ...product, sellerDisplayName }, parents.get(product.id) ?? []),
  )
  return { products: hydratedProducts, hydratedProducts }
}

/** A listing, with its products whole if `parents` has the listings of each. */
export const listingWire = (
  scope: Scope,
  listing: ListingWithProducts,
  parents: ListingIdsByProduct | null,
): ProductListing => ({
  ...factsOf(scope, listing),
  ...productsOf(scope, listing, parents),
  created: listing.createdAt.toISOString(),
  description: listing.description,
  displayName: listing.displayName,
  duration: listing.duration,
  durationType: listing.durationType,
  ...(listing.group?.iconId && { groupIcon: listing.group.iconId }),
  ...(listing.groupId !== null && { groupId: listing.groupId }),
  groupName: listing.group?.name ?? null,
  id: listing.id,
  ...(listing.imageId !== null && { imageId: listing.imageId }),
  imageUrl: listing.imageId === null ? null : catalogueImageUrl(scope, listing.imageId),
  listingType: listingTypeOf(listing),
  listingVariants: listing.variants.map(variantWire),
  priceTokens: listing.priceTokens,
  productIds: listing.products.map(({ id }) => id),
  productType: productTypeOf(listing),
  sellerDisplayName: listing.sellerDisplayName,
  sellerId: listing.sellerId,
  storeIds: [...listing.storeIds],
  subtitle: listing.subtitle,
  tags: listing.tags,
  updated: listing.updatedAt.toISOString(),
  ...(listing.plusDiscountPrice !== null && { vrcPlusDiscountPrice: listing.plusDiscountPrice }),
  whenToExpire: listing.expiresAt?.toISOString() ?? null,
})

type ListingsById = Shelves['listings']

/** Listings by their ids, in the order of these; those that were not found are left out. */
const listingsWire = (
  scope: Scope,
  ids: readonly string[],
  listings: NonNullable<ListingsById>,
  parents: ListingIdsByProduct | null,
): ProductListing[] =>
  ids.flatMap((id) => {
    const listing = listings.get(id)
    return listing ? [listingWire(scope, listing, parents)] : []
  })

/** A shelf, with its listings if they were read. */
export function shelfWire(scope: Scope, shelf: ShelfWithListings, listings: ListingsById): ShelfRecord {
  const highlight = shelf.highlightListingId === null ? undefined : listings?.get(shelf.highlightListingId)
  return {
    ...(highlight && { highlightListing: listingWire(scope, highlight, null) }),
    ...(shelf.highlightListingId !== null && { highlightListingId: shelf.highlightListingId }),
    id: shelf.id,
    listingIds: [...shelf.listingIds],
    ...(listings && { listings: listingsWire(scope, shelf.listingIds, listings, null) }),
    shelfDescription: shelf.description,
    shelfLayout: shelf.layout,
    shelfTitle: shelf.title,
    updatedAt: shelf.updatedAt.toISOString(),
  }
}

/** What a store offers: shelves are for the store of the platform, lists of listings for others. */
function offersOf(scope: Scope, store: StoreWithListings, parents: ListingIdsByProduct | null) {
  const { listings, listingIds, shelves } = store
  if (store.storeType === 'house')
    return {
      shelfIds: shelves.map(({ id }) => id),
      ...(listings && { shelves: shelves.map((shelf) => shelfWire(scope, shelf, listings)) }),
    }
  return {
    listingIds: [...listingIds],
    ...(listings && { listings: listingsWire(scope, listingIds, listings, parents) }),
  }
}

/** A store, with its listings if they were read, and these with their products if `parents` has the listings of each. */
export const storeWire = (
  scope: Scope,
  store: StoreWithListings,
  parents: ListingIdsByProduct | null,
): StoreRecord => ({
  ...offersOf(scope, store, parents),
  created: store.createdAt.toISOString(),
  description: store.description,
  displayName: store.displayName,
  ...(store.groupId !== null && { groupId: store.groupId }),
  id: store.id,
  sellerDisplayName: store.sellerDisplayName,
  sellerId: store.sellerId,
  ...(store.context && { storeContext: { ...store.context } }),
  storeId: store.id,
  storeStatus: store.status,
  storeType: storeTypeOf(store),
  tags: store.tags,
  updated: store.updatedAt.toISOString(),
  ...(store.worldId !== null && { worldId: store.worldId }),
})
