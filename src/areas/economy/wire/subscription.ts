import type { TokenBundle as TokenBundleRecord } from '../../../contract/shapes/economy.ts'
import {
  type License,
  LicenseAction,
  type LicenseGroup,
  LicenseType,
  Subscription,
  SubscriptionPeriod,
  type Transaction,
  TransactionAgreement,
  TransactionExternalStoreInfo,
  TransactionStatus,
  type UserSubscription,
} from '../../../contract/shapes/subscription.ts'
import type {
  LicenseGroup as LicenseGroupRow,
  SubscriptionPlan,
  TokenBundle,
} from '../../../generated/prisma/client.ts'
import { siblingId } from '../../../kernel/ids.ts'
import { lookUp } from '../../../kernel/maps.ts'
import { shownUrl, type UrlOptions } from '../../../kernel/ownUrls.ts'
import type { NamedLicense } from '../licenses/queries.ts'
import { jsonObjectOf } from '../payments/paymentEvents.ts'
import type { NamedPayment } from '../payments/payments.ts'
import { isRunning } from '../subscriptions/arrangement.ts'
import { type BulkGiftOrder, remainingOf } from '../subscriptions/gifts.ts'
import type { PlannedSubscription } from '../subscriptions/ownSubscriptions.ts'

export const tokenBundleWire = (options: UrlOptions, bundle: TokenBundle): TokenBundleRecord => ({
  amount: bundle.amount,
  appleProductId: bundle.appleProductId,
  description: bundle.description,
  ...(bundle.googleProductId && { googleProductId: bundle.googleProductId }),
  id: bundle.id,
  imageUrl: shownUrl(options, bundle.imageUrl),
  oculusSku: bundle.oculusSku,
  steamItemId: bundle.steamItemId,
  tokens: bundle.tokens,
})

/** A plan. Ids of stores that do not sell it are left out; the one of the external store is its own id then. */
export const subscriptionWire = (plan: SubscriptionPlan): Subscription => ({
  amount: plan.amount,
  ...(plan.appleProductId && { appleProductId: plan.appleProductId }),
  description: plan.description,
  ...(plan.googlePlanId && { googlePlanId: plan.googlePlanId }),
  ...(plan.googleProductId && { googleProductId: plan.googleProductId }),
  id: plan.id,
  ...(plan.oculusSku && { oculusSku: plan.oculusSku }),
  period: SubscriptionPeriod.parse(plan.period),
  ...(plan.picoSku && { picoSku: plan.picoSku }),
  steamItemId: plan.steamItemId || plan.id,
  tier: plan.tier,
})

const ENDED: Readonly<Record<string, TransactionStatus>> = {
  expired: 'expired',
  failed: 'failed',
  chargeback: 'chargeback',
}

/** How a subscription ended, in the words of payments; `active` for one that has not. */
export const endedStatusOf = ({ status }: { readonly status: string }): TransactionStatus =>
  lookUp(ENDED, status) ?? 'active'

/** A subscription of a person; clients know it by the id of its plan. What an admin gave has an id of no payment. */
export const userSubscriptionWire = (row: PlannedSubscription): UserSubscription => ({
  active: isRunning(row),
  amount: row.amount,
  created_at: row.createdAt.toISOString(),
  description: row.description,
  expires: row.expiresAt.toISOString(),
  id: row.planId,
  isBulkGift: row.isBulkGift,
  isGift: row.isGift,
  licenseGroups: [row.plan.licenseGroupId],
  period: SubscriptionPeriod.parse(row.period),
  starts: row.startsAt.toISOString(),
  status: endedStatusOf(row),
  ...(row.plan.steamItemId && { steamItemId: row.plan.steamItemId }),
  store: row.store,
  tier: row.tier,
  transactionId: row.transactionId ?? siblingId('paymentTransaction', row.id),
  updated_at: row.updatedAt.toISOString(),
})

/** An order of several subscriptions to give away; `recipients` are ids of people. */
export const bulkGiftWire = (order: BulkGiftOrder) => ({
  transactionId: order.id,
  subscriptionId: order.itemId,
  quantity: order.quantity,
  remaining: remainingOf(order),
  recipients: order.subscriptions.map(({ userId }) => userId),
  created_at: order.createdAt.toISOString(),
})

export const licenseWire = ({ forAction, forId, forName, forType }: NamedLicense): License => ({
  forAction: LicenseAction.parse(forAction),
  forId,
  forName,
  forType: LicenseType.parse(forType),
})

export const licenseGroupWire = (
  { description, id, name }: LicenseGroupRow,
  licenses: readonly NamedLicense[],
): LicenseGroup => ({ description, id, licenses: licenses.map(licenseWire), name })

/** Ids of the payment, and texts of the least length, where the provider has told nothing. */
const unknownStoreInfo = ({ id, buyerId, providerRef, currency }: NamedPayment) => ({
  orderId: providerRef ?? id,
  steamId: buyerId,
  steamUrl: '',
  transId: id,
  walletInfo: { country: 'US', currency, state: '', status: 'Active' },
})

/** The payment as the external store knows it: what the provider has told in this form, else ids of the payment. */
function storeInfoOf(payment: NamedPayment) {
  const fallback = unknownStoreInfo(payment)
  const told = jsonObjectOf(jsonObjectOf(payment.details).steam)
  const walletInfo = { ...fallback.walletInfo, ...jsonObjectOf(told.walletInfo) }
  return TransactionExternalStoreInfo.safeParse({ ...fallback, ...told, walletInfo }).data ?? fallback
}

/** The recurring payment as the external store knows it; undefined unless the provider has told of it in this form. */
const agreementOf = ({ details }: NamedPayment) => TransactionAgreement.safeParse(jsonObjectOf(details).agreement).data

/** A payment that was paid or has failed. */
export function transactionWire(payment: NamedPayment): Transaction {
  const agreement = agreementOf(payment)
  return {
    ...(agreement && { agreement }),
    created_at: payment.createdAt.toISOString(),
    error: payment.error,
    id: payment.id,
    isGift: payment.receiverId !== null || payment.isBulkGift,
    isTokens: payment.itemType === 'bundle',
    sandbox: payment.isSandbox,
    status: TransactionStatus.parse(payment.status),
    steam: storeInfoOf(payment),
    subscription: Subscription.parse(payment.item),
    updated_at: payment.updatedAt.toISOString(),
    userDisplayName: payment.buyer.displayName,
    userId: payment.buyerId,
  }
}
