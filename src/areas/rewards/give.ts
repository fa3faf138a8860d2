import type { Badge, InventoryTemplate, Reward } from '../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { ViewerTransaction } from '../../kernel/transaction.ts'
import { houseAccount, postTransfer, userAccount } from '../economy/ledger/transfers.ts'
import { giveSubscription } from '../economy/subscriptions/adminGrants.ts'
import { PROMO_CREDIT } from '../economy/wallet/queries.ts'
import { grantableTemplates, grantItems } from '../inventory/grant/grants.ts'
import { givePermissions } from '../system/permissionGrants.ts'
import { giveBadges } from '../users/profile/badges.ts'

/** One thing that a redeemed reward has given. */
export type GivenReward =
  | { readonly type: 'item'; readonly template: InventoryTemplate; readonly quantity: number }
  | { readonly type: 'badge'; readonly badge: Badge }
  | { readonly type: 'tokens'; readonly tokens: number }
  | { readonly type: 'subscription'; readonly subscriptionId: string }
  | { readonly type: 'permission'; readonly permissionId: string }

/**
 * Gives a person what a reward gives. Items for which there is no room wait until there is some. The caller has locked the
 * person. Tokens come last, as their accounts are the last that a transaction locks.
 */
export async function giveReward(tx: ViewerTransaction, reward: Reward, userId: UserId): Promise<GivenReward[]> {
  return [
    ...(await giveItems(tx, reward, userId)),
    ...(await giveBadges(tx, userId, reward.badgeIds)).map((badge) => ({ type: 'badge', badge }) as const),
    ...(await givePermissions(tx, userId, reward.permissionIds)).map(
      (permissionId) => ({ type: 'permission', permissionId }) as const,
    ),
    ...(await givePlan(tx, reward, userId)),
    ...(await giveTokens(tx, reward, userId)),
  ]
}

async function giveItems(tx: ViewerTransaction, reward: Reward, userId: UserId): Promise<GivenReward[]> {
  const { id, templateIds, quantity } = reward
  if (templateIds.length === 0) return []
  const templates = await grantableTemplates(tx, templateIds)
  await grantItems(tx, { userId, templateIds, quantity, expiryDate: null, source: `reward:${id}` })
  return templates.map((template) => ({ type: 'item', template, quantity }))
}

async function givePlan(tx: ViewerTransaction, reward: Reward, userId: UserId): Promise<GivenReward[]> {
  const { planId, subscriptionDays: days } = reward
  if (planId === null) return []
  const until = days === null ? undefined : addMilliseconds(tx.now, days * DAY)
  const { id: subscriptionId } = await giveSubscription(tx, { userId, planId, until })
  return [{ type: 'subscription', subscriptionId }]
}

async function giveTokens(tx: ViewerTransaction, { id, tokens }: Reward, userId: UserId): Promise<GivenReward[]> {
  if (tokens === 0) return []
  await postTransfer(tx, {
    key: `reward:${id}:${userId}`,
    kind: 'grant',
    postings: [
      { account: houseAccount('grants'), amount: -tokens },
      { account: userAccount(userId, 'standard'), amount: tokens },
    ],
    memo: PROMO_CREDIT,
  })
  return [{ type: 'tokens', tokens }]
}
