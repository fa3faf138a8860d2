import type { CalendarEvent, Prisma } from '../../../generated/prisma/client.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { type GroupId, newId } from '../../../kernel/ids.ts'
import { tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { type GroupAccess, readGroupAccess } from '../../groups/access.ts'
import { runDeliveries } from '../../groups/content/deliveries.ts'
import { type GroupAct, groupAct } from '../../groups/groupAct.ts'
import { assertNotHidden } from '../../groups/policy.ts'
import { lockEvent } from '../locks.ts'
import { announceCreation, EVENT_DELIVERIES } from '../notices/deliveries.ts'
import { cannotCreateEvents, managesCalendar } from '../policy.ts'
import { makeDates } from '../series/dates.ts'
import { localText, localTimeOf, parseRecurrence, type Recurrence, recurrenceOf } from '../series/recurrence.ts'
import { auditedEvent, recordEventAct } from './audit.ts'
import { type EventView, readVisibleEvent } from './events.ts'
import { contentOf, eventRules, type GivenEvent } from './fields.ts'
import { assertNotHiddenEvent } from './hide.ts'
import { readMonthRoom } from './monthLimit.ts'

/** An event to create: a single one, a series with a recurrence, or a date of the series `parentId`. */
interface NewEvent extends GivenEvent {
  readonly title: string
  readonly description: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly category: string
  readonly accessType: string
  readonly recurrence?: Recurrence | null | undefined
  readonly parentId?: string | null | undefined
  readonly occurrenceKind?: 'single' | 'series' | 'occurrence' | undefined
  readonly sendCreationNotification: boolean
}

/** More than people create: deleted events are kept for some time, and so are bounded. */
const EVENT_LIMIT: RateLimit = { name: 'group-calendar-event', points: 500, window: 24 * 60 * 60 }

/** The rules for what is given of a new event. */
export const newEventRules = (scope: ViewerScope, given: Partial<NewEvent>, groupId?: string) => [
  ...eventRules(scope, given, { ...(groupId !== undefined && { groupId }) }),
  () => assertKind(given),
  () => given.recurrence && given.startsAt && parseRecurrence(given.recurrence, given.startsAt),
]

/**
 * Creates an event of a group, or a series with its dates. Throws `missing`; `forbidden` without the permission, in a group
 * that an admin has hidden, and for a month with 100 events; `invalid`; `exhausted` after 500 events a day of the group.
 */
export function createGroupCalendarEvent(scope: ViewerScope, groupId: GroupId, given: NewEvent): Promise<EventView> {
  const rules = () => newEventRules(scope, given, groupId)
  return tellingAllFaults(rules, async () => {
    const access = await readGroupAccess(scope, groupId)
    if (!managesCalendar(access)) throw cannotCreateEvents()
    assertNotHidden(access)
    assertPublishable(access, given)
    for (const rule of rules()) await rule()
    await scope.limits.take(EVENT_LIMIT, groupId)
    const options = {
      act: 'createGroupCalendarEvent',
      groupId,
      needs: 'group-calendar-manage',
      check: assertNotHidden,
    } as const
    const { event, deliveries } = await groupAct(scope, options, (act) => insertEvent(act, given))
    await runDeliveries(scope, EVENT_DELIVERIES, deliveries)
    return event
  })
}

/** Throws `invalid` for a public event of a private group. */
export function assertPublishable({ group }: GroupAccess, { accessType }: GivenEvent): void {
  if (accessType === 'public' && group.privacy === 'private')
    throw invalid('accessType', 'accessType must be group for a private group', 'wrong_combination')
}

function assertKind({ recurrence, parentId, occurrenceKind }: Partial<NewEvent>): void {
  if (recurrence && parentId)
    throw invalid('recurrence', 'recurrence must not be given with parentId', 'wrong_combination')
  if (!recurrence && occurrenceKind === 'series')
    throw invalid('recurrence', 'recurrence must be given for a series', 'wrong_combination')
  if (!parentId && occurrenceKind === 'occurrence')
    throw invalid('parentId', 'parentId must be given for one date of a series', 'wrong_combination')
}

async function insertEvent({ tx, access }: GroupAct, given: NewEvent) {
  const row = await insertByKind(tx, access, given)
  await recordEventAct(tx, row, 'create', { ...auditedEvent(row), type: 'event' })
  const deliveries = await announceCreation(tx, row)
  return { event: await readVisibleEvent(tx, access, row.id), deliveries }
}

function insertByKind(tx: ViewerTransaction, access: GroupAccess, given: NewEvent): Promise<CalendarEvent> {
  if (given.parentId) return insertExtraDate(tx, access, given, given.parentId)
  return given.recurrence ? insertSeries(tx, access, given, given.recurrence) : insertSingle(tx, access, given)
}

async function insertSingle(tx: ViewerTransaction, access: GroupAccess, given: NewEvent): Promise<CalendarEvent> {
  await takeRoom(tx, access, given)
  return tx.db.calendarEvent.create({ data: { ...newColumns(tx, access, given), kind: 'single' } })
}

async function insertSeries(
  tx: ViewerTransaction,
  access: GroupAccess,
  given: NewEvent,
  recurrence: Recurrence,
): Promise<CalendarEvent> {
  const rule = parseRecurrence(recurrence, given.startsAt)
  const data = { ...newColumns(tx, access, given), kind: 'series', recurrence: rule }
  const series = await tx.db.calendarEvent.create({ data })
  await makeDates(tx, series, { knownBy: 'originalStartsAt', isStrict: true })
  return series
}

/** Adds a date to a series beside its rule, or makes a deleted one stand again. Changes of the series leave it. */
async function insertExtraDate(
  tx: ViewerTransaction,
  access: GroupAccess,
  given: NewEvent,
  parentId: string,
): Promise<CalendarEvent> {
  const where = { id: parentId, groupId: access.group.id, kind: 'series', deletedAt: null }
  const series = await tx.db.calendarEvent.findFirst({ where })
  if (!series) throw invalid('parentId', 'parentId must be a series of this group', 'unknown_reference')
  await lockEvent(tx, series)
  if (!given.isDraft) await assertNotHiddenEvent(tx, series)
  await takeRoom(tx, access, given)
  const { startsAt } = given
  const seriesId_originalStartsAt = { seriesId: parentId, originalStartsAt: startsAt }
  const standing = await tx.db.calendarEvent.findUnique({ where: { seriesId_originalStartsAt } })
  if (standing && !standing.deletedAt) throw dateExists()
  const { timezone } = recurrenceOf(series)
  const data = {
    ...newColumns(tx, access, given),
    kind: 'occurrence',
    ...seriesId_originalStartsAt,
    localStartsAt: localText(localTimeOf(startsAt, timezone)),
    isException: true,
    isExtra: standing?.isException ? standing.isExtra : true,
  }
  if (!standing) return tx.db.calendarEvent.create({ data })
  const { id: _, createdAt: __, ...changes } = data
  return tx.db.calendarEvent.update({
    where: { id: standing.id },
    data: { ...changes, deletedAt: null, sequence: { increment: 1 } },
  })
}

const dateExists = () =>
  new Failure('conflict', 'startsAt must not be a date that the series has', {
    reason: 'already_exists',
    field: 'startsAt',
  })

async function takeRoom(tx: ViewerTransaction, { group }: GroupAccess, { startsAt }: NewEvent): Promise<void> {
  const room = await readMonthRoom(tx, group.id, { starts: [startsAt] })
  room.takeOrThrow(startsAt)
}

const newColumns = (
  { now, viewer, ...scope }: ViewerTransaction,
  { group }: GroupAccess,
  given: NewEvent,
): Omit<Prisma.CalendarEventUncheckedCreateInput, 'kind'> => ({
  ...contentOf({ ...scope, now, viewer }, given),
  id: newId('calendarEvent', now),
  groupId: group.id,
  authorId: viewer.id,
  startsAt: given.startsAt,
  endsAt: given.endsAt,
  notifiesOnPublishing: given.sendCreationNotification,
  createdAt: now,
  updatedAt: now,
})
