import type { ProductPurchase } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { sendNotifications } from '../../notifications/send.ts'
import { type KnownPurchase, lockPurchase } from '../locks.ts'
import { readLostPurchases } from '../queries.ts'
import { endPurchase, lockGroupsToEnd } from './effects.ts'
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
async function expireEach(scope: Scope, due: readonly KnownPurchase[]): Promise<number> {
  let expired = 0
  for (const purchase of due) if (await transact(scope, (tx) => expire(tx, purchase))) expired += 1
  return expired
}

async function expire(tx: Scope & InTransaction, due: KnownPurchase): Promise<boolean> {
  const { purchase } = await lockPurchase(tx, due)
  const { status, endsAt, willRecur } = purchase
  if (!LASTING_STATUSES.includes(status) || endsAt === null || endsAt > tx.clock.now() || willRecur) return false
  const memberships = await lockGroupsToEnd(tx, purchase)
  await endPurchase(tx, purchase, { memberships, status: 'expired' })
  return true
}

/**
 * Ends purchases of which nothing is left: all their roles, groups and avatars were deleted, and they give no items. They are
 * not renewed, the people are told, and whoever could return the purchase still can. Answers how many have ended.
 */
export async function endLostPurchases(scope: Scope): Promise<number> {
  let ended = 0
  for (let after = ''; ; ) {
    const lost = await readLostPurchases(scope, after, BATCH_SIZE)
    for (const purchase of lost) ended += (await transact(scope, (tx) => endLost(tx, purchase))) ? 1 : 0
    after = lost.at(-1)?.id ?? ''
    if (lost.length < BATCH_SIZE) return ended
  }
}

/** What is deleted does not come back, so only the purchase is looked at again. False if it has ended meanwhile. */
async function endLost(tx: Scope & InTransaction, lost: KnownPurchase): Promise<boolean> {
  const { purchase, people } = await lockPurchase(tx, lost)
  if (!LASTING_STATUSES.includes(purchase.status)) return false
  const memberships = await lockGroupsToEnd(tx, purchase)
  await endPurchase(tx, purchase, { memberships, status: 'expired' })
  const told = [...new Set([purchase.buyerId, purchase.receiverId])].filter((id) => people.has(id))
  await notifyOfLoss(tx, purchase, told)
  return true
}

/** Tells people that what they have bought or been given has ended, as it was deleted. */
async function notifyOfLoss(
  tx: Pick<Scope, 'now' | 'rules'> & InTransaction,
  { id: purchaseId, listingId, listingDisplayName }: ProductPurchase,
  receiverIds: readonly string[],
): Promise<void> {
  const notice = {
    type: 'economy.alert',
    senderId: null,
    title: 'A purchase has ended',
    message: `${listingDisplayName} has ended: what it gave was deleted.`,
    category: 'economy',
    data: { purchaseId, listingId, listingDisplayName },
    subjectId: purchaseId,
    facts: { occasion: 'purchase_lost', subjectName: listingDisplayName },
  } as const
  const drafts = receiverIds.map((id) => ({ ...notice, receiverId: trusted<'user'>(id) }))
  if (drafts.length > 0) await sendNotifications(tx, drafts)
}
