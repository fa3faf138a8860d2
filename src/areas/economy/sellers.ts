import { assertAdmin, assertOwnerOrAdmin, isAdmin } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { PLATFORM_USER_ID, trusted, type UserId } from '../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../kernel/transaction.ts'
import { lockUser } from '../users/locks.ts'
import { hasAcceptedTerms, readEconomyProfile } from './economyProfile.ts'
import { canManageCatalogue } from './policy.ts'
import { type EarningsQuery, readEarningsParts } from './queries.ts'

/** The permission with which people sell, which admins grant. */
export const SELLER_PERMISSION = 'permission-seller'

/** Whether these people sell, by id. One statement. */
export async function readSellers({ db }: Pick<Scope, 'db'>, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const grants = await db.permissionGrant.findMany({
    where: { userId: { in: [...userIds] }, permission: { name: SELLER_PERMISSION } },
    select: { userId: true },
  })
  return new Set(grants.map(({ userId }) => userId))
}

/** Throws `forbidden` unless the viewer sells. */
export async function assertSeller(scope: ViewerScope): Promise<void> {
  const { id } = scope.viewer
  if (!(await readSellers(scope, [id])).has(id))
    throw new Failure('forbidden', "You don't have permission.", { reason: 'seller_only' })
}

/** What people must meet to sell; the permission to sell is given by admins. */
export interface SellerEligibility {
  readonly hasConfirmedEmail: boolean
  /** Whether time-based codes are on. */
  readonly hasSecondFactor: boolean
  /** Whether the present terms of the payment provider are accepted. */
  readonly hasAcceptedTerms: boolean
  readonly isBlocked: boolean
  /** Whether all of these are met. */
  readonly isEligible: boolean
}

/** Whether the viewer meets what sellers must. */
export async function readSellerEligibility(scope: ViewerScope): Promise<SellerEligibility> {
  const { id: userId } = scope.viewer
  const select = { emailVerified: true, totpEnabledAt: true } as const
  const account = await scope.db.account.findUnique({ where: { userId }, select })
  const profile = await readEconomyProfile(scope, userId)
  const facts = {
    hasConfirmedEmail: account?.emailVerified === true,
    hasSecondFactor: account?.totpEnabledAt != null,
    hasAcceptedTerms: hasAcceptedTerms(scope, profile),
    isBlocked: profile?.blockedAt != null,
  }
  const isMet = facts.hasConfirmedEmail && facts.hasSecondFactor && facts.hasAcceptedTerms
  return { ...facts, isEligible: isMet && !facts.isBlocked }
}

/** Something that is sold. */
interface Sold {
  readonly sellerId: string
}

/**
 * Who sells what the viewer creates: the viewer, who needs the permission to sell, or the platform, for which admins act.
 * Throws `forbidden`.
 */
export async function sellerOf(scope: ViewerScope, isOfPlatform: boolean): Promise<UserId> {
  if (isOfPlatform) assertAdmin(scope)
  else await assertSeller(scope)
  return isOfPlatform ? PLATFORM_USER_ID : scope.viewer.id
}

/**
 * Locks who sells, which serialises all changes of a seller's products, listings and stores. Throws `missing` for one whose
 * account is erased.
 */
export const lockSeller = (tx: InTransaction, sellerId: string): Promise<void> => lockUser(tx, sellerId)

/**
 * The seller of what the viewer wants to change. Throws `forbidden` unless the viewer sells or is an admin, and `missing`
 * for what others sell, of which only admins change anything.
 */
export async function ownSellerOf(scope: ViewerScope, row: Sold | null, missing: () => Failure): Promise<UserId> {
  if (!isAdmin(scope)) await assertSeller(scope)
  if (!row || !canManageCatalogue(scope, row)) throw missing()
  return trusted<'user'>(row.sellerId)
}

/** Whose images a seller can use: admins use their own ones for the platform. */
export const imageOwnerOf = ({ viewer }: Pick<ViewerTransaction, 'viewer'>, sellerId: string): string =>
  sellerId === PLATFORM_USER_ID ? viewer.id : sellerId

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
