import { z } from 'zod'
import { UserId } from './ids.ts'
import { get } from './operation.ts'
import { Balance, ProductPurchase, SortOptionProductPurchase } from './shapes/economy.ts'
import {
  EarningsMetrics,
  EconomyBalances,
  EconomyPayoutList,
  EconomyPayoutStatus,
  ProductPurchaseHistory,
  ProductPurchaseStack,
  ProviderKyc,
  SellerEligibility,
} from './shapes/economyRecord.ts'
import { isCommonYear, pageQuery, timeText } from './shapes/queryParameters.ts'
import { describeRef } from './shapes/requestFields.ts'
import { OrderOptionShort } from './shapes/scalars.ts'
import { Transaction } from './shapes/subscription.ts'

/** A query parameter that is a day, or a date and time. */
const dayOrTimeText = (field: string) => {
  const error = `${field} must be a date, or a date and time, of ISO 8601`
  return z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], { error })
    .refine(isCommonYear, `${field} must be a date of the years 1 to 9999`)
}

/** Balances and what has changed them. */
export const balanceRows = {
  getEconomyBalance: get('/user/{userId}/economy/balance', {
    summary: 'Reads how many tokens the viewer can spend.',
    origin: 'client',
    result: Balance,
  }),
  getEconomyBalances: get('/user/{userId}/economy/balances', {
    summary: 'Reads the tokens that the viewer can spend and has earned.',
    origin: 'extended',
    result: EconomyBalances,
  }),
  getProductPurchaseHistory: get('/user/{userId}/economy/transactions', {
    summary: 'Lists what has changed the tokens of the viewer, newest first.',
    origin: 'extended',
    query: z.object({
      n: pageQuery.n,
      dateMin: timeText('dateMin').optional().describe('Start of the time; 30 days before its end by default.'),
      dateMax: timeText('dateMax').optional().describe('End of the time, which is at most 366 days; now by default.'),
      fromUserId: UserId.optional().describe('Only what took tokens from this person.'),
      toUserId: UserId.optional().describe('Only what gave tokens to this person.'),
      sort: describeRef(SortOptionProductPurchase, 'Order of the list.').optional().default('purchaseDate'),
      order: describeRef(OrderOptionShort, 'Direction of the order.').optional().default('desc'),
    }),
    result: ProductPurchaseHistory,
  }),
  getEconomyPayouts: get('/user/{userId}/economy/payouts/list', {
    summary: 'Lists the earnings of the viewer that were paid out in money.',
    origin: 'extended',
    result: EconomyPayoutList,
  }),
  getEconomyPayoutStatus: get('/user/{userId}/economy/payouts/status', {
    summary: 'Reads whether the earnings of the viewer can be paid out in money.',
    origin: 'extended',
    result: EconomyPayoutStatus,
  }),
  getUserProviderKyc: get('/user/{userId}/provider/kyc', {
    summary: 'Reads whether the payment provider has checked who the viewer is.',
    vendorSegment: 'provider',
    origin: 'extended',
    result: ProviderKyc,
  }),
}

/** Shipped clients name the parts of the time in the plural. */
const EarningsGroup = z
  .enum(['day', 'week', 'month', 'days', 'weeks', 'months'], {
    error: 'groupByDuration must be day, week or month',
  })
  .meta({ id: 'EarningsGroup' })

/** Purchases, sales, and what admins gave. */
export const recordRows = {
  getProductPurchase: get('/economy/purchases/{productPurchaseId}', {
    summary: 'Reads a purchase that the viewer made, received or sold.',
    origin: 'extended',
    result: ProductPurchase,
  }),
  getProductPurchaseStacks: get('/economy/purchases/{productPurchaseId}/stacks', {
    summary: 'Lists the purchases that add up with one, newest first.',
    origin: 'extended',
    result: z.array(ProductPurchaseStack),
  }),
  getEarningsMetrics: get('/economy/metrics/earnings', {
    summary: 'Reads what sales have brought the viewer in a time, net of fees and refunds.',
    origin: 'extended',
    query: z.object({
      sellerId: UserId.describe('The viewer.'),
      metricDateStart: dayOrTimeText('metricDateStart')
        .optional()
        .describe('First day, or start, of the time; 30 days before its end by default.'),
      metricDateEnd: dayOrTimeText('metricDateEnd')
        .optional()
        .describe('Last day, or end, of the time, which is at most 366 days; now by default.'),
      groupByDuration: describeRef(EarningsGroup, 'Parts of the time for which sums are told.')
        .optional()
        .default('day'),
    }),
    result: EarningsMetrics,
  }),
  getSellerEligibility: get('/economy/seller/eligibility', {
    summary: 'Reads whether the viewer meets what sellers must.',
    origin: 'extended',
    result: SellerEligibility,
  }),
  getAdminTransactions: get('/Admin/transactions', {
    summary: 'Lists what admins gave the viewer in place of payments, newest first.',
    origin: 'extended',
    result: z.array(Transaction),
  }),
  getAdminTransaction: get('/Admin/transactions/{transactionId}', {
    summary: 'Reads what an admin gave the viewer in place of a payment.',
    origin: 'extended',
    deprecated: true,
    result: Transaction,
  }),
}
