import type { Listing, Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { newId, PLATFORM_USER_ID, type PurchaseId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { houseAccount, type Posting, userAccount } from '../ledger/transfers.ts'
import { addPeriods } from '../period.ts'
import type { CheckedFacts, PurchaseInput } from './purchase.ts'
import { type BoughtProduct, type PurchaseContext, templatesOf } from './snapshot.ts'

/** A price of a listing for a quantity. */
export interface VariantFacts {
  readonly id: string
  readonly quantity: number
  readonly unitPriceTokens: number
  readonly isNonRefundable: boolean
}

/** What a purchase depends on, as it is under the locks. */
export interface PurchaseFacts {
  readonly listing: Listing | null
  /** Whether the listing is in stores, none of which the viewer can see. */
  readonly isHidden: boolean
  /** Whether an avatar of its products was deleted. */
  readonly isGone: boolean
  readonly products: readonly BoughtProduct[]
  /** The variant that the request names; null for none, or an unknown one. */
  readonly variant: VariantFacts | null
  /** Entries of the client configuration about the economy. */
  readonly config: Readonly<Record<string, unknown>>
  readonly isBlocked: boolean
  readonly tosVersion: string | null
  /** Whether the buyer has the license group plus. */
  readonly isPlus: boolean
  /** Whether the receiver has something of the listing that lasts, and until when at most; null for no end. */
  readonly isRunning: boolean
  readonly runsUntil: Date | null
  /** Purchases of the buyer within the last minute. */
  readonly recentCount: number
  /** What of the place of the purchase exists and the viewer can see. */
  readonly context: PurchaseContext
  /** The purchase that was made with the key before. */
  readonly known: { readonly id: string; readonly inputHash: string | null } | null
}

/** For so long the buyer can return what they have not used, and what the seller got is held. */
export const BUYER_REFUND_TIME = 14 * DAY
/** For so long the seller and admins can refund. */
export const SELLER_REFUND_TIME = 90 * DAY

/** A purchase to write; its transfer is found by `transferKey`. */
export type NewPurchase = Omit<Prisma.ProductPurchaseUncheckedCreateInput, 'ledgerTransferId'> & {
  readonly id: PurchaseId
  readonly createdAt: Date
  readonly endsAt: Date | null
  readonly isRefundable: boolean
}

/** The time for which a purchase gives something. */
interface Span {
  readonly startsAt: Date
  /** Null for ever. */
  readonly endsAt: Date | null
}

type Timed = Pick<Listing, 'listingType' | 'duration' | 'durationType'>

/** A duration begins when what the receiver has already ends; what is used at once ends at once. */
export function spanOf({ listingType, duration, durationType }: Timed, quantity: number, from: Date): Span {
  if (listingType === 'instant') return { startsAt: from, endsAt: from }
  if (duration === null || durationType === null) return { startsAt: from, endsAt: null }
  const periods = listingType === 'duration' ? duration * quantity : duration
  return { startsAt: from, endsAt: addPeriods(from, durationType, periods) }
}

const laterOf = (one: Date, other: Date | null) => (other !== null && other > one ? other : one)

/** The purchase that a request makes, by what was checked. */
export function newPurchase(
  { now, rules, viewer }: Pick<Scope, 'now' | 'rules'> & { readonly viewer: { readonly id: string } },
  input: PurchaseInput,
  { listing, products, variant, unitPrice, runsUntil, context }: CheckedFacts,
): NewPurchase {
  const isInstant = listing.listingType === 'instant'
  // Items that were not consumed or equipped are unused, however they were bought.
  const isUsed = isInstant && templatesOf(products).length === 0
  const isRecurrable = listing.listingType === 'subscription'
  const extendsEnd = listing.listingType === 'duration'
  return {
    id: newId('purchase', now),
    key: input.purchaseKey,
    inputHash: input.inputHash,
    buyerId: viewer.id,
    receiverId: input.receiverId,
    sellerId: listing.sellerId,
    listingId: listing.id,
    listingVariantId: variant?.id ?? null,
    purchaseType: input.isGift ? 'gift' : 'purchase',
    status: isInstant ? 'expired' : 'active',
    ...snapshotOf(listing, products),
    products: products.map((product) => ({ ...product })),
    quantity: input.quantity,
    unitPrice,
    ...proceedsOf(unitPrice * input.quantity, listing.sellerId, rules.economyFeeBasisPoints),
    context: { ...context },
    duration: listing.duration,
    durationType: listing.durationType,
    isRefundable: listing.isBuyerRefundable && !isUsed && variant?.isNonRefundable !== true,
    isStackable: listing.isStackable,
    isRecurrable,
    willRecur: isRecurrable && !input.isGift,
    ...spanOf(listing, input.quantity, extendsEnd ? laterOf(now, runsUntil) : now),
    usedAt: isUsed ? now : null,
    createdAt: now,
  }
}

/** What a purchase shows of its listing, as it was when it was bought. */
const snapshotOf = (listing: Listing, products: CheckedFacts['products']) => ({
  listingType: listing.listingType,
  productType: listing.productType,
  listingDisplayName: listing.displayName,
  listingSubtitle: listing.subtitle,
  listingDescription: listing.description,
  listingImageId: listing.imageId ?? products[0]?.imageId ?? null,
})

/** Until when the seller's part of a refundable sale is held. */
export const heldUntil = ({ createdAt }: Pick<NewPurchase, 'createdAt'>): Date =>
  addMilliseconds(createdAt, BUYER_REFUND_TIME)

/** Tokens for one: the price of the variant, if one is bought, else that for members or for all. */
export function unitPriceOf(
  { priceTokens, plusDiscountPrice }: Pick<Listing, 'priceTokens' | 'plusDiscountPrice'>,
  variant: Pick<VariantFacts, 'unitPriceTokens'> | null,
  isPlus: boolean,
): number {
  if (variant) return variant.unitPriceTokens
  return isPlus ? (plusDiscountPrice ?? priceTokens) : priceTokens
}

/** What a sale brings, in tokens. */
interface Proceeds {
  readonly price: number
  /** What the platform keeps. */
  readonly fee: number
  /** What the seller gets. */
  readonly value: number
}

const BASIS = 10_000

/** The parts of a price. The platform keeps all of what it sells itself. */
export function proceedsOf(price: number, sellerId: string, feeBasisPoints: number): Proceeds {
  const fee = sellerId === PLATFORM_USER_ID ? price : Math.floor((price * feeBasisPoints) / BASIS)
  return { price, fee, value: price - fee }
}

/** What a sale moves: from the buyer to the seller and the platform. */
export const salePostings = (
  { buyerId, sellerId }: { readonly buyerId: string; readonly sellerId: string },
  { price, fee, value }: Proceeds,
): Posting[] => [
  { account: userAccount(buyerId, 'standard'), amount: -price },
  ...(value === 0 ? [] : [{ account: userAccount(sellerId, 'earnings'), amount: value }]),
  { account: houseAccount('fees'), amount: fee },
]
