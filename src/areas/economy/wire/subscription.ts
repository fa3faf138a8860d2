import type { TokenBundle as TokenBundleRecord } from '../../../contract/shapes/economy.ts'
import {
  type License,
  LicenseAction,
  type LicenseGroup,
  LicenseType,
  type Subscription,
  SubscriptionPeriod,
  type TransactionStatus,
  type UserSubscription,
} from '../../../contract/shapes/subscription.ts'
import type {
  LicenseGroup as LicenseGroupRow,
  SubscriptionPlan,
  TokenBundle,
} from '../../../generated/prisma/client.ts'
import { siblingId } from '../../../kernel/ids.ts'
import { lookUp } from '../../../kernel/lookUp.ts'
import type { NamedLicense } from '../licenses/queries.ts'
import { isRunning } from '../subscriptions/arrangement.ts'
import { type BulkGiftOrder, remainingOf } from '../subscriptions/gifts.ts'
import type { PlannedSubscription } from '../subscriptions/ownSubscriptions.ts'

export const tokenBundleWire = (bundle: TokenBundle): TokenBundleRecord => ({
  amount: bundle.amount,
  appleProductId: bundle.appleProductId,
  description: bundle.description,
  ...(bundle.googleProductId && { googleProductId: bundle.googleProductId }),
  id: bundle.id,
  imageUrl: bundle.imageUrl,
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
