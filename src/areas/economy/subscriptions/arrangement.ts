import type { UserSubscription } from '../../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { viewerSubscriptionChanged } from '../events.ts'
import { endLicenses, expireLicenses, giveLicenses } from '../licenses/grants.ts'
import { lockPeople } from '../locks.ts'

/** States of a subscription; `waiting` for one of a higher tier, or for an earlier one of its tier. */
export const SUBSCRIPTION_STATUSES = [
  'waiting',
  'active',
  'cancelled',
  'grace',
  'expired',
  'failed',
  'chargeback',
] as const
type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** States in which a subscription gives what it is for; `grace` is the time after a renewal that was not paid. */
const RUNNING_STATUSES: readonly string[] = ['active', 'cancelled', 'grace'] satisfies SubscriptionStatus[]
/** States of subscriptions that are not over. */
export const LIVE_STATUSES: readonly string[] = ['waiting', ...RUNNING_STATUSES]

/** Time after the end of a period in which the renewal can still be paid. */
const GRACE = 3 * DAY

export type QueuedSubscription = Pick<
  UserSubscription,
  'id' | 'tier' | 'status' | 'isRecurring' | 'startsAt' | 'expiresAt' | 'cancelledAt' | 'createdAt'
>

/** The state and stretch of time of a subscription. */
interface Placement {
  readonly id: string
  readonly status: SubscriptionStatus
  readonly startsAt: Date
  readonly expiresAt: Date
}

export const isRunning = ({ status }: Pick<UserSubscription, 'status'>): boolean => RUNNING_STATUSES.includes(status)

/** Whether the end of the period is followed by another one, if it is paid. */
const isRenewed = ({ isRecurring, cancelledAt }: Pick<QueuedSubscription, 'isRecurring' | 'cancelledAt'>) =>
  isRecurring && cancelledAt === null

/** Time until which what a subscription gives stays without another payment: its end, and the grace of a renewal. */
const heldUntil = (row: Pick<QueuedSubscription, 'isRecurring' | 'cancelledAt' | 'expiresAt'>): Date =>
  isRenewed(row) ? addMilliseconds(row.expiresAt, GRACE) : row.expiresAt

const byTurn = (a: QueuedSubscription, b: QueuedSubscription) =>
  b.tier - a.tier || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)

/** Where the queue stands: until when somebody runs, or since when nobody does; both null at its begin. */
interface Turn {
  readonly takenUntil: Date | null
  readonly freeSince: Date | null
}

/**
 * The states and times of a person's subscriptions that are not over. One runs at a time: that of the highest tier, of equal
 * ones the earliest. The others wait, and keep what is left of their time. Pure; running it again changes nothing.
 */
export function arrangeSubscriptions(rows: readonly QueuedSubscription[], now: Date): Placement[] {
  const queue = [...rows].sort(byTurn)
  const placements: Placement[] = []
  let turn: Turn = { takenUntil: null, freeSince: null }
  for (const [place, row] of queue.entries()) {
    const hasFollower = queue[place + 1]?.tier === row.tier
    const placement = turn.takenUntil ? waiting(row, turn.takenUntil, now) : begun({ row, turn, now, hasFollower })
    placements.push(placement)
    turn = turnAfter(turn, { row, placement, hasFollower })
  }
  return placements
}

/** Milliseconds of a subscription that are not used up. */
const timeLeft = (row: QueuedSubscription, now: Date) =>
  row.expiresAt.getTime() - Math.max(row.startsAt.getTime(), isRunning(row) ? now.getTime() : 0)

function waiting(row: QueuedSubscription, startsAt: Date, now: Date): Placement {
  const left = timeLeft(row, now)
  return left > 0 ? { id: row.id, status: 'waiting', startsAt, expiresAt: addMilliseconds(startsAt, left) } : over(row)
}

const over = (row: Omit<QueuedSubscription, 'status'>): Placement => ({
  ...{ id: row.id, startsAt: row.startsAt, expiresAt: row.expiresAt },
  status: isRenewed(row) ? 'failed' : 'expired',
})

interface Beginning {
  readonly row: QueuedSubscription
  readonly turn: Turn
  readonly now: Date
  /** Whether another one of the tier takes over at its end: then no grace is needed. */
  readonly hasFollower: boolean
}

/** A subscription for which nobody stands before it: it runs, is in its grace, or over. */
function begun({ row, turn, now, hasFollower }: Beginning): Placement {
  const startsAt = isRunning(row) ? row.startsAt : startOf(row, turn, now)
  const expiresAt = addMilliseconds(startsAt, row.expiresAt.getTime() - row.startsAt.getTime())
  const placed = { ...row, startsAt, expiresAt }
  const { id } = row
  if (expiresAt > now) return { id, startsAt, expiresAt, status: row.cancelledAt ? 'cancelled' : 'active' }
  const isInGrace = isRenewed(row) && !hasFollower && heldUntil(placed) > now
  return isInGrace ? { id, startsAt, expiresAt, status: 'grace' } : over(placed)
}

/** When one that waits begins: when its predecessor ended, even if that is noticed late; otherwise now. */
function startOf({ startsAt, createdAt }: QueuedSubscription, { freeSince }: Turn, now: Date): Date {
  if (freeSince === null) return startsAt < now ? startsAt : now
  return freeSince > createdAt ? freeSince : createdAt
}

interface Placed {
  readonly row: QueuedSubscription
  readonly placement: Placement
  readonly hasFollower: boolean
}

function turnAfter(turn: Turn, { row, placement, hasFollower }: Placed): Turn {
  const { status, expiresAt } = placement
  if (status === 'grace') return { takenUntil: heldUntil({ ...row, expiresAt }), freeSince: null }
  if (LIVE_STATUSES.includes(status)) return { takenUntil: expiresAt, freeSince: null }
  if (turn.takenUntil) return turn
  const end = hasFollower ? expiresAt : heldUntil({ ...row, expiresAt })
  return { takenUntil: null, freeSince: turn.freeSince && turn.freeSince > end ? turn.freeSince : end }
}

export type SubscriptionTransaction = Scope & InTransaction

/**
 * Brings a person's subscriptions, and what they give, in line with the time: who is over ends, the next one begins. `changed`
 * are rows that the caller has changed and not stored. The caller has locked the person.
 */
export async function rearrange(
  tx: SubscriptionTransaction,
  userId: string,
  changed: readonly UserSubscription[] = [],
): Promise<void> {
  const stored = await tx.db.userSubscription.findMany({
    where: { userId, OR: [{ status: { in: [...LIVE_STATUSES] } }, { id: { in: changed.map(({ id }) => id) } }] },
  })
  const rows = stored.map((row) => changed.find(({ id }) => id === row.id) ?? row)
  const placements = arrangeSubscriptions(
    rows.filter(({ status }) => LIVE_STATUSES.includes(status)),
    tx.now,
  )
  const settled = rows.map((row) => ({ ...row, ...placements.find(({ id }) => id === row.id) }))
  const changes = settled.filter((row) => stored.some((before) => before.id === row.id && isChanged(before, row)))
  await storeChanges(tx, changes)
  await changeLicenses(tx, changes)
  for (const { id } of changes) tx.emit(viewerSubscriptionChanged(trusted<'user'>(userId), { subscriptionId: id }))
}

/** What the stored row and the changed one can differ in. */
const stateOf = (row: UserSubscription) => [
  row.status,
  row.startsAt.getTime(),
  row.expiresAt.getTime(),
  row.paidUntil.getTime(),
  row.cancelledAt?.getTime() ?? null,
  row.cancelRequestedAt?.getTime() ?? null,
]

const isChanged = (before: UserSubscription, after: UserSubscription) =>
  JSON.stringify(stateOf(before)) !== JSON.stringify(stateOf(after))

/** Those that run come last: a person has one of a tier at any moment. */
async function storeChanges({ db, now }: SubscriptionTransaction, changes: readonly UserSubscription[]): Promise<void> {
  const inOrder = [...changes].sort((a, b) => Number(isRunning(a)) - Number(isRunning(b)))
  for (const { id, status, startsAt, expiresAt, paidUntil, cancelledAt, cancelRequestedAt } of inOrder)
    await db.userSubscription.update({
      where: { id },
      data: { status, startsAt, expiresAt, paidUntil, cancelledAt, cancelRequestedAt, updatedAt: now },
    })
}

/** Gives what the running one brings before the others lose it, so that what both bring never goes. */
async function changeLicenses(tx: SubscriptionTransaction, changes: readonly UserSubscription[]): Promise<void> {
  for (const row of changes.filter(isRunning)) {
    const { licenseGroupId } = await tx.db.subscriptionPlan.findUniqueOrThrow({ where: { id: row.planId } })
    const licenses = [{ forType: 'licenseGroup', forId: licenseGroupId, forAction: 'have' } as const]
    await giveLicenses(tx, { userId: row.userId, source: row.id, licenses, until: heldUntil(row) })
  }
  for (const { id, userId } of changes.filter((row) => !isRunning(row))) await endLicenses(tx, { userId, source: id })
}

const EXPIRY_BATCH = 100

/**
 * Ends what is over: subscriptions, of which the next one then begins, and licenses that nothing else ends. Each person in a
 * transaction of their own; what a crash leaves is done by the next run.
 */
export async function expireSubscriptions(scope: Scope): Promise<void> {
  let after = ''
  for (;;) {
    const userIds = await readDueSubscribers(scope, after)
    for (const userId of userIds)
      await transact(scope, async (tx) => {
        await lockPeople(tx, [userId])
        await rearrange(tx, userId)
      })
    after = userIds.at(-1) ?? ''
    if (userIds.length < EXPIRY_BATCH) break
  }
  await expireLicenses(scope)
}

/** People of whom a subscription is over, by id. */
async function readDueSubscribers({ db, now }: Scope, after: string): Promise<string[]> {
  const over = { status: { in: ['active', 'cancelled'] }, expiresAt: { lte: now } }
  const graceOver = { status: 'grace', expiresAt: { lte: addMilliseconds(now, -GRACE) } }
  const rows = await db.userSubscription.groupBy({
    by: ['userId'],
    where: { userId: { gt: after }, OR: [over, graceOver] },
    orderBy: { userId: 'asc' },
    take: EXPIRY_BATCH,
  })
  return rows.map(({ userId }) => userId)
}
