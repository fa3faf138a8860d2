import type { UserSubscription } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { planNotFound } from '../policy.ts'
import { rearrange } from './arrange.ts'
import { lockSubscribers } from './locks.ts'
import { LIVE_STATUSES } from './queue.ts'

/** The job that tells the payment provider what is not renewed. */
export const CANCELLATION_JOB = 'cancel-renewals'

/**
 * Cancels the renewal of the viewer's own subscription, which stays to its end; again, it changes nothing. The provider is told
 * after the commit, again and again until it answers. Throws `missing` for one that is not the viewer's or is over, `invalid` for
 * one that is not renewed: a gift, or what an admin gave.
 */
export async function cancelSubscription(scope: ViewerScope, id: string): Promise<UserSubscription> {
  const { viewer } = scope
  const cancelled = await transact(scope, async (tx) => {
    await lockSubscribers(tx, [viewer.id])
    const row = await tx.db.userSubscription.findUnique({
      where: { id, userId: viewer.id, status: { in: [...LIVE_STATUSES] } },
    })
    if (!row) throw planNotFound()
    if (!row.isRecurring) throw new Failure('invalid', 'This subscription is not renewed.', { reason: 'not_recurring' })
    if (row.cancelledAt !== null) return row
    await rearrange(tx, viewer.id, [{ ...row, cancelledAt: tx.now, cancelRequestedAt: tx.now }])
    return tx.db.userSubscription.findUniqueOrThrow({ where: { id } })
  })
  if (cancelled.cancelRequestedAt !== null) await scope.jobs.send(CANCELLATION_JOB)
  return cancelled
}

const BATCH = 100

/** Tells the provider which recurring payments end. What it does not answer is told by the next run. */
export async function cancelRenewals(scope: Scope): Promise<void> {
  let after = ''
  for (;;) {
    const requested = await readRequested(scope, after)
    for (const request of requested) await tellProvider(scope, request)
    after = requested.at(-1)?.id ?? ''
    if (requested.length < BATCH) return
  }
}

/** Cancellations that the provider of this server has to know; payments of another one are its business. */
const readRequested = ({ db, payments }: Scope, after: string) =>
  db.userSubscription.findMany({
    where: { cancelRequestedAt: { not: null }, id: { gt: after }, transaction: { provider: payments.name } },
    select: { id: true, cancelRequestedAt: true, transaction: { select: { providerRef: true } } },
    orderBy: { id: 'asc' },
    take: BATCH,
  })

type Requested = Awaited<ReturnType<typeof readRequested>>[number]

/** Tells the provider of a cancellation, which is requested no longer then. */
async function tellProvider(scope: Scope, { id, cancelRequestedAt, transaction }: Requested): Promise<void> {
  if (!(await isTold(scope, transaction?.providerRef ?? null))) return
  await scope.db.userSubscription.updateMany({ where: { id, cancelRequestedAt }, data: { cancelRequestedAt: null } })
}

async function isTold({ payments, log }: Scope, ref: string | null): Promise<boolean> {
  if (ref === null) return true
  return payments.cancel(ref).then(
    () => true,
    (err: unknown) => {
      log.warn({ err }, 'the payment provider was not told of a cancelled renewal')
      return false
    },
  )
}
