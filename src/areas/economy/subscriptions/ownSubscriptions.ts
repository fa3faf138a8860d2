import type { Prisma, UserSubscription } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { Failure } from '../../../kernel/failure.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TimeKey } from '../../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { lockPeople } from '../locks.ts'
import { planNotFound } from '../policy.ts'
import { isRunning, LIVE_STATUSES, rearrange } from './arrangement.ts'

const WITH_PLAN = { plan: { select: { steamItemId: true, licenseGroupId: true } } } as const

/** A subscription with what the wire shows of its plan. */
export type PlannedSubscription = Prisma.UserSubscriptionGetPayload<{ include: typeof WITH_PLAN }>

/** Subscriptions that the viewer can read: their own; admins read all. */
export const visibleSubscriptions = (scope: ViewerScope): Prisma.UserSubscriptionWhereInput =>
  isStaff(scope, 'economy') ? {} : { userId: scope.viewer.id }

const noSubscription = () => new Failure('missing', 'You have no subscription.', { reason: 'subscription_not_found' })

/** Most of what a person can have at a time; nobody has a hundred gifts before them. */
const MAX_LIVE = 500

/**
 * What the viewer is subscribed to, one of each tier, that which runs first. Those that follow in a tier extend it: the end is
 * that of the last one.
 */
export async function readCurrentSubscriptions({ db, viewer }: ViewerScope): Promise<PlannedSubscription[]> {
  const rows = await db.userSubscription.findMany({
    where: { userId: viewer.id, status: { in: [...LIVE_STATUSES] } },
    include: WITH_PLAN,
    orderBy: [{ tier: 'desc' }, { startsAt: 'asc' }, { id: 'asc' }],
    take: MAX_LIVE,
  })
  const firsts = rows.filter(({ tier }, place) => rows.findIndex((row) => row.tier === tier) === place)
  return firsts
    .map((first) => ({ ...first, expiresAt: lastEnd(rows.filter(({ tier }) => tier === first.tier)) }))
    .toSorted((a, b) => Number(isRunning(b)) - Number(isRunning(a)))
}

const lastEnd = (rows: readonly PlannedSubscription[]) =>
  new Date(Math.max(...rows.map(({ expiresAt }) => expiresAt.getTime())))

/** The viewer's subscription that was made last, whatever has become of it; undefined for none. */
export const findRecentSubscription = async ({ db, viewer }: ViewerScope): Promise<PlannedSubscription | undefined> =>
  (await db.userSubscription.findFirst({
    where: { userId: viewer.id },
    include: WITH_PLAN,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })) ?? undefined

/** The viewer's subscription that was made last. Throws `missing` for none. */
export async function readRecentSubscription(scope: ViewerScope): Promise<PlannedSubscription> {
  const recent = await findRecentSubscription(scope)
  if (!recent) throw noSubscription()
  return recent
}

/** Subscriptions that the viewer can read, by id. */
export const findSubscriptions = (scope: ViewerScope, ids: readonly string[]): Promise<UserSubscription[]> =>
  scope.db.userSubscription.findMany({ where: { id: { in: [...ids] }, AND: [visibleSubscriptions(scope)] } })

/** A page of the viewer's subscriptions, newest first. */
export const readOwnSubscriptions = (scope: ViewerScope, page: KeysetPage<TimeKey>): Promise<UserSubscription[]> =>
  readSubscriptionsOf(scope, scope.viewer.id, page)

/** The number of the viewer's subscriptions, also of those that are over. */
export const countOwnSubscriptions = (scope: ViewerScope): Promise<number> =>
  countSubscriptionsOf(scope, scope.viewer.id)

/** A page of the subscriptions of a person, newest first. The caller has checked that the viewer may read them. */
export const readSubscriptionsOf = (
  { db }: Pick<Scope, 'db'>,
  userId: string,
  page: KeysetPage<TimeKey>,
): Promise<UserSubscription[]> =>
  db.userSubscription.findMany({
    where: { AND: [{ userId }, ...keysetWhere(page, ['createdAt', 'id'])] },
    orderBy: keysetOrder(page, ['createdAt', 'id']),
    take: page.limit,
  })

/** The number of the subscriptions of a person, also of those that are over. */
export const countSubscriptionsOf = ({ db }: Pick<Scope, 'db'>, userId: string): Promise<number> =>
  db.userSubscription.count({ where: { userId } })

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
    await lockPeople(tx, [viewer.id])
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
