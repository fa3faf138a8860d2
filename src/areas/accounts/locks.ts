import type { UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import type { ErasedIdentity } from './account/deletion.ts'

/** Locks people's accounts until the transaction ends. */
export const lockAccounts = async (tx: InTransaction, userIds: readonly UserId[]): Promise<void> =>
  void (await tx.sql`
    SELECT 1 FROM "Account" WHERE "userId" = ANY(${[...userIds]}) ${rowLock(tx, 'account', { keys: userIds })}`)

/** Locks a person's account until the transaction ends. */
export const lockAccount = (tx: InTransaction, userId: UserId): Promise<void> => lockAccounts(tx, [userId])

/** Locks the person, and reads the names before they are erased. */
export async function lockIdentity(tx: Scope & InTransaction, id: UserId): Promise<ErasedIdentity> {
  const current = await tx.sql<{ readonly displayName: string }>`
    SELECT "displayName" FROM "User" WHERE id = ${id} ${rowLock(tx, 'user', { keys: [id] })}`
  const former = await tx.db.pastDisplayName.findMany({ where: { userId: id }, select: { displayName: true } })
  return { displayNames: [...new Set([...current, ...former].map(({ displayName }) => displayName))] }
}

/** Locks the person of an account, so that they can not become an admin meanwhile. Needs the lock of the account. */
export async function lockAccountOwner(tx: InTransaction, userId: UserId) {
  const [person] = await tx.sql<{ readonly admin: boolean; readonly isSystemAccount: boolean }>`
    SELECT admin, NOT EXISTS (
      SELECT FROM "Account" WHERE "userId" = ${userId} AND "passwordHash" IS NOT NULL
    ) AS "isSystemAccount" FROM "User" WHERE id = ${userId} AND EXISTS (SELECT FROM "Account" WHERE "userId" = ${userId})
    ${rowLock(tx, 'user', { keys: [userId], strength: 'NO KEY UPDATE' })}`
  return person
}
