import { setTimeout as pause } from 'node:timers/promises'
import type { Group, GroupDelivery, Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import { newUuid } from '../../../kernel/ids.ts'
import { lookUp } from '../../../kernel/maps.ts'
import { deleteInBatches } from '../../../kernel/retention.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { appendToFeeds } from '../../notifications/feed/queries.ts'
import { type CopiedNotification, sendCopies } from '../../notifications/send.ts'
import type { NotificationType } from '../../notifications/types.ts'
import { lockReceivers } from '../locks.ts'
import { DELIVERY_BATCH, dismissUnseenCopies, readUnseenCopies } from './queries.ts'

/** How the deliveries of one audience are sent. */
export interface DeliveryKind {
  /** The next receivers after the cursor of a delivery, in the order of their ids; at most `limit`. */
  readonly readAudience: (tx: Scope & InTransaction, delivery: SentDelivery, limit: number) => Promise<string[]>
  /** The notification of which each receiver gets a copy. */
  readonly draftOf: (tx: Scope & InTransaction, delivery: SentDelivery) => Promise<DeliveryDraft>
}

/** How deliveries are sent, by their audience. */
type DeliveryKinds = Readonly<Record<string, DeliveryKind>>

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
const runBatch = (scope: Scope, kinds: DeliveryKinds, id: string): Promise<boolean> =>
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
  const removed = await dismissUnseenCopies(tx, ids)
  await appendToFeeds(
    tx,
    removed.map(({ id, receiverId, type }) => ({ userId: receiverId, kind: 'deleted', type, notificationIds: [id] })),
  )
  return owners.length === DELIVERY_BATCH
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

/** The deliveries of an area. */
export interface AreaDeliveries {
  /** The job that runs them. */
  readonly job: string
  readonly kinds: DeliveryKinds
}

/** Deliveries of which an act runs the first batch itself. */
const MOST_AT_ONCE = 3

/**
 * Runs the first batch of deliveries that an act has stored, so that members of a small group hear of it at once, and
 * requests the rest. A failure is only logged: the act is committed, and the job also runs by schedule.
 */
export async function runDeliveries(
  scope: Scope,
  { job, kinds }: AreaDeliveries,
  ids: readonly string[],
): Promise<void> {
  try {
    let isMoreLeft = ids.length > MOST_AT_ONCE
    for (const id of ids.slice(0, MOST_AT_ONCE)) isMoreLeft = (await runBatch(scope, kinds, id)) || isMoreLeft
    if (isMoreLeft) await scope.jobs.send(job)
  } catch (error) {
    scope.log.warn({ err: error }, 'notifications of a group could not be delivered; the schedule will deliver them')
  }
}

/** Deletes finished deliveries of which nobody has a copy any longer. Returns their number. */
export function deleteOldDeliveries({ client, now, rules }: Scope): Promise<number> {
  // As long as notifications live at most: a deleted post has no copies to remove any longer.
  const where = { finishedAt: { lte: addMilliseconds(now, -rules.retention.notifications) } }
  return deleteInBatches((limit) => client.groupDelivery.deleteMany({ where, limit }))
}

/** When jobs that deliver run. */
export const DELIVERY_JOB = { schedule: '* * * * *', runsAtStart: true } as const
/** Milliseconds after which a run leaves what is unfinished to the next one. */
const LONGEST_RUN = 60_000

/** Unfinished deliveries of one round. */
const ROUND = 100

/**
 * Runs unfinished deliveries of an area, also after a crash, by turns: one to a large group keeps none to another group waiting. One
 * that fails is left to the next run, and fails this one in the end. A run that takes long requests the next one and ends.
 */
export async function deliverUnfinished(scope: Scope, { job, kinds }: AreaDeliveries): Promise<void> {
  const failed = new Map<string, unknown>()
  const end = performance.now() + LONGEST_RUN
  const runUntilEnd = async (id: string) => {
    if (performance.now() < end) await runGently(scope, kinds, id)
  }
  let ids = await readUnfinished(scope, kinds, failed)
  while (ids.length > 0 && performance.now() < end) {
    for (const id of ids) await runUntilEnd(id).catch((error: unknown) => failed.set(id, error))
    ids = await readUnfinished(scope, kinds, failed)
  }
  if (ids.length > 0) await scope.jobs.send(job)
  for (const error of failed.values()) throw error
}

/** The ids of the deliveries of the next round. */
async function readUnfinished(
  { client }: Scope,
  kinds: DeliveryKinds,
  failed: ReadonlyMap<string, unknown>,
): Promise<string[]> {
  const rows = await client.groupDelivery.findMany({
    where: { finishedAt: null, audience: { in: Object.keys(kinds) }, id: { notIn: [...failed.keys()] } },
    orderBy: { id: 'asc' },
    take: ROUND,
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

/** Milliseconds from one batch to the next: 100,000 members are notified within 130 seconds. */
const BATCH_INTERVAL = 130
/** Milliseconds, also after a batch that took long. */
const LEAST_PAUSE = 50

/** Runs a batch, and pauses before the next one, so that other work gets most of the database and of the processors. */
async function runGently(scope: Scope, kinds: DeliveryKinds, id: string): Promise<void> {
  const begun = performance.now()
  const isMoreLeft = await runBatch(scope, kinds, id)
  if (isMoreLeft) await pause(Math.max(LEAST_PAUSE, BATCH_INTERVAL - (performance.now() - begun)))
}
