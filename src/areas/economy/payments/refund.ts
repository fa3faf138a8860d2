import type { PaymentTransaction } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { addMilliseconds, DAY, SECOND } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { ownerOrAdminAct } from '../../audit/adminAct.ts'
import { transactionNotFound } from '../policy.ts'
import { askProvider } from './askProvider.ts'
import { lockPayment } from './locks.ts'
import { readPayment } from './transactions.ts'

/** How long a buyer can ask for the money of an order of which nothing was given away. */
const REFUND_PERIOD = 14 * DAY
const REFUND_TIMEOUT = 10 * SECOND

const notRefundable = () =>
  new Failure('invalid', 'The payment cannot be refunded any longer.', { reason: 'not_refundable' })
const alreadyRefunded = () => new Failure('conflict', 'The payment is over already.', { reason: 'already_refunded' })

/**
 * Asks the provider to pay back the money of a payment: of the viewer's order of gifts within 14 days while none is given
 * away, of any payment for admins. What it brought ends when the provider confirms that. Throws `missing` for a payment of
 * others, `conflict` for one that is over, `invalid` for one that cannot be refunded, `unavailable` if the provider does not
 * answer.
 */
export async function refundStorePurchase(scope: ViewerScope, id: string): Promise<void> {
  await readPayment(scope, id)
  const { amount, providerRef } = await ownerOrAdminAct(scope, 'refundStorePurchase', async (tx) => {
    const payment = await lockPayment(tx, id)
    if (!payment) throw transactionNotFound()
    const givenAway = await tx.db.userSubscription.count({ where: { transactionId: id } })
    assertPaid(tx, payment)
    const needsAdmin = !isUnusedOrder(tx, payment, givenAway)
    if (needsAdmin && !isAdmin(tx)) throw notRefundable()
    return { ownerId: payment.buyerId, subjectId: id, needsAdmin, result: payment }
  })
  if (providerRef === null) throw notRefundable()
  await askProvider(scope, id, REFUND_TIMEOUT, () => scope.payments.refund(providerRef, amount, `refund:${id}`))
}

/** Whether the viewer can ask for the money of a payment of which so many subscriptions were given away. */
export const canRefund = (scope: ViewerScope, payment: PaymentTransaction, givenAway: number): boolean =>
  isPaid(scope, payment) && (isAdmin(scope) || isUnusedOrder(scope, payment, givenAway))

const isPaid = ({ payments }: ViewerScope, { status, provider, providerRef }: PaymentTransaction): boolean =>
  status === 'active' && provider === payments.name && providerRef !== null

function assertPaid(scope: ViewerScope, payment: PaymentTransaction): void {
  if (payment.status === 'expired') throw alreadyRefunded()
  if (!isPaid(scope, payment)) throw notRefundable()
}

const isUnusedOrder = ({ clock }: ViewerScope, payment: PaymentTransaction, givenAway: number): boolean =>
  payment.isBulkGift && givenAway === 0 && payment.createdAt > addMilliseconds(clock.now(), -REFUND_PERIOD)
