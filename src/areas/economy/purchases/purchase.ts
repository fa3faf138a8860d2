import { createHash } from 'node:crypto'
import type { Listing } from '../../../generated/prisma/client.ts'
import { Failure, invalid, userNotFound } from '../../../kernel/failure.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, inOrder, transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { sendNotifications } from '../../notifications/send.ts'
import { lockFriend } from '../../users/locks.ts'
import { economyOffline, economyStateOf } from '../economyState.ts'
import { lockListingForSale, lockPeople } from '../locks.ts'
import { isForSale, listingNotFound, purchaseNotFound } from '../policy.ts'
import { assertTakesReceiver, giveBoughtRoles, lockRoleGroups } from './boughtRoles.ts'
import { giveBoughtItems, writePurchase } from './effects.ts'
import { type NewPurchase, newPurchase, type PurchaseFacts, unitPriceOf } from './newPurchase.ts'
import { type PurchaseRow, readPurchaseFacts, readPurchases } from './queries.ts'
import type { PurchaseContext } from './snapshot.ts'

/** What a person asks to buy. */
interface PurchaseRequest {
  readonly listingId: string
  /** A variant of the listing, whose price counts. */
  readonly listingVariantId?: string | undefined
  /** 1 by default. */
  readonly quantity?: number | undefined
  /** The friend for whom it is; the buyer by default. */
  readonly receiverId?: string | undefined
  /** Tokens that the buyer expects to pay for all. */
  readonly totalPrice: number
  /** Where the buyer is. Of it, what the server knows is kept. */
  readonly context?: PurchaseContext | undefined
  /** Names the purchase among those of the buyer, so that a repeated request answers the first one. */
  readonly idempotencyKey?: string | undefined
}

/** A request with its defaults, and what tells it from others. */
export interface PurchaseInput extends PurchaseRequest {
  readonly quantity: number
  readonly receiverId: string
  readonly isGift: boolean
  readonly context: PurchaseContext
  /** Key of the purchase among all; null without an idempotency key. */
  readonly purchaseKey: string | null
  readonly inputHash: string | null
}

function purchaseInput({ viewer }: ViewerScope, request: PurchaseRequest): PurchaseInput {
  const { quantity = 1, receiverId = viewer.id, context = {}, idempotencyKey } = request
  const input = { ...request, quantity, receiverId, context, isGift: receiverId !== viewer.id }
  if (idempotencyKey === undefined) return { ...input, purchaseKey: null, inputHash: null }
  return { ...input, purchaseKey: `purchase:${viewer.id}:${idempotencyKey}`, inputHash: hashOf(input) }
}

const hashOf = ({ listingId, listingVariantId, quantity, receiverId, totalPrice, context }: PurchaseRequest) => {
  const { locationType, storeId, worldId } = context ?? {}
  const given = [listingId, listingVariantId, quantity, receiverId, totalPrice, locationType, storeId, worldId]
  return createHash('sha256').update(JSON.stringify(given)).digest('base64url')
}

/**
 * Buys a listing for tokens. A request that repeats an idempotency key with the same input answers the first purchase.
 * Throws the failure of the first check of `checkPurchase` that fails; `forbidden` for a role of a group that does not take
 * the receiver; `invalid` without the tokens, and for a key that was used for another input.
 */
export async function purchaseListing(scope: ViewerScope, request: PurchaseRequest): Promise<PurchaseRow> {
  const input = purchaseInput(scope, request)
  const { online } = await scope.payments.status()
  const attempt = { input, isProviderOnline: online }
  const id = await transact(scope, (tx) => buy(tx, attempt))
  const [purchase] = await readPurchases(scope, [id])
  if (!purchase) throw purchaseNotFound()
  return purchase
}

/** A purchase that is tried. */
interface Attempt {
  readonly input: PurchaseInput
  readonly isProviderOnline: boolean
}

/** What a try finds: an earlier purchase with its key, or that the viewer can buy. */
type Found =
  | { readonly earlierId: string }
  | { readonly earlierId?: never; readonly tx: ViewerTransaction; readonly facts: CheckedFacts }

/** Locks and checks. The statements are sent at once; the time is that after the locks. */
async function find(tx: ViewerTransaction, { input, isProviderOnline }: Attempt): Promise<Found> {
  const { viewer } = tx
  const { isGift, listingId } = input
  const receiverId = trusted<'user'>(input.receiverId)
  const [people, friendship, listing, read] = await inOrder([
    lockPeople(tx, [viewer.id, receiverId]),
    isGift ? lockFriend(tx, viewer.id, receiverId) : undefined,
    lockListingForSale(tx, listingId),
    readPurchaseFacts(tx, input),
  ])
  if (!people.has(viewer.id)) throw userNotFound(viewer.id)
  if (read.known) return { earlierId: assertSameInput(input, read.known) }
  const act = { ...tx, now: tx.clock.now() }
  const isReceiverFriend = friendship?.areFriends === true
  return {
    tx: act,
    facts: checkPurchase({ scope: act, input, isProviderOnline, isReceiverFriend }, { ...read, listing }),
  }
}

/** The id of the purchase that was made with a key. */
function assertSameInput({ inputHash }: PurchaseInput, known: NonNullable<PurchaseFacts['known']>): string {
  if (known.inputHash === inputHash) return known.id
  const message = 'The idempotency key was used for another purchase.'
  throw new Failure('invalid', message, { reason: 'key_reused', field: 'idempotencyKey' })
}

const saleOf = ({ input: { purchaseKey } }: Attempt, { id }: NewPurchase) => ({
  key: purchaseKey ?? `purchase:${id}`,
  kind: 'purchase' as const,
})

/**
 * Buys a listing; answers the id of the purchase, or of the earlier one with its key. Roles and items come first: the transfer
 * locks accounts that all sales share.
 */
async function buy(scope: ViewerTransaction, attempt: Attempt): Promise<string> {
  const found = await find(scope, attempt)
  if (found.earlierId !== undefined) return found.earlierId
  const { tx, facts } = found
  const purchase = newPurchase(tx, attempt.input, facts)
  const memberships = await lockRoleGroups(tx, purchase)
  for (const membership of memberships) await assertTakesReceiver(tx, membership)
  await giveBoughtItems(tx, purchase)
  await writePurchase(tx, purchase, saleOf(attempt, purchase))
  await giveBoughtRoles(tx, memberships)
  if (attempt.input.isGift) await notifyOfGift(tx, purchase)
  return purchase.id
}

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
function checkPurchase(context: CheckContext, facts: PurchaseFacts): CheckedFacts {
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
export const isOncePerPerson = ({ listingType }: Pick<Listing, 'listingType'>) =>
  listingType === 'permanent' || listingType === 'subscription'

function assertNotOwned(listing: Listing, { isRunning }: PurchaseFacts, message = 'You already own this.'): void {
  if (isRunning && isOncePerPerson(listing)) throw new Failure('conflict', message, { reason: 'already_owned' })
}

/** What a friend owns is told to friends alone. */
function assertGift({ isReceiverFriend }: CheckContext, listing: Listing, facts: PurchaseFacts): void {
  if (!isReceiverFriend) throw invalid('receiverId', 'receiverId must be a friend of yours', 'not_friends')
  assertNotOwned(listing, facts, 'Your friend already owns this.')
}

/** Tells a person that a friend has bought something for them. */
async function notifyOfGift(
  tx: Pick<Scope, 'now' | 'rules'> & InTransaction,
  { id: purchaseId, buyerId, receiverId, listingId, listingDisplayName }: NewPurchase,
): Promise<void> {
  const { displayName } = await tx.db.user.findUniqueOrThrow({
    where: { id: buyerId },
    select: { displayName: true },
  })
  await sendNotifications(tx, [
    {
      type: 'economy.received.gift',
      receiverId: trusted<'user'>(receiverId),
      senderId: trusted<'user'>(buyerId),
      title: 'A gift for you',
      message: `${displayName} has given you ${listingDisplayName}.`,
      category: 'economy',
      data: { purchaseId, listingId, listingDisplayName },
      subjectId: purchaseId,
      facts: { subjectName: listingDisplayName },
    },
  ])
}
