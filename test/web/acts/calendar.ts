import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { aFounder, createGroup, type JourneyGroup } from './groups.ts'

/** What people do with groups and their events by another client. */

const CREATE_EVENT =
  'mutation E($input: CreateGroupCalendarEventInput!) { createGroupCalendarEvent(input: $input) { calendarEvent { id } } }'
const DELETE_EVENT =
  'mutation D($input: DeleteGroupCalendarEventInput!) { deleteGroupCalendarEvent(input: $input) { viewer { id } } }'
const UPDATE_EVENT =
  'mutation U($input: UpdateGroupCalendarEventInput!) { updateGroupCalendarEvent(input: $input) { viewer { id } } }'

export interface Group extends JourneyGroup {
  readonly owner: Person
}

/** A new group that everybody may join. */
export async function aGroup(stage: Stage): Promise<Group> {
  const owner = await aFounder(stage)
  return { ...(await createGroup(owner)), owner }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** An event of a group in so many days, for an hour unless times are given. Returns its id. */
export async function planEvent({ id: groupId, owner }: Group, inDays: number, given: object = {}): Promise<string> {
  const start = Math.ceil((Date.now() + inDays * DAY) / HOUR) * HOUR
  const times = { startsAt: new Date(start).toISOString(), endsAt: new Date(start + HOUR).toISOString() }
  const texts = { title: 'Meteor shower', description: 'Bring a blanket.', category: 'HANGOUT', access: 'PUBLIC' }
  const { createGroupCalendarEvent } = Object(
    await owner.run(CREATE_EVENT, { input: { groupId, ...texts, ...times, ...given } }),
  )
  return String(createGroupCalendarEvent.calendarEvent.id)
}

export const cancelEvent = ({ owner }: Group, eventId: string) => owner.run(DELETE_EVENT, { input: { eventId } })

export const changeEvent = ({ owner }: Group, eventId: string, changes: object) =>
  owner.run(UPDATE_EVENT, { input: { eventId, ...changes } })

const DATES = `query D($id: ID!) { calendarEvent(id: $id) {
  icsUrl occurrences(first: 100) { nodes { id title startsAt endsAt } } } }`

interface EventDate {
  readonly id: string
  readonly title: string
  readonly startsAt: string
}

/** The dates of a series, and the address of its file, as a person sees them. */
export async function datesOf(person: Person, id: string): Promise<{ icsUrl: string; dates: readonly EventDate[] }> {
  const { calendarEvent } = Object(await person.run(DATES, { id }))
  return { icsUrl: calendarEvent.icsUrl, dates: calendarEvent.occurrences.nodes }
}
