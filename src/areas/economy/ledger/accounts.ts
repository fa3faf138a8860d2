import type { LedgerAccount, Prisma } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { AccountName } from './transfers.ts'

/** Balances of an account in tokens; all 0 for an account that was never used. */
export interface AccountBalance {
  readonly posted: number
  readonly held: number
  /** Time of the first use; null for none. */
  readonly createdAt: Date | null
  readonly accountId: string | null
  /** Whether it has no entries. */
  readonly isUnused: boolean
}

/** The balances of an account. One statement. */
export async function readBalance({ db }: Pick<Scope, 'db'>, { code }: AccountName): Promise<AccountBalance> {
  const account = await db.ledgerAccount.findUnique({
    where: { code },
    include: { entries: { select: { id: true }, take: 1 } },
  })
  if (!account) return { posted: 0, held: 0, createdAt: null, accountId: null, isUnused: true }
  return {
    posted: Number(account.posted),
    held: Number(account.held),
    createdAt: account.createdAt,
    accountId: account.id,
    isUnused: account.entries.length === 0,
  }
}

/** Accounts by id; none unless the viewer is an admin. */
export const accountsByIds = async (scope: Scope, ids: readonly string[]): Promise<LedgerAccount[]> =>
  isStaff(scope, 'economy') ? scope.db.ledgerAccount.findMany({ where: { id: { in: [...ids] } } }) : []

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
