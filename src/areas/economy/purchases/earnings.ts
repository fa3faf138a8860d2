import { assertOwnerOrAdmin } from '../../../kernel/access.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type EarningsQuery, readEarningsParts } from '../queries.ts'

/** What sales of a time have brought a seller, in tokens, without fees and without what was refunded since. */
export interface EarningsSums {
  /** By sales that are no subscriptions, and their number. */
  readonly otpEarnings: number
  readonly otpPurchaseCount: number
  readonly subscriberEarnings: number
  /** Months that periods of subscriptions have begun: a year has 12; a period of days or weeks counts each 30 days. */
  readonly subscriberMonths: number
  readonly totalEarnings: number
}

/** What the sales of a day, week or month have brought. */
export interface EarningsPart extends EarningsSums {
  /** `2026-07-29`, `2026-W31` by ISO 8601, or `2026-07`, in UTC: shipped clients find the parts of their charts by it. */
  readonly part: string
}

export interface EarningsMetrics {
  readonly sellerId: UserId
  readonly totals: EarningsSums
  /** Only parts with sales, the first one first. */
  readonly parts: readonly EarningsPart[]
}

/**
 * What the sales of a time have brought the viewer; admins read that of all. Ids of purchases begin with their time, so the
 * index of the seller finds them. One statement. Throws `forbidden`.
 */
export async function readEarnings(scope: ViewerScope, query: EarningsQuery): Promise<EarningsMetrics> {
  assertOwnerOrAdmin(scope, query.sellerId)
  const parts = await readEarningsParts(scope, query)
  return { sellerId: query.sellerId, totals: parts.reduce(add, NOTHING), parts }
}

const NOTHING: EarningsSums = {
  otpEarnings: 0,
  otpPurchaseCount: 0,
  subscriberEarnings: 0,
  subscriberMonths: 0,
  totalEarnings: 0,
}

const add = (one: EarningsSums, other: EarningsSums): EarningsSums => ({
  otpEarnings: one.otpEarnings + other.otpEarnings,
  otpPurchaseCount: one.otpPurchaseCount + other.otpPurchaseCount,
  subscriberEarnings: one.subscriberEarnings + other.subscriberEarnings,
  subscriberMonths: one.subscriberMonths + other.subscriberMonths,
  totalEarnings: one.totalEarnings + other.totalEarnings,
})
