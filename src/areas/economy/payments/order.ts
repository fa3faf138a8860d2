import { createHash } from 'node:crypto'
import type { Prisma, SubscriptionPlan, TokenBundle } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { assertAll, type InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { bundleNotFound, planNotFound } from '../policy.ts'

/** What a person wants to pay for: a bundle, or a subscription for themselves, for a friend, or several to give away. */
export interface StorePurchase {
  /** Slug of a bundle of tokens. */
  readonly bundleId?: string | undefined
  /** Slug of a subscription. */
  readonly subscriptionId?: string | undefined
  /** Number of subscriptions to give away one by one; omitted for one subscription. */
  readonly quantity?: number | undefined
  /** The friend who gets the subscription; omitted for the buyer. */
  readonly receiverId?: UserId | undefined
  readonly idempotencyKey: string
}

/** Columns of a payment that follow from what is bought. */
export interface Order {
  readonly itemType: 'bundle' | 'subscription'
  readonly itemId: string
  readonly item: Prisma.InputJsonObject
  readonly tokens: number
  readonly quantity: number
  readonly receiverId: string | null
  readonly isBulkGift: boolean
  /** Cents for all. */
  readonly amount: number
}

/** Tells whether two inputs with one key are equal. */
export const inputHashOf = ({ bundleId, subscriptionId, quantity, receiverId }: StorePurchase): string =>
  createHash('sha256')
    .update(JSON.stringify([bundleId ?? null, subscriptionId ?? null, quantity ?? null, receiverId ?? null]))
    .digest('hex')

/**
 * The order for what is bought. Throws `invalid` unless it is either a bundle or a subscription, and `missing` for one that
 * is not sold.
 */
export async function readOrder({ db }: Pick<Scope, 'db'>, purchase: StorePurchase): Promise<Order> {
  await assertAll(purchaseRules(purchase))
  const { bundleId, subscriptionId = '', quantity, receiverId = null } = purchase
  if (bundleId !== undefined) {
    const bundle = await db.tokenBundle.findUnique({ where: { id: bundleId } })
    if (!bundle?.isActive) throw bundleNotFound()
    return orderOfBundle(bundle)
  }
  const plan = await db.subscriptionPlan.findUnique({ where: { id: subscriptionId } })
  if (!plan?.isActive) throw planNotFound()
  return {
    ...{ itemType: 'subscription', itemId: plan.id, item: itemOfPlan(plan), tokens: 0 },
    ...{ quantity: quantity ?? 1, receiverId, isBulkGift: quantity !== undefined },
    amount: plan.amount * (quantity ?? 1),
  }
}

const needs = (isRight: boolean, field: string, message: string) => {
  if (!isRight) throw invalid(field, message, 'wrong_combination')
}

/** Rules for what is bought: a bundle or a subscription, which alone can be given to one friend or to several. */
export function purchaseRules(purchase: Omit<StorePurchase, 'idempotencyKey'>): readonly InputRule[] {
  const { bundleId, subscriptionId, quantity, receiverId } = purchase
  const isForOthers = quantity !== undefined && receiverId !== undefined
  return [
    () => needs((bundleId === undefined) !== (subscriptionId === undefined), 'bundleId', ONE_KIND),
    () => needs(quantity === undefined || bundleId === undefined, 'quantity', 'quantity is only for subscriptions'),
    () => needs(receiverId === undefined || bundleId === undefined, 'receiverId', 'Tokens cannot be given to others'),
    () =>
      needs(!isForOthers, 'quantity', 'quantity is for subscriptions that are given away later: leave out receiverId'),
  ]
}

const ONE_KIND = 'Either bundleId or subscriptionId must be given'

const orderOfBundle = (bundle: TokenBundle): Order => ({
  ...{ itemType: 'bundle', itemId: bundle.id, item: itemOfBundle(bundle), tokens: bundle.tokens },
  ...{ quantity: 1, receiverId: null, isBulkGift: false, amount: bundle.amount },
})

/** The ids of stores that are not empty. */
const filled = (ids: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== ''))

/** A bundle in the form of a subscription of the wire, as clients read what was paid for. */
const itemOfBundle = (bundle: TokenBundle): Prisma.InputJsonObject => ({
  ...{ id: bundle.id, amount: bundle.amount, description: bundle.description, period: 'month', tier: 0 },
  ...filled({
    appleProductId: bundle.appleProductId,
    googleProductId: bundle.googleProductId,
    oculusSku: bundle.oculusSku,
  }),
  steamItemId: bundle.steamItemId || bundle.id,
})

const itemOfPlan = (plan: SubscriptionPlan): Prisma.InputJsonObject => ({
  ...{ id: plan.id, amount: plan.amount, description: plan.description, period: plan.period, tier: plan.tier },
  ...filled({
    appleProductId: plan.appleProductId,
    googlePlanId: plan.googlePlanId,
    googleProductId: plan.googleProductId,
    oculusSku: plan.oculusSku,
    picoSku: plan.picoSku,
  }),
  steamItemId: plan.steamItemId || plan.id,
})
