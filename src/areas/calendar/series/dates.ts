import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { pickContent } from '../event/fields.ts'
import { readMonthRoom } from '../event/monthLimit.ts'
import { writeDurations } from '../event/queries.ts'
import { isMovedFar } from '../notices/content.ts'
import { datesBetween, goesOnAfter, recurrenceOf, type SeriesDate } from './recurrence.ts'

/** How far ahead the dates of series are made. */
const HORIZON = 92 * DAY
/** Most dates of a series that have not begun. */
const MAX_DATES = 100

/**
 * How standing dates are told from new ones: by the time when they start, so that a changed rule keeps the dates that it
 * still has; or by the wall clock, when only the rules of the time zone have changed.
 */
type DateKey = 'originalStartsAt' | 'localStartsAt'

interface DatesOptions {
  readonly knownBy: DateKey
  /** Whether a full month refuses the act; else its dates are left out. */
  readonly isStrict: boolean
}

/** What an update of the dates of a series has done to standing ones. */
export interface DatesChange {
  readonly movedIds: readonly string[]
  /** Moved dates of whose new start followers are told. */
  readonly shiftedIds: readonly string[]
  readonly removedIds: readonly string[]
  /** Removed dates that people follow: they are kept as deleted, for what these people are told. */
  readonly leftIds: readonly string[]
}

/**
 * Makes the dates of a series up to the horizon as its row says: missing ones are made, others removed, and those that have
 * not begun are as the series is. Dates that were edited or deleted by themselves stay. The caller has locked the group and
 * the series. Throws `forbidden` for a full month, if strict.
 */
export async function makeDates(
  tx: Scope & InTransaction,
  series: CalendarEvent,
  options: DatesOptions,
): Promise<DatesChange> {
  const { db, now } = tx
  const rule = { startsAt: series.startsAt, recurrence: recurrenceOf(series) }
  const horizon = addMilliseconds(now, HORIZON)
  const standing = await readStanding(tx, series)
  const isAdded = addedDates(standing)
  const wanted = datesBetween(rule, addMilliseconds(now, 1), horizon, MAX_DATES).filter((date) => !isAdded(date))
  const byRule = standing.filter(({ isExtra }) => !isExtra)
  const plan = comparedDates(wanted, byRule, options.knownBy, now)
  const removedIds = plan.removed.map(({ id }) => id)
  const leftIds = await removeDates(tx, removedIds)
  await moveDates(tx, series, plan.moved)
  const moved = plan.moved.filter(({ row }) => !row.isException)
  const movedIds = moved.map(({ row }) => row.id)
  const shifted = moved.filter(({ row, to }) => isMovedFar(row.startsAt, to.startsAt))
  const resizedIds = await resizeDates(tx, series, plan.kept)
  await insertDates(tx, series, plan.missing, options)
  const expandedUntil = goesOnAfter(rule, now) ? horizon : null
  await db.calendarEvent.update({ where: { id: series.id }, data: { expandedUntil } })
  const shiftedIds = shifted.map(({ row }) => row.id)
  return { movedIds: [...movedIds, ...resizedIds], shiftedIds, removedIds, leftIds }
}

/**
 * Deletes dates that a series has no longer. Those that people follow by themselves or mute stay as deleted ones, until they
 * are purged or the series has them again. Answers the ids of these.
 */
async function removeDates({ db, now }: Scope & InTransaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const followed = await db.calendarEvent.findMany({
    where: { id: { in: [...ids] }, follows: { some: {} } },
    select: { id: true },
  })
  const left = followed.map(({ id }) => id)
  await db.calendarEvent.updateMany({
    where: { id: { in: left } },
    data: { deletedAt: now, updatedAt: now, sequence: { increment: 1 } },
  })
  await db.calendarEvent.deleteMany({ where: { id: { in: [...ids], notIn: left } } })
  return left
}

type StandingDate = Pick<
  CalendarEvent,
  'id' | 'startsAt' | 'endsAt' | 'originalStartsAt' | 'localStartsAt' | 'isException' | 'isExtra' | 'deletedAt'
>

/** A skipped or doubled hour moves a date by less than that, and a change of the rules of a zone hardly by more. */
const MARGIN = 2 * DAY

/** Dates of a series that have not begun, and those about now, which may have been moved. */
const readStanding = ({ db, now }: Scope & InTransaction, { id }: CalendarEvent): Promise<StandingDate[]> =>
  db.calendarEvent.findMany({
    where: { seriesId: id, originalStartsAt: { gt: addMilliseconds(now, -MARGIN) } },
    select: {
      id: true,
      startsAt: true,
      endsAt: true,
      originalStartsAt: true,
      localStartsAt: true,
      isException: true,
      isExtra: true,
      deletedAt: true,
    },
  })

/** Tells at which times a date was added beside the rule: the rule makes none there, and moves none to them. */
function addedDates(standing: readonly StandingDate[]): (date: SeriesDate) => boolean {
  const added = standing.filter(({ isExtra }) => isExtra)
  const times = new Set(added.map(({ originalStartsAt }) => originalStartsAt?.getTime()))
  return ({ startsAt }) => times.has(startsAt.getTime())
}

/** Whether a row is only kept for those who have followed it: the series has it no longer, unless it gets it again. */
const isLeft = ({ deletedAt, isException }: StandingDate) => deletedAt !== null && !isException

interface MissingDate {
  readonly to: SeriesDate
  /** The row of a date that the series has again. */
  readonly row?: StandingDate | undefined
}

interface MovedDate {
  readonly row: StandingDate
  readonly to: SeriesDate
}

function comparedDates(wanted: readonly SeriesDate[], standing: readonly StandingDate[], knownBy: DateKey, now: Date) {
  const keyOf = (date: SeriesDate | StandingDate): string => {
    if (knownBy === 'localStartsAt') return date.localStartsAt ?? ''
    return ('originalStartsAt' in date ? date.originalStartsAt : date.startsAt)?.toISOString() ?? ''
  }
  const byKey = new Map(standing.filter((row) => !isLeft(row)).map((row) => [keyOf(row), row]))
  const leftByStart = new Map(standing.filter(isLeft).map((row) => [row.originalStartsAt?.getTime(), row]))
  const pairs = wanted.map((to) => ({ to, row: byKey.get(keyOf(to)) }))
  const found = pairs.flatMap(({ row, to }): MovedDate[] => (row ? [{ row, to }] : []))
  const foundIds = new Set(found.map(({ row }) => row.id))
  const isMoved = ({ row, to }: MovedDate) =>
    row.originalStartsAt?.getTime() !== to.startsAt.getTime() || row.localStartsAt !== to.localStartsAt
  return {
    missing: pairs
      .filter(({ row }) => !row)
      .map(({ to }): MissingDate => ({ to, row: leftByStart.get(to.startsAt.getTime()) })),
    moved: found.filter(isMoved),
    kept: found.map(({ row }) => row).filter(({ isException }) => !isException),
    removed: standing.filter(
      ({ id, isException, startsAt, deletedAt }) => !isException && !deletedAt && startsAt > now && !foundIds.has(id),
    ),
  }
}

/** Moves dates whose zone has other rules now. Those that were edited keep their own times. */
async function moveDates({ db, now }: Scope & InTransaction, series: CalendarEvent, moved: readonly MovedDate[]) {
  if (moved.length === 0) return
  const duration = durationOf(series)
  // Their places may be those of dates that the series had before.
  const originalStartsAt = { in: moved.map(({ to }) => to.startsAt) }
  await db.calendarEvent.deleteMany({
    where: { seriesId: series.id, originalStartsAt, deletedAt: { not: null }, isException: false },
  })
  for (const { row, to } of inMovingOrder(moved)) {
    const place = { originalStartsAt: to.startsAt, localStartsAt: to.localStartsAt }
    const isMoved = !row.isException && row.startsAt.getTime() !== to.startsAt.getTime()
    const times = { startsAt: to.startsAt, endsAt: addMilliseconds(to.startsAt, duration) }
    const data = { ...place, ...(isMoved && { ...times, sequence: { increment: 1 }, updatedAt: now }) }
    await db.calendarEvent.update({ where: { id: row.id }, data })
  }
}

/** The order in which each date finds its new time free, even if that is the old one of another date. */
function inMovingOrder(moved: readonly MovedDate[]): MovedDate[] {
  const isLater = moved.some(({ row, to }) => row.originalStartsAt !== null && row.originalStartsAt < to.startsAt)
  const inOrder = moved.toSorted((a, b) => a.to.startsAt.getTime() - b.to.startsAt.getTime())
  return isLater ? inOrder.reverse() : inOrder
}

const durationOf = ({ startsAt, endsAt }: Pick<CalendarEvent, 'startsAt' | 'endsAt'>) =>
  endsAt.getTime() - startsAt.getTime()

/** Gives kept dates the duration of the series. Answers the ids of those that had another one. */
async function resizeDates(
  tx: Scope & InTransaction,
  series: CalendarEvent,
  kept: readonly StandingDate[],
): Promise<string[]> {
  const duration = durationOf(series)
  const ids = kept.filter((row) => durationOf(row) !== duration).map(({ id }) => id)
  if (ids.length === 0) return []
  await writeDurations(tx, ids, duration)
  return ids
}

async function insertDates(
  tx: Scope & InTransaction,
  series: CalendarEvent,
  missing: readonly MissingDate[],
  { isStrict }: DatesOptions,
): Promise<void> {
  const { db, now } = tx
  const room = await readMonthRoom(tx, series.groupId, { starts: missing.map(({ to }) => to.startsAt) })
  if (isStrict) for (const { to } of missing) room.takeOrThrow(to.startsAt)
  const placed = isStrict ? missing : missing.filter(({ to }) => room.take(to.startsAt))
  const { searchKey, groupId, authorId } = series
  const columnsOf = ({ startsAt, localStartsAt }: SeriesDate) => ({
    ...pickContent(series),
    searchKey,
    localStartsAt,
    startsAt,
    endsAt: addMilliseconds(startsAt, durationOf(series)),
    updatedAt: now,
  })
  for (const { row, to } of placed)
    if (row) await db.calendarEvent.update({ where: { id: row.id }, data: { ...columnsOf(to), deletedAt: null } })
  const rows = placed
    .filter(({ row }) => !row)
    .map(({ to }) => ({
      ...columnsOf(to),
      groupId,
      authorId,
      id: newId('calendarEvent', now),
      kind: 'occurrence',
      seriesId: series.id,
      originalStartsAt: to.startsAt,
      createdAt: now,
    }))
  await db.calendarEvent.createMany({ data: rows, skipDuplicates: true })
}
