import { Prisma } from '../../../generated/prisma/client.ts'
import { assertOwnerOrAdmin } from '../../../kernel/access.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { TimeSpan } from '../timeSpan.ts'
import { firstIdAt } from './facts.ts'

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

/** Patterns of PostgreSQL for the names of the parts. */
const PART_FORMATS = { day: 'YYYY-MM-DD', week: 'IYYY-"W"IW', month: 'YYYY-MM' } as const
type EarningsGrouping = keyof typeof PART_FORMATS

interface EarningsQuery extends TimeSpan {
  readonly sellerId: UserId
  readonly groupBy: EarningsGrouping
}

const MONTHS = Prisma.sql`CASE p."durationType" WHEN 'year' THEN 12 * p.duration WHEN 'month' THEN p.duration
  WHEN 'week' THEN ceil(p.duration * 7 / 30.0) ELSE ceil(coalesce(p.duration, 0) / 30.0) END`
const IS_SUBSCRIPTION = Prisma.sql`p."listingType" = 'subscription'`

/**
 * What the sales of a time have brought the viewer; admins read that of all. Ids of purchases begin with their time, so the
 * index of the seller finds them. One statement. Throws `forbidden`.
 */
export async function readEarnings(scope: ViewerScope, query: EarningsQuery): Promise<EarningsMetrics> {
  const { sellerId, from, until, groupBy } = query
  assertOwnerOrAdmin(scope, sellerId)
  const [first, end] = [idAt(from), idAt(addMilliseconds(until, 1))]
  const parts = await scope.sql<EarningsPart>`
    SELECT to_char(p."createdAt" AT TIME ZONE 'UTC', ${PART_FORMATS[groupBy]}) AS part,
      coalesce(sum(p.value) FILTER (WHERE NOT ${IS_SUBSCRIPTION}), 0)::float8 AS "otpEarnings",
      count(*) FILTER (WHERE NOT ${IS_SUBSCRIPTION})::float8 AS "otpPurchaseCount",
      coalesce(sum(p.value) FILTER (WHERE ${IS_SUBSCRIPTION}), 0)::float8 AS "subscriberEarnings",
      coalesce(sum(${MONTHS}) FILTER (WHERE ${IS_SUBSCRIPTION}), 0)::float8 AS "subscriberMonths",
      sum(p.value)::float8 AS "totalEarnings"
    FROM "ProductPurchase" AS p
    WHERE p."sellerId" = ${sellerId} AND p.id > ${first} AND p.id < ${end}
      AND p."createdAt" BETWEEN ${from} AND ${until} AND p.status <> 'refunded'
    GROUP BY part ORDER BY part`
  return { sellerId, totals: parts.reduce(add, NOTHING), parts }
}

/** Ids tell no time before 1970, and no purchase is older. */
const idAt = (at: Date) => firstIdAt(new Date(Math.max(0, at.getTime())))

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
