import { Prisma } from '../../../generated/prisma/client.ts'
import { assertOwnerOrAdmin, isStaff } from '../../../kernel/access.ts'
import type { Sql } from '../../../kernel/database.ts'
import { ID_PREFIXES, PLATFORM_USER_ID, type UserId } from '../../../kernel/ids.ts'
import { allConditions } from '../../../kernel/list/pageSql.ts'
import type { KeysetPage, TextKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { directionOf, numberOf, withinPage } from '../ledger/queries.ts'
import type { ListedSpan, TimeSpan } from '../period.ts'

/** An entry of the ledger with its transfer and account. */
export interface EntryRow {
  /** `lent_<number>`. */
  readonly id: string
  /** `ltrf_<number>`. */
  readonly transferId: string
  readonly accountId: string
  /** Of the account. */
  readonly code: string
  readonly ownerId: string | null
  /** Tokens; below 0 if they left the account. */
  readonly amount: number
  /** Posted balance of the account after it. */
  readonly after: number
  readonly kind: string
  readonly purchaseId: string | null
  readonly transactionId: string | null
  readonly at: Date
}

const ENTRY_COLUMNS = Prisma.sql`
  SELECT ${`${ID_PREFIXES.ledgerEntry}_`} || entry."id" AS "id",
    ${`${ID_PREFIXES.ledgerTransfer}_`} || transfer."id" AS "transferId",
    account."id" AS "accountId", account."code", account."ownerId", entry."amount"::float8 AS "amount",
    entry."after"::float8 AS "after", transfer."kind", transfer."purchaseId", transfer."transactionId", transfer."at"`

const ENTRY_JOINS = Prisma.sql`
  JOIN "LedgerTransfer" transfer ON transfer."id" = entry."transferId"
  JOIN "LedgerAccount" account ON account."id" = entry."accountId"`

/** Which entries of the viewer's accounts to list. */
interface EntryFilter extends ListedSpan {
  readonly kinds?: readonly string[] | undefined
}

/** The conditions for the transfer `moved` of an entry; undefined for any. */
function transferCondition({ kinds, since, until }: EntryFilter): Prisma.Sql | undefined {
  const conditions = [
    ...(kinds ? [Prisma.sql`moved."kind" = ANY(${[...kinds]})`] : []),
    ...(since ? [Prisma.sql`moved."at" >= ${since}`] : []),
    ...(until ? [Prisma.sql`moved."at" < ${until}`] : []),
  ]
  return conditions.length > 0 ? allConditions(conditions) : undefined
}

/** The condition for an entry with this transfer. */
function ofTransfer(filter: EntryFilter): Prisma.Sql {
  const condition = transferCondition(filter)
  return condition
    ? Prisma.sql`EXISTS (SELECT FROM "LedgerTransfer" moved WHERE moved."id" = "transferId" AND ${condition})`
    : Prisma.sql`true`
}

/** A page of the entries of the viewer's accounts. Each account is read by its index, however many entries it has. */
export const readOwnEntries = (
  { sql, viewer }: ViewerScope,
  filter: EntryFilter,
  page: KeysetPage<TextKey>,
): Promise<EntryRow[]> =>
  sql<EntryRow>`
    ${ENTRY_COLUMNS}
    FROM (
      SELECT latest."id", latest."transferId", latest."accountId", latest."amount", latest."after"
      FROM "LedgerAccount" own CROSS JOIN LATERAL (
        SELECT "id", "transferId", "accountId", "amount", "after" FROM "LedgerEntry"
        WHERE "accountId" = own."id" AND ${withinPage(Prisma.sql`"id"`, page)} AND ${ofTransfer(filter)}
        ORDER BY "id" ${directionOf(page)} LIMIT ${page.limit}
      ) AS latest
      WHERE own."ownerId" = ${viewer.id}
    ) AS entry ${ENTRY_JOINS}
    ORDER BY entry."id" ${directionOf(page)} LIMIT ${page.limit}`

/** The number of entries of the viewer's accounts. */
export const countOwnEntries = ({ db, viewer }: ViewerScope, { kinds, since, until }: EntryFilter): Promise<number> =>
  db.ledgerEntry.count({
    where: {
      account: { ownerId: viewer.id },
      transfer: {
        ...(kinds && { kind: { in: [...kinds] } }),
        at: { ...(since && { gte: since }), ...(until && { lt: until }) },
      },
    },
  })

/** Entries by id of accounts of the viewer; admins read all. */
export const entriesByIds = ({ sql, viewer }: ViewerScope, ids: readonly string[]): Promise<EntryRow[]> =>
  sql<EntryRow>`
    ${ENTRY_COLUMNS} FROM "LedgerEntry" entry ${ENTRY_JOINS}
    WHERE entry."id" = ANY(${ids.map(numberOf)}::bigint[]) AND (${isStaff({ viewer }, 'economy')} OR account."ownerId" = ${viewer.id})`

/** The entries of transfers, for admins; none for others. */
export const entriesOfTransfers = async (scope: ViewerScope, ids: readonly string[]): Promise<EntryRow[]> =>
  isStaff(scope, 'economy') ? readEntriesOf(scope.sql, ids) : []

const readEntriesOf = (sql: Sql, ids: readonly string[]) =>
  sql<EntryRow>`
    ${ENTRY_COLUMNS} FROM "LedgerEntry" entry ${ENTRY_JOINS}
    WHERE entry."transferId" = ANY(${ids.map(numberOf)}::bigint[]) ORDER BY entry."id"`

/** Memo of the grants that come from rewards. */
export const PROMO_CREDIT = 'Promo Credit'

/** What has changed the tokens of a person. */
export interface HistoryRow {
  /** Number of the entry, and of its transfer. */
  readonly entryNumber: number
  readonly transferNumber: number
  /** Tokens; below 0 if they left the account. */
  readonly amount: number
  /** Posted balance of the account after it. */
  readonly after: number
  readonly kind: string
  readonly memo: string
  readonly at: Date
  /** Name of who had the tokens before: a person, else the platform. */
  readonly fromName: string
  readonly purchaseId: string | null
  /** What was bought, for tokens or for money; null for neither. */
  readonly boughtName: string | null
  /** Of the listing; null without a purchase. */
  readonly listingType: string | null
  /** Name of the payment provider; null without a payment. */
  readonly provider: string | null
}

interface HistoryQuery extends TimeSpan {
  readonly userId: UserId
  /** Only what took tokens from this person. */
  readonly fromUserId?: UserId | undefined
  /** Only what gave tokens to this person. */
  readonly toUserId?: UserId | undefined
  readonly limit: number
  readonly isDescending: boolean
}

const NEGATIVE = Prisma.sql`other."amount" < 0`
const POSITIVE = Prisma.sql`other."amount" > 0`

/** Whether the transfer of an entry has moved tokens of a person, in one direction. */
const moves = (userId: string | undefined, direction: Prisma.Sql): Prisma.Sql =>
  userId === undefined
    ? Prisma.sql`true`
    : Prisma.sql`EXISTS (
        SELECT FROM "LedgerEntry" other JOIN "LedgerAccount" party ON party."id" = other."accountId"
        WHERE other."transferId" = entry."transferId" AND party."ownerId" = ${userId} AND ${direction})`

/**
 * What has changed the tokens of the viewer in a time, by its order; admins read that of all. One statement, which reads
 * each account by its index. Throws `forbidden`.
 */
export async function readHistory(scope: ViewerScope, query: HistoryQuery): Promise<HistoryRow[]> {
  const { userId, from, until, limit } = query
  assertOwnerOrAdmin(scope, userId)
  const direction = directionOf({ descending: query.isDescending })
  return scope.sql<HistoryRow>`
    SELECT entry."id"::float8 AS "entryNumber", entry."transferId"::float8 AS "transferNumber",
      entry."amount"::float8 AS "amount", entry."after"::float8 AS "after", entry."kind", entry."memo", entry."at",
      coalesce(giver."displayName", platform."displayName") AS "fromName", purchase."id" AS "purchaseId",
      coalesce(purchase."listingDisplayName", payment."item"->>'description') AS "boughtName",
      purchase."listingType", payment."provider"
    FROM (
      SELECT latest."id", latest."transferId", latest."amount", latest."after", latest."kind", latest."memo", latest."at",
        latest."purchaseId", latest."transactionId"
      FROM "LedgerAccount" own CROSS JOIN LATERAL (
        SELECT entry."id", entry."transferId", entry."amount", entry."after",
          transfer."kind", transfer."memo", transfer."at", transfer."purchaseId", transfer."transactionId"
        FROM "LedgerEntry" entry JOIN "LedgerTransfer" transfer ON transfer."id" = entry."transferId"
        WHERE entry."accountId" = own."id"
          AND transfer."at" BETWEEN ${from}::timestamptz AND ${until}::timestamptz
          AND ${moves(query.fromUserId, NEGATIVE)} AND ${moves(query.toUserId, POSITIVE)}
        ORDER BY entry."id" ${direction} LIMIT ${limit}
      ) AS latest
      WHERE own."ownerId" = ${userId}
      ORDER BY latest."id" ${direction} LIMIT ${limit}
    ) AS entry
    JOIN "User" platform ON platform."id" = ${PLATFORM_USER_ID}
    LEFT JOIN LATERAL (
      SELECT person."displayName" FROM "LedgerEntry" other
      JOIN "LedgerAccount" party ON party."id" = other."accountId" JOIN "User" person ON person."id" = party."ownerId"
      WHERE other."transferId" = entry."transferId" AND ${NEGATIVE}
      ORDER BY other."amount", other."id" LIMIT 1
    ) AS giver ON true
    LEFT JOIN "ProductPurchase" purchase ON purchase."id" = entry."purchaseId"
    LEFT JOIN "PaymentTransaction" payment ON payment."id" = entry."transactionId"
    ORDER BY entry."id" ${direction}`
}
