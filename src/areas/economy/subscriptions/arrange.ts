import type { UserSubscription } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { viewerSubscriptionChanged } from '../events.ts'
import { endLicenses, giveLicenses } from '../licenses/grants.ts'
import { arrangeSubscriptions, heldUntil, isRunning, LIVE_STATUSES } from './queue.ts'

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
