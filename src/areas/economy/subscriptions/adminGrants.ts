import type { Prisma, UserSubscription } from '../../../generated/prisma/client.ts'
import { invalid, userNotFound } from '../../../kernel/failure.ts'
import { deterministicId, siblingId } from '../../../kernel/ids.ts'
import { assertAll, type InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { characterCount, isBlank } from '../../../kernel/texts.ts'
import { isUniqueViolation } from '../../../kernel/transaction.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { lockPeople } from '../locks.ts'
import { planNotFound, transactionNotFound } from '../policy.ts'
import { LIVE_STATUSES, type SubscriptionTransaction } from './arrangement.ts'
import { visibleSubscriptions } from './ownSubscriptions.ts'
import { ADMIN_STORE, endForGood, startSubscription } from './subscriptions.ts'

/** What an admin gives. */
interface GrantedSubscription {
  readonly userId: string
  /** Slug of the plan. */
  readonly planId: string
  /** Its end if nothing goes before it; a period by default. */
  readonly until?: Date | undefined
  /** Names the grant, so that a repeated one is the first. */
  readonly idempotencyKey?: string | undefined
}

interface Reasoned {
  /** Why, for the audit log. */
  readonly reason: string
}

const MAX_REASON = 1_000

/** The rule of the reason of an admin. */
export function assertReason(reason: string): void {
  if (isBlank(reason)) throw invalid('reason', 'reason: say why', { reason: 'too_short', min: 1 })
  if (characterCount(reason) > MAX_REASON)
    throw invalid('reason', `reason: at most ${MAX_REASON} characters`, { reason: 'too_long', max: MAX_REASON })
}

/** The rules for what is given of a granted subscription. */
export const grantRules = (
  { now }: Pick<Scope, 'now'>,
  { until, reason }: Partial<Pick<GrantedSubscription, 'until'> & Reasoned>,
): InputRule[] => [
  () => reason !== undefined && assertReason(reason),
  () => {
    if (until && until <= now) throw invalid('until', 'until: must be in the future', 'in_past')
  },
]

/**
 * Gives a person a subscription without a payment. The same key gives the first one again. Throws `forbidden` unless the viewer
 * is an admin, `missing` for an unknown person or plan, `invalid` for an end in the past or a key that was used for another grant.
 */
export async function grantSubscription(
  scope: Scope,
  { reason, ...given }: GrantedSubscription & Reasoned,
): Promise<UserSubscription> {
  await assertAll(grantRules(scope, { ...given, reason }))
  return staffAct(scope, 'grantSubscription', async (tx) => {
    const result = await giveSubscription(tx, given)
    const { planId: subscription, idempotencyKey = null } = given
    const until = result.expiresAt.toISOString()
    return { subjectId: given.userId, details: { subscription, until, reason, idempotencyKey }, result }
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? keyReused() : error
  })
}

const keyReused = () => invalid('idempotencyKey', 'idempotencyKey: was used for another subscription', 'key_reused')

/** Gives a person a subscription, for an admin or the command line. Throws `missing` for an unknown person or plan. */
export async function giveSubscription(
  tx: SubscriptionTransaction,
  { userId, planId, until, idempotencyKey }: GrantedSubscription,
): Promise<UserSubscription> {
  if ((await lockPeople(tx, [userId])).size === 0) throw userNotFound(userId)
  const id = idempotencyKey === undefined ? undefined : deterministicId('userSubscription', 'grant', idempotencyKey)
  const known = id === undefined ? null : await tx.db.userSubscription.findUnique({ where: { id } })
  if (known && !isEqualGrant(known, { userId, planId, until })) throw keyReused()
  if (known) return known
  const given = await startSubscription(tx, {
    ...{ userId, planId, transactionId: null, store: ADMIN_STORE },
    ...(until && { until }),
    ...(id !== undefined && { id }),
  })
  if (!given) throw userNotFound(userId)
  return given
}

const isEqualGrant = (known: UserSubscription, { userId, planId, until }: GrantedSubscription) =>
  known.userId === userId &&
  known.planId === planId &&
  (until === undefined || known.paidUntil.getTime() === until.getTime())

/**
 * Ends a subscription at once, whoever paid it, and tells the provider of a recurring one. One that is over stays as it is.
 * Throws `forbidden` unless the viewer is an admin, `missing` for an unknown one.
 */
export async function endSubscription(
  scope: Scope,
  { id, reason }: Reasoned & { readonly id: string },
): Promise<UserSubscription> {
  await assertAll([() => assertReason(reason)])
  return staffAct(scope, 'endSubscription', async (tx) => {
    const found = await tx.db.userSubscription.findUnique({ where: { id }, select: { userId: true, planId: true } })
    if (!found) throw planNotFound()
    const { userId, planId: subscription } = found
    await lockPeople(tx, [userId])
    const live = await tx.db.userSubscription.findMany({ where: { id, status: { in: [...LIVE_STATUSES] } } })
    await endForGood(tx, userId, live)
    const result = await tx.db.userSubscription.findUniqueOrThrow({ where: { id } })
    return { subjectId: userId, details: { subscription, subscriptionId: id, reason }, result }
  })
}

/** Ends all subscriptions of a plan that a person has, for the command line. Returns whether there was one. */
export async function endSubscriptionsOfPlan(
  tx: SubscriptionTransaction,
  { userId, planId }: Pick<GrantedSubscription, 'userId' | 'planId'>,
): Promise<boolean> {
  await lockPeople(tx, [userId])
  const where = { userId, planId, status: { in: [...LIVE_STATUSES] } }
  const rows = await tx.db.userSubscription.findMany({ where })
  await endForGood(tx, userId, rows)
  return rows.length > 0
}

const WITH_NAMES = { plan: { select: { steamItemId: true } }, user: { select: { displayName: true } } } as const

/** A subscription that an admin gave, which clients read as a payment. */
export type AdminTransaction = Prisma.UserSubscriptionGetPayload<{ include: typeof WITH_NAMES }>

/** Most of what a list has; nobody is given as much. */
const MAX_LISTED = 1_000

const GIVEN: Prisma.UserSubscriptionWhereInput = { store: ADMIN_STORE, transactionId: null }

/** What admins gave the viewer, newest first. */
export const listAdminTransactions = ({ db, viewer }: ViewerScope): Promise<AdminTransaction[]> =>
  db.userSubscription.findMany({
    where: { userId: viewer.id, ...GIVEN },
    include: WITH_NAMES,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_LISTED,
  })

/**
 * What an admin gave, by the id that records of subscriptions tell as that of the payment. Throws `missing` unless it is the
 * viewer's; admins read all.
 */
export async function readAdminTransaction(scope: ViewerScope, transactionId: string): Promise<AdminTransaction> {
  const id = siblingId('userSubscription', transactionId)
  const where = { AND: [{ id }, GIVEN, visibleSubscriptions(scope)] }
  const found = await scope.db.userSubscription.findFirst({ where, include: WITH_NAMES })
  if (!found) throw transactionNotFound()
  return found
}
