import { z } from 'zod'
import { AvatarId, FileId, GroupId, GroupRoleId, InventoryTemplateId, ProductId, StoreId, UserId } from './ids.ts'
import { del, get, post, put } from './operation.ts'
import {
  Product,
  ProductListing,
  ProductListingType,
  ProductType,
  Store,
  StoreShelf,
  StoreView,
} from './shapes/economy.ts'
import { booleanText, isCommonYear, pageQuery } from './shapes/queryParameters.ts'
import { describeRef } from './shapes/requestFields.ts'
import { SuccessFlag } from './shapes/response.ts'

const EXTENDED = { origin: 'extended' } as const

const hydrateListings = booleanText('hydrateListings').optional().describe('Whether to add the listings.')
const storeId = StoreId.describe('Id of the store.')

/** The acts check lengths and amounts, so that all doors have the same rules. */
const displayName = z.string().describe('Name, 1 to 64 characters.')
const description = z.string().describe('Description, at most 2,000 characters.')
const imageId = FileId.describe("Id of a complete image of the viewer's.")
const tags = z.array(z.string()).describe('Tags, at most 10, of 1 to 50 characters of a to z, 0 to 9, - and _.')
const useForSubscriberList = z.boolean().describe('Whether worlds show its owners in lists of supporters.')

/** What wire.json does not list and only some types of products have. */
const PRODUCT_EXTRAS = {
  groupAccess: z.boolean().optional().describe('Whether the buyer of the role joins the group.'),
  groupAccessRemove: z.boolean().optional().describe('Whether a buyer who joined the group so leaves it at the end.'),
  templateIds: z
    .array(InventoryTemplateId)
    .optional()
    .describe('Ids of live templates of the seller, at most 20, whose items a product of type inventory gives.'),
  avatarIds: z
    .array(AvatarId)
    .optional()
    .describe('Ids of avatars of the seller, at most 20, that the buyer of a product of type inventory may wear.'),
}

const CreateProductRequest = z
  .object({
    displayName,
    description,
    imageId,
    productType: describeRef(ProductType, 'What it gives, for good.'),
    tags,
    useForSubscriberList,
    groupId: GroupId.optional().describe('The group of the role, of which the viewer is the owner.'),
    groupRoleId: GroupRoleId.optional().describe('The role, which a product of type role gives.'),
    ...PRODUCT_EXTRAS,
  })
  .meta({ id: 'CreateProductRequest' })

const UpdateProductRequest = z
  .object({ displayName, description, imageId, tags, useForSubscriberList })
  .partial()
  .extend(PRODUCT_EXTRAS)
  .meta({ id: 'UpdateProductRequest' })

const DURATION_TYPES = ['day', 'week', 'month', 'year'] as const

/** What wire.json does not list. */
const LISTING_EXTRAS = {
  subtitle: z.string().optional().describe('A line below the name, at most 128 characters.'),
  duration: z
    .int()
    .nullable()
    .optional()
    .describe(
      'For how many units of `durationType` it gives its products, 1 to 366; of types duration and subscription.',
    ),
  durationType: z
    .enum(DURATION_TYPES, { error: `durationType must be one of ${DURATION_TYPES.join(', ')}` })
    .nullable()
    .optional()
    .describe('Unit of `duration`.'),
  quantifiable: z.boolean().optional().describe('Whether more than one can be bought at once.'),
  stackable: z.boolean().optional().describe('Whether a person can have more than one.'),
  buyerRefundable: z.boolean().optional().describe('Whether buyers can return it; true by default.'),
  tags: tags.optional(),
  vrcPlusDiscountPrice: z
    .int()
    .nullable()
    .optional()
    .describe('Price of one in tokens for people with a subscription; null for the same.'),
  whenToExpire: z.iso
    .datetime({ offset: true, error: 'whenToExpire must be a date and time of ISO 8601' })
    .refine(isCommonYear, 'whenToExpire must be a date and time of the years 1 to 9999')
    .nullable()
    .optional()
    .describe('Time from which it cannot be bought any longer; null for none.'),
}

const active = z.boolean().describe('Whether it is for sale, which needs all that it gives; otherwise it is a draft.')
const priceTokens = z.int().describe('Price of one in tokens, 1 to 1,000,000.')
const productIds = z.array(ProductId).describe('Ids of products of the seller, all of one type, at most 20.')
const storeIds = z
  .array(StoreId)
  .describe('Ids of stores of the seller, of groups and worlds, that offer it; at most 20.')

const CreateListingRequest = z
  .object({
    active: active.optional(),
    displayName,
    description,
    imageId,
    listingType: describeRef(ProductListingType, 'For how long it gives its products, for good.'),
    priceTokens,
    productIds,
    storeIds,
    ...LISTING_EXTRAS,
  })
  .meta({ id: 'CreateListingRequest' })

const UpdateListingRequest = z
  .object({ displayName, description, imageId, priceTokens, productIds, storeIds })
  .partial()
  .extend({ active, ...LISTING_EXTRAS })
  .meta({ id: 'UpdateListingRequest' })

/** Reads by this path find listings, the writes products. */
const UNKNOWN_PRODUCT = { productId: 'Product not found' }

/** Products, which listings sell. */
export const productRows = {
  createProduct: post('/products', {
    summary: 'Creates a product of the viewer, which listings can sell.',
    ...EXTENDED,
    body: CreateProductRequest,
    result: Product,
  }),
  updateProduct: put('/products/{productId}', {
    summary: 'Changes a product of the viewer.',
    ...EXTENDED,
    missing: UNKNOWN_PRODUCT,
    body: UpdateProductRequest,
    result: Product,
  }),
  deleteProduct: del('/products/{productId}', {
    summary: 'Archives a product of the viewer, which no active listing may sell.',
    ...EXTENDED,
    missing: UNKNOWN_PRODUCT,
    result: SuccessFlag,
  }),
  listUserProducts: get('/user/{userId}/products', {
    summary: 'Lists the products of a seller, newest first; of others those that are for sale.',
    ...EXTENDED,
    query: z.object(pageQuery),
    result: z.array(Product),
  }),
}

const HYDRATE = z.object({ hydrate: booleanText('hydrate').optional().describe('Whether to add its products.') })

/** Listings as their sellers change them. */
export const listingRows = {
  createProductListingDirect: post('/listing', {
    summary: 'Creates a listing of the viewer.',
    ...EXTENDED,
    body: CreateListingRequest,
    result: ProductListing,
  }),
  updateProductListingDirect: put('/listing/{productId}', {
    summary: 'Changes a listing of the viewer.',
    ...EXTENDED,
    query: HYDRATE,
    body: UpdateListingRequest,
    result: ProductListing,
  }),
  deleteProductListingDirect: del('/listing/{productId}', {
    summary: 'Archives a listing of the viewer.',
    ...EXTENDED,
    query: z.object({ hydrate: booleanText('hydrate').optional().describe('Ignored.') }),
    result: SuccessFlag,
  }),
}

/** Listings and stores. */
export const catalogueRows = {
  getProductListing: get('/listing/{productId}', {
    summary: 'Reads a listing.',
    query: HYDRATE,
    result: ProductListing,
  }),
  getProductListingAlternate: get('/products/{productId}', {
    summary: 'Reads a listing by its id, or the newest active one of a product.',
    result: ProductListing,
  }),
  getProductListings: get('/user/{userId}/listings', {
    summary: 'Lists the listings of a seller, newest first.',
    query: z.object({
      ...pageQuery,
      hydrate: booleanText('hydrate').optional().describe('Whether to add their products.'),
      listingType: z.string().optional().describe('Only listings of this type.'),
      groupId: GroupId.optional().describe('Only listings for roles of this group.'),
      active: booleanText('active').optional().describe('Only active listings, or only others.'),
    }),
    result: z.array(ProductListing),
  }),
  getStore: get('/economy/store', {
    summary: 'Reads a store.',
    query: z.object({
      storeId,
      hydrateListings,
      hydrateProducts: booleanText('hydrateProducts').optional().describe('Whether to add the products of listings.'),
    }),
    result: Store,
  }),
  getStoreShelves: get('/economy/store/shelves', {
    summary: 'Lists the shelves of the store of the platform.',
    query: z.object({
      storeId,
      hydrateListings,
      fetch: describeRef(StoreView, 'Which shelves; those other than public are for the seller.')
        .optional()
        .default('public'),
    }),
    result: z.array(StoreShelf),
  }),
  listStores: get('/economy/stores', {
    summary: 'Lists public stores, newest first.',
    ...EXTENDED,
    query: z.object({
      sellerId: UserId.optional().describe('Only stores of this seller.'),
      managementPov: booleanText('managementPov')
        .optional()
        .describe('All stores of the seller, drafts too; those of the viewer alone.'),
      ...pageQuery,
    }),
    mayBeOld: true,
    result: z.array(Store),
  }),
}
