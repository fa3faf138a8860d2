import { addDays, dayOf, localTime, ownZone, timeOfLocal } from '../../components/events/eventTimes.ts'
import { weekdayIn } from '../../components/events/recurrence.ts'
import type {
  CalendarEventAccess,
  CalendarEventCategory,
  CalendarEventPlatform,
  CalendarFrequency,
  CalendarRecurrenceInput,
  EditedEventFragment,
  UpdateGroupCalendarEventInput,
  Weekday,
} from '../../generated/graphql.ts'

export const FREQUENCIES = ['NONE', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export const ENDS = ['never', 'count', 'until'] as const

/** How an event repeats, as the form has it. */
interface RecurrenceValues {
  frequency: CalendarFrequency | 'NONE'
  interval: number
  daysOfWeek: Weekday[]
  end: (typeof ENDS)[number]
  count: number
  /** A local day, with the local time that the server has of it until another day is chosen. */
  until: string
}

/** The fields of the form, by the names that the input of the mutation has. */
export type EventValues = {
  title: string
  description: string
  /** On the wall clock of `zone`. */
  startsAt: string
  endsAt: string
  /** Name of the IANA time zone. */
  zone: string
  recurrence: RecurrenceValues
  category: CalendarEventCategory
  access: CalendarEventAccess
  roleIds: string[]
  /** Id of an upload; empty for the picture that stands. */
  imageId: string
  languages: string[]
  platforms: CalendarEventPlatform[]
  tags: string[]
  hostEarlyJoinMinutes: number
  guestEarlyJoinMinutes: number
  closeInstanceAfterEndMinutes: number
  usesInstanceOverflow: boolean
  isDraft: boolean
  sendCreationNotification: boolean
}

const NO_RECURRENCE: RecurrenceValues = {
  ...{ frequency: 'NONE', interval: 1, daysOfWeek: [], end: 'never', count: 10, until: '' },
}

/** Tomorrow evening, for two hours. */
export function newValues(): EventValues {
  const day = addDays(dayOf(new Date()), 1)
  return {
    ...{ title: '', description: '', startsAt: `${day}T19:00`, endsAt: `${day}T21:00`, zone: ownZone() },
    ...{ recurrence: NO_RECURRENCE, category: 'HANGOUT', access: 'GROUP', roleIds: [], imageId: '' },
    ...{ languages: [], platforms: [], tags: [] },
    ...{ hostEarlyJoinMinutes: 60, guestEarlyJoinMinutes: 5, closeInstanceAfterEndMinutes: 5 },
    ...{ usesInstanceOverflow: false, isDraft: false, sendCreationNotification: true },
  }
}

/** What the server has of an event. */
export function valuesOf(event: EditedEventFragment): EventValues {
  const zone = event.recurrence?.timezone ?? ownZone()
  return {
    ...{ title: event.title, description: event.description, zone, category: event.category, access: event.access },
    ...{ startsAt: localTime(event.startsAt, zone), endsAt: localTime(event.endsAt, zone), imageId: '' },
    recurrence: recurrenceValues(event),
    ...{ roleIds: event.roles.map(({ id }) => id), languages: [...event.languages], tags: [...event.tags] },
    platforms: [...event.platforms],
    hostEarlyJoinMinutes: event.hostEarlyJoinMinutes,
    guestEarlyJoinMinutes: event.guestEarlyJoinMinutes,
    closeInstanceAfterEndMinutes: event.closeInstanceAfterEndMinutes,
    ...{ usesInstanceOverflow: event.usesInstanceOverflow, isDraft: event.isDraft, sendCreationNotification: false },
  }
}

function recurrenceValues({ kind, recurrence }: EditedEventFragment): RecurrenceValues {
  if (kind !== 'SERIES' || !recurrence) return NO_RECURRENCE
  const { frequency, interval, daysOfWeek, count, until } = recurrence
  const endBy = until ? 'until' : 'never'
  return {
    ...{ frequency, interval, daysOfWeek: [...daysOfWeek], end: count ? 'count' : endBy },
    ...{ count: count ?? NO_RECURRENCE.count, until: until ?? '' },
  }
}

/** Nothing is sent of a time that is not whole, so that the server names the field. */
const timeOf = (local: string, zone: string): string | undefined => timeOfLocal(local, zone)?.toISOString()

/** The times as the server takes them; empty for what is not filled in. */
export const timesOf = ({ startsAt, endsAt, zone }: Pick<EventValues, 'startsAt' | 'endsAt' | 'zone'>) => ({
  startsAt: timeOf(startsAt, zone) ?? '',
  endsAt: timeOf(endsAt, zone) ?? '',
})

/** The rule as the server takes it; undefined for an event that takes place once. A weekly one has the day of its start. */
export function recurrenceOf({ recurrence, startsAt, zone }: EventValues): CalendarRecurrenceInput | undefined {
  const { frequency, interval, daysOfWeek, end, count, until } = recurrence
  if (frequency === 'NONE') return undefined
  const start = timeOfLocal(startsAt, zone)
  const days = new Set(start ? [...daysOfWeek, weekdayIn(start, zone)] : daysOfWeek)
  return {
    ...{ frequency, interval, timezone: zone },
    ...(frequency === 'WEEKLY' && { daysOfWeek: [...days] }),
    ...(end === 'count' && { count }),
    ...(end === 'until' && { until }),
  }
}

/** The fields that are sent as they are. */
const plainOf = ({ zone: _z, startsAt: _s, endsAt: _e, recurrence: _r, imageId: _i, ...plain }: Partial<EventValues>) =>
  plain

/** What changes of an event, as the server takes it: times go together, and the rule of a series with its zone. */
export function changesOf(
  values: EventValues,
  changes: Partial<EventValues>,
): Omit<UpdateGroupCalendarEventInput, 'eventId'> {
  const areTimesChanged = ['startsAt', 'endsAt', 'zone'].some((field) => field in changes)
  const isRuleChanged = ['startsAt', 'recurrence', 'zone'].some((field) => field in changes)
  const recurrence = isRuleChanged ? recurrenceOf(values) : undefined
  return {
    ...plainOf(changes),
    ...(areTimesChanged && timesOf(values)),
    ...(recurrence && { recurrence }),
  }
}
