import { addMilliseconds } from '../../kernel/clock.ts'
import { trusted, type UserId } from '../../kernel/ids.ts'
import { deleteInBatches } from '../../kernel/retention.ts'
import type { Scope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { ownListChanged } from '../accounts/events.ts'
import {
  appendToFeeds,
  chunkIds,
  deleteUnexpiring,
  dismissMatter,
  type NewFeedEntry,
  type NotifiedMatter,
} from './feed/queries.ts'
import { lockFeeds, lockNotificationsOf } from './locks.ts'
import { type RetractedNotifications, retractBetween } from './queries.ts'

/**
 * Dismisses the notifications about a matter that is over, and appends that to the feeds of their receivers. Feeds are
 * locked together: `alsoLocked` are people to whom the same transaction sends notifications afterwards.
 */
export async function withdrawNotifications(
  tx: Scope & InTransaction,
  matter: NotifiedMatter,
  alsoLocked: readonly string[] = [],
): Promise<void> {
  const withdrawn = await dismissMatter(tx, matter)
  if (withdrawn.length === 0) return
  const receivers = withdrawn.map(({ receiverId }) => receiverId)
  await lockFeeds(tx, [...new Set([...receivers, ...alsoLocked])].map(trusted<'user'>))
  await appendToFeeds(
    tx,
    withdrawn.map(({ receiverId, id }) => ({
      userId: receiverId,
      kind: 'deleted',
      type: matter.type,
      notificationIds: [id],
    })),
  )
}

/**
 * Deletes notifications that never expire once the setting no longer keeps them, such as friend requests that nobody has
 * answered, and tells their receivers and who has sent a request. Answers how many.
 */
export async function purgeOpenNotifications(scope: Scope): Promise<number> {
  const kept = scope.rules.retention.openNotifications
  if (kept === null) return 0
  const before = addMilliseconds(scope.now, -kept)
  return deleteInBatches(async (limit) => {
    const deleted = await transact(scope, (tx) => deleteOpen(tx, before, limit))
    return { count: deleted.length }
  }, BATCH_SIZE)
}

async function deleteOpen(tx: Scope & InTransaction, before: Date, limit: number) {
  const deleted = await deleteUnexpiring(tx, before, limit)
  const entries = deleted.flatMap(({ id, type, receiverId: userId, shown }): NewFeedEntry[] =>
    shown ? [{ userId, kind: 'deleted', type, notificationIds: [id] }] : [],
  )
  await appendToFeeds(tx, entries)
  for (const { type, senderId, receiverId: targetId } of deleted)
    if (type === 'friendRequest' && senderId)
      tx.emit(ownListChanged(trusted<'user'>(senderId), { list: 'friendRequests', targetId }))
  return deleted
}

/** Notifications that one transaction deletes, which keeps the feeds of their receivers locked. */
const BATCH_SIZE = 100

/**
 * Deletes the notifications that a person has received or sent, the feed and the broadcasts; receivers of those that
 * were sent get feed entries.
 */
export async function eraseNotifications(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  const { db } = tx
  const sent = await db.notification.findMany({
    where: { senderId: userId, hiddenAt: null },
    select: { id: true, type: true, receiverId: true },
    orderBy: { id: 'asc' },
  })
  const received = await db.notification.findMany({
    where: { receiverId: userId, friendPair: { not: null } },
    select: { senderId: true },
  })
  await lockNotificationsOf(tx, userId)
  await db.notification.deleteMany({ where: { OR: [{ receiverId: userId }, { senderId: userId }] } })
  await appendToFeeds(
    tx,
    sent.map(({ id, type, receiverId }) => ({ userId: receiverId, kind: 'deleted', type, notificationIds: [id] })),
  )
  for (const { senderId } of received)
    if (senderId) tx.emit(ownListChanged(trusted<'user'>(senderId), { list: 'friendRequests', targetId: userId }))
  await db.feedEntry.deleteMany({ where: { userId } })
  await db.feedHead.deleteMany({ where: { userId } })
  await db.broadcast.deleteMany({ where: { senderId: userId } })
}

/**
 * Dismisses the notifications between two users but for broadcasts, deletes the friend request between them, and appends
 * both to the feeds of the receivers. The caller has locked the pair.
 */
export async function retractNotificationsBetween(tx: Scope & InTransaction, one: UserId, other: UserId) {
  const retracted = await retractBetween(tx, one, other)
  await appendToFeeds(tx, retracted.flatMap(deletedEntries))
  for (const { userId, type } of retracted) {
    const senderId = userId === one ? other : one
    if (type === 'friendRequest') tx.emit(ownListChanged(senderId, { list: 'friendRequests', targetId: userId }))
  }
}

const deletedEntries = ({ userId, type, ids }: RetractedNotifications): NewFeedEntry[] =>
  chunkIds(ids).map((notificationIds) => ({ userId, kind: 'deleted', type, notificationIds }))
