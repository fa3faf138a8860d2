import type { Prisma, UserSubscription } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { Failure } from '../../../kernel/failure.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TimeKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { isRunning, LIVE_STATUSES } from './queue.ts'

const WITH_PLAN = { plan: { select: { steamItemId: true, licenseGroupId: true } } } as const

/** A subscription with what the wire shows of its plan. */
export type PlannedSubscription = Prisma.UserSubscriptionGetPayload<{ include: typeof WITH_PLAN }>

/** Subscriptions that the viewer can read: their own; admins read all. */
export const visibleSubscriptions = (scope: ViewerScope): Prisma.UserSubscriptionWhereInput =>
  isAdmin(scope) ? {} : { userId: scope.viewer.id }

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
export const readOwnSubscriptions = (
  { db, viewer }: ViewerScope,
  page: KeysetPage<TimeKey>,
): Promise<UserSubscription[]> =>
  db.userSubscription.findMany({
    where: { AND: [{ userId: viewer.id }, ...keysetWhere(page, ['createdAt', 'id'])] },
    orderBy: keysetOrder(page, ['createdAt', 'id']),
    take: page.limit,
  })

/** The number of the viewer's subscriptions, also of those that are over. */
export const countOwnSubscriptions = ({ db, viewer }: ViewerScope): Promise<number> =>
  db.userSubscription.count({ where: { userId: viewer.id } })
