import { z } from 'zod'
import { ListingNodeId, ListingVariantId, PurchaseId, StoreId, UserId, WorldId } from '../../../contract/ids.ts'
import { ProductPurchaseLocationType } from '../../../contract/shapes/economy.ts'
import { patternOf } from '../../../contract/shapes/formats.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { MAX_QUANTITY, purchaseListing } from '../purchases/purchase.ts'
import { refundPurchase } from '../purchases/refunds.ts'
import { cancelRenewal } from '../purchases/renewals.ts'
import { storedListingId } from './listing.ts'
import { BY_LATEST_PURCHASE, ProductPurchaseEdge, PurchaseLocation, purchaseRef, purchasesById } from './purchase.ts'

const MAX_TOTAL = 100_000_000

const purchaseId = PurchaseId.describe('Id of the purchase.')

/** What a mutation on a purchase returns: its id. */
interface WithPurchase {
  readonly purchaseId: string
}

mutation('purchaseProductListing', {
  description: 'Buys a listing for tokens, for the viewer or as a gift for a friend. At most 30 times in a minute.',
  input: z.object({
    listingId: ListingNodeId.describe('Id of the listing.'),
    listingVariantId: ListingVariantId.optional().describe('Id of a variant of the listing, whose price counts.'),
    quantity: z
      .int()
      .min(1)
      .max(MAX_QUANTITY)
      .optional()
      .describe('How many, 1 by default; more only of quantifiable and stackable listings.'),
    receiverId: UserId.optional().describe('The friend for whom it is; the viewer by default.'),
    totalPrice: z.int().min(0).max(MAX_TOTAL).describe('Tokens that the viewer expects to pay for all.'),
    location: ProductPurchaseLocationType.optional().describe('Where the viewer is.'),
    storeId: StoreId.optional().describe('Id of the store where the viewer is.'),
    worldId: WorldId.optional().describe('Id of the world where the viewer is.'),
    idempotencyKey: z
      .string()
      .regex(patternOf('characters', /^[\x21-\x7e]{1,128}$/))
      .optional()
      .describe('Names the purchase, so that a repeated mutation answers the first one; 1 to 128 visible characters.'),
  }),
  types: { location: PurchaseLocation },
  run: async (scope, { listingId, location: locationType, storeId, worldId, ...request }): Promise<WithPurchase> => {
    const context = { locationType, storeId, worldId }
    const { id } = await purchaseListing(scope, { ...request, listingId: storedListingId(listingId), context })
    return { purchaseId: id }
  },
  payload: (t) => ({
    purchase: t.field(purchaseRef('purchaseId', 'The purchase.')),
    purchaseEdge: t.field({
      type: ProductPurchaseEdge,
      nullable: true,
      description: "The purchase in the list of the viewer's purchases.",
      resolve: async ({ purchaseId: id }: WithPurchase, _args, context: GraphContext) => {
        const purchase = await purchasesById(context).load(id)
        return purchase && edgeOf(BY_LATEST_PURCHASE, purchase)
      },
    }),
  }),
})

mutation('cancelRenewal', {
  description:
    'Ends the renewal of what the viewer has bought for a period; it lasts until the end of the period. Admins can end those of others.',
  input: z.object({ purchaseId: purchaseId.describe('Id of the purchase, or of any period of it.') }),
  run: async (scope, input): Promise<WithPurchase> => ({ purchaseId: await cancelRenewal(scope, input.purchaseId) }),
  payload: (t) => ({ purchase: t.field(purchaseRef('purchaseId', 'The last period, which is not renewed.')) }),
})

mutation('refundPurchase', {
  description:
    'Gives the tokens of a purchase back and ends what it gave. Buyers can within 14 days what they have not used; sellers and admins within 90 days.',
  input: z.object({ purchaseId }),
  run: async (scope, input): Promise<WithPurchase> => {
    await refundPurchase(scope, input.purchaseId)
    return input
  },
  payload: (t) => ({ purchase: t.field(purchaseRef('purchaseId', 'The purchase after the refund.')) }),
})
