import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { firstIdAt } from './facts.ts'

/** More than the time between runs of the job, for one that was late. */
const RECENT = 10 * MINUTE

/**
 * Counts the purchases of listings that were sold lately. A purchase itself counts nothing, as all buyers of a listing would
 * wait for each other; for the same reason listings that are being sold at this moment are left to the next run.
 */
export const countRecentSales = (scope: Scope): Promise<number> =>
  countSales(scope, firstIdAt(addMilliseconds(scope.now, -RECENT)))

/** Counts the purchases of all listings, for those that were sold while the job did not run. */
export const countAllSales = (scope: Scope): Promise<number> => countSales(scope, '')

async function countSales({ sql }: Scope, sinceId: string): Promise<number> {
  const changed = await sql`
  WITH sold AS (
    SELECT "listingId", count(*)::int AS count, sum(quantity)::int AS quantity FROM "ProductPurchase"
    WHERE "listingId" IN (SELECT "listingId" FROM "ProductPurchase" WHERE id > ${sinceId})
    GROUP BY "listingId"
  ), free AS (
    SELECT listing.id, sold.count, sold.quantity
    FROM "Listing" AS listing JOIN sold ON sold."listingId" = listing.id
    WHERE listing."purchaseCount" <> sold.count OR listing."purchaseQuantity" <> sold.quantity
    FOR NO KEY UPDATE OF listing SKIP LOCKED
  )
  UPDATE "Listing" SET "purchaseCount" = free.count, "purchaseQuantity" = free.quantity
  FROM free WHERE "Listing".id = free.id RETURNING "Listing".id`
  return changed.length
}
