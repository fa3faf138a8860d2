import type { TestApp } from '../../support/app.ts'

/** What is wrong with the items that purchases have given: an empty list if nothing is. */
export async function faultsOfItems({ scope }: Pick<TestApp, 'scope'>): Promise<string[]> {
  const faults = await scope().db.$queryRaw<{ readonly fault: string }[]>`
    SELECT 'items of an ended purchase ' || p.id AS fault
    FROM "InventoryGrant" g JOIN "ProductPurchase" p ON p.id = g.source
    WHERE p.status = 'refunded' OR (p.status = 'expired' AND p."listingType" <> 'instant')
    UNION ALL
    SELECT 'so many grants for what lasts of ' || line."listingId" || ': ' || line.count FROM (
      SELECT p."listingId", count(g.id) AS count
      FROM "ProductPurchase" p
        JOIN "User" receiver ON receiver.id = p."receiverId" AND receiver."erasedAt" IS NULL
        LEFT JOIN "InventoryGrant" g ON g.source = p.id AND g."userId" = p."receiverId"
      WHERE p.status IN ('active', 'cancelled') AND p."productType" = 'inventory'
      GROUP BY p."listingId", p."receiverId"
    ) AS line WHERE line.count <> 1
    UNION ALL
    SELECT 'shares of item ' || item.id FROM "InventoryItem" item
    WHERE item.quantity < 1 OR item.quantity < (
      SELECT coalesce(sum(share.quantity), 0) FROM "InventoryGrantItem" share WHERE share."itemId" = item.id)`
  return faults.map(({ fault }) => fault)
}
