import { ProductPurchaseLocationType } from '../../../contract/shapes/economy.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { isStaff } from '../../../kernel/access.ts'
import { userRef } from '../../users/graph/user.ts'
import { DURATION_TYPES } from '../catalogue/listingFields.ts'
import { listingTypeOf } from '../catalogue/listings.ts'
import { catalogueImageUrl, productTypeOf } from '../catalogue/products.ts'
import { canSeeProceeds } from '../policy.ts'
import { type PurchaseRow, readPurchases } from '../purchases/queries.ts'
import { canRefund } from '../purchases/refunds.ts'
import { type BoughtProduct, isRunningAt, purchaseStatusOf } from '../purchases/snapshot.ts'
import { DurationUnit, ListingType, ProductType } from './catalogueEnums.ts'
import { Listing, loadListing } from './listing.ts'
import { productRef } from './product.ts'

/** Purchases in which the viewer has a part, by id. One statement. */
export const purchasesById = createLoader<PurchaseRow>(forViewer(readPurchases), ({ id }) => id)

const KINDS = ['purchase', 'gift', 'renewal'] as const
const STATUSES = ['active', 'expired', 'refunded', 'cancelled'] as const

export const PurchaseKind = enumOf('PurchaseKind', 'How something was bought.', {
  purchase: 'By a person for themselves.',
  gift: 'By a person for a friend.',
  renewal: 'By itself, at the end of a period.',
})

export const PurchaseStatus = enumOf('PurchaseStatus', 'State of a purchase.', {
  active: 'What it gave lasts.',
  expired: 'Its time is over, or it was used at once.',
  refunded: 'The tokens were given back, and what it gave has ended.',
  cancelled: 'What it gave lasts until its end, and is not renewed.',
})

export const PurchaseLocation = enumOf(
  'PurchaseLocation',
  'Where something was bought.',
  {
    client_avatar_marketplace: 'The market of avatars in a client.',
    client_creator_store: 'The listings of a seller in a client.',
    client_group_store: 'The store of a group in a client.',
    client_world_component: 'An object in a world.',
    client_world_store: 'The store of a world in a client.',
    undefined: 'No place that the client names.',
    web_any: 'Some page of the web.',
    web_avatar_marketplace: 'The market of avatars on the web.',
    web_creator_store: 'The listings of a seller on the web.',
    web_group_store: 'The store of a group on the web.',
    web_world_store: 'The store of a world on the web.',
  },
  { undefined: 'UNSPECIFIED' },
)

const PurchasedProduct = builder.objectRef<BoughtProduct>('PurchasedProduct').implement({
  description: 'A product as it was bought.',
  fields: (t) => ({
    productId: t.exposeID('id', { description: 'Id of the product.' }),
    product: t.field(productRef('id', 'The product as it is now; null unless the viewer can see it.')),
    displayName: t.exposeString('displayName', { description: 'Name.' }),
    type: t.field({ type: ProductType, description: 'Type.', resolve: productTypeOf }),
  }),
})

export const ProductPurchase = builder.objectRef<PurchaseRow>('ProductPurchase')
export const purchaseRef = referenceTo(ProductPurchase, purchasesById)
export const ProductPurchaseEdge = builder.edgeObject({ type: ProductPurchase, name: 'ProductPurchaseEdge' })
export const ProductPurchaseConnection = builder.connectionObject(
  { type: ProductPurchase, name: 'ProductPurchaseConnection' },
  ProductPurchaseEdge,
)

/** The order of lists of purchases: ids grow with time. */
export const BY_LATEST_PURCHASE = byText('id', 'descending')

builder.node(ProductPurchase, {
  description: 'That a person has bought a listing for tokens. Buyer, receiver, seller and admins see it.',
  ...nodeBy(purchasesById),
  fields: (t) => ({
    kind: t.field({
      type: PurchaseKind,
      description: 'How it was bought.',
      resolve: ({ purchaseType }) => KINDS.find((kind) => kind === purchaseType) ?? 'purchase',
    }),
    status: t.field({
      type: PurchaseStatus,
      description: 'State at the time of the request.',
      resolve: (purchase, _args, { scope }) =>
        STATUSES.find((status) => status === purchaseStatusOf(purchase, scope.now)) ?? 'expired',
    }),
    isRunning: t.boolean({
      description: 'Whether what it gave lasts.',
      resolve: (purchase, _args, { scope }) => isRunningAt(purchase, scope.now),
    }),
    buyer: t.field(userRef('buyerId', 'Who has paid; null after the account was erased.')),
    receiver: t.field(userRef('receiverId', 'For whom it is; null after the account was erased.')),
    seller: t.field(userRef('sellerId', 'Who has sold it; null after the account was erased.')),
    buyerName: t.exposeString('buyerName', { description: 'Display name of the buyer.' }),
    receiverName: t.exposeString('receiverName', { description: 'Display name of the receiver.' }),
    sellerName: t.exposeString('sellerName', { description: 'Display name of the seller.' }),
    listing: t.field({
      type: Listing,
      nullable: true,
      description: 'The listing as it is now; null unless the viewer can see it.',
      resolve: ({ listingId }, _args, context) => loadListing(context, listingId),
    }),
    listingName: t.exposeString('listingDisplayName', { description: 'Name of the listing as it was bought.' }),
    listingSubtitle: t.string({
      nullable: true,
      description: 'A line below the name, as it was bought; null for none.',
      resolve: ({ listingSubtitle }) => listingSubtitle || null,
    }),
    listingDescription: t.string({
      nullable: true,
      description: 'Description of the listing as it was bought; null for none.',
      resolve: ({ listingDescription }) => listingDescription || null,
    }),
    listingImageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the image of the listing as it was bought; null for none.',
      resolve: ({ listingImageId }, _args, { scope }) => listingImageId && catalogueImageUrl(scope, listingImageId),
    }),
    listingType: t.field({
      type: ListingType,
      description: 'For how long it gives its products.',
      resolve: listingTypeOf,
    }),
    products: t.field({
      type: [PurchasedProduct],
      ...atMost(20),
      description: 'What was bought.',
      resolve: ({ products }) => [...products],
    }),
    ...columns(t, 'ProductPurchase', {
      quantity: 'How many.',
      unitPrice: 'Tokens for one.',
      price: 'Tokens that the buyer has paid.',
      duration: 'For how many units of `durationUnit` one was given; null for ever or at once.',
      startsAt: 'Time from which it is given.',
      endsAt: 'Time until which it is given; null for ever.',
      refundedAt: 'Time at which it was refunded; null for never.',
    }),
    fee: t.int({
      nullable: true,
      description: 'Tokens that the platform has kept; null unless the viewer is the seller or an admin.',
      resolve: (purchase, _args, { scope }) => (canSeeProceeds(scope, purchase) ? purchase.fee : null),
    }),
    proceeds: t.int({
      nullable: true,
      description: 'Tokens that the seller has got; null unless the viewer is the seller or an admin.',
      resolve: (purchase, _args, { scope }) => (canSeeProceeds(scope, purchase) ? purchase.value : null),
    }),
    location: t.field({
      type: PurchaseLocation,
      nullable: true,
      description: 'Where it was bought; null for unknown.',
      resolve: ({ context: { locationType } }) =>
        ProductPurchaseLocationType.options.find((one) => one === locationType) ?? null,
    }),
    durationUnit: t.field({
      type: DurationUnit,
      nullable: true,
      description: 'Unit of `duration`; null for none.',
      resolve: ({ durationType }) => DURATION_TYPES.find((unit) => unit === durationType) ?? null,
    }),
    isRenewed: t.exposeBoolean('willRecur', { description: 'Whether the next period will be bought at the end.' }),
    period: t.exposeInt('periods', { description: 'Number of this period, from 1.' }),
    isLatest: t.exposeBoolean('isLatest', {
      description: 'Whether it is the latest purchase of the listing by its buyer.',
    }),
    purchasedAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the purchase.' }),
    viewerCanRefund: t.boolean({
      description:
        'Whether the viewer can refund it: the buyer within 14 days what was not used, its seller and admins within 90.',
      resolve: (purchase, _args, { scope }) => canRefund(scope, purchase),
    }),
    viewerCanCancelRenewal: t.boolean({
      description: 'Whether the viewer can end its renewal: its buyer and admins.',
      resolve: ({ willRecur, buyerId }, _args, { scope }) =>
        willRecur && (scope.viewer?.id === buyerId || isStaff(scope, 'economy')),
    }),
  }),
})
