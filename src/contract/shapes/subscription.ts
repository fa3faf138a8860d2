import { z } from 'zod'
import { DateTime, UserID } from './scalars.ts'

const named = (name: string) => z.string().meta({ id: name })

const TransactionID = named('TransactionID')
const LicenseGroupID = named('LicenseGroupID')
export const SubscriptionPeriod = z.enum(['day', 'hour', 'month', 'week', 'year']).meta({ id: 'SubscriptionPeriod' })
export type SubscriptionPeriod = z.output<typeof SubscriptionPeriod>
export const TransactionStatus = z.enum(['active', 'chargeback', 'expired', 'failed']).meta({ id: 'TransactionStatus' })
export type TransactionStatus = z.output<typeof TransactionStatus>
export const LicenseAction = z.enum(['have', 'wear']).meta({ id: 'LicenseAction' })
export type LicenseAction = z.output<typeof LicenseAction>
export const LicenseType = z.enum(['avatar', 'licenseGroup', 'permission', 'product']).meta({ id: 'LicenseType' })
export type LicenseType = z.output<typeof LicenseType>

/** The right to have or wear something. */
export const License = z
  .object({
    forAction: LicenseAction,
    forId: z.string().min(1),
    forName: z.string().min(1),
    forType: LicenseType,
  })
  .meta({ id: 'License' })
export type License = z.output<typeof License>

/** A named set of licenses. */
export const LicenseGroup = z
  .object({
    description: z.string(),
    id: LicenseGroupID,
    licenses: z.array(License),
    name: z.string().min(1),
  })
  .meta({ id: 'LicenseGroup' })
export type LicenseGroup = z.output<typeof LicenseGroup>

/** A paid membership for a time. */
export const Subscription = z
  .object({
    amount: z.number(),
    appleProductId: z.string().min(1).optional(),
    description: z.string(),
    googlePlanId: z.string().optional(),
    googleProductId: z.string().min(1).optional(),
    id: z.string().min(1),
    oculusSku: z.string().min(1).optional(),
    period: SubscriptionPeriod,
    picoSku: z.string().min(1).optional(),
    steamItemId: z.string().min(1),
    tier: z.int(),
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.output<typeof Subscription>

/** A subscription of a person. */
export const UserSubscription = z
  .object({
    active: z.boolean(),
    amount: z.number(),
    created_at: DateTime,
    description: z.string(),
    expires: DateTime,
    id: z.string().min(1),
    isBulkGift: z.boolean(),
    isGift: z.boolean(),
    licenseGroups: z.array(LicenseGroupID),
    period: SubscriptionPeriod,
    starts: z.string().optional(),
    status: TransactionStatus,
    steamItemId: z.string().min(1).optional(),
    store: z.string().min(1),
    tier: z.int(),
    transactionId: TransactionID,
    updated_at: DateTime,
  })
  .meta({ id: 'UserSubscription' })
export type UserSubscription = z.output<typeof UserSubscription>

/** A recurring payment as the external store knows it. */
export const TransactionAgreement = z
  .object({
    agreement: z.string(),
    agreementId: z.string().min(1),
    billingType: z.string().min(1),
    currency: z.string().min(1),
    endDate: z.string().min(1),
    failedAttempts: z.int(),
    frequency: z.int(),
    itemId: z.int(),
    lastAmount: z.number(),
    lastAmountVat: z.number(),
    lastPayment: z.string().min(1),
    nextPayment: z.string().min(1),
    outstanding: z.int(),
    period: z.string().min(1),
    recurringAmt: z.number(),
    startDate: z.string().min(1),
    status: z.string().min(1),
    timeCreated: z.string().min(1),
  })
  .meta({ id: 'TransactionAgreement' })

/** The wallet of the payer at the external store. */
const TransactionExternalStoreWalletInfo = z
  .object({
    country: z.string().min(2),
    currency: z.string().min(3),
    state: z.string(),
    status: z.string().min(1),
  })
  .meta({ id: 'TransactionExternalStoreWalletInfo' })

/** A payment as the external store knows it. */
export const TransactionExternalStoreInfo = z
  .object({
    orderId: z.string().min(1),
    steamId: z.string().min(1),
    steamUrl: z.string(),
    transId: z.string().min(1),
    walletInfo: TransactionExternalStoreWalletInfo,
  })
  .meta({ id: 'TransactionExternalStoreInfo' })

/** A payment with money. */
export const Transaction = z
  .object({
    agreement: TransactionAgreement.optional(),
    created_at: DateTime,
    error: z.string().nullable(),
    id: TransactionID,
    isGift: z.boolean().optional(),
    isTokens: z.boolean().optional(),
    sandbox: z.boolean(),
    status: TransactionStatus,
    steam: TransactionExternalStoreInfo.optional(),
    subscription: Subscription,
    updated_at: DateTime,
    userDisplayName: z.string().optional(),
    userId: UserID.optional(),
  })
  .meta({ id: 'Transaction' })
export type Transaction = z.output<typeof Transaction>

/** Whether a person can buy a subscription for tokens. */
export const UserCreditsEligible = z
  .object({ eligible: z.boolean(), reason: z.string().optional() })
  .meta({ id: 'UserCreditsEligible' })
export type UserCreditsEligible = z.output<typeof UserCreditsEligible>

/** What a person can subscribe to, or be given. */
export const UserSubscriptionEligible = z
  .object({
    activeCancelledSubscription: z.boolean(),
    giftEligible: z.boolean(),
    nonExtendVendorWillLoseGiftTime: z.boolean(),
    purchaseEligible: z.boolean(),
    subscriptionEligible: z.boolean(),
    subscriptionOnAltAccount: z.boolean(),
  })
  .meta({ id: 'UserSubscriptionEligible' })
export type UserSubscriptionEligible = z.output<typeof UserSubscriptionEligible>
