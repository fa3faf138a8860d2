import type { SubscriptionPlan, UserSubscription } from '../../../generated/prisma/client.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import { ID_PREFIXES, newId, trusted } from '../../../kernel/ids.ts'
import { sendNotifications } from '../../notifications/send.ts'
import { lockPeople } from '../locks.ts'
import { addPeriods } from '../period.ts'
import { planNotFound } from '../policy.ts'
import { LIVE_STATUSES, rearrange, type SubscriptionTransaction } from './arrangement.ts'

/** What of a plan a subscription keeps as it was bought; `amount` in cents. */
type Terms = Pick<SubscriptionPlan, 'amount' | 'period' | 'tier' | 'description'>

export interface NewSubscription {
  readonly userId: string
  /** Slug of the plan. */
  readonly planId: string
  /** The payment; null for what an admin gives. */
  readonly transactionId: string | null
  /** Name of the external store, or Admin. */
  readonly store: string
  readonly isGift?: boolean
  /** Whether it is of an order that the buyer gives away one by one. */
  readonly isBulkGift?: boolean
  /** Who gives it, of a gift. */
  readonly giverId?: string
  /** What was bought; the plan as it is now by default. */
  readonly terms?: Terms
  /** Its end; a period from its start by default. */
  readonly until?: Date
  /** A new one by default. */
  readonly id?: string
}

/** Store of subscriptions that admins gave. */
export const ADMIN_STORE = 'Admin'

/**
 * Gives a person a subscription: it runs at once, or waits for that of a higher tier and for an earlier one of its tier, which
 * so lasts longer. Only what a person pays for themselves is renewed. The receiver of a gift is notified. Locks the person first.
 * Returns undefined, and does nothing, for an erased person. Throws `missing` for an unknown plan.
 */
export async function startSubscription(
  tx: SubscriptionTransaction,
  given: NewSubscription,
): Promise<UserSubscription | undefined> {
  const { userId, planId } = given
  const alive = await lockPeople(tx, [userId])
  if (alive.size === 0) return undefined
  const plan = await tx.db.subscriptionPlan.findUnique({ where: { id: planId } })
  if (!plan) throw planNotFound()
  const row = await tx.db.userSubscription.create({ data: newRow(tx, given, plan) })
  await rearrange(tx, userId)
  if (given.giverId !== undefined) await notifyOfGift(tx, { userId, giverId: given.giverId, plan })
  return tx.db.userSubscription.findUniqueOrThrow({ where: { id: row.id } })
}

function newRow({ now }: SubscriptionTransaction, given: NewSubscription, plan: SubscriptionPlan): UserSubscription {
  const { userId, planId, transactionId, store, isGift = false, isBulkGift = false, giverId = null } = given
  const { amount, period, tier, description } = given.terms ?? plan
  const expiresAt = given.until ?? addPeriods(now, period)
  return {
    id: given.id ?? newId('userSubscription', now),
    ...{ userId, planId, transactionId, store, isGift, isBulkGift, giverId, amount, period, tier, description },
    isRecurring: transactionId !== null && !isGift && !isBulkGift,
    status: 'waiting',
    ...{ startsAt: now, expiresAt, paidUntil: expiresAt, cancelledAt: null, cancelRequestedAt: null },
    ...{ createdAt: now, updatedAt: now },
  }
}

/** Changes the subscriptions of a payment, whose people are locked together, as the lock order wants. */
async function changePaid(
  tx: SubscriptionTransaction,
  transactionId: string,
  change: (row: UserSubscription) => UserSubscription,
): Promise<void> {
  const find = () => tx.db.userSubscription.findMany({ where: { transactionId }, orderBy: { id: 'asc' } })
  const userIds = [...new Set((await find()).map(({ userId }) => userId))]
  if (userIds.length === 0) return
  await lockPeople(tx, userIds)
  const rows = await find()
  for (const userId of userIds)
    await rearrange(
      tx,
      userId,
      rows.filter((row) => row.userId === userId).map((row) => change(row)),
    )
}

/**
 * Moves the end of the recurring subscription of a payment to the end of the period that was paid, by default one more period.
 * A period end that was told before changes nothing. A subscription whose renewal had failed runs again.
 */
export const renewSubscription = (tx: SubscriptionTransaction, transactionId: string, periodEnd?: Date) =>
  changePaid(tx, transactionId, (row) => (row.isRecurring ? renewed(row, periodEnd) : row))

function renewed(row: UserSubscription, periodEnd = addPeriods(row.paidUntil, row.period)): UserSubscription {
  const longer = periodEnd.getTime() - row.paidUntil.getTime()
  if (longer <= 0) return row
  const status = LIVE_STATUSES.includes(row.status) ? row.status : 'active'
  return { ...row, status, expiresAt: addMilliseconds(row.expiresAt, longer), paidUntil: periodEnd }
}

/** Marks the recurring subscription of a payment as not renewed: it stays to its end. The provider knows it already. */
export const cancelSubscriptionOfTransaction = (tx: SubscriptionTransaction, transactionId: string) =>
  changePaid(tx, transactionId, (row) =>
    row.isRecurring ? { ...row, cancelledAt: row.cancelledAt ?? tx.now, cancelRequestedAt: null } : row,
  )

/**
 * Ends the subscriptions of a payment at once: `expired` for a refund or the end of a recurring payment, `chargeback` for a
 * dispute. What the buyer of several has given away already stays after a refund, which is of the others.
 */
export const endSubscriptionsOfTransaction = (
  tx: SubscriptionTransaction,
  transactionId: string,
  status: 'expired' | 'chargeback',
) =>
  changePaid(tx, transactionId, (row) => {
    const isKept = row.isBulkGift && status === 'expired' && row.status !== 'chargeback'
    return LIVE_STATUSES.includes(row.status) && !isKept ? { ...row, status } : row
  })

/** Gives back what a dispute took, once the dispute is won: the time that was left then. */
export const restoreSubscriptionsOfTransaction = (tx: SubscriptionTransaction, transactionId: string) =>
  changePaid(tx, transactionId, (row) => (row.status === 'chargeback' ? restored(row, tx.now) : row))

function restored(row: UserSubscription, now: Date): UserSubscription {
  const left = row.expiresAt.getTime() - Math.max(row.startsAt.getTime(), row.updatedAt.getTime())
  return { ...row, status: 'waiting', startsAt: now, expiresAt: addMilliseconds(now, Math.max(left, 0)) }
}

/** The row of a subscription that somebody ends now; the provider is told of a recurring one. */
const endedNow = (row: UserSubscription, now: Date): UserSubscription => ({
  ...row,
  status: 'expired',
  expiresAt: row.startsAt > now ? row.expiresAt : now,
  cancelledAt: row.cancelledAt ?? now,
  cancelRequestedAt: row.isRecurring && row.cancelledAt === null ? now : row.cancelRequestedAt,
})

/**
 * Ends all subscriptions of a person for good, with their payments, of which no event brings them back: of an account that is
 * to be deleted, or was erased. Locks the person first.
 */
export async function endSubscriptionsOfErased(tx: SubscriptionTransaction, userId: string): Promise<void> {
  await lockPeople(tx, [userId])
  const rows = await tx.db.userSubscription.findMany({ where: { userId, status: { in: [...LIVE_STATUSES] } } })
  await endForGood(tx, userId, rows)
}

/** Ends subscriptions of a person, who is locked, and closes the recurring payments for them. */
export async function endForGood(
  tx: SubscriptionTransaction,
  userId: string,
  rows: readonly UserSubscription[],
): Promise<void> {
  await rearrange(
    tx,
    userId,
    rows.map((row) => endedNow(row, tx.now)),
  )
  const ids = rows.flatMap(({ isRecurring, transactionId }) => (isRecurring && transactionId ? [transactionId] : []))
  await tx.db.paymentTransaction.updateMany({
    where: { id: { in: ids }, status: 'active' },
    data: { status: 'expired', updatedAt: tx.now },
  })
}

/** The id of a plan in the graph. */
export const planIdOf = (slug: string) => `${ID_PREFIXES.subscriptionPlan}_${slug}`

interface Gift {
  readonly userId: string
  readonly giverId: string
  readonly plan: Pick<SubscriptionPlan, 'id' | 'description'>
}

/**
 * Tells a person, from the platform, that a friend has given them a subscription. The friend is named by id alone, since
 * names change and go with an account.
 */
async function notifyOfGift(tx: SubscriptionTransaction, { userId, giverId, plan }: Gift): Promise<void> {
  await sendNotifications(tx, [
    {
      type: 'vrcplus.gift',
      receiverId: trusted<'user'>(userId),
      senderId: null,
      category: 'economy',
      title: 'You have received a gift',
      message: `A friend has given you ${plan.description}.`,
      data: { giverId, subscriptionId: plan.id },
      subjectId: planIdOf(plan.id),
      facts: { actorId: giverId, subjectName: plan.description },
    },
  ])
}
