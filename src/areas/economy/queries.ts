import { Prisma } from '../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE } from '../../kernel/clock.ts'
import type { Sql } from '../../kernel/database.ts'
import { firstIdAt, type UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { type IdRow, idsOf, type KnownPurchase } from './locks.ts'
import type { TimeSpan } from './period.ts'
import { LASTING_STATUSES } from './purchases/snapshot.ts'
import type { EarningsPart } from './sellers.ts'

/** Blocked people with a debt who have tokens to spend, by id. */
export const readSolventDebtors = ({ sql }: Pick<Scope, 'sql'>, limit: number) =>
  sql<{ readonly userId: string }>`
    SELECT profile."userId" FROM "EconomyProfile" profile
    JOIN "LedgerAccount" account ON account."code" = 'user:' || profile."userId" || ':standard'
    WHERE profile."debt" > 0 AND profile."blockedAt" IS NOT NULL AND account."posted" - account."held" > 0
    ORDER BY profile."userId" LIMIT ${limit}`

/** A payment that has expired. */
interface ExpiredPayment {
  readonly id: string
  readonly buyerId: string
}

/** Ends payments as failed that began before a time and are not paid. */
export const failUnpaid = (tx: Pick<Scope, 'now'> & InTransaction, before: Date, limit: number) =>
  tx.sql<ExpiredPayment>`
    UPDATE "PaymentTransaction" payment
    SET "status" = 'failed', "error" = 'It was not paid within 24 hours.', "updatedAt" = ${tx.now}::timestamptz
    FROM (
      SELECT id FROM "PaymentTransaction" WHERE "status" = 'pending' AND "createdAt" <= ${before}::timestamptz
      ${rowLock(tx, 'paymentTransaction', {})} LIMIT ${limit}
    ) old
    WHERE payment."id" = old."id"
    RETURNING payment."id", payment."buyerId"`

/** Patterns of PostgreSQL for the names of the parts. */
const PART_FORMATS = { day: 'YYYY-MM-DD', week: 'IYYY-"W"IW', month: 'YYYY-MM' } as const
type EarningsGrouping = keyof typeof PART_FORMATS

export interface EarningsQuery extends TimeSpan {
  readonly sellerId: UserId
  readonly groupBy: EarningsGrouping
}

const SUBSCRIBED_MONTHS = Prisma.sql`CASE p."durationType" WHEN 'year' THEN 12 * p.duration WHEN 'month' THEN p.duration
  WHEN 'week' THEN ceil(p.duration * 7 / 30.0) ELSE ceil(coalesce(p.duration, 0) / 30.0) END`
const IS_SUBSCRIPTION = Prisma.sql`p."listingType" = 'subscription'`

/** What the sales of each part of a time have brought a seller. */
export function readEarningsParts(
  { sql }: Pick<ViewerScope, 'sql'>,
  { sellerId, from, until, groupBy }: EarningsQuery,
) {
  const [first, end] = [firstIdAt('purchase', from), firstIdAt('purchase', addMilliseconds(until, 1))]
  return sql<EarningsPart>`
    SELECT to_char(p."createdAt" AT TIME ZONE 'UTC', ${PART_FORMATS[groupBy]}) AS part,
      coalesce(sum(p.value) FILTER (WHERE NOT ${IS_SUBSCRIPTION}), 0)::float8 AS "otpEarnings",
      count(*) FILTER (WHERE NOT ${IS_SUBSCRIPTION})::float8 AS "otpPurchaseCount",
      coalesce(sum(p.value) FILTER (WHERE ${IS_SUBSCRIPTION}), 0)::float8 AS "subscriberEarnings",
      coalesce(sum(${SUBSCRIBED_MONTHS}) FILTER (WHERE ${IS_SUBSCRIPTION}), 0)::float8 AS "subscriberMonths",
      sum(p.value)::float8 AS "totalEarnings"
    FROM "ProductPurchase" AS p
    WHERE p."sellerId" = ${sellerId} AND p.id > ${first} AND p.id < ${end}
      AND p."createdAt" BETWEEN ${from} AND ${until} AND p.status <> 'refunded'
    GROUP BY part ORDER BY part`
}

/** A purchase is dated before its transaction commits, which takes less than this. */
const LONGEST_TRANSACTION = 10 * MINUTE

/**
 * Counts the purchases of listings that were sold since the last run. A purchase itself counts nothing, as all buyers of a
 * listing would wait for each other; for the same reason listings that are being sold at this moment are left to the next run.
 */
export async function countSales({ client, sql, now }: Scope): Promise<number> {
  const where = { name: 'count-sales' }
  const last = await client.jobProgress.findUnique({ where })
  const sinceId = last ? firstIdAt('purchase', addMilliseconds(last.at, -LONGEST_TRANSACTION)) : ''
  const changed = await countSalesSince(sql, sinceId)
  await client.jobProgress.upsert({ where, create: { ...where, at: now }, update: { at: now } })
  return changed
}

async function countSalesSince(sql: Sql, sinceId: string): Promise<number> {
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

/** Purchases of which nothing is left, by id. Begins with the licenses of roles and avatars that are gone, as there are few of them. */
export const readLostPurchases = ({ sql }: Pick<Scope, 'sql'>, after: string, limit: number) =>
  sql<KnownPurchase>`
    SELECT p.id, p."buyerId", p."receiverId", p."listingId", p."renewsId" FROM "ProductPurchase" AS p
    WHERE p.id > ${after} AND p.status = ANY(${LASTING_STATUSES}) AND p.id IN (
      SELECT held.source FROM "LicenseGrant" AS held WHERE
        held."forType" = 'groupRole' AND NOT EXISTS (
          SELECT FROM "GroupRole" AS role JOIN "Group" AS g ON g.id = role."groupId"
          WHERE role.id = held."forId" AND g."deletedAt" IS NULL)
        OR held."forType" = 'avatar' AND EXISTS (
          SELECT FROM "Avatar" AS avatar WHERE avatar.id = held."forId" AND avatar."deletedAt" IS NOT NULL)
    ) AND NOT EXISTS (
      SELECT FROM "LicenseGrant" AS held WHERE held.source = p.id AND (
        EXISTS (SELECT FROM "GroupRole" AS role JOIN "Group" AS g ON g.id = role."groupId"
          WHERE held."forType" = 'groupRole' AND role.id = held."forId" AND g."deletedAt" IS NULL)
        OR EXISTS (SELECT FROM "Avatar" AS avatar
          WHERE held."forType" = 'avatar' AND avatar.id = held."forId" AND avatar."deletedAt" IS NULL))
    ) AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(p.products) AS product WHERE jsonb_array_length(product->'templateIds') > 0
    ) ORDER BY p.id LIMIT ${limit}`

/** Products of roles, groups and avatars that are gone, by id. */
export async function readLostProducts({ sql }: Scope, limit: number): Promise<string[]> {
  const rows = await sql<IdRow>`
    SELECT p.id FROM "Product" AS p WHERE p."archivedAt" IS NULL AND (
      p."groupRoleId" IS NOT NULL AND NOT EXISTS (
        SELECT FROM "GroupRole" AS r JOIN "Group" AS g ON g.id = r."groupId"
        WHERE r.id = p."groupRoleId" AND g."deletedAt" IS NULL
      ) OR EXISTS (SELECT FROM "Avatar" AS a WHERE a.id = ANY(p."avatarIds") AND a."deletedAt" IS NOT NULL)
    ) ORDER BY p.id LIMIT ${limit}`
  return idsOf(rows)
}

/** A role that a product has sold, with its group. */
interface SoldRole {
  readonly roleId: string
  readonly groupId: string
}

/** Roles that can't be given by hand although no product sells them any longer, by id. */
export const readUnsoldRoles = ({ sql }: Scope, limit: number) =>
  sql<SoldRole>`
    SELECT r.id AS "roleId", r."groupId" FROM "GroupRole" AS r
    WHERE r."requiresPurchase" AND EXISTS (SELECT FROM "Product" AS p WHERE p."groupRoleId" = r.id)
      AND NOT EXISTS (SELECT FROM "Product" AS p WHERE p."groupRoleId" = r.id AND p."archivedAt" IS NULL)
    ORDER BY r.id LIMIT ${limit}`
