import type { Group, GroupDelivery, Prisma } from '../../../generated/prisma/client.ts'
import { newUuid, type UserId } from '../../../kernel/ids.ts'
import { rowLock } from '../../../kernel/locks.ts'
import { lookUp } from '../../../kernel/lookUp.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { appendToFeeds } from '../../notifications/feed.ts'
import { type CopiedNotification, sendCopies } from '../../notifications/sendCopies.ts'
import type { NotificationType } from '../../notifications/types.ts'

/** Receivers of one batch, which is one transaction. */
export const DELIVERY_BATCH = 100

/** How the deliveries of one audience are sent. */
export interface DeliveryKind {
  /** The next receivers after the cursor of a delivery, in the order of their ids; at most `limit`. */
  readonly readAudience: (tx: Scope & InTransaction, delivery: SentDelivery, limit: number) => Promise<string[]>
  /** The notification of which each receiver gets a copy. */
  readonly draftOf: (tx: Scope & InTransaction, delivery: SentDelivery) => Promise<DeliveryDraft>
}

/** How deliveries are sent, by their audience. */
export type DeliveryKinds = Readonly<Record<string, DeliveryKind>>

export interface SentDelivery extends GroupDelivery {
  readonly group: Group
}

export type DeliveryDraft = Omit<CopiedNotification['draft'], 'relatedNotificationsId'>

/** Notifications to many people. */
interface NewDelivery {
  readonly groupId: string
  /** Id of what is told of: an announcement, a post or an event. */
  readonly sourceId: string
  /** The name of its kind. */
  readonly audience: string
  readonly notificationType: NotificationType
  readonly content: Prisma.InputJsonObject
}

/** Stores that people are to be notified; `runDeliveries` begins with it after the commit. Returns the delivery's id. */
export async function storeDelivery({ db, now }: Scope & InTransaction, delivery: NewDelivery): Promise<string> {
  const id = newUuid(now)
  await db.groupDelivery.create({ data: { ...delivery, id, kind: 'send', createdAt: now } })
  return id
}

/**
 * Stops the deliveries about what is deleted, and stores that copies of these types which were not seen are to be removed.
 * Returns the ids of deliveries to run after the commit: none if nobody was notified.
 */
export async function cancelDeliveries(
  { db, now }: Scope & InTransaction,
  sourceIds: readonly string[],
  types: readonly NotificationType[],
): Promise<string[]> {
  const sourceId = { in: [...sourceIds] }
  const sent = await db.groupDelivery.findMany({
    where: { sourceId, kind: 'send', notificationType: { in: [...types] } },
    distinct: ['sourceId', 'notificationType'],
    select: { groupId: true, sourceId: true, audience: true, notificationType: true },
  })
  await db.groupDelivery.updateMany({ where: { sourceId, kind: 'send', finishedAt: null }, data: { finishedAt: now } })
  const removals = sent.map((row) => ({ ...row, id: newUuid(now), kind: 'remove', createdAt: now }))
  await db.groupDelivery.createMany({ data: removals })
  return removals.map(({ id }) => id)
}

/**
 * Runs the next batch of a delivery, in the order of the ids of its receivers, and moves its cursor in the same
 * transaction: each receiver gets one notification, even after crashes and when several nodes run it. Members, their
 * subscriptions, roles and what they follow count as they are then. Returns whether more is left.
 */
export const runBatch = (scope: Scope, kinds: DeliveryKinds, id: string): Promise<boolean> =>
  transact({ ...scope, now: scope.clock.now() }, async (tx) => {
    const delivery = await tx.db.groupDelivery.findFirst({
      where: { id, finishedAt: null },
      include: { group: true },
    })
    if (!delivery) return false
    if (delivery.kind === 'remove') return removeBatch(tx, delivery)
    const kind = lookUp(kinds, delivery.audience)
    if (!kind) throw new Error(`no audience ${delivery.audience}`)
    return sendBatch(tx, kind, delivery)
  })

async function sendBatch(tx: Scope & InTransaction, kind: DeliveryKind, delivery: SentDelivery): Promise<boolean> {
  const audience = await kind.readAudience(tx, delivery, DELIVERY_BATCH)
  const receiverIds = await lockReceivers(tx, audience)
  if (!(await moveCursor(tx, delivery, audience))) return true
  if (receiverIds.length === 0) return audience.length === DELIVERY_BATCH
  const draft = { ...(await kind.draftOf(tx, delivery)), relatedNotificationsId: delivery.sourceId }
  await sendCopies(tx, { key: delivery.id, draft, receiverIds })
  return audience.length === DELIVERY_BATCH
}

/** Dismisses copies that were not seen, also of people who have left since. */
async function removeBatch(tx: Scope & InTransaction, delivery: GroupDelivery): Promise<boolean> {
  const copies = await readUnseenCopies(tx, delivery)
  const owners = [...new Set(copies.map(({ receiverId }) => receiverId))]
  await lockReceivers(tx, owners)
  if (!(await moveCursor(tx, delivery, owners))) return true
  const ids = copies.map(({ id }) => id)
  const removed = await tx.sql<{ readonly id: string; readonly receiverId: UserId; readonly type: string }>`
    WITH locked AS MATERIALIZED (
      SELECT id FROM "Notification" WHERE id = ANY(${ids}) AND "seenAt" IS NULL AND "hiddenAt" IS NULL
      ${rowLock(tx, 'notification', { keys: ids })}
    )
    UPDATE "Notification" AS n SET "hiddenAt" = ${tx.now}, "updatedAt" = ${tx.now}, "expiresAt" = ${tx.now}
    FROM locked WHERE n.id = locked.id RETURNING n.id, n."receiverId", n.type`
  await appendToFeeds(
    tx,
    removed.map(({ id, receiverId, type }) => ({ userId: receiverId, kind: 'deleted', type, notificationIds: [id] })),
  )
  return owners.length === DELIVERY_BATCH
}

/** The copies of the next people that were not seen, in the order of these people's ids. */
const readUnseenCopies = ({ sql }: InTransaction, { sourceId, notificationType, cursor }: GroupDelivery) =>
  sql<{ readonly id: string; readonly receiverId: string }>`
    SELECT id, "receiverId" FROM "Notification"
    WHERE "relatedNotificationsId" = ${sourceId} AND type = ${notificationType} AND "receiverId" IN (
        SELECT DISTINCT "receiverId" FROM "Notification"
        WHERE "relatedNotificationsId" = ${sourceId} AND type = ${notificationType} AND "receiverId" > ${cursor}
          AND "seenAt" IS NULL AND "hiddenAt" IS NULL
        ORDER BY "receiverId" LIMIT ${DELIVERY_BATCH}
      ) AND "seenAt" IS NULL AND "hiddenAt" IS NULL
    ORDER BY "receiverId", id`

/** Locks people against erasure, and nobody else's acts. Answers those who were not erased, in order. */
async function lockReceivers(tx: InTransaction, ids: readonly string[]): Promise<UserId[]> {
  const rows = await tx.sql<{ readonly id: UserId }>`
    SELECT id FROM "User" WHERE id = ANY(${[...ids]}) AND "erasedAt" IS NULL
    ${rowLock(tx, 'user', { keys: ids, strength: 'KEY SHARE' })}`
  return rows.map(({ id }) => id)
}

/** Answers false when another node has moved the cursor, or the delivery was cancelled. */
async function moveCursor(
  { db, now }: Scope & InTransaction,
  { id, cursor }: GroupDelivery,
  batch: readonly string[],
): Promise<boolean> {
  const data = { cursor: batch.at(-1) ?? cursor, ...(batch.length < DELIVERY_BATCH && { finishedAt: now }) }
  const { count } = await db.groupDelivery.updateMany({ where: { id, cursor, finishedAt: null }, data })
  return count > 0
}
