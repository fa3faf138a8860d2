import type { PaymentTransaction, Prisma, UserSubscription } from '../../../generated/prisma/client.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { deterministicId, type UserId } from '../../../kernel/ids.ts'
import { lockAdvisory } from '../../../kernel/locks.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { isBlockedEitherWay, userPairKey } from '../../users/locks.ts'
import { visibleUsers } from '../../users/policy.ts'
import { readEconomyProfile } from '../economyProfile.ts'
import { lockPaymentRow, lockPeople } from '../locks.ts'
import { transactionNotFound } from '../policy.ts'
import type { SubscriptionTransaction } from './arrangement.ts'
import { startSubscription } from './subscriptions.ts'

const notGiftable = () => invalid('receiverId', 'receiverId: gifts are for friends only', 'not_friends')

/** People who can be given something: their account is there, and not to be deleted. */
const giftableUsers = { ...visibleUsers, account: { deletionAt: null } } satisfies Prisma.UserWhereInput

/**
 * Throws `invalid` unless a person can be given something by another: a friend, neither of whom has blocked the other, whose
 * account stays. Acts that rely on the answer until their commit lock the pair before.
 */
async function assertGiftable(tx: InTransaction, giverId: UserId, receiverId: UserId): Promise<void> {
  const friends = { userId: giverId, friendId: receiverId, blocked: false, friend: giftableUsers }
  const areFriends = (await tx.db.friendship.count({ where: friends })) > 0
  if (!areFriends || (await isBlockedEitherWay(tx, giverId, receiverId))) throw notGiftable()
}

interface BulkGift {
  /** The viewer's order of several subscriptions. */
  readonly transactionId: string
  /** A friend. */
  readonly receiverId: UserId
  /** Names the gift among those of the viewer, so that a repeated request answers the first one. */
  readonly idempotencyKey?: string | undefined
}

const keyReused = () => invalid('idempotencyKey', 'idempotencyKey: was used for another gift', 'key_reused')

/** The id of the subscription that a key stands for; undefined without one. */
const giftIdOf = ({ viewer }: ViewerScope, { idempotencyKey }: BulkGift) =>
  idempotencyKey === undefined ? undefined : deterministicId('userSubscription', 'bulkGift', viewer.id, idempotencyKey)

/** The gift that the viewer has made with a key before; null for none. Throws `invalid` for a gift of another input. */
async function readEarlierGift({ db }: InTransaction, id: string, { transactionId, receiverId }: BulkGift) {
  const known = await db.userSubscription.findUnique({ where: { id } })
  if (known && (known.transactionId !== transactionId || known.userId !== receiverId)) throw keyReused()
  return known
}

/**
 * Gives one subscription of an order of several to a friend, who is notified. A request that repeats an idempotency key with
 * the same input answers the first gift. Throws `forbidden` for a person who is blocked from the economy, `missing` unless the
 * order is the viewer's and paid, `invalid` for somebody who cannot be given it and for a key that was used for another gift,
 * and `conflict` when all are given away.
 */
export const giveBulkGift = (scope: ViewerScope, gift: BulkGift): Promise<UserSubscription> =>
  transact(scope, async (tx) => {
    const { transactionId, receiverId } = gift
    const giverId = tx.viewer.id
    await lockAdvisory(tx, 'userPair', userPairKey(giverId, receiverId))
    await lockPeople(tx, [giverId, receiverId])
    const id = giftIdOf(tx, gift)
    const earlier = id && (await readEarlierGift(tx, id, gift))
    if (earlier) return earlier
    const order = await lockOrder(tx, transactionId)
    if ((await readEconomyProfile(tx, giverId))?.blockedAt)
      throw new Failure('forbidden', 'You cannot give gifts at the moment.', { reason: 'economy_blocked' })
    await assertGiftable(tx, giverId, receiverId)
    if ((await readUnusedGifts(tx, order)) === 0)
      throw new Failure('conflict', 'All subscriptions of this order are given away.', { reason: 'gifts_used_up' })
    const given = await startSubscription(tx, {
      ...{ userId: receiverId, planId: order.itemId, transactionId, giverId, isBulkGift: true },
      store: tx.rules.externalStoreName,
      ...(id && { id }),
    })
    if (!given) throw notGiftable()
    return given
  })

/** Locks an order of several subscriptions that the viewer has paid. Throws `missing` for any other payment. */
async function lockOrder(tx: ViewerScope & SubscriptionTransaction, id: string): Promise<PaymentTransaction> {
  await lockPaymentRow(tx, id)
  const where = { id, buyerId: tx.viewer.id, isBulkGift: true, status: 'active' }
  const order = await tx.db.paymentTransaction.findUnique({ where })
  if (!order) throw transactionNotFound()
  return order
}

/** How many subscriptions of an order of several are not given away, also of one that is no longer paid. */
export async function readUnusedGifts(
  { db }: Pick<Scope, 'db'>,
  { id, quantity }: Pick<PaymentTransaction, 'id' | 'quantity'>,
): Promise<number> {
  return quantity - (await db.userSubscription.count({ where: { transactionId: id, isBulkGift: true } }))
}

const WITH_RECEIVERS = {
  subscriptions: { select: { userId: true }, orderBy: { id: 'asc' } },
} as const satisfies Prisma.PaymentTransactionInclude

/** An order of several subscriptions, with those who got one, in the order in which they got it. */
export type BulkGiftOrder = Prisma.PaymentTransactionGetPayload<{ include: typeof WITH_RECEIVERS }>

/** Orders of several subscriptions that a person has paid, also if the money has gone back since. */
const paidBulkOrders = (buyerId: string): Prisma.PaymentTransactionWhereInput => ({
  buyerId,
  isBulkGift: true,
  status: { in: ['active', 'expired', 'chargeback'] },
})

/** How many of an order can be given away: none if it is no longer paid. */
export const remainingOf = ({ status, quantity, subscriptions }: BulkGiftOrder): number =>
  status === 'active' ? quantity - subscriptions.length : 0

const MAX_LISTED = 100

/** The viewer's orders of several subscriptions to give away, newest first, or only the last. */
export const listBulkGifts = ({ db, viewer }: ViewerScope, mostRecent = false): Promise<BulkGiftOrder[]> =>
  db.paymentTransaction.findMany({
    where: paidBulkOrders(viewer.id),
    include: WITH_RECEIVERS,
    orderBy: { id: 'desc' },
    take: mostRecent ? 1 : MAX_LISTED,
  })

/** A page of the viewer's orders of several subscriptions, newest first. */
export const readBulkGiftPage = ({ db, viewer }: ViewerScope, page: KeysetPage<TextKey>): Promise<BulkGiftOrder[]> =>
  db.paymentTransaction.findMany({
    where: { AND: [paidBulkOrders(viewer.id), ...keysetWhere(page, ['id'])] },
    include: WITH_RECEIVERS,
    orderBy: keysetOrder(page, ['id']),
    take: page.limit,
  })

/** The number of the viewer's orders of several subscriptions. */
export const countBulkGifts = ({ db, viewer }: ViewerScope): Promise<number> =>
  db.paymentTransaction.count({ where: paidBulkOrders(viewer.id) })
