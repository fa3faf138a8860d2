import type { Sql } from '../../../kernel/database.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { setBooksBalanced } from '../economyState.ts'

/** What is checked of the ledger. */
const LEDGER_CHECKS = ['transfers', 'posted', 'held', 'purchases'] as const
type LedgerCheck = (typeof LEDGER_CHECKS)[number]

/** Something that is not as the entries, holds and purchases say. */
export interface LedgerDifference {
  readonly check: LedgerCheck
  /** Number of a transfer, code of an account, or id of a purchase. */
  readonly subject: string
  readonly expected: string
  readonly found: string
}

type Found = Omit<LedgerDifference, 'check'>

/** Most differences that a check tells. */
const MAX_DIFFERENCES = 100

/** Transfers that do not balance, or have fewer than two entries, and entries without a transfer. */
const findUnbalanced = (sql: Sql) =>
  sql<Found>`
    SELECT coalesce(transfer."id", moved."transferId")::text AS "subject", 'two entries or more, sum 0' AS "expected",
      concat_ws(', ', CASE WHEN transfer."id" IS NULL THEN 'no transfer' END,
        format('%s entries, sum %s', coalesce(moved."entries", 0), coalesce(moved."total", 0))) AS "found"
    FROM (
      SELECT "transferId", count(*) AS "entries", sum("amount") AS "total" FROM "LedgerEntry" GROUP BY "transferId"
    ) AS moved
    FULL JOIN "LedgerTransfer" transfer ON transfer."id" = moved."transferId"
    WHERE transfer."id" IS NULL OR coalesce(moved."entries", 0) < 2 OR moved."total" <> 0
    ORDER BY coalesce(transfer."id", moved."transferId") LIMIT ${MAX_DIFFERENCES}`

/** Accounts whose posted balance is not the sum of their entries. */
const findWrongPosted = (sql: Sql) =>
  sql<Found>`
    SELECT coalesce(account."code", moved."accountId") AS "subject", coalesce(moved."total", 0)::text AS "expected",
      coalesce(account."posted"::text, 'no account') AS "found"
    FROM (SELECT "accountId", sum("amount") AS "total" FROM "LedgerEntry" GROUP BY "accountId") AS moved
    FULL JOIN "LedgerAccount" account ON account."id" = moved."accountId"
    WHERE account."posted" IS DISTINCT FROM coalesce(moved."total", 0)
    ORDER BY 1 LIMIT ${MAX_DIFFERENCES}`

/** Accounts whose held balance is not the sum of their open holds. */
const findWrongHeld = (sql: Sql) =>
  sql<Found>`
    SELECT coalesce(account."code", open."accountId") AS "subject", coalesce(open."total", 0)::text AS "expected",
      coalesce(account."held"::text, 'no account') AS "found"
    FROM (
      SELECT "accountId", sum("amount") AS "total" FROM "LedgerHold" WHERE "state" = 'open' GROUP BY "accountId"
    ) AS open
    FULL JOIN "LedgerAccount" account ON account."id" = open."accountId"
    WHERE account."held" IS DISTINCT FROM coalesce(open."total", 0)
    ORDER BY 1 LIMIT ${MAX_DIFFERENCES}`

/** Purchases with a price whose transfer has not moved it, or that are refunded without a reversal, or the other way round. */
const findWrongPurchases = (sql: Sql) =>
  sql<Found>`
    SELECT purchase."id" AS "subject",
      format('buyer %s, seller %s, fees %s, in %s entries', -purchase."price", purchase."value", purchase."fee", "wanted")
        || CASE purchase."status" WHEN 'refunded' THEN ', reversed' ELSE '' END AS "expected",
      format('buyer %s, seller %s, fees %s, in %s entries', "buyer", "seller", "fees", "entries")
        || CASE WHEN "isReversed" THEN ', reversed' ELSE '' END AS "found"
    FROM (
      SELECT purchase."id", count(entry."id") AS "entries", count(reversal."id") > 0 AS "isReversed",
        1 + (purchase."value" <> 0)::int + (purchase."fee" <> 0)::int AS "wanted",
        coalesce(sum(entry."amount") FILTER (WHERE account."code" = 'user:' || purchase."buyerId" || ':standard'), 0) AS "buyer",
        coalesce(sum(entry."amount") FILTER (WHERE account."code" = 'user:' || purchase."sellerId" || ':earnings'), 0) AS "seller",
        coalesce(sum(entry."amount") FILTER (WHERE account."code" = 'house:fees'), 0) AS "fees"
      FROM "ProductPurchase" purchase
      LEFT JOIN "LedgerEntry" entry ON entry."transferId" = purchase."ledgerTransferId"
      LEFT JOIN "LedgerAccount" account ON account."id" = entry."accountId"
      LEFT JOIN "LedgerTransfer" reversal ON reversal."reversesId" = purchase."ledgerTransferId"
      WHERE purchase."price" > 0
      GROUP BY purchase."id"
    ) AS moved
    JOIN "ProductPurchase" purchase ON purchase."id" = moved."id"
    WHERE ("buyer", "seller", "fees", "entries") <> (-purchase."price", purchase."value", purchase."fee", "wanted")
      OR "isReversed" <> (purchase."status" = 'refunded')
    ORDER BY purchase."id" LIMIT ${MAX_DIFFERENCES}`

const FINDERS: Readonly<Record<LedgerCheck, (sql: Sql) => Promise<Found[]>>> = {
  transfers: findUnbalanced,
  posted: findWrongPosted,
  held: findWrongHeld,
  purchases: findWrongPurchases,
}

/** What is wrong in the ledger, at most 100 of each kind; nothing if the books balance. One statement for each kind. */
export async function findLedgerDifferences({ sql }: Pick<Scope, 'sql'>): Promise<LedgerDifference[]> {
  const found = await Promise.all(
    LEDGER_CHECKS.map(async (check) =>
      (await FINDERS[check](sql)).map((difference): LedgerDifference => ({ check, ...difference })),
    ),
  )
  return found.flat()
}

/**
 * Checks the ledger and tells operators: by the log, the metrics, and the state of the economy, which is offline until a
 * check finds no difference. Answers the differences.
 */
export async function checkLedger(scope: Scope): Promise<LedgerDifference[]> {
  const differences = await findLedgerDifferences(scope)
  scope.counters.add('ledgerChecks', differences.length === 0 ? 'balanced' : 'different')
  for (const { check } of differences) scope.counters.add('ledgerDifferences', check)
  if (differences.length > 0) scope.log.error({ differences }, 'the ledger has differences, so the economy is offline')
  await setBooksBalanced(scope, differences.length === 0)
  return differences
}
