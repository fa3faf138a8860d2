import type { Faker } from '@faker-js/faker'
import { searchKeyOf } from '../areas/calendar/event/fields.ts'
import { makeDates } from '../areas/calendar/series/dates.ts'
import { localTimeOf, parseRecurrence, timeOf } from '../areas/calendar/series/recurrence.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { addMilliseconds, HOUR } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Scope } from '../kernel/scope.ts'
import type { InTransaction } from '../kernel/transaction.ts'
import { DEMO_EVENTS, type DemoEvent } from './eventList.ts'
import type { DemoGroups } from './groupRows.ts'

/** Rows of events and series, and of who follows them. */
export interface DemoEvents {
  readonly events: (Prisma.CalendarEventCreateManyInput & { id: string })[]
  readonly follows: Prisma.CalendarFollowCreateManyInput[]
}

const MAX_FOLLOWERS = 12

/** Single events and weekly series of the demo groups, in three time zones, one of which goes on. */
export function demoEvents({ now }: Scope, { groups, members }: DemoGroups, faker: Faker): DemoEvents {
  const all: DemoEvents = { events: [], follows: [] }
  for (const event of DEMO_EVENTS) {
    const group = groups.find(({ shortCode }) => shortCode === event.group)
    if (!group) throw new Error(`there is no group ${event.group} for ${event.title}`)
    const inGroup = members.filter(({ groupId, status }) => groupId === group.id && status === 'member')
    const followers = event.isDraft ? [] : faker.helpers.arrayElements(inGroup, { min: 1, max: MAX_FOLLOWERS })
    const row = rowOf(event, { now, groupId: group.id, authorId: group.ownerId, interestCount: followers.length })
    all.events.push(row)
    const follow = { eventId: row.id, isFollowing: true, createdAt: now, updatedAt: now }
    all.follows.push(...followers.map(({ userId }) => ({ ...follow, userId })))
  }
  return all
}

interface Placed {
  readonly now: Date
  readonly groupId: string
  readonly authorId: string
  readonly interestCount: number
}

function rowOf({ group: _, about: description, zone, ...event }: DemoEvent, { now, ...placed }: Placed) {
  const { title, category, isWeekly = false, isDraft = false, isFeatured: featured = false } = event
  const startsAt = startOf({ ...event, zone }, now)
  const recurrence = { frequency: 'weekly', interval: 1, timezone: zone } as const
  const content = { title, description, category, tags: ['demo'], languages: ['eng'] }
  return {
    ...{ ...placed, ...content, id: newId('calendarEvent', now), kind: isWeekly ? 'series' : 'single' },
    ...{ searchKey: searchKeyOf(content), accessType: event.forMembers ? 'group' : 'public', isDraft, featured },
    ...{ startsAt, endsAt: addMilliseconds(startsAt, event.hours * HOUR), createdAt: now, updatedAt: now },
    ...(isWeekly && { recurrence: { ...parseRecurrence(recurrence, startsAt) } }),
  }
}

/** On the wall clock of the zone; an event of today has begun an hour ago. */
function startOf({ day, hour, zone }: Pick<DemoEvent, 'day' | 'hour' | 'zone'>, now: Date): Date {
  if (day === 0) return addMilliseconds(now, -HOUR)
  const date = localTimeOf(now, zone).toPlainDate().add({ days: day })
  return timeOf(date.toPlainDateTime({ hour }), zone)
}

/** Inserts the rows of events, and makes the dates of series. */
export async function insertEvents(tx: Scope & InTransaction, { events, follows }: DemoEvents): Promise<void> {
  await tx.db.calendarEvent.createMany({ data: events })
  await tx.db.calendarFollow.createMany({ data: follows })
  const series = await tx.db.calendarEvent.findMany({ where: { kind: 'series' }, orderBy: { id: 'asc' } })
  for (const one of series) await makeDates(tx, one, { knownBy: 'originalStartsAt', isStrict: false })
}
