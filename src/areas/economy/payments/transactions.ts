import type { PaymentTransaction, Prisma } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { transactionNotFound } from '../policy.ts'

/** A payment with the name of its buyer. */
export type NamedPayment = PaymentTransaction & { readonly buyer: { readonly displayName: string } }

const WITH_BUYER = { buyer: { select: { displayName: true } } } as const

/** Most payments of a person that a list has; the rest can be read one by one, and in the graph by pages. */
const MAX_LISTED = 1_000

/** Payments that the viewer can read: their own; admins read all. */
const visiblePayments = (scope: ViewerScope): Prisma.PaymentTransactionWhereInput =>
  isAdmin(scope) ? {} : { buyerId: scope.viewer.id }

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

/** A page of the viewer's payments in any state. */
export const readPaymentPage = (
  { db, viewer }: ViewerScope,
  page: KeysetPage<TextKey>,
): Promise<PaymentTransaction[]> =>
  db.paymentTransaction.findMany({
    where: { AND: [{ buyerId: viewer.id }, ...keysetWhere(page, BY_ID)] },
    orderBy: keysetOrder(page, BY_ID),
    take: page.limit,
  })

/** The number of the viewer's payments in any state. */
export const countPayments = ({ db, viewer }: ViewerScope): Promise<number> =>
  db.paymentTransaction.count({ where: { buyerId: viewer.id } })

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
