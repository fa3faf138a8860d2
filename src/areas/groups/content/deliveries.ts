import { setTimeout as pause } from 'node:timers/promises'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type DeliveryKinds, runBatch } from './delivery.ts'

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

/** As long as notifications live at most: a deleted post has no copies to remove any longer. */
const RETENTION = 90 * DAY

/** Deletes finished deliveries of which nobody has a copy any longer. Returns their number. */
export async function deleteOldDeliveries({ client, now }: Scope): Promise<number> {
  const { count } = await client.groupDelivery.deleteMany({
    where: { finishedAt: { lte: addMilliseconds(now, -RETENTION) } },
  })
  return count
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
