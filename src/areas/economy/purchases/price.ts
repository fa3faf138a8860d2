import type { Listing } from '../../../generated/prisma/client.ts'
import { PLATFORM_USER_ID } from '../../users/systemUsers.ts'
import { houseAccount, userAccount } from '../ledger/accounts.ts'
import type { Posting } from '../ledger/transfer.ts'
import type { VariantFacts } from './facts.ts'

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
