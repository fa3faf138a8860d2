import { type LedgerAccount, Prisma } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { ID_PREFIXES } from '../../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { directionOf, numberOf, withinPage } from './entries.ts'

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
}

const PREFIX = `${ID_PREFIXES.ledgerTransfer}_`

const SELECT = Prisma.sql`
  SELECT ${PREFIX} || transfer."id" AS "id", transfer."kind", ${PREFIX} || transfer."reversesId" AS "reversesId",
    ${PREFIX} || reversal."id" AS "reversedById", transfer."actorId", transfer."purchaseId", transfer."transactionId",
    transfer."memo", transfer."at"
  FROM "LedgerTransfer" transfer LEFT JOIN "LedgerTransfer" reversal ON reversal."reversesId" = transfer."id"`

function matching({ kind, userId, purchaseId, transactionId }: TransferFilter): Prisma.Sql {
  const conditions = [
    kind !== undefined && Prisma.sql`transfer."kind" = ${kind}`,
    purchaseId !== undefined && Prisma.sql`transfer."purchaseId" = ${purchaseId}`,
    transactionId !== undefined && Prisma.sql`transfer."transactionId" = ${transactionId}`,
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

/** Transfers by id; none unless the viewer is an admin. */
/** The id of the transfer with a key. Throws without one. */
export async function transferIdByKey({ db }: Pick<Scope, 'db'>, key: string): Promise<string> {
  const { id } = await db.ledgerTransfer.findUniqueOrThrow({ where: { key }, select: { id: true } })
  return `${PREFIX}${id}`
}

export const transfersByIds = async (scope: Scope, ids: readonly string[]): Promise<TransferRow[]> =>
  isAdmin(scope) ? scope.sql<TransferRow>`${SELECT} WHERE transfer."id" = ANY(${ids.map(numberOf)}::bigint[])` : []

/** Accounts by id; none unless the viewer is an admin. */
export const accountsByIds = async (scope: Scope, ids: readonly string[]): Promise<LedgerAccount[]> =>
  isAdmin(scope) ? scope.db.ledgerAccount.findMany({ where: { id: { in: [...ids] } } }) : []

const BY_CODE = ['code'] as const
const ownedBy = (userId: string | undefined): Prisma.LedgerAccountWhereInput =>
  userId === undefined ? {} : { ownerId: userId }

/** A page of accounts, of one person if one is given, for admins, whom the caller has checked. */
export const readAccounts = (
  { db }: Scope,
  userId: string | undefined,
  page: KeysetPage<TextKey>,
): Promise<LedgerAccount[]> =>
  db.ledgerAccount.findMany({
    where: { AND: [ownedBy(userId), ...keysetWhere(page, BY_CODE)] },
    orderBy: keysetOrder(page, BY_CODE),
    take: page.limit,
  })

/** The number of accounts, for admins, whom the caller has checked. */
export const countAccounts = ({ db }: Scope, userId: string | undefined): Promise<number> =>
  db.ledgerAccount.count({ where: ownedBy(userId) })
