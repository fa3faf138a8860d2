import type { CalendarEvent, Prisma } from '../../../generated/prisma/client.ts'
import { assertUnchanged, type ConditionalChange } from '../../../kernel/changedSince.ts'
import { invalid } from '../../../kernel/failure.ts'
import { tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { staffAct } from '../../audit/staffAct.ts'
import type { GroupAccess } from '../../groups/access.ts'
import { changesOf } from '../../groups/auditLog/entries.ts'
import { runDeliveries } from '../../groups/content/deliveries.ts'
import { type GroupAct, groupAct } from '../../groups/groupAct.ts'
import { lockGroup } from '../../groups/locks.ts'
import { assertNotHidden, groupForbidden } from '../../groups/policy.ts'
import { calendarChanged, calendarTimesChanged } from '../events.ts'
import { lockEvent } from '../locks.ts'
import { announceCreation, announceMove, EVENT_DELIVERIES } from '../notices/deliveries.ts'
import { hasEnded, managesCalendar } from '../policy.ts'
import { parseRecurrence, type Recurrence, recurrenceOf } from '../series/recurrence.ts'
import { changeSeries } from '../series/series.ts'
import { auditedEvent, recordEventAct } from './audit.ts'
import { assertPublishable } from './create.ts'
import { type EventPath, type EventView, readGroupEvent, readVisibleEvent } from './events.ts'
import {
  type ChangedEvent,
  contentOf,
  type EventTimes,
  eventRules,
  type GivenEvent,
  isMoved,
  nextSequence,
} from './fields.ts'
import { assertNotHiddenEvent } from './hide.ts'
import { readMonthRoom } from './monthLimit.ts'

/** The changed fields of an event. */
interface EventUpdate extends GivenEvent, ConditionalChange {
  /** Of a series alone. */
  readonly recurrence?: Recurrence | null | undefined
  readonly parentId?: string | null | undefined
  /** Whether members are told when it is published by this change. */
  readonly sendCreationNotification?: boolean | undefined
}

/** More than people change: followers are told of moved events. */
const CHANGE_LIMIT: RateLimit = { name: 'group-calendar-change', points: 1_000, window: 24 * 60 * 60 }

/** The rules for what is given of a change; `standing` is the event, if it is known. */
export const eventUpdateRules = (scope: ViewerScope, given: EventUpdate, standing?: EventView) => [
  ...eventRules(scope, given, { ...(standing && { groupId: standing.groupId, standing }) }),
  () => standing && assertTimesOpen(scope, given, standing),
  () => standing && assertRecurrenceFits(given, standing),
  () => standing && assertSameSeries(given, standing),
]

/**
 * Changes an event, one date of a series, or a series with all dates that have not begun and were not edited by themselves.
 * Throws `missing`; `forbidden` without the permission, in a hidden group, and for a month with 100 events; `invalid`;
 * `exhausted` after 1,000 changes a day of the group.
 */
export async function updateGroupCalendarEvent(
  scope: ViewerScope,
  { groupId, eventId }: EventPath,
  given: EventUpdate,
): Promise<EventView> {
  const { access, event } = await readGroupEvent(scope, groupId, eventId)
  if (!managesCalendar(access)) throw groupForbidden()
  const rules = () => eventUpdateRules(scope, given, event)
  return tellingAllFaults(rules, async () => {
    assertNotHidden(access)
    assertPublishable(access, given)
    for (const rule of rules()) await rule()
    await scope.limits.take(CHANGE_LIMIT, groupId)
    const options = {
      act: 'updateGroupCalendarEvent',
      groupId,
      needs: 'group-calendar-manage',
      check: assertNotHidden,
    } as const
    const changed = await groupAct(scope, options, (act) => changeEvent(act, event, given))
    await runDeliveries(scope, EVENT_DELIVERIES, changed.deliveries)
    return changed.event
  })
}

async function changeEvent({ tx, access }: GroupAct, { id, seriesId }: EventView, given: EventUpdate) {
  await lockEvent(tx, { id, seriesId })
  const standing = await readVisibleEvent(tx, access, id)
  assertUnchanged(standing, given)
  assertTimesOpen(tx, given, standing)
  const changed = changedEvent(tx, standing, given)
  if (!changed.isDraft) await assertNotHiddenEvent(tx, standing)
  const recurrence = changedRecurrence(standing, changed, given)
  const audited = changesOf(
    { ...auditedEvent(standing), recurrence: changedRecurrence(standing, standing, {}) ?? null },
    { ...auditedEvent(changed), recurrence: recurrence ?? null },
  )
  if (Object.keys(audited).length === 0 && changed.notifiesOnPublishing === standing.notifiesOnPublishing)
    return { event: standing, deliveries: [] }
  const moved = recurrence
    ? await changeSeries(tx, standing, { ...changed, recurrence })
    : await changeDate(tx, access, standing, changed)
  await recordEventAct(tx, standing, 'update', audited)
  const created = await announceCreation(tx, { ...standing, ...changed }, standing)
  return { event: await readVisibleEvent(tx, access, id), deliveries: [...created, ...moved] }
}

const changedEvent = (scope: ViewerScope, standing: EventView, given: EventUpdate): ChangedEvent => ({
  ...contentOf(scope, given, standing),
  startsAt: given.startsAt ?? standing.startsAt,
  endsAt: given.endsAt ?? standing.endsAt,
  notifiesOnPublishing: standing.notifiesOnPublishing || given.sendCreationNotification === true,
})

/**
 * The rule of a series after a change, which fits its start; undefined for anything else than a series. Its fields are in one
 * order, unlike those that the database keeps, so that the texts of two rules can be compared.
 */
function changedRecurrence({ kind, ...standing }: EventView, { startsAt }: EventTimes, { recurrence }: EventUpdate) {
  if (kind !== 'series') return undefined
  return parseRecurrence(recurrence ?? recurrenceOf(standing), startsAt)
}

/** Changes a single event, or one date of a series, which then is an exception. Answers deliveries to run after the commit. */
async function changeDate(
  tx: ViewerTransaction,
  { group }: GroupAccess,
  standing: EventView,
  changed: ChangedEvent,
): Promise<string[]> {
  const { db, now, emit } = tx
  const { id, kind } = standing
  const room = await readMonthRoom(tx, group.id, { starts: [changed.startsAt], without: [id] })
  if (standing.startsAt.getTime() !== changed.startsAt.getTime()) room.takeOrThrow(changed.startsAt)
  const data: Prisma.CalendarEventUpdateInput = {
    ...changed,
    sequence: nextSequence(standing, changed),
    ...(kind === 'occurrence' && { isException: true }),
    updatedAt: now,
  }
  await db.calendarEvent.update({ where: { id }, data })
  if (isMoved(standing, changed)) emit(calendarTimesChanged(id))
  return announceMove(tx, standing, changed)
}

/** Throws `invalid` for other times of an event that has ended. A series goes on after its first date. */
function assertTimesOpen(scope: ViewerScope, given: GivenEvent, standing: EventView): void {
  if (standing.kind === 'series' || !hasEnded(standing, scope)) return
  const changed = { startsAt: given.startsAt ?? standing.startsAt, endsAt: given.endsAt ?? standing.endsAt }
  if (isMoved(standing, changed)) throw invalid('startsAt', 'startsAt must stay: the event has ended', 'in_past')
}

function assertRecurrenceFits({ recurrence, startsAt }: EventUpdate, standing: EventView): void {
  if (standing.kind !== 'series') {
    if (recurrence) throw invalid('recurrence', 'recurrence must only be given for a series', 'wrong_combination')
    return
  }
  if (recurrence === null) throw invalid('recurrence', 'recurrence must stay with a series', 'wrong_combination')
  parseRecurrence(recurrence ?? recurrenceOf(standing), startsAt ?? standing.startsAt)
}

function assertSameSeries({ parentId }: EventUpdate, { seriesId }: EventView): void {
  if (parentId && parentId !== seriesId)
    throw invalid('parentId', 'parentId must stay: an event remains in its series', 'wrong_combination')
}

/**
 * Features an event, or a series with all dates that have not begun and were not edited by themselves, or ends that; does
 * nothing if it is so already. Throws `forbidden` unless an admin acts, `missing`.
 */
export const featureCalendarEvent = (
  scope: ViewerScope,
  { groupId, eventId }: EventPath,
  isFeatured: boolean,
): Promise<void> =>
  staffAct(scope, 'featureCalendarEvent', async (tx) => {
    const { event } = await readGroupEvent(tx, groupId, eventId)
    await lockGroup(tx, groupId)
    await lockEvent(tx, event)
    const { event: standing } = await readGroupEvent(tx, groupId, eventId)
    if (standing.featured !== isFeatured) await writeFeatured(tx, standing, isFeatured)
    return { subjectId: eventId, details: { isFeatured } }
  })

async function writeFeatured(
  { db, now, emit }: ViewerTransaction,
  { id, groupId, seriesId }: CalendarEvent,
  featured: boolean,
): Promise<void> {
  const dates = { seriesId: id, isException: false, deletedAt: null, startsAt: { gt: now } }
  await db.calendarEvent.updateMany({ where: { OR: [{ id }, dates] }, data: { featured, updatedAt: now } })
  emit(calendarChanged(groupId, { eventId: id, headId: seriesId ?? id, change: 'updated' }))
}
