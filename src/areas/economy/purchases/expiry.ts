import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { endPurchase, lockGroupsToEnd } from './end.ts'
import { lockPurchase } from './locks.ts'
import { renewPurchases } from './renewals.ts'
import { LASTING_STATUSES } from './snapshot.ts'

const BATCH_SIZE = 100

/** Renews what is renewed, and then ends what is over. */
export async function renewAndExpirePurchases(scope: Scope): Promise<void> {
  await renewPurchases(scope)
  await expirePurchases(scope)
}

/** Ends purchases whose time is over and which are not renewed. Answers how many. */
async function expirePurchases(scope: Scope): Promise<number> {
  let expired = 0
  for (let after = ''; ; ) {
    const due = await scope.db.productPurchase.findMany({
      where: { status: { in: LASTING_STATUSES }, endsAt: { lte: scope.now }, willRecur: false, id: { gt: after } },
      select: { id: true, buyerId: true, receiverId: true, listingId: true, renewsId: true },
      orderBy: { id: 'asc' },
      take: BATCH_SIZE,
    })
    expired += await expireEach(scope, due)
    after = due.at(-1)?.id ?? ''
    if (due.length < BATCH_SIZE) return expired
  }
}

/** Ends each of these, unless it has changed. Answers how many. */
async function expireEach(scope: Scope, due: readonly Parameters<typeof lockPurchase>[1][]): Promise<number> {
  let expired = 0
  for (const purchase of due) if (await transact(scope, (tx) => expire(tx, purchase))) expired += 1
  return expired
}

async function expire(
  tx: Parameters<typeof lockPurchase>[0],
  due: Parameters<typeof lockPurchase>[1],
): Promise<boolean> {
  const { purchase } = await lockPurchase(tx, due)
  const { status, endsAt, willRecur } = purchase
  if (!LASTING_STATUSES.includes(status) || endsAt === null || endsAt > tx.clock.now() || willRecur) return false
  const memberships = await lockGroupsToEnd(tx, purchase)
  await endPurchase(tx, purchase, { memberships, status: 'expired' })
  return true
}
