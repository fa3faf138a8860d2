import type { PaymentTransaction } from '../../../generated/prisma/client.ts'
import { rowLock } from '../../../kernel/locks.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/**
 * Locks the people of a payment, with those who have got subscriptions of it, also erased ones, and then the payment, whose
 * state every act reads after this. Null for an unknown one.
 */
export async function lockPayment(tx: InTransaction, id: string): Promise<PaymentTransaction | null> {
  const parties = await tx.db.paymentTransaction.findUnique({
    where: { id },
    select: { buyerId: true, receiverId: true, subscriptions: { select: { userId: true } } },
  })
  if (!parties) return null
  const { buyerId, receiverId, subscriptions } = parties
  const ids = [...new Set([buyerId, receiverId ?? buyerId, ...subscriptions.map(({ userId }) => userId)])]
  await tx.sql`
    SELECT FROM "User" WHERE id = ANY(${ids}) ${rowLock(tx, 'user', { keys: ids, strength: 'NO KEY UPDATE' })}`
  await tx.sql`
    SELECT FROM "PaymentTransaction" WHERE id = ${id} ${rowLock(tx, 'paymentTransaction', { keys: [id] })}`
  return tx.db.paymentTransaction.findUnique({ where: { id } })
}
