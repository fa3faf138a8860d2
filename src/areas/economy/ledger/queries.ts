import { Prisma } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import type { Sql } from '../../../kernel/database.ts'
import { ID_PREFIXES, newId } from '../../../kernel/ids.ts'
import { invalidCursor, type KeysetPage, type TextKey } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import type { LedgerDifference } from './check.ts'
import type { AccountName, Hold, LedgerTransaction, Transfer } from './transfers.ts'

/**
 * Makes the accounts that are missing. Those of people never go below 0. One statement, which waits for others that make
 * the same account, so that the next statement finds it.
 */
export async function ensureAccounts(
  { sql, now }: Pick<InTransaction, 'sql'> & Pick<Scope, 'now'>,
  names: readonly AccountName[],
): Promise<void> {
  const ids = names.map(() => newId('ledgerAccount', now))
  const codes = names.map(({ code }) => code)
  const owners = names.map(({ ownerId }) => ownerId)
  await sql`
    INSERT INTO "LedgerAccount" ("id", "code", "ownerId", "floor", "createdAt")
    SELECT wanted."id", wanted."code", wanted."ownerId", CASE WHEN wanted."ownerId" IS NULL THEN NULL ELSE 0 END, ${now}::timestamptz
    FROM unnest(${ids}::text[], ${codes}::text[], ${owners}::text[]) AS wanted("id", "code", "ownerId")
    WHERE NOT EXISTS (SELECT FROM "LedgerAccount" known WHERE known."code" = wanted."code")
    ORDER BY wanted."code"
    ON CONFLICT DO NOTHING`
}

/** Stores a transfer with its entries, and answers its number. */
export function insertTransfer({ sql, now }: LedgerTransaction, transfer: Transfer) {
  const codes = transfer.postings.map(({ account }) => account.code)
  const amounts = transfer.postings.map(({ amount }) => amount)
  return sql<{ readonly id: string }>`
    WITH transfer AS (
      INSERT INTO "LedgerTransfer" ("key", "kind", "reversesId", "actorId", "purchaseId", "transactionId", "memo", "at")
      VALUES (${transfer.key}, ${transfer.kind}, ${transfer.reversesId ?? null}::bigint, ${transfer.actorId ?? null},
        ${transfer.purchaseId ?? null}, ${transfer.transactionId ?? null}, ${transfer.memo ?? ''}, ${now}::timestamptz)
      RETURNING "id"
    ), entries AS (
      INSERT INTO "LedgerEntry" ("transferId", "accountId", "amount")
      SELECT transfer."id", account."id", posting."amount"
      FROM transfer, unnest(${codes}::text[], ${amounts}::bigint[]) AS posting("code", "amount")
      JOIN "LedgerAccount" account ON account."code" = posting."code"
      ORDER BY account."id"
    )
    SELECT "id"::text AS "id" FROM transfer`
}

/** Stores an open hold, and answers its id; nothing without the account. */
export const insertHold = ({ sql, now }: LedgerTransaction, { key, account, amount, until }: Hold) =>
  sql<{ readonly id: string }>`
    INSERT INTO "LedgerHold" ("id", "key", "accountId", "amount", "until", "createdAt")
    SELECT ${newId('ledgerHold', now)}, ${key}, "id", ${amount}::bigint, ${until}::timestamptz, ${now}::timestamptz
    FROM "LedgerAccount" WHERE "code" = ${account.code}
    RETURNING "id"`

/** Releases a hold if it is open, and answers whose account it was of. */
export const releaseHold = ({ sql }: LedgerTransaction, key: string) =>
  sql<HeldAccount>`
    UPDATE "LedgerHold" hold SET "state" = 'released' FROM "LedgerAccount" account
    WHERE hold."key" = ${key} AND hold."state" = 'open' AND account."id" = hold."accountId"
    RETURNING account."ownerId"`

/** Releases those of these holds that are open and due, and answers whose accounts they were of. */
export const releaseDueHoldsById = ({ sql, now }: LedgerTransaction, ids: readonly string[]) =>
  sql<HeldAccount>`
    UPDATE "LedgerHold" hold SET "state" = 'released' FROM "LedgerAccount" account
    WHERE hold."id" = ANY(${[...ids]}::text[]) AND hold."state" = 'open' AND hold."until" <= ${now}::timestamptz
      AND account."id" = hold."accountId"
    RETURNING account."ownerId"`

interface HeldAccount {
  readonly ownerId: string | null
}

/** Releases all open holds of a person. */
export const releaseHoldsOf = ({ sql }: LedgerTransaction, ownerId: string) =>
  sql`
    UPDATE "LedgerHold" SET "state" = 'released'
    WHERE "state" = 'open' AND "accountId" IN (SELECT "id" FROM "LedgerAccount" WHERE "ownerId" = ${ownerId})`

/** An entry of a transfer to reverse, with its account. */
export interface ReversedEntry {
  readonly code: string
  readonly ownerId: string | null
  /** Tokens of the entry to reverse, and those that the account can give. */
  readonly amount: string
  readonly available: string
}

/** The entries of a transfer to reverse, and one of 0 tokens for another account if it has none there. */
export const readReversedEntries = (
  { sql }: LedgerTransaction,
  transferId: string,
  { code }: Pick<AccountName, 'code'>,
) =>
  sql<ReversedEntry>`
    SELECT account."code", account."ownerId", coalesce(entry."amount", 0)::text AS "amount",
      (account."posted" - account."held")::text AS "available"
    FROM "LedgerAccount" account
    LEFT JOIN "LedgerEntry" entry ON entry."accountId" = account."id" AND entry."transferId" = ${transferId}::bigint
    WHERE account."code" = ${code} OR entry."id" IS NOT NULL`

interface ReversedTransfer {
  readonly purchaseId: string | null
  readonly transactionId: string | null
  readonly isReversed: boolean
}

/** A transfer to reverse. A statement after the lock, so that it sees a reversal for which the lock waited. */
export const readReversedTransfer = ({ sql }: LedgerTransaction, transferId: string) =>
  sql<ReversedTransfer>`
    SELECT "purchaseId", "transactionId",
      EXISTS (SELECT FROM "LedgerTransfer" later WHERE later."reversesId" = ${transferId}::bigint) AS "isReversed"
    FROM "LedgerTransfer" WHERE "id" = ${transferId}::bigint`

/** The number in the id of a transfer or entry. */
export const numberOf = (id: string): string => id.slice(id.indexOf('_') + 1)

/** Sorts by the number in the id, newest first. */
export const BY_NEWEST_NUMBER = {
  descending: true,
  keyText: ({ id }: { readonly id: string }) => numberOf(id),
  parseKey(text: string, side: 'after' | 'before'): TextKey | undefined {
    if (text === '') return undefined
    if (!/^[1-9][0-9]{0,17}$/.test(text)) throw invalidCursor(side)
    return [text]
  },
}

/** Conditions of a page of rows that are numbered by a column. */
export const withinPage = (column: Prisma.Sql, { above, below }: KeysetPage<TextKey>): Prisma.Sql =>
  Prisma.sql`${above ? Prisma.sql`${column} > ${above[0]}::bigint` : Prisma.sql`true`}
    AND ${below ? Prisma.sql`${column} < ${below[0]}::bigint` : Prisma.sql`true`}`

/** The direction in which a page is read. */
export const directionOf = ({ descending }: Pick<KeysetPage<TextKey>, 'descending'>): Prisma.Sql =>
  descending ? Prisma.sql`DESC` : Prisma.sql`ASC`

/** A transfer as admins see it. */
export interface TransferRow {
  /** `ltrf_<number>`, like the ids of those that it reverses, and that reverses it. */
  readonly id: string
  readonly kind: string
  readonly reversesId: string | null
  readonly reversedById: string | null
  readonly actorId: string | null
  readonly purchaseId: string | null
  readonly transactionId: string | null
  readonly memo: string
  readonly at: Date
}

/** Which transfers to list; omitted fields match all. */
interface TransferFilter {
  readonly kind?: string
  /** Only those that touch an account of this person. */
  readonly userId?: string
  readonly purchaseId?: string
  readonly transactionId?: string
  /** Only those of this time or later. */
  readonly since?: Date
  /** Only those before this time. */
  readonly until?: Date
}

const PREFIX = `${ID_PREFIXES.ledgerTransfer}_`

const SELECT = Prisma.sql`
  SELECT ${PREFIX} || transfer."id" AS "id", transfer."kind", ${PREFIX} || transfer."reversesId" AS "reversesId",
    ${PREFIX} || reversal."id" AS "reversedById", transfer."actorId", transfer."purchaseId", transfer."transactionId",
    transfer."memo", transfer."at"
  FROM "LedgerTransfer" transfer LEFT JOIN "LedgerTransfer" reversal ON reversal."reversesId" = transfer."id"`

function matching({ kind, userId, purchaseId, transactionId, since, until }: TransferFilter): Prisma.Sql {
  const conditions = [
    kind !== undefined && Prisma.sql`transfer."kind" = ${kind}`,
    purchaseId !== undefined && Prisma.sql`transfer."purchaseId" = ${purchaseId}`,
    transactionId !== undefined && Prisma.sql`transfer."transactionId" = ${transactionId}`,
    since !== undefined && Prisma.sql`transfer."at" >= ${since}::timestamptz`,
    until !== undefined && Prisma.sql`transfer."at" < ${until}::timestamptz`,
    userId !== undefined &&
      Prisma.sql`transfer."id" IN (
        SELECT "transferId" FROM "LedgerEntry" JOIN "LedgerAccount" account ON account."id" = "accountId"
        WHERE account."ownerId" = ${userId})`,
  ]
  return Prisma.join([Prisma.sql`true`, ...conditions.filter((condition) => condition !== false)], ' AND ')
}

/** A page of transfers, for admins, whom the caller has checked. */
export const readTransfers = (
  { sql }: Scope,
  filter: TransferFilter,
  page: KeysetPage<TextKey>,
): Promise<TransferRow[]> =>
  sql<TransferRow>`
    ${SELECT} WHERE ${matching(filter)} AND ${withinPage(Prisma.sql`transfer."id"`, page)}
    ORDER BY transfer."id" ${directionOf(page)} LIMIT ${page.limit}`

/** The number of transfers, for admins, whom the caller has checked. */
export async function countTransfers({ sql }: Scope, filter: TransferFilter): Promise<number> {
  const [found] = await sql<{ readonly count: number }>`
    SELECT count(*)::float8 AS "count" FROM "LedgerTransfer" transfer WHERE ${matching(filter)}`
  return found?.count ?? 0
}

/** The id of the transfer with a key. Throws without one. */
export async function transferIdByKey({ db }: Pick<Scope, 'db'>, key: string): Promise<string> {
  const { id } = await db.ledgerTransfer.findUniqueOrThrow({ where: { key }, select: { id: true } })
  return `${PREFIX}${id}`
}

/** Transfers by id; none unless the viewer is an admin. */
export const transfersByIds = async (scope: Scope, ids: readonly string[]): Promise<TransferRow[]> =>
  isStaff(scope, 'economy')
    ? scope.sql<TransferRow>`${SELECT} WHERE transfer."id" = ANY(${ids.map(numberOf)}::bigint[])`
    : []

export type FoundDifference = Omit<LedgerDifference, 'check'>

/** Most differences that a check tells. */
const MAX_DIFFERENCES = 100

/** Transfers after this number are checked, with the accounts and purchases that they touch; 0 for the whole ledger. */
export type CheckedSince = bigint

/** The number of the last transfer of before a time; 0 if there is none. */
export async function lastTransferBefore({ sql }: Pick<Scope, 'sql'>, time: Date): Promise<bigint> {
  const [last] = await sql<{ readonly id: bigint }>`
    SELECT id FROM "LedgerTransfer" WHERE at < ${time}::timestamptz ORDER BY at DESC, id DESC LIMIT 1`
  return last?.id ?? 0n
}

/** Transfers that do not balance, or have fewer than two entries, and entries without a transfer. */
export const findUnbalanced = (sql: Sql, since: CheckedSince) =>
  sql<FoundDifference>`
    SELECT coalesce(transfer."id", moved."transferId")::text AS "subject", 'two entries or more, sum 0' AS "expected",
      concat_ws(', ', CASE WHEN transfer."id" IS NULL THEN 'no transfer' END,
        format('%s entries, sum %s', coalesce(moved."entries", 0), coalesce(moved."total", 0))) AS "found"
    FROM (
      SELECT "transferId", count(*) AS "entries", sum("amount") AS "total" FROM "LedgerEntry"
      WHERE "transferId" > ${since}::bigint GROUP BY "transferId"
    ) AS moved
    FULL JOIN (SELECT "id" FROM "LedgerTransfer" WHERE "id" > ${since}::bigint) AS transfer ON transfer."id" = moved."transferId"
    WHERE transfer."id" IS NULL OR coalesce(moved."entries", 0) < 2 OR moved."total" <> 0
    ORDER BY coalesce(transfer."id", moved."transferId") LIMIT ${MAX_DIFFERENCES}`

/** The condition, unless the whole ledger is checked. */
const unlessAll = (since: CheckedSince, condition: Prisma.Sql) => (since === 0n ? Prisma.sql`true` : condition)

/** Accounts that transfers since then touch. */
const touched = (since: CheckedSince) =>
  Prisma.sql`SELECT "accountId" FROM "LedgerEntry" WHERE "transferId" > ${since}::bigint`

/**
 * The sum of all entries of each account, or of the touched ones: what was posted before their first new entry, which an
 * earlier check has proved, and the entries from that one on. Entries of an account are numbered in the order of their posting.
 */
const sumsOfEntries = (since: CheckedSince) =>
  since === 0n
    ? Prisma.sql`SELECT "accountId", sum("amount") AS "total" FROM "LedgerEntry" GROUP BY "accountId"`
    : Prisma.sql`
      SELECT account."accountId", "added" + coalesce("before", 0) AS "total"
      FROM (SELECT "accountId", min("id") AS "first" FROM "LedgerEntry" WHERE "transferId" > ${since}::bigint GROUP BY "accountId")
        AS account
      CROSS JOIN LATERAL (SELECT sum("amount") AS "added" FROM "LedgerEntry" entry
        WHERE entry."accountId" = account."accountId" AND entry."id" >= "first") AS later
      LEFT JOIN LATERAL (SELECT "after" AS "before" FROM "LedgerEntry" entry
        WHERE entry."accountId" = account."accountId" AND entry."id" < "first" ORDER BY entry."id" DESC LIMIT 1) AS earlier ON true`

/** Accounts whose posted balance is not the sum of their entries. */
export const findWrongPosted = (sql: Sql, since: CheckedSince) =>
  sql<FoundDifference>`
    SELECT coalesce(account."code", moved."accountId") AS "subject", coalesce(moved."total", 0)::text AS "expected",
      coalesce(account."posted"::text, 'no account') AS "found"
    FROM (${sumsOfEntries(since)}) AS moved
    FULL JOIN (
      SELECT "id", "code", "posted" FROM "LedgerAccount" WHERE ${unlessAll(since, Prisma.sql`"id" IN (${touched(since)})`)}
    ) AS account ON account."id" = moved."accountId"
    WHERE account."posted" IS DISTINCT FROM coalesce(moved."total", 0)
    ORDER BY 1 LIMIT ${MAX_DIFFERENCES}`

/** Accounts whose held balance is not the sum of their open holds: all, or those that are touched or have open holds. */
export const findWrongHeld = (sql: Sql, since: CheckedSince) =>
  sql<FoundDifference>`
    SELECT coalesce(account."code", open."accountId") AS "subject", coalesce(open."total", 0)::text AS "expected",
      coalesce(account."held"::text, 'no account') AS "found"
    FROM (
      SELECT "accountId", sum("amount") AS "total" FROM "LedgerHold" WHERE "state" = 'open' GROUP BY "accountId"
    ) AS open
    FULL JOIN (
      SELECT "id", "code", "held" FROM "LedgerAccount" WHERE ${unlessAll(
        since,
        Prisma.sql`"id" IN (${touched(since)} UNION SELECT "accountId" FROM "LedgerHold" WHERE "state" = 'open')`,
      )}
    ) AS account ON account."id" = open."accountId"
    WHERE account."held" IS DISTINCT FROM coalesce(open."total", 0)
    ORDER BY 1 LIMIT ${MAX_DIFFERENCES}`

/** Purchases with a price whose transfer has not moved it, or that are refunded without a reversal, or the other way round. */
export const findWrongPurchases = (sql: Sql, since: CheckedSince) =>
  sql<FoundDifference>`
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
      WHERE purchase."price" > 0 AND ${unlessAll(
        since,
        Prisma.sql`purchase."id" IN (SELECT "purchaseId" FROM "LedgerTransfer" WHERE "id" > ${since}::bigint)`,
      )}
      GROUP BY purchase."id"
    ) AS moved
    JOIN "ProductPurchase" purchase ON purchase."id" = moved."id"
    WHERE ("buyer", "seller", "fees", "entries") <> (-purchase."price", purchase."value", purchase."fee", "wanted")
      OR "isReversed" <> (purchase."status" = 'refunded')
    ORDER BY purchase."id" LIMIT ${MAX_DIFFERENCES}`
