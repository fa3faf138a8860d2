import { z } from 'zod'
import { catalogueRows, listingRows, productRows } from './catalogue.ts'
import { balanceRows, recordRows } from './economyRecords.ts'
import { ListingVariantId, subjectId, UserId } from './ids.ts'
import { get, post, put } from './operation.ts'
import {
  Balance,
  EconomyAccount,
  ProductPurchase,
  ProductPurchaseLocationType,
  ProviderStatus,
  ProviderTOS,
  SortOptionProductPurchase,
  TokenBundle,
  UpdateProviderTOSRequest,
} from './shapes/economy.ts'
import { patternOf } from './shapes/formats.ts'
import { booleanText, pageQuery } from './shapes/queryParameters.ts'
import { describeRef } from './shapes/requestFields.ts'
import { OrderOptionShort } from './shapes/scalars.ts'
import {
  License,
  LicenseGroup,
  Subscription,
  Transaction,
  UserCreditsEligible,
  UserSubscription,
  UserSubscriptionEligible,
} from './shapes/subscription.ts'

const MAX_QUANTITY = 99
const MAX_SLUG = 100

const externalStoreUser = z.string().max(MAX_SLUG).optional().describe('Id of the person in the external store.')

/** `totalPrice` and the quantity are checked against the listing by the act. */
const PurchaseProductListingRequest = z
  .object({
    contextData: z
      .object({
        locationType: describeRef(ProductPurchaseLocationType, 'Kind of the place.'),
        storeId: subjectId('store').optional().describe('Id of the store.'),
        worldId: subjectId('world').optional().describe('Id of the world.'),
      })
      .optional()
      .describe('Where the buyer is.'),
    listingId: subjectId('product').describe('Id of the listing.'),
    listingVariantId: ListingVariantId.optional().describe('Id of a variant of the listing, whose price counts.'),
    quantity: z
      .int()
      .min(1)
      .max(MAX_QUANTITY)
      .default(1)
      .describe('How many; more than one only of quantifiable and stackable listings.'),
    receiverId: UserId.optional().describe('The friend for whom it is; the buyer by default.'),
    stackable: z.boolean().optional().describe('Ignored: the listing says it.'),
    totalPrice: z.int().min(0).describe('Tokens that the buyer expects to pay for all.'),
  })
  .meta({ id: 'PurchaseProductListingRequest' })

/** Tokens, terms and the state of the economy. */
export const walletRows = {
  getBalance: get('/user/{userId}/balance', {
    summary: 'Reads how many tokens the viewer can spend.',
    result: Balance,
  }),
  getBalanceEarnings: get('/user/{userId}/balance/earnings', {
    summary: 'Reads how many tokens the viewer has earned by sales.',
    result: Balance,
  }),
  getEconomyAccount: get('/user/{userId}/economy/account', {
    summary: 'Reads what the viewer can do with tokens.',
    result: EconomyAccount,
  }),
  getProviderStatus: get('/provider/status', {
    summary: 'Reads whether tokens can be spent now.',
    vendorSegment: 'provider',
    result: ProviderStatus,
  }),
  getProviderTos: get('/user/{userId}/provider/tos', {
    summary: 'Reads whether the viewer has accepted the terms of the payment provider.',
    vendorSegment: 'provider',
    result: ProviderTOS,
  }),
  updateProviderTos: put('/user/{userId}/provider/tos', {
    summary: 'Accepts the terms of the payment provider, or withdraws that.',
    vendorSegment: 'provider',
    body: UpdateProviderTOSRequest,
    result: z.looseObject({}),
  }),
  getTokenBundles: get('/tokenBundles', {
    summary: 'Lists the amounts of tokens that are sold for money, the smallest first.',
    result: z.array(TokenBundle),
  }),
  getUserCreditsEligible: get('/users/{userId}/credits/eligible', {
    summary: 'Reads whether the viewer can buy a subscription for tokens.',
    query: z.object({ subscriptionId: z.string().max(MAX_SLUG).describe('Id of the subscription.') }),
    result: UserCreditsEligible,
  }),
}

/** Subscriptions, payments and licenses. */
export const subscriptionRows = {
  getSubscriptions: get('/subscriptions', {
    summary: 'Lists all subscriptions that exist, the cheapest first.',
    result: z.array(Subscription),
  }),
  getCurrentSubscriptions: get('/auth/user/subscription', {
    summary: 'Lists the active subscriptions of the viewer, the running one first.',
    result: z.array(UserSubscription),
  }),
  getRecentSubscription: get('/user/subscription/recent', {
    summary: 'Reads the latest subscription of the viewer.',
    result: UserSubscription,
  }),
  getUserSubscriptionEligible: get('/users/{userId}/subscription/eligible', {
    summary: 'Reads what the viewer can subscribe to; of others whether they can be given a subscription.',
    query: z.object({ externalStoreId: externalStoreUser, steamId: externalStoreUser }),
    result: UserSubscriptionEligible,
  }),
  getBulkGiftPurchases: get('/user/bulk/gift/purchases', {
    summary: 'Lists the orders of several gift subscriptions by the viewer, newest first.',
    query: z.object({ mostRecent: booleanText('mostRecent').optional().describe('Only the last one.') }),
    result: z.array(z.looseObject({})),
  }),
  getActiveLicenses: get('/economy/licenses/active', {
    summary: 'Lists what the viewer has a license for, each once.',
    result: z.array(License),
  }),
  getLicenseGroup: get('/licenseGroups/{licenseGroupId}', {
    summary: 'Reads a named set of licenses.',
    result: LicenseGroup,
  }),
}

/** Payments with money. */
export const paymentRows = {
  getExternalStoreTransactions: get('/ExternalStore/transactions', {
    summary: 'Lists the payments of the viewer, newest first.',
    vendorSegment: 'ExternalStore',
    result: z.array(Transaction),
  }),
  getExternalStoreTransaction: get('/ExternalStore/transactions/{transactionId}', {
    summary: 'Reads a payment of the viewer.',
    vendorSegment: 'ExternalStore',
    result: Transaction,
  }),
}

/** Purchases of listings. */
export const purchaseRows = {
  purchaseProductListing: post('/economy/purchase/listing', {
    summary: 'Buys a listing for tokens.',
    headers: z.object({
      'idempotency-key': z
        .string()
        .regex(patternOf('characters', /^[\x21-\x7e]{1,128}$/), 'Idempotency-Key must have 1 to 128 visible characters')
        .optional()
        .describe('Names the purchase, so that a repeated request answers the first purchase.'),
    }),
    body: PurchaseProductListingRequest,
    result: ProductPurchase,
  }),
  getProductPurchases: get('/economy/purchases', {
    summary: 'Lists purchases of the viewer, or sales.',
    query: z
      .object({
        buyerId: UserId.optional().describe('The viewer, for purchases. Needed unless `sellerId` is given.'),
        sellerId: UserId.optional().describe('The viewer, for sales: to the buyer, or to everybody without `buyerId`.'),
        ...pageQuery,
        mostRecent: booleanText('mostRecent')
          .optional()
          .describe('Only the latest purchase that each buyer made of each listing.'),
        sort: describeRef(SortOptionProductPurchase, 'Order of the list.').optional().default('purchaseDate'),
        order: describeRef(OrderOptionShort, 'Direction of the order.').optional().default('desc'),
      })
      .refine(({ buyerId, sellerId }) => buyerId !== undefined || sellerId !== undefined, {
        path: ['buyerId'],
        error: 'buyerId must be given, or sellerId',
      }),
    result: z.array(ProductPurchase),
  }),
}

export const economy = {
  ...walletRows,
  ...subscriptionRows,
  ...paymentRows,
  ...catalogueRows,
  ...productRows,
  ...listingRows,
  ...purchaseRows,
  ...balanceRows,
  ...recordRows,
}
