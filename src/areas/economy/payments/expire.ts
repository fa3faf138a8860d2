import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { trusted } from '../../../kernel/ids.ts'
import { rowLock } from '../../../kernel/locks.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { paymentChanged } from '../events.ts'

/** How long a buyer has to pay. */
const LIFETIME = DAY
/** Payments of one transaction. */
const ROUND = 100

interface Expired {
  readonly id: string
  readonly buyerId: string
}

/** Ends payments that were not paid within 24 hours as failed. One that is paid later all the same counts as paid. */
export async function expirePayments(scope: Scope): Promise<void> {
  for (;;) if ((await expireRound(scope)) < ROUND) return
}

const expireRound = (scope: Scope): Promise<number> =>
  transact(scope, async (tx) => {
    const before = addMilliseconds(tx.now, -LIFETIME)
    const expired = await tx.sql<Expired>`
      UPDATE "PaymentTransaction" payment
      SET "status" = 'failed', "error" = 'It was not paid within 24 hours.', "updatedAt" = ${tx.now}::timestamptz
      FROM (
        SELECT id FROM "PaymentTransaction" WHERE "status" = 'pending' AND "createdAt" <= ${before}::timestamptz
        ${rowLock(tx, 'paymentTransaction', {})} LIMIT ${ROUND}
      ) old
      WHERE payment."id" = old."id"
      RETURNING payment."id", payment."buyerId"`
    for (const { id, buyerId } of expired) tx.emit(paymentChanged(trusted<'user'>(buyerId), { transactionId: id }))
    return expired.length
  })
