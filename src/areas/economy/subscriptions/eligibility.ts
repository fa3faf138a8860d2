import { assertOwnerOrAdmin, isOwnerOrAdmin } from '../../../kernel/access.ts'
import { userNotFound } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { searchableUsers } from '../../users/policy.ts'
import { readEconomyProfile } from '../economyProfile.ts'
import { readBalance } from '../ledger/accounts.ts'
import { userAccount } from '../ledger/transfers.ts'
import { planNotFound } from '../policy.ts'
import { LIVE_STATUSES } from './arrangement.ts'

/** Whether a person can buy a subscription for tokens, and why not. */
export interface CreditsEligibility {
  readonly eligible: boolean
  readonly reason?: 'not_for_tokens' | 'not_enough_tokens' | 'economy_blocked'
}

/** Whether the viewer can buy a subscription for tokens; admins read of all. Throws `forbidden`, and `missing` for an unknown one. */
export async function readCreditsEligible(
  scope: ViewerScope,
  userId: UserId,
  planId: string,
): Promise<CreditsEligibility> {
  assertOwnerOrAdmin(scope, userId)
  const plan = await scope.db.subscriptionPlan.findUnique({ where: { id: planId } })
  if (!plan) throw planNotFound()
  if (plan.priceTokens === null) return { eligible: false, reason: 'not_for_tokens' }
  const profile = await readEconomyProfile(scope, userId)
  if (profile?.blockedAt) return { eligible: false, reason: 'economy_blocked' }
  const { posted, held } = await readBalance(scope, userAccount(userId, 'standard'))
  return posted - held < plan.priceTokens ? { eligible: false, reason: 'not_enough_tokens' } : { eligible: true }
}

/** What a person can subscribe to, or be given. Of others, viewers learn `giftEligible` alone. */
export interface SubscriptionEligibility {
  readonly purchaseEligible: boolean
  readonly subscriptionEligible: boolean
  readonly giftEligible: boolean
  /** Whether what the person is subscribed to is not renewed. */
  readonly activeCancelledSubscription: boolean
  /** Whether a purchase would take what is left of a gift. */
  readonly nonExtendVendorWillLoseGiftTime: boolean
  /** Whether the external store knows the person as one who pays for another account. */
  readonly subscriptionOnAltAccount: boolean
}

const NOTHING: SubscriptionEligibility = {
  purchaseEligible: false,
  subscriptionEligible: false,
  giftEligible: false,
  activeCancelledSubscription: false,
  nonExtendVendorWillLoseGiftTime: false,
  subscriptionOnAltAccount: false,
}

/**
 * What a person can subscribe to, or be given; `externalStoreId` is what the external store calls the one who would pay. Throws
 * `missing` for an unknown person.
 */
export async function readSubscriptionEligible(
  scope: ViewerScope,
  userId: UserId,
  externalStoreId?: string,
): Promise<SubscriptionEligibility> {
  const giftEligible = await isGiftEligible(scope, userId)
  if (!isOwnerOrAdmin(scope, userId)) return { ...NOTHING, giftEligible }
  const [profile, live, offered, subscriptionOnAltAccount] = await Promise.all([
    readEconomyProfile(scope, userId),
    scope.db.userSubscription.findMany({ where: { userId, status: { in: [...LIVE_STATUSES] } }, take: MAX_LIVE }),
    scope.db.subscriptionPlan.findMany({ where: { isActive: true }, select: { tier: true }, take: MAX_PLANS }),
    paysForOther(scope, userId, externalStoreId),
  ])
  const canBuy = profile?.blockedAt == null && offered.some(({ tier }) => live.every((held) => held.tier !== tier))
  const hasGift = live.some(({ isGift, isBulkGift }) => isGift || isBulkGift)
  return {
    purchaseEligible: canBuy,
    subscriptionEligible: canBuy,
    giftEligible,
    activeCancelledSubscription: live.some(({ cancelledAt }) => cancelledAt !== null),
    nonExtendVendorWillLoseGiftTime: hasGift && !scope.payments.canExtend,
    subscriptionOnAltAccount,
  }
}

const MAX_LIVE = 500
const MAX_PLANS = 100

/** Whether a person can be given a subscription by the viewer: their account stays, and neither has blocked the other. */
async function isGiftEligible({ db, viewer }: ViewerScope, userId: UserId): Promise<boolean> {
  const person = await db.user.findUnique({
    where: { id: userId, AND: [searchableUsers] },
    select: { account: { select: { deletionAt: true } } },
  })
  if (!person) throw userNotFound(userId)
  const sides = [
    { sourceUserId: viewer.id, targetUserId: userId },
    { sourceUserId: userId, targetUserId: viewer.id },
  ]
  const blocks = await db.playerModeration.count({ where: { matter: 'block', OR: sides } })
  return person.account?.deletionAt === null && blocks === 0
}

/** Whether somebody whom the external store knows by this id pays for a subscription, other than this person. */
async function paysForOther({ db }: ViewerScope, userId: UserId, externalStoreId?: string): Promise<boolean> {
  if (!externalStoreId) return false
  const paid = {
    isRecurring: true,
    status: { in: [...LIVE_STATUSES] },
    userId: { not: userId },
    user: { economyProfile: { externalStoreId } },
  }
  return (await db.userSubscription.count({ where: paid })) > 0
}
