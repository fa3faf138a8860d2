import { addMilliseconds, DAY, HOUR, MINUTE } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { countByMinute, countOpenReports, deleteOldFigures, type Period, sumStoredBytes } from '../queries.ts'
import { countQueues, MAIL_QUEUE } from '../runs/queries.ts'
import type { FigureValues } from './kinds.ts'
import { type Measure, mergeMeasures } from './measures.ts'
import { readHours, readMinutes, storeMeasures } from './stored.ts'

/** The minutes of a day are kept an hour longer, so that each hour is complete when it is stored. */
const MINUTES_KEPT = DAY + HOUR
const HOURS_KEPT = 90 * DAY
/** Minutes that are counted when nobody has for longer. */
const MOST_MISSED = 60

const beginOf = (time: Date, step: number) => new Date(Math.floor(time.getTime() / step) * step)

/** Reads what was stored of the last minute that was counted. */
async function readLast({ db }: Scope): Promise<{ at: Date; storageBytes: number | null } | null> {
  const row = await db.figureRow.findFirst({ where: { step: 'minute' }, orderBy: { at: 'desc' } })
  if (!row) return null
  const { storageBytes }: { storageBytes?: unknown } = Object(row.values)
  return { at: row.at, storageBytes: typeof storageBytes === 'number' ? storageBytes : null }
}

/** Files are summed once an hour, as that reads all of them. */
async function readStorage(scope: Scope, until: Date, last: Awaited<ReturnType<typeof readLast>>): Promise<number> {
  const isFresh = last !== null && beginOf(last.at, HOUR) >= beginOf(addMilliseconds(until, -MINUTE), HOUR)
  return isFresh && last.storageBytes !== null ? last.storageBytes : sumStoredBytes(scope)
}

/** What is so now. */
async function readPresent(scope: Scope): Promise<FigureValues> {
  const [online, reportsOpen, queues] = await Promise.all([
    scope.presence.countOnline(scope.now),
    countOpenReports(scope),
    countQueues(scope),
  ])
  const sumOf = (count: 'waiting' | 'failed', isMail: boolean) =>
    queues.reduce((sum, queue) => ((queue.name === MAIL_QUEUE) === isMail ? sum + queue[count] : sum), 0)
  return {
    online,
    reportsOpen,
    jobsWaiting: sumOf('waiting', false),
    jobsFailed: sumOf('failed', false),
    mailsWaiting: sumOf('waiting', true),
    mailsFailed: sumOf('failed', true),
  }
}

/** Every minute of a period, with what was counted in it. */
async function countMinutes(scope: Scope, { from, until }: Period): Promise<Measure[]> {
  const counted = new Map(
    (await countByMinute(scope, { from, until })).map(({ at, ...values }) => [at.getTime(), values]),
  )
  const minutes = Math.round((until.getTime() - from.getTime()) / MINUTE)
  return Array.from({ length: minutes }, (_, index) => {
    const at = addMilliseconds(from, index * MINUTE)
    return { at, values: counted.get(at.getTime()) ?? { signUps: 0, tokensMoved: 0 }, durations: [] }
  })
}

/**
 * Counts what no process counts by itself, for the minutes that are over since the last run, at most for an hour; then stores
 * the hours that are over, and deletes what was kept long enough.
 */
export async function collectFigures(scope: Scope): Promise<void> {
  const until = beginOf(scope.now, MINUTE)
  const last = await readLast(scope)
  const earliest = addMilliseconds(until, -MOST_MISSED * MINUTE)
  const next = last ? addMilliseconds(last.at, MINUTE) : addMilliseconds(until, -MINUTE)
  const from = next > earliest ? next : earliest
  if (from >= until) return
  const [minutes, present, storageBytes] = await Promise.all([
    countMinutes(scope, { from, until }),
    readPresent(scope),
    readStorage(scope, until, last),
  ])
  const now: Measure = { at: addMilliseconds(until, -MINUTE), values: { ...present, storageBytes }, durations: [] }
  await storeMeasures(scope, 'minute', mergeMeasures([...minutes, now], MINUTE))
  await storeHours(scope)
  const minutesBefore = addMilliseconds(scope.now, -MINUTES_KEPT)
  await deleteOldFigures(scope, { minutesBefore, hoursBefore: addMilliseconds(scope.now, -HOURS_KEPT) })
}

/** Processes report a minute up to a minute after it. */
const REPORT_LAG = 2 * MINUTE

/** Stores the hours that are over and of which there are minutes. */
async function storeHours(scope: Scope): Promise<void> {
  const until = beginOf(addMilliseconds(scope.now, -REPORT_LAG), HOUR)
  const earliest = addMilliseconds(until, -MINUTES_KEPT)
  const last = (await readHours(scope, { from: earliest, until })).at(-1)
  const from = last ? addMilliseconds(last.at, HOUR) : earliest
  if (from >= until) return
  await storeMeasures(scope, 'hour', mergeMeasures(await readMinutes(scope, { from, until }), HOUR))
}
