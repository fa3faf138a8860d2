import { z } from 'zod'
import { DateTime, FileID, GroupID, GroupRoleID, StoreID, Tag, UserID, WorldID } from './scalars.ts'

const named = (name: string) => z.string().meta({ id: name })

const ProductID = named('ProductID')
const ProductListingVariantID = named('ProductListingVariantID')
export const ProductPurchaseID = named('ProductPurchaseID')
const StoreShelfID = named('StoreShelfID')
export const ProductType = z.enum(['inventory', 'listing', 'role', 'udon']).meta({ id: 'ProductType' })
export type ProductType = z.output<typeof ProductType>
export const ProductListingType = z
  .enum(['duration', 'instant', 'permanent', 'subscription'])
  .meta({ id: 'ProductListingType' })
export type ProductListingType = z.output<typeof ProductListingType>
const StoreType = z.enum(['group', 'house', 'world']).meta({ id: 'StoreType' })
export const StoreView = z.enum(['all', 'draft', 'preview', 'public', 'publicPreview']).meta({ id: 'StoreView' })
export type StoreView = z.output<typeof StoreView>
export const ProductPurchaseLocationType = z
  .enum([
    'client_avatar_marketplace',
    'client_creator_store',
    'client_group_store',
    'client_world_component',
    'client_world_store',
    'undefined',
    'web_any',
    'web_avatar_marketplace',
    'web_creator_store',
    'web_group_store',
    'web_world_store',
  ])
  .meta({ id: 'ProductPurchaseLocationType' })
export const SortOptionProductPurchase = z.enum(['purchaseDate']).meta({ id: 'SortOptionProductPurchase' })

/** Tokens of a person. */
export const Balance = z
  .object({
    balance: z.int().min(0),
    noTransactions: z.boolean().optional(),
    tiliaResponse: z.boolean().optional(),
  })
  .meta({ id: 'Balance' })
export type Balance = z.output<typeof Balance>

/** What a person can do with tokens. */
export const EconomyAccount = z
  .object({
    accountActivatedOn: DateTime.nullable(),
    accountId: z.string().min(1).nullable(),
    accountSellerRegisteredOn: DateTime.nullable().optional(),
    accountSellerStatus: z.string().nullable().optional(),
    blocked: z.boolean(),
    canEarn: z.boolean().optional(),
    canPayout: z.boolean().optional(),
    canSpend: z.boolean(),
    skrillEmail: z.string().nullable().optional(),
    source: z.string().min(1),
    tiliaId: z.string().nullable().optional(),
    tiliaType: z.string().nullable().optional(),
    userId: UserID,
  })
  .meta({ id: 'EconomyAccount' })
export type EconomyAccount = z.output<typeof EconomyAccount>

/** Whether tokens can be spent now. */
export const ProviderStatus = z
  .object({
    economyOnline: z.boolean(),
    economyState: z.int().optional(),
    plannedOfflineWindowEnd: DateTime.optional(),
    plannedOfflineWindowStart: DateTime.optional(),
  })
  .meta({ id: 'ProviderStatus' })
export type ProviderStatus = z.output<typeof ProviderStatus>

/** Whether a person has accepted the terms of the payment provider. */
export const ProviderTOS = z.object({ signed_tos: z.boolean() }).meta({ id: 'ProviderTOS' })
export type ProviderTOS = z.output<typeof ProviderTOS>

export const UpdateProviderTOSRequest = z
  .object({ accepted: z.boolean().describe('True to accept the terms, false to withdraw that.') })
  .meta({ id: 'UpdateProviderTOSRequest' })

/** An amount of tokens that is sold for money. */
export const TokenBundle = z
  .object({
    amount: z.int(),
    appleProductId: z.string(),
    description: z.string(),
    googleProductId: z.string().optional(),
    id: z.string(),
    imageUrl: z.string(),
    oculusSku: z.string(),
    steamItemId: z.string(),
    tokens: z.int(),
  })
  .meta({ id: 'TokenBundle' })
export type TokenBundle = z.output<typeof TokenBundle>

/** What a listing gives. */
export const Product = z
  .object({
    archived: z.boolean().optional(),
    created: DateTime.optional(),
    description: z.string(),
    displayName: z.string(),
    groupAccess: z.boolean().optional(),
    groupAccessRemove: z.boolean().optional(),
    groupId: GroupID.optional(),
    groupRoleId: GroupRoleID.optional(),
    id: ProductID,
    imageId: FileID,
    imageUrl: z.string().nullable().optional(),
    parentListings: z.array(ProductID),
    productType: ProductType,
    productTypeLabel: z.string().optional(),
    purchaseCount: z.int().optional(),
    purchaseCountQuantity: z.int().optional(),
    sellerDisplayName: z.string(),
    sellerId: z.string(),
    tags: z.array(Tag),
    updated: DateTime.nullable().optional(),
    useForSubscriberList: z.boolean().optional(),
  })
  .meta({ id: 'Product' })
export type Product = z.output<typeof Product>

/** A price of a listing for a quantity. */
export const ProductListingVariant = z
  .object({
    effectiveFrom: DateTime.optional(),
    listingVariantId: ProductListingVariantID,
    nonRefundable: z.boolean(),
    quantity: z.int(),
    sellerVariant: z.boolean(),
    unitPriceTokens: z.int(),
  })
  .meta({ id: 'ProductListingVariant' })
export type ProductListingVariant = z.output<typeof ProductListingVariant>

/** An offer of products for tokens. */
export const ProductListing = z
  .object({
    active: z.boolean(),
    archived: z.boolean().optional(),
    buyerRefundable: z.boolean(),
    created: DateTime.optional(),
    description: z.string(),
    displayName: z.string(),
    duration: z.int().nullable().optional(),
    durationType: z.string().nullable().optional(),
    groupIcon: FileID.optional(),
    groupId: GroupID.optional(),
    groupName: z.string().nullable().optional(),
    hasAvatar: z.boolean(),
    hasUdon: z.boolean(),
    hydratedProducts: z.array(Product).optional(),
    id: ProductID,
    imageId: FileID.optional(),
    imageUrl: z.string().nullable().optional(),
    listingType: ProductListingType,
    listingVariants: z.array(ProductListingVariant).optional(),
    permanent: z.boolean().optional(),
    priceTokens: z.int(),
    productIds: z.array(ProductID),
    productType: ProductType,
    products: z.array(z.looseObject({})),
    purchaseCount: z.int().optional(),
    purchaseCountQuantity: z.int().optional(),
    quantifiable: z.boolean().optional(),
    recurrable: z.boolean(),
    refundable: z.boolean(),
    sellerDisplayName: z.string(),
    sellerId: z.string(),
    soldByVrc: z.boolean().optional(),
    stackable: z.boolean(),
    storeIds: z.array(z.string()),
    subtitle: z.string().optional(),
    tags: z.array(Tag).optional(),
    updated: DateTime.optional(),
    vrcPlusDiscountPrice: z.int().optional(),
    whenToExpire: DateTime.nullable().optional(),
  })
  .meta({ id: 'ProductListing' })
export type ProductListing = z.output<typeof ProductListing>

/** A row of listings in the store of the platform. */
export const StoreShelf = z
  .object({
    highlightListing: ProductListing.optional(),
    highlightListingId: ProductID.optional(),
    id: StoreShelfID,
    listingIds: z.array(ProductID),
    listings: z.array(ProductListing).optional(),
    shelfDescription: z.string(),
    shelfLayout: z.string(),
    shelfTitle: z.string(),
    updatedAt: DateTime,
  })
  .meta({ id: 'StoreShelf' })
export type StoreShelf = z.output<typeof StoreShelf>

/** The group or world of a store. */
const StoreContext = z
  .object({ id: z.string(), imageUrl: z.string().nullable(), name: z.string() })
  .meta({ id: 'StoreContext' })

/** A shop: the platform's, of a group, or of a world. */
export const Store = z
  .object({
    created: DateTime.optional(),
    description: z.string(),
    displayName: z.string(),
    groupId: GroupID.optional(),
    id: StoreID,
    listingIds: z.array(ProductID).optional(),
    listings: z.array(ProductListing).optional(),
    sellerDisplayName: z.string(),
    sellerId: UserID,
    shelfIds: z.array(StoreShelfID).optional(),
    shelves: z.array(StoreShelf).optional(),
    storeContext: StoreContext.optional(),
    storeId: StoreID,
    storeStatus: z.string().optional(),
    storeType: StoreType,
    tags: z.array(Tag),
    updated: DateTime.optional(),
    worldId: WorldID.optional(),
  })
  .meta({ id: 'Store' })
export type Store = z.output<typeof Store>

/** A product as it was bought. */
export const ProductPurchaseProduct = z
  .object({
    displayName: z.string(),
    id: ProductID,
    imageId: FileID.optional(),
    licenseId: z.string().nullable().optional(),
    productType: ProductType,
  })
  .meta({ id: 'ProductPurchaseProduct' })
export type ProductPurchaseProduct = z.output<typeof ProductPurchaseProduct>

/** That a person has bought a listing for tokens. */
export const ProductPurchase = z
  .object({
    buyerDisplayName: z.string(),
    buyerId: UserID,
    firstParty: z.boolean().optional(),
    isBuyer: z.boolean(),
    isGift: z.boolean(),
    isReceiver: z.boolean(),
    isSeller: z.boolean(),
    ledgerTransactionId: z.int().optional(),
    listingCurrentlyAvailable: z.boolean(),
    listingDescription: z.string().optional(),
    listingDisplayName: z.string(),
    listingId: ProductID,
    listingImageId: FileID,
    listingSubtitle: z.string(),
    listingType: ProductListingType,
    products: z.array(ProductPurchaseProduct),
    purchaseActive: z.boolean(),
    purchaseContext: z.object({
      locationType: z.string().optional(),
      worldId: z.string().optional(),
      worldName: z.string().optional(),
    }),
    purchaseCurrentStatus: z.string(),
    purchaseDate: DateTime,
    purchaseDuration: z.int().optional(),
    purchaseDurationType: z.string().optional(),
    purchaseEndDate: DateTime.nullable(),
    purchaseFee: z.int().optional(),
    purchaseId: ProductPurchaseID,
    purchaseLatest: z.boolean(),
    purchasePrice: z.int(),
    purchaseQuantity: z.int(),
    purchaseStartDate: DateTime.nullable(),
    purchaseToken: z.looseObject({}).nullable(),
    purchaseType: z.string(),
    purchaseUnitPrice: z.int(),
    purchaseValue: z.int().optional(),
    receiverDisplayName: z.string(),
    receiverId: UserID,
    recurrable: z.boolean(),
    refundable: z.boolean(),
    sellerDisplayName: z.string(),
    sellerId: UserID,
    stackable: z.boolean(),
    willRecur: z.boolean(),
  })
  .meta({ id: 'ProductPurchase' })
export type ProductPurchase = z.output<typeof ProductPurchase>
