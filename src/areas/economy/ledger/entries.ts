import { Prisma } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import type { Sql } from '../../../kernel/database.ts'
import { ID_PREFIXES } from '../../../kernel/ids.ts'
import { invalidCursor, type KeysetPage, type TextKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'

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

const SELECT = Prisma.sql`
  SELECT ${`${ID_PREFIXES.ledgerEntry}_`} || entry."id" AS "id",
    ${`${ID_PREFIXES.ledgerTransfer}_`} || transfer."id" AS "transferId",
    account."id" AS "accountId", account."code", account."ownerId", entry."amount"::float8 AS "amount",
    entry."after"::float8 AS "after", transfer."kind", transfer."purchaseId", transfer."transactionId", transfer."at"`

const JOINS = Prisma.sql`
  JOIN "LedgerTransfer" transfer ON transfer."id" = entry."transferId"
  JOIN "LedgerAccount" account ON account."id" = entry."accountId"`

/** A page of the entries of the viewer's accounts. Each account is read by its index, however many entries it has. */
export const readOwnEntries = ({ sql, viewer }: ViewerScope, page: KeysetPage<TextKey>): Promise<EntryRow[]> =>
  sql<EntryRow>`
    ${SELECT}
    FROM (
      SELECT latest.* FROM "LedgerAccount" own CROSS JOIN LATERAL (
        SELECT "id", "transferId", "accountId", "amount", "after" FROM "LedgerEntry"
        WHERE "accountId" = own."id" AND ${withinPage(Prisma.sql`"id"`, page)}
        ORDER BY "id" ${directionOf(page)} LIMIT ${page.limit}
      ) AS latest
      WHERE own."ownerId" = ${viewer.id}
    ) AS entry ${JOINS}
    ORDER BY entry."id" ${directionOf(page)} LIMIT ${page.limit}`

/** The number of entries of the viewer's accounts. */
export const countOwnEntries = ({ db, viewer }: ViewerScope): Promise<number> =>
  db.ledgerEntry.count({ where: { account: { ownerId: viewer.id } } })

/** Entries by id of accounts of the viewer; admins read all. */
export const entriesByIds = ({ sql, viewer }: ViewerScope, ids: readonly string[]): Promise<EntryRow[]> =>
  sql<EntryRow>`
    ${SELECT} FROM "LedgerEntry" entry ${JOINS}
    WHERE entry."id" = ANY(${ids.map(numberOf)}::bigint[]) AND (${isAdmin({ viewer })} OR account."ownerId" = ${viewer.id})`

/** The entries of transfers, for admins; none for others. */
export const entriesOfTransfers = async (scope: ViewerScope, ids: readonly string[]): Promise<EntryRow[]> =>
  isAdmin(scope) ? readEntriesOf(scope.sql, ids) : []

const readEntriesOf = (sql: Sql, ids: readonly string[]) =>
  sql<EntryRow>`
    ${SELECT} FROM "LedgerEntry" entry ${JOINS}
    WHERE entry."transferId" = ANY(${ids.map(numberOf)}::bigint[]) ORDER BY entry."id"`
