import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { operationCache } from '../../../edges/graphql/operationCache.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText } from '../../../edges/graphql/resolvers/pagination.ts'
import { derivedId, nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { Listing as Row, ListingVariant as VariantRow } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { siblingId, trusted } from '../../../kernel/ids.ts'
import { groupRef } from '../../groups/graph/group.ts'
import { userRef } from '../../users/graph/user.ts'
import { DURATION_TYPES } from '../catalogue/listingFields.ts'
import { listingsByIds, listingTypeOf, variantsByIds, variantsOfListings } from '../catalogue/listings.ts'
import { catalogueImageUrl, productTypeOf } from '../catalogue/products.ts'
import { readIsPlus } from '../licenses/queries.ts'
import { canManageCatalogue, isForSale } from '../policy.ts'
import { unitPriceOf } from '../purchases/newPurchase.ts'
import { isOncePerPerson } from '../purchases/purchase.ts'
import { readOwnedListings } from '../purchases/queries.ts'
import { readSellers } from '../sellers.ts'
import { DurationUnit, ListingState, ListingType, ProductType } from './catalogueEnums.ts'

/** The id of a listing in the graph: the stored one has the prefix of products, and one id names one type. */
const graphListingId = (id: string): string => siblingId('listing', id)
/** The stored id of a listing by its id in the graph. */
export const storedListingId = (id: string) => siblingId('product', id)

/** Listings that the viewer can see, by their ids in the graph. One statement. */
const listingsByGraphId = createLoader<Row>(
  forViewer((scope, ids) => listingsByIds(scope, ids.map(storedListingId))),
  ({ id }) => graphListingId(id),
)

/** A listing by its stored id; null for one that the viewer can't see. */
export const loadListing = (context: GraphContext, id: string) => listingsByGraphId(context).load(graphListingId(id))

const viewerSells = operationCache(async ({ viewerScope: scope }: GraphContext) =>
  (await readSellers(scope, [scope.viewer.id])).has(scope.viewer.id),
)

/** Whether the viewer can change what a seller sells: the seller, as long as they have the permission, and admins. */
export const canChangeCatalogue = async (context: GraphContext, row: { readonly sellerId: string }): Promise<boolean> =>
  isAdmin(context.scope) || (canManageCatalogue(context.scope, row) && (await viewerSells(context)))

/** Listings of which the viewer has something that lasts. */
const ownedById = createLoader(forViewer(readOwnedListings), ({ id }) => id)

const viewerIsPlus = operationCache(({ viewerScope: scope }: GraphContext) => readIsPlus(scope))

const STATES = ['draft', 'active', 'archived'] as const

export const Listing = builder.objectRef<Row>('Listing')
export const ListingEdge = builder.edgeObject({ type: Listing, name: 'ListingEdge' })
export const ListingConnection = builder.connectionObject({ type: Listing, name: 'ListingConnection' }, ListingEdge)

/** The order of lists of a seller's listings. */
export const BY_LATEST_LISTING = byText('id', 'descending')

const variantsById = createLoader<VariantRow>(forViewer(variantsByIds), ({ id }) => id)
const variantsByListing = createListLoader<VariantRow>(forViewer(variantsOfListings), ({ listingId }) => listingId)

const ListingVariant = builder.objectRef<VariantRow>('ListingVariant')

builder.node(ListingVariant, {
  description: 'A price of a listing for a quantity.',
  ...nodeBy(variantsById),
  fields: (t) => ({
    quantity: t.exposeInt('quantity', { description: 'The quantity.' }),
    unitPrice: t.exposeInt('unitPriceTokens', { description: 'Price of one, in tokens.' }),
    isRefundable: t.boolean({
      description: 'Whether buyers can return it, if they can return the listing.',
      resolve: ({ isNonRefundable }) => !isNonRefundable,
    }),
    availableFrom: t.expose('effectiveFrom', {
      type: 'DateTime',
      nullable: true,
      description: 'Time from which it can be bought; null for at once.',
    }),
  }),
})

builder.node(Listing, {
  description: 'An offer of products for tokens.',
  id: derivedId(({ id }) => graphListingId(id)),
  loadMany: (ids, context) => ids.map((id) => listingsByGraphId(context).load(id)),
  fields: (t) => ({
    seller: t.field(userRef('sellerId', 'Who sells it; null after the account was erased.')),
    ...columns(t, 'Listing', {
      displayName: 'Name.',
      duration: 'For how many units of `durationUnit` it gives its products; null for types without a time.',
      isQuantifiable: 'Whether more than one can be bought at once.',
      isStackable: 'Whether a person can have more than one.',
      isBuyerRefundable: 'Whether buyers can return it; the seller and admins can always refund it.',
      tags: 'Tags, at most 10.',
      expiresAt: 'Time from which it cannot be bought any longer; null for none.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    subtitle: t.string({
      nullable: true,
      description: 'A line below the name; null for none.',
      resolve: ({ subtitle }) => subtitle || null,
    }),
    description: t.string({
      nullable: true,
      description: 'Description; null for none.',
      resolve: ({ description }) => description || null,
    }),
    imageId: t.exposeID('imageId', { nullable: true, description: 'Id of the file of the image; null for none.' }),
    imageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the image; null for none.',
      resolve: ({ imageId }, _args, { scope }) => imageId && catalogueImageUrl(scope, imageId),
    }),
    type: t.field({ type: ListingType, description: 'For how long it gives its products.', resolve: listingTypeOf }),
    productType: t.field({ type: ProductType, description: 'Type of all its products.', resolve: productTypeOf }),
    state: t.field({
      type: ListingState,
      description: 'State.',
      resolve: ({ state }) => STATES.find((one) => one === state) ?? 'draft',
    }),
    isForSale: t.boolean({
      description: 'Whether it can be bought now: it is active and has not expired.',
      resolve: (listing, _args, { scope }) => isForSale(scope, listing),
    }),
    price: t.exposeInt('priceTokens', { description: 'Price of one, in tokens.' }),
    plusPrice: t.exposeInt('plusDiscountPrice', {
      nullable: true,
      description: 'Price of one for people with a subscription, in tokens; null for the same.',
    }),
    durationUnit: t.field({
      type: DurationUnit,
      nullable: true,
      description: 'Unit of `duration`; null for types without a time.',
      resolve: ({ durationType }) => DURATION_TYPES.find((unit) => unit === durationType) ?? null,
    }),
    group: t.field(groupRef('groupId', 'The group whose roles it sells; null for none, or unless the viewer sees it.')),
    variants: t.field({
      type: [ListingVariant],
      description: 'Prices for quantities, those for the smallest quantity first; at most 10.',
      resolve: ({ id }, _args, context) => variantsByListing(context).load(id),
    }),
    purchaseCount: t.int({
      nullable: true,
      description: 'How often it was bought; null unless the viewer sells it or is an admin.',
      resolve: (listing, _args, { scope }) => (canManageCatalogue(scope, listing) ? listing.purchaseCount : null),
    }),
    purchaseQuantity: t.int({
      nullable: true,
      description: 'How many were bought; null unless the viewer sells it or is an admin.',
      resolve: (listing, _args, { scope }) => (canManageCatalogue(scope, listing) ? listing.purchaseQuantity : null),
    }),
    viewerPrice: t.int({
      description: 'Price of one for the viewer without a variant, in tokens.',
      complexity: 1,
      resolve: async (listing, _args, context) => unitPriceOf(listing, null, await viewerIsPlus(context)),
    }),
    viewerHas: t.boolean({
      description: 'Whether the viewer has what it gives, bought or as a gift, and that lasts.',
      resolve: async ({ id }, _args, context) => (await ownedById(context).load(id)) !== null,
    }),
    viewerOwns: t.boolean({
      description: 'Whether the viewer has it and cannot buy it once more, since it is sold once to each person.',
      resolve: async (listing, _args, context) =>
        isOncePerPerson(listing) && (await ownedById(context).load(listing.id)) !== null,
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can change and archive it: its seller and admins, until it is archived.',
      resolve: (listing, _args, context) => listing.state !== 'archived' && canChangeCatalogue(context, listing),
    }),
  }),
})

builder.queryFields((t) => ({
  listing: t.field({
    type: Listing,
    nullable: true,
    description: 'Finds a listing by id; null for one that the viewer cannot see.',
    args: { id: t.arg.id({ required: true, description: 'Id of the listing.' }) },
    resolve: (_root, { id }, context) => listingsByGraphId(context).load(trusted<'listing'>(id)),
  }),
}))
