import type { Listing } from '../../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/ids.ts'
import { rowLock } from '../../../kernel/locks.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { ECONOMY_CONFIG_KEYS } from '../economyState.ts'
import { PLUS_GROUP_ID } from '../seed.ts'
import type { PurchaseInput } from './input.ts'
import {
  type BoughtProduct,
  boughtProducts,
  LASTING_STATUSES,
  type PurchaseContext,
  purchaseContext,
} from './snapshot.ts'

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

/** Locks people in order, so that what one of them buys, gets or returns happens one by one. Answers those not erased. */
export async function lockParties(
  tx: Pick<InTransaction, 'sql' | 'locks'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = [...new Set(ids)]
  const rows = await tx.sql<{ readonly id: string }>`
    SELECT id FROM "User" WHERE id = ANY(${keys}) AND "erasedAt" IS NULL
    ${rowLock(tx, 'user', { keys, strength: 'NO KEY UPDATE' })}`
  return new Set(rows.map(({ id }) => id))
}

/**
 * Locks a listing against changes, after its seller, whom rows of a purchase reference, against erasure; null for an unknown
 * one.
 */
export async function lockListing(tx: ViewerTransaction, id: string): Promise<Listing | null> {
  const [listing] = await tx.sql<Listing>`
    WITH seller AS MATERIALIZED (
      SELECT FROM "User" WHERE id = (SELECT "sellerId" FROM "Listing" WHERE id = ${id}) FOR KEY SHARE
    )
    SELECT * FROM "Listing" WHERE id = ${id} AND (SELECT count(*) FROM seller) = 1
    ${rowLock(tx, 'listing', { keys: [id], strength: 'SHARE' })}`
  return listing ?? null
}

interface FactsRow {
  readonly known: PurchaseFacts['known']
  readonly products: unknown
  readonly variant: VariantFacts | null
  readonly isHidden: boolean
  readonly isGone: boolean
  readonly config: Readonly<Record<string, unknown>> | null
  readonly isBlocked: boolean | null
  readonly tosVersion: string | null
  readonly isPlus: boolean
  readonly isRunning: boolean
  readonly isEndless: boolean
  readonly runsUntil: Date | null
  readonly recentCount: number
  readonly context: unknown
}

/** The part of an id that tells the time. */
const TIME_LENGTH = 'pur_01234567-89ab'.length
/** Ids of purchases begin with their time: those made from a time on are greater than this. */
export const firstIdAt = (at: Date) => newId('purchase', at).slice(0, TIME_LENGTH)

/** Reads all but the listing by one statement, which must come after the locks. */
export async function readFacts(tx: ViewerTransaction, input: PurchaseInput): Promise<Omit<PurchaseFacts, 'listing'>> {
  const { id: buyerId } = tx.viewer
  const { listingId, receiverId, context } = input
  const { sql, now } = tx
  const [row] = await sql<FactsRow>`
    SELECT
      (SELECT jsonb_build_object('id', id, 'inputHash', "inputHash") FROM "ProductPurchase" WHERE key = ${input.purchaseKey}) AS known,
      (SELECT jsonb_agg(to_jsonb(product) ORDER BY part.position)
        FROM "ListingProduct" part JOIN "Product" product ON product.id = part."productId"
        WHERE part."listingId" = ${listingId}) AS products,
      (SELECT to_jsonb(variant) FROM "ListingVariant" variant
        WHERE variant.id = ${input.listingVariantId ?? null} AND variant."listingId" = ${listingId}
          AND (variant."effectiveFrom" IS NULL OR variant."effectiveFrom" <= ${now}::timestamptz)) AS variant,
      (SELECT NOT bool_or(store.status = 'public' OR store."sellerId" = ${buyerId})
        FROM "StoreListing" part JOIN "Store" store ON store.id = part."storeId"
        WHERE part."listingId" = ${listingId}) IS TRUE AS "isHidden",
      EXISTS (SELECT FROM "ListingProduct" part JOIN "Product" product ON product.id = part."productId"
        CROSS JOIN unnest(product."avatarIds") AS given(id) JOIN "Avatar" avatar ON avatar.id = given.id
        WHERE part."listingId" = ${listingId} AND avatar."deletedAt" IS NOT NULL) AS "isGone",
      (SELECT jsonb_object_agg(key, value) FROM "ConfigEntry" WHERE key = ANY(${[...ECONOMY_CONFIG_KEYS]}::text[])) AS config,
      profile."blockedAt" IS NOT NULL AS "isBlocked", profile."tosVersion",
      EXISTS (SELECT FROM "LicenseGrant"
        WHERE "userId" = ${buyerId} AND "forType" = 'licenseGroup' AND "forId" = ${PLUS_GROUP_ID}
          AND (until IS NULL OR until > ${now}::timestamptz)) AS "isPlus",
      running.count > 0 AS "isRunning", running."isEndless", running."runsUntil",
      (SELECT count(*)::int FROM "ProductPurchase"
        WHERE "buyerId" = ${buyerId} AND id > ${firstIdAt(addMilliseconds(now, -MINUTE))} AND "purchaseType" <> 'renewal') AS "recentCount",
      jsonb_build_object(
        'locationType', ${context.locationType ?? null}::text,
        'storeId', (SELECT id FROM "Store" WHERE id = ${context.storeId ?? null} AND (status = 'public' OR "sellerId" = ${buyerId})),
        'worldId', (SELECT id FROM "World"
          WHERE id = ${context.worldId ?? null} AND ("releaseStatus" = 'public' OR "authorId" = ${buyerId}))) AS context
    FROM (
      SELECT count(*)::int AS count, coalesce(bool_or("endsAt" IS NULL), false) AS "isEndless",
        max("endsAt") AS "runsUntil"
      FROM "ProductPurchase"
      WHERE "listingId" = ${listingId} AND "receiverId" = ${receiverId} AND status = ANY(${LASTING_STATUSES}::text[])
        AND ("endsAt" IS NULL OR "endsAt" > ${now}::timestamptz)
    ) AS running LEFT JOIN "EconomyProfile" profile ON profile."userId" = ${buyerId}`
  if (!row) throw new Error('a statement without a condition has answered no row')
  return {
    ...row,
    products: boughtProducts(row.products),
    config: row.config ?? {},
    isBlocked: row.isBlocked === true,
    runsUntil: row.isEndless ? null : row.runsUntil,
    context: purchaseContext(row.context),
  }
}
