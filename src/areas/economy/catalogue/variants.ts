import type { ListingVariant } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import { newId, PLATFORM_USER_ID } from '../../../kernel/ids.ts'
import { assertDistinct, assertEntries, type InputRule } from '../../../kernel/inputFaults.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { assertRange } from './fieldRules.ts'

/** A price of a listing for a quantity. */
export interface VariantFields {
  /** The id of a standing variant; a new one without. */
  readonly id?: string | undefined
  readonly quantity: number
  readonly unitPriceTokens: number
  readonly isNonRefundable?: boolean | undefined
  /** Time from which it can be bought; null for at once. */
  readonly effectiveFrom?: Date | null | undefined
}

/** A standing variant as it would be given. */
export const variantFieldsOf = (variant: ListingVariant): VariantFields => ({
  id: variant.id,
  quantity: variant.quantity,
  unitPriceTokens: variant.unitPriceTokens,
  isNonRefundable: variant.isNonRefundable,
  effectiveFrom: variant.effectiveFrom,
})

const MAX_VARIANTS = 10
const QUANTITY = { min: 1, max: 99 }
const UNIT_PRICE = { min: 1, max: 1_000_000 }

/** What the rules of variants depend on. */
interface WithVariants {
  readonly variants: readonly VariantFields[]
  readonly isQuantifiable: boolean
  readonly isStackable: boolean
  readonly standing: { readonly variants: readonly ListingVariant[] } | null
}

/** The rules for the variants of a listing. */
export const variantRules = ({ variants, standing, isQuantifiable, isStackable }: WithVariants): InputRule[] => [
  () => {
    if (variants.length > MAX_VARIANTS)
      throw invalid('variants', `variants must have at most ${MAX_VARIANTS} entries`, {
        reason: 'too_many_entries',
        max: MAX_VARIANTS,
      })
  },
  () => {
    const quantities = variants.map(({ quantity }) => quantity)
    assertDistinct('variants', quantities, 'variants must have different quantities')
  },
  () => {
    const known = standing?.variants.map(({ id }) => id) ?? []
    assertEntries(variants, {
      field: 'variants',
      isValid: ({ id }) => id === undefined || known.includes(id),
      message: 'variants must have ids of variants of the listing, or none',
      reason: 'unknown_reference',
    })
  },
  ...variants.flatMap(({ quantity, unitPriceTokens }, index) => [
    () => assertRange(['variants', index, 'quantity'], quantity, QUANTITY),
    () => assertRange(['variants', index, 'unitPrice'], unitPriceTokens, UNIT_PRICE),
  ]),
  () => {
    if (!isQuantifiable && !isStackable && variants.some(({ quantity }) => quantity > 1))
      throw invalid('variants', 'variants of more than one need a listing that is quantifiable or stackable', {
        reason: 'wrong_combination',
      })
  },
]

/** Makes the variants of a listing, which is locked, those that are given. Those that stay keep their ids. */
export async function writeVariants(
  { db, now }: ViewerTransaction,
  { id: listingId, sellerId }: { readonly id: string; readonly sellerId: string },
  variants: readonly VariantFields[],
): Promise<void> {
  const rows = variants.map(({ id, quantity, unitPriceTokens, isNonRefundable, effectiveFrom }) => ({
    id: id ?? newId('listingVariant', now),
    listingId,
    quantity,
    unitPriceTokens,
    isNonRefundable: isNonRefundable ?? false,
    isSellerVariant: sellerId !== PLATFORM_USER_ID,
    effectiveFrom: effectiveFrom ?? null,
  }))
  await db.listingVariant.deleteMany({ where: { listingId } })
  if (rows.length > 0) await db.listingVariant.createMany({ data: rows })
}
