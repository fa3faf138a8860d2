import type { PaymentTransaction, Prisma } from '../../../generated/prisma/client.ts'
import { isAdmin, isStaff } from '../../../kernel/access.ts'
import { addMilliseconds, DAY, SECOND } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import { firstIdAt, trusted } from '../../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { PaymentEventType } from '../../../kernel/payments.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { paymentChanged } from '../events.ts'
import { lockPayment } from '../locks.ts'
import { createdWithin, type ListedSpan } from '../period.ts'
import { transactionNotFound } from '../policy.ts'
import { failUnpaid } from '../queries.ts'
import { askProvider } from './checkout.ts'
import { applyPaymentEvents } from './eventJob.ts'

/** A payment with the name of its buyer. */
export type NamedPayment = PaymentTransaction & { readonly buyer: { readonly displayName: string } }

const WITH_BUYER = { buyer: { select: { displayName: true } } } as const

/** Most payments of a person that a list has; the rest can be read one by one, and in the graph by pages. */
const MAX_LISTED = 1_000

/** Payments that the viewer can read: their own; admins read all. */
const visiblePayments = (scope: ViewerScope): Prisma.PaymentTransactionWhereInput =>
  isStaff(scope, 'economy') ? {} : { buyerId: scope.viewer.id }

/** Payments that REST knows: those whose buyer has not yet paid are not among its states. */
const SETTLED: Prisma.PaymentTransactionWhereInput = { status: { not: 'pending' } }

/** The viewer's payments that were paid or have failed, newest first. */
export const listPayments = ({ db, viewer }: ViewerScope): Promise<NamedPayment[]> =>
  db.paymentTransaction.findMany({
    where: { buyerId: viewer.id, ...SETTLED },
    include: WITH_BUYER,
    orderBy: { id: 'desc' },
    take: MAX_LISTED,
  })

/** A payment that was paid or has failed. Throws `missing` unless it is the viewer's; admins read all. */
export async function readSettledPayment(scope: ViewerScope, id: string): Promise<NamedPayment> {
  const where = { AND: [{ id }, visiblePayments(scope), SETTLED] }
  const payment = await scope.db.paymentTransaction.findFirst({ where, include: WITH_BUYER })
  if (!payment) throw transactionNotFound()
  return payment
}

/** A payment in any state. Throws `missing` unless it is the viewer's; admins read all. */
export async function readPayment(scope: ViewerScope, id: string): Promise<PaymentTransaction> {
  const payment = await scope.db.paymentTransaction.findFirst({ where: { AND: [{ id }, visiblePayments(scope)] } })
  if (!payment) throw transactionNotFound()
  return payment
}

const BY_ID = ['id'] as const

/** Payments by id that the viewer can read. */
export const paymentsByIds = (scope: ViewerScope, ids: readonly string[]): Promise<PaymentTransaction[]> =>
  scope.db.paymentTransaction.findMany({ where: { AND: [{ id: { in: [...ids] } }, visiblePayments(scope)] } })

/** Which payments of the viewer to list. */
interface PaymentFilter extends ListedSpan {
  readonly status?: string | undefined
}

const ownPayments = ({ viewer }: ViewerScope, { status, ...span }: PaymentFilter) => ({
  buyerId: viewer.id,
  ...(status !== undefined && { status }),
  ...createdWithin(span),
})

/** A page of the viewer's payments, by default in any state. */
export const readPaymentPage = (
  scope: ViewerScope,
  filter: PaymentFilter,
  page: KeysetPage<TextKey>,
): Promise<PaymentTransaction[]> =>
  scope.db.paymentTransaction.findMany({
    where: { AND: [ownPayments(scope, filter), ...keysetWhere(page, BY_ID)] },
    orderBy: keysetOrder(page, BY_ID),
    take: page.limit,
  })

/** The number of the viewer's payments, by default in any state. */
export const countPayments = (scope: ViewerScope, filter: PaymentFilter): Promise<number> =>
  scope.db.paymentTransaction.count({ where: ownPayments(scope, filter) })

/** Which payments the staff lists; omitted members do not narrow them. */
interface AnyPaymentFilter extends PaymentFilter {
  readonly buyerId?: string | undefined
}

/** Ids tell the time, so that a time is found by them. */
const anyPayments = ({ buyerId, status, since, until }: AnyPaymentFilter): Prisma.PaymentTransactionWhereInput => ({
  ...(buyerId !== undefined && { buyerId }),
  ...(status !== undefined && { status }),
  ...createdWithin({ since, until }),
  id: {
    ...(since && { gt: firstIdAt('paymentTransaction', since) }),
    ...(until && { lt: firstIdAt('paymentTransaction', until) }),
  },
})

/** A page of payments for the staff. The caller has checked that the viewer may read them. */
export const anyPaymentPage = (
  { db }: Pick<Scope, 'db'>,
  filter: AnyPaymentFilter,
  page: KeysetPage<TextKey>,
): Promise<PaymentTransaction[]> =>
  db.paymentTransaction.findMany({
    where: { AND: [anyPayments(filter), ...keysetWhere(page, BY_ID)] },
    orderBy: keysetOrder(page, BY_ID),
    take: page.limit,
  })

/** The number of payments that the staff lists. The caller has checked that the viewer may read them. */
export const countAnyPayments = ({ db }: Pick<Scope, 'db'>, filter: AnyPaymentFilter): Promise<number> =>
  db.paymentTransaction.count({ where: anyPayments(filter) })

/** How many subscriptions of these payments were given to somebody, by payment. One statement. */
export async function countGivenAway(
  { db }: ViewerScope,
  ids: readonly string[],
): Promise<(readonly [transactionId: string, count: number])[]> {
  const counts = await db.userSubscription.groupBy({
    by: ['transactionId'],
    where: { transactionId: { in: [...ids] } },
    _count: true,
  })
  return counts.map(({ transactionId, _count }) => [transactionId ?? '', _count] as const)
}

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
    if (needsAdmin && !isStaff(tx, 'economy')) throw notRefundable()
    return { ownerId: payment.buyerId, aboutId: payment.buyerId, subjectId: id, needsAdmin, result: payment }
  })
  if (providerRef === null) throw notRefundable()
  await askProvider(scope, id, REFUND_TIMEOUT, () => scope.payments.refund(providerRef, amount, `refund:${id}`))
}

/** Whether the viewer can ask for the money of a payment of which so many subscriptions were given away. */
export const canRefund = (scope: ViewerScope, payment: PaymentTransaction, givenAway: number): boolean =>
  isPaid(scope, payment) && (canRefundAsStaff(scope, payment) || isUnusedOrder(scope, payment, givenAway))

/** Staff who is no admin does not refund what it has paid itself. */
const canRefundAsStaff = (scope: ViewerScope, { buyerId }: PaymentTransaction): boolean =>
  isAdmin(scope) || (isStaff(scope, 'economy') && buyerId !== scope.viewer.id)

const isPaid = ({ payments }: ViewerScope, { status, provider, providerRef }: PaymentTransaction): boolean =>
  status === 'active' && provider === payments.name && providerRef !== null

function assertPaid(scope: ViewerScope, payment: PaymentTransaction): void {
  if (payment.status === 'expired') throw alreadyRefunded()
  if (!isPaid(scope, payment)) throw notRefundable()
}

const isUnusedOrder = ({ clock }: ViewerScope, payment: PaymentTransaction, givenAway: number): boolean =>
  payment.isBulkGift && givenAway === 0 && payment.createdAt > addMilliseconds(clock.now(), -REFUND_PERIOD)

const SETTLE_LIMIT: RateLimit = { name: 'settle-test-payment', points: 60, window: 60 }
const SETTLE_TIMEOUT = 10 * SECOND

/**
 * Makes the test provider tell the server what has become of a payment of the viewer's, by a webhook as real providers send,
 * and applies it at once. Throws `missing` for a payment of others, which admins can settle, `forbidden` for one of another
 * provider, `exhausted` after 60 times in a minute.
 */
export async function settleTestPayment(scope: ViewerScope, id: string, outcome: PaymentEventType): Promise<void> {
  await scope.limits.take(SETTLE_LIMIT, scope.viewer.id)
  const { provider } = await readPayment(scope, id)
  const { name, settle } = scope.payments
  if (!settle || provider !== name)
    throw new Failure('forbidden', 'Only payments of the test provider can be settled by this operation.', {
      reason: 'test_provider_only',
    })
  await askProvider(scope, id, SETTLE_TIMEOUT, () => settle(id, outcome))
  await applyPaymentEvents(scope, { transactionId: id })
}

/** How long a buyer has to pay. */
const LIFETIME = DAY
/** Payments of one transaction. */
const ROUND = 100

/** Ends payments that were not paid within 24 hours as failed. One that is paid later all the same counts as paid. */
export async function expirePayments(scope: Scope): Promise<void> {
  for (;;) if ((await expireRound(scope)) < ROUND) return
}

const expireRound = (scope: Scope): Promise<number> =>
  transact(scope, async (tx) => {
    const expired = await failUnpaid(tx, addMilliseconds(tx.now, -LIFETIME), ROUND)
    for (const { id, buyerId } of expired) tx.emit(paymentChanged(trusted<'user'>(buyerId), { transactionId: id }))
    return expired.length
  })
