import type { Listing } from '../../../generated/prisma/client.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { economyOffline, economyStateOf } from '../economyState.ts'
import { isForSale, listingNotFound } from '../policy.ts'
import type { PurchaseFacts } from './facts.ts'
import type { PurchaseInput } from './input.ts'
import { unitPriceOf } from './price.ts'

/** Purchases of one person within a minute. Attempts that fail do not count. */
const MAX_A_MINUTE = 30
const MINUTE_SECONDS = 60
export const MAX_QUANTITY = 99

/** Facts of which the checks have found that the viewer can buy, but for tokens and groups. */
export interface CheckedFacts extends PurchaseFacts {
  readonly listing: Listing
  readonly unitPrice: number
}

/** What decides beside the facts. */
interface CheckContext {
  readonly scope: Pick<ViewerScope, 'viewer' | 'now' | 'payments'>
  readonly input: PurchaseInput
  /** Whether the payment provider is online. */
  readonly isProviderOnline: boolean
  /** Whether the receiver of a gift is a friend, and there is no block between them and the buyer. */
  readonly isReceiverFriend: boolean
}

/**
 * Checks a purchase, the listing first, then whether the buyer can spend tokens, then the request. Throws the failure of the
 * first check that fails.
 */
export function checkPurchase(context: CheckContext, facts: PurchaseFacts): CheckedFacts {
  const listing = assertListed(context, facts)
  assertCanSpend(context, facts)
  const { scope, input } = context
  if (listing.sellerId === scope.viewer.id)
    throw new Failure('forbidden', "You can't buy your own listing.", { reason: 'own_listing' })
  assertVariant(input, facts)
  assertQuantity(input, listing, facts)
  const unitPrice = unitPriceOf(listing, facts.variant, facts.isPlus)
  if (input.totalPrice !== unitPrice * input.quantity)
    throw invalid('totalPrice', `totalPrice must be ${unitPrice * input.quantity}`, 'price_changed')
  if (!input.isGift) assertNotOwned(listing, facts)
  else assertGift(context, listing, facts)
  return { ...facts, listing, unitPrice }
}

function assertListed({ scope }: CheckContext, { listing, isHidden, isGone }: PurchaseFacts): Listing {
  if (!listing || isGone || !isForSale(scope, listing)) throw listingNotFound()
  if (isHidden && listing.sellerId !== scope.viewer.id) throw listingNotFound()
  return listing
}

function assertCanSpend({ scope, isProviderOnline }: CheckContext, facts: PurchaseFacts): void {
  const { config, isBlocked, tosVersion, recentCount } = facts
  if (!economyStateOf(config, isProviderOnline, scope.now).isOnline) throw economyOffline()
  if (isBlocked) throw new Failure('forbidden', "You can't spend tokens at the moment.", { reason: 'economy_blocked' })
  if (tosVersion !== scope.payments.tos().version)
    throw new Failure('forbidden', 'You must accept the terms of the payment provider first.', {
      reason: 'terms_not_accepted',
    })
  if (recentCount >= MAX_A_MINUTE)
    throw new Failure('exhausted', 'You are buying too much at once. Please wait a minute.', {
      reason: 'rate_limited',
      retryAfter: MINUTE_SECONDS,
    })
}

function assertVariant({ listingVariantId }: PurchaseInput, { variant }: PurchaseFacts): void {
  if (listingVariantId !== undefined && !variant)
    throw invalid('listingVariantId', 'listingVariantId must be a variant of the listing', 'unknown_reference')
}

/** One is always possible, but a variant is sold from its quantity on. */
function assertQuantity({ quantity }: PurchaseInput, listing: Listing, { variant }: PurchaseFacts): void {
  const max = listing.isQuantifiable || listing.isStackable ? MAX_QUANTITY : 1
  const min = variant?.quantity ?? 1
  if (!Number.isInteger(quantity) || quantity < min)
    throw invalid('quantity', `quantity must be ${min} or more`, { reason: 'too_small', min, max })
  if (quantity > max) throw invalid('quantity', `quantity must be ${max} or less`, { reason: 'too_large', min, max })
}

/** What is once for all, or for a period that renews itself, is not sold twice to the same person. */
const isOncePerPerson = ({ listingType }: Listing) => listingType === 'permanent' || listingType === 'subscription'

function assertNotOwned(listing: Listing, { isRunning }: PurchaseFacts, message = 'You already own this.'): void {
  if (isRunning && isOncePerPerson(listing)) throw new Failure('conflict', message, { reason: 'already_owned' })
}

/** What a friend owns is told to friends alone. */
function assertGift({ isReceiverFriend }: CheckContext, listing: Listing, facts: PurchaseFacts): void {
  if (!isReceiverFriend) throw invalid('receiverId', 'receiverId must be a friend of yours', 'not_friends')
  assertNotOwned(listing, facts, 'Your friend already owns this.')
}
