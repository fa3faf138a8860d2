import { z } from 'zod'
import { FileId, ListingNodeId, ListingVariantId, ProductId } from '../../../contract/ids.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { inputTypeOf } from '../../../edges/graphql/resolvers/input.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { DURATION_TYPES, type ListingUpdate } from '../catalogue/listingFields.ts'
import { LISTING_TYPES } from '../catalogue/listings.ts'
import {
  archiveListing,
  createListing,
  listingUpdateRules,
  newListingRules,
  updateListing,
} from '../catalogue/manageListings.ts'
import { PRODUCT_TYPES } from '../catalogue/products.ts'
import { DurationUnit, ListingType, ProductType } from './catalogueEnums.ts'
import { BY_LATEST_LISTING, Listing, ListingEdge, loadListing, storedListingId } from './listing.ts'

const listingId = ListingNodeId.describe('Id of the listing.')

const Variant = z.object({
  variantId: ListingVariantId.optional().describe('Id of a variant that stands; omitted for a new one.'),
  quantity: z.int().describe('The quantity, 1 to 99; each once.'),
  unitPrice: z.int().describe('Price of one in tokens, 1 to 1,000,000.'),
  isRefundable: z
    .boolean()
    .optional()
    .describe('Whether buyers can return it, if they can return the listing; true by default.'),
  availableFrom: z.date().nullable().optional().describe('Time from which it can be bought; at once by default.'),
})

const VariantInput = inputTypeOf('ListingVariantInput', 'A price of a listing for a quantity.', Variant, {
  availableFrom: 'DateTime',
})

/** The area checks lengths and amounts, so that all doors have the same rules. */
const Fields = z.object({
  displayName: z.string().describe('Name, 1 to 64 characters.'),
  subtitle: z.string().optional().describe('A line below the name, at most 128 characters.'),
  description: z.string().optional().describe('Description, at most 2,000 characters.'),
  imageId: FileId.nullable().optional().describe("Id of a complete image of the viewer's; null for none."),
  price: z.int().describe('Price of one in tokens, 1 to 1,000,000.'),
  plusPrice: z
    .int()
    .nullable()
    .optional()
    .describe('Price of one for people with a subscription, at most `price`; null for the same.'),
  duration: z
    .int()
    .nullable()
    .optional()
    .describe(
      'For how many units of `durationUnit` it gives its products, 1 to 366; of DURATION and SUBSCRIPTION alone.',
    ),
  durationUnit: z
    .enum(DURATION_TYPES)
    .nullable()
    .optional()
    .describe('Unit of `duration`; of DURATION and SUBSCRIPTION alone.'),
  isQuantifiable: z
    .boolean()
    .optional()
    .describe('Whether more than one can be bought at once; of DURATION and INSTANT alone.'),
  isStackable: z
    .boolean()
    .optional()
    .describe('Whether a person can have more than one; of DURATION and INSTANT alone.'),
  isBuyerRefundable: z.boolean().optional().describe('Whether buyers can return it; true by default.'),
  tags: z.array(z.string()).optional().describe('Tags, at most 10, of 1 to 50 characters of a to z, 0 to 9, - and _.'),
  expiresAt: z.date().nullable().optional().describe('Time from which it cannot be bought any longer; null for none.'),
  isActive: z
    .boolean()
    .optional()
    .describe(
      'Whether it is sold, which needs an image, products that give something, and a duration if it has one; a draft by default.',
    ),
  productIds: z
    .array(ProductId)
    .optional()
    .describe("Ids of products of the seller's of its type, at most 20, instead of those before; roles of one group."),
  variants: z.array(Variant).optional().describe('Prices for quantities, at most 10, instead of those before.'),
})

const TYPES = {
  durationUnit: DurationUnit,
  expiresAt: 'DateTime',
  productIds: ['ID'],
  variants: [VariantInput],
} satisfies {
  durationUnit: typeof DurationUnit
  expiresAt: 'DateTime'
  productIds: ['ID']
  variants: [typeof VariantInput]
}

const fieldNames = {
  priceTokens: 'price',
  plusDiscountPrice: 'plusPrice',
  durationType: 'durationUnit',
  active: 'isActive',
} as const

type GivenFields = Partial<z.output<typeof Fields>>

const variantsOf = (variants: readonly z.output<typeof Variant>[] | undefined): ListingUpdate['variants'] =>
  variants?.map(({ variantId: id, quantity, unitPrice, isRefundable = true, availableFrom }) => ({
    id,
    quantity,
    unitPriceTokens: unitPrice,
    isNonRefundable: !isRefundable,
    effectiveFrom: availableFrom,
  }))

/** An input as the area takes it. */
const fieldsOf = (given: GivenFields): ListingUpdate => ({
  displayName: given.displayName,
  subtitle: given.subtitle,
  description: given.description,
  imageId: given.imageId,
  priceTokens: given.price,
  plusDiscountPrice: given.plusPrice,
  duration: given.duration,
  durationType: given.durationUnit,
  isQuantifiable: given.isQuantifiable,
  isStackable: given.isStackable,
  isBuyerRefundable: given.isBuyerRefundable,
  tags: given.tags,
  expiresAt: given.expiresAt,
  isActive: given.isActive,
  productIds: given.productIds,
  variants: variantsOf(given.variants),
})

/** What a mutation on a listing returns: its stored id. */
interface WithListing {
  readonly storedId: string
}

const changedListing = (t: ObjectFieldBuilder<WithListing>, description: string) =>
  t.field({
    type: Listing,
    nullable: true,
    description,
    resolve: ({ storedId }, _args, context) => loadListing(context, storedId),
  })

mutation('createListing', {
  description:
    'Creates a listing: a draft, or at once for sale. Needs the permission to sell; at most 1,000 listings, and 500 a day.',
  input: Fields.extend({
    type: z.enum(LISTING_TYPES).describe('For how long it gives its products, for good; roles are not for INSTANT.'),
    productType: z.enum(PRODUCT_TYPES).describe('Type of all its products, for good.'),
    isOfPlatform: z
      .boolean()
      .optional()
      .describe('Whether the platform sells it, for which admins act; false by default.'),
  }),
  types: { ...TYPES, type: ListingType, productType: ProductType },
  fieldNames: { ...fieldNames, listingType: 'type' },
  rules: (scope, { type, productType, isOfPlatform, ...given }) => {
    const { displayName, priceTokens, ...fields } = fieldsOf(given)
    const needed = {
      ...(displayName !== undefined && { displayName }),
      ...(priceTokens !== undefined && { priceTokens }),
      ...(type && { listingType: type }),
      ...(productType && { productType }),
    }
    return newListingRules(scope, { ...fields, ...needed, isOfPlatform })
  },
  run: async (scope, given): Promise<WithListing> => {
    const { displayName, price: priceTokens, type: listingType, productType, isOfPlatform } = given
    const needed = { displayName, priceTokens, listingType, productType, isOfPlatform }
    return { storedId: await createListing(scope, { ...fieldsOf(given), ...needed }) }
  },
  payload: (t) => ({
    listing: changedListing(t, 'The new listing.'),
    listingEdge: t.field({
      type: ListingEdge,
      nullable: true,
      description: "The new listing in the list of the seller's listings.",
      resolve: async ({ storedId }: WithListing, _args, context: GraphContext) => {
        const listing = await loadListing(context, storedId)
        return listing && edgeOf(BY_LATEST_LISTING, listing)
      },
    }),
  }),
})

mutation('updateListing', {
  description:
    'Changes a listing; omitted fields stay as they are, and what was bought stays as it was. Its seller and admins.',
  input: Fields.partial().extend({ listingId, ifUpdatedAt }),
  types: { ...TYPES, ...IF_UPDATED_AT },
  fieldNames,
  rules: (scope, { listingId: id, ...given }) =>
    id ? listingUpdateRules(scope, storedListingId(id), fieldsOf(given)) : [],
  run: async (scope, { listingId: id, ifUpdatedAt, ...given }): Promise<WithListing> => {
    const storedId = storedListingId(id)
    await updateListing(scope, storedId, { ...fieldsOf(given), ifUpdatedAt })
    return { storedId }
  },
  payload: (t) => ({ listing: changedListing(t, 'The listing after the change.') }),
})

mutation('archiveListing', {
  description:
    'Ends the sale of a listing for good, and takes it out of stores and shelves. What was bought stays. Its seller and admins.',
  input: z.object({ listingId }),
  run: async (scope, { listingId: id }): Promise<WithListing> => {
    const storedId = storedListingId(id)
    await archiveListing(scope, storedId)
    return { storedId }
  },
  payload: (t) => ({ listing: changedListing(t, 'The listing, which is archived.') }),
})
