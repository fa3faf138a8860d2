import { z } from 'zod'
import { ProductListingType, ProductPurchaseID } from './economy.ts'
import { DateTime, UserID } from './scalars.ts'

/** What a seller got by sales of a time: at once (`otp`) or by subscriptions. */
const earningsSums = {
  otpEarnings: z.int().min(0),
  otpPurchaseCount: z.int().min(0),
  subscriberEarnings: z.int().min(0),
  subscriberMonths: z.int().min(0),
  totalEarnings: z.int().min(0),
}

/** What a seller got in a time, and in each part of it that had sales. */
export const EarningsMetrics = z
  .object({
    breakdown: z.array(z.object({ _id: z.string(), ...earningsSums })),
    sellerId: UserID,
    totals: z.object(earningsSums),
  })
  .meta({ id: 'EarningsMetrics' })
export type EarningsMetrics = z.output<typeof EarningsMetrics>

export const SellerEligibility = z.object({ eligible: z.boolean() }).meta({ id: 'SellerEligibility' })
export type SellerEligibility = z.output<typeof SellerEligibility>

/** All tokens of a person. */
export const EconomyBalances = z
  .object({ balance: z.int(), earnings: z.int(), standard: z.int() })
  .meta({ id: 'EconomyBalances' })
export type EconomyBalances = z.output<typeof EconomyBalances>

/** Earnings that were paid out in money. */
const EconomyPayout = z
  .object({
    paymentAmountTokens: z.int(),
    paymentAmountUsd: z.int(),
    paymentCreated: DateTime,
    paymentOutId: z.int(),
    paymentPlatform: z.string(),
    paymentPlatformCode: z.int(),
    paymentStatus: z.string(),
    paymentStatusCode: z.int(),
    paymentUpdated: DateTime,
    platformPaymentGuid: z.string().nullable().optional(),
    platformPaymentMethod: z.string().nullable().optional(),
    reversalDate: DateTime.nullable().optional(),
    reversalReason: z.string().nullable().optional(),
    reversalReasonCode: z.int().nullable().optional(),
    reversalTransactionId: z.int().nullable().optional(),
    transactionId: z.int(),
  })
  .meta({ id: 'EconomyPayout' })

export const EconomyPayoutList = z.object({ payouts: z.array(EconomyPayout) }).meta({ id: 'EconomyPayoutList' })
export type EconomyPayoutList = z.output<typeof EconomyPayoutList>

/** What keeps earnings from being paid out. */
const EconomyPayoutEligibility = z
  .object({
    issue: z.string(),
    okBalance: z.boolean(),
    okFrequency: z.boolean(),
    okNotOngoing: z.boolean(),
    okStanding: z.boolean(),
  })
  .meta({ id: 'EconomyPayoutEligibility' })

/** Whether earnings can be paid out, and the payout under way. */
export const EconomyPayoutStatus = z
  .object({
    accountId: z.int(),
    activePayout: EconomyPayout.nullable().optional(),
    activePayoutCancellable: z.boolean(),
    activePayoutTiliaAmount: z.int(),
    earningsBalance: z.int(),
    eligibility: EconomyPayoutEligibility,
    payoutEligible: z.boolean(),
    tiliaId: z.string(),
  })
  .meta({ id: 'EconomyPayoutStatus' })
export type EconomyPayoutStatus = z.output<typeof EconomyPayoutStatus>

/** What has changed the tokens of a person. */
export const ProductPurchaseRecord = z
  .object({
    amount: z.int(),
    balance: z.int(),
    date: DateTime,
    fromUserDisplayName: z.string(),
    listingDisplayName: z.string(),
    listingType: ProductListingType,
    platform: z.string(),
    purchaseId: ProductPurchaseID,
    reason: z.int(),
    reasonLabel: z.string(),
    transactionId: z.int(),
    transactionLineId: z.int(),
  })
  .meta({ id: 'ProductPurchaseRecord' })
export type ProductPurchaseRecord = z.output<typeof ProductPurchaseRecord>

/** What has changed the tokens of a person in a time. */
export const ProductPurchaseHistory = z
  .object({ endDate: DateTime, startDate: DateTime, transactions: z.array(ProductPurchaseRecord) })
  .meta({ id: 'ProductPurchaseHistory' })
export type ProductPurchaseHistory = z.output<typeof ProductPurchaseHistory>

/** What the payment provider knows of who a person is. */
export const ProviderKyc = z
  .object({
    account_id: z.string(),
    kyc_id: z.string(),
    kyc_requirements: z.string(),
    match_checks: z.array(z.string()),
    pii_level: z.string(),
    rules: z.array(z.string()),
    state: z.string(),
    tilia_retry_rule_code: z.string(),
  })
  .meta({ id: 'ProviderKyc' })
export type ProviderKyc = z.output<typeof ProviderKyc>

/** One of the purchases that add up. */
export const ProductPurchaseStack = z
  .object({
    purchaseDate: DateTime,
    purchaseEndDate: DateTime.nullable(),
    purchaseId: ProductPurchaseID,
    purchaseQuantity: z.int(),
  })
  .meta({ id: 'ProductPurchaseStack' })
export type ProductPurchaseStack = z.output<typeof ProductPurchaseStack>
