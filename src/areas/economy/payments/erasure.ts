import { rowLock } from '../../../kernel/locks.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/**
 * Leaves the ids and amounts of an erased person's payments alone: what providers have told of the payer goes, and nothing
 * can be paid any longer that is not paid yet.
 */
export async function erasePayments(tx: Scope & InTransaction, userId: string): Promise<void> {
  const { db, sql, now } = tx
  await sql`
    SELECT FROM "PaymentTransaction" WHERE "buyerId" = ${userId} ${rowLock(tx, 'paymentTransaction', {})}`
  const payments = await db.paymentTransaction.findMany({ where: { buyerId: userId }, select: { id: true } })
  const ids = payments.map(({ id }) => id)
  await db.paymentTransaction.updateMany({
    where: { buyerId: userId },
    data: { details: {}, checkoutUrl: null, key: null, inputHash: null },
  })
  await db.paymentTransaction.updateMany({
    where: { buyerId: userId, status: 'pending' },
    data: { status: 'failed', error: 'The account was deleted.', updatedAt: now },
  })
  await db.paymentEvent.updateMany({
    where: { transactionId: { in: ids }, state: { not: 'waiting' } },
    data: { payload: {} },
  })
}
