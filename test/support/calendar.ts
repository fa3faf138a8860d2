import type { CalendarEvent } from '../../src/contract/shapes/calendarEvent.ts'
import { DAY, HOUR } from '../../src/kernel/clock.ts'
import type { CalendarEventId, GroupId } from '../../src/kernel/ids.ts'
import { newId, trusted } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './users.ts'

/** A time so many milliseconds from now, to the second. */
export const inMilliseconds = (milliseconds: number): Date =>
  new Date(Math.ceil((Date.now() + milliseconds) / 1_000) * 1_000)

/** The request body that creates an event; `startsAt` is tomorrow and the event takes an hour, unless given. */
export function anEventRequest(given: object = {}) {
  const { startsAt = inMilliseconds(DAY), endsAt, ...others }: GivenTimes = given
  const start = new Date(startsAt)
  return {
    title: 'Dance night',
    description: 'Bring your shoes.',
    category: 'dance' as const,
    accessType: 'public' as const,
    sendCreationNotification: false,
    startsAt: start.toISOString(),
    endsAt: new Date(endsAt ?? start.getTime() + HOUR).toISOString(),
    ...others,
  }
}

/** Of the fields of a request for an event, those that may also be dates. */
interface GivenTimes {
  readonly startsAt?: Date | string
  readonly endsAt?: Date | string
}

/** A new event of a group, made by a manager. */
export const anEvent = ({ api }: Pick<TestUser, 'api'>, groupId: GroupId, given: object = {}): Promise<CalendarEvent> =>
  api.call('createGroupCalendarEvent', { groupId, body: anEventRequest(given) })

/** Inserts so many copies of an event, past the operations. Answers their ids. */
export async function insertCopies(
  { scope }: Pick<TestApp, 'scope'>,
  { id }: { readonly id: string },
  count: number,
): Promise<string[]> {
  const { client, now } = scope()
  const ids = Array.from({ length: count }, () => newId('calendarEvent', now))
  await client.$executeRaw`
    INSERT INTO "CalendarEvent" SELECT copy.* FROM "CalendarEvent" AS event, unnest(${ids}::text[]) AS new(id),
      jsonb_populate_record(event, jsonb_build_object('id', new.id)) AS copy
    WHERE event.id = ${id}`
  return ids
}

/** The branded id of an event. */
export const eventId = ({ id }: { readonly id?: string | undefined }): CalendarEventId =>
  trusted<'calendarEvent'>(id ?? '')

type EventPath = Pick<CalendarEvent, 'id' | 'ownerId'>

const setFollowing =
  (isFollowing: boolean) =>
  ({ api }: Pick<TestUser, 'api'>, { id, ownerId }: EventPath): Promise<CalendarEvent> => {
    const path = { groupId: trusted<'group'>(ownerId ?? ''), calendarId: id }
    return api.call('followGroupCalendarEvent', { ...path, body: { isFollowing } })
  }

export const follow = setFollowing(true)
export const unfollow = setFollowing(false)

/** The ids of the dates of a series, by their start. */
export async function datesOf({ scope }: Pick<TestApp, 'scope'>, seriesId: string): Promise<string[]> {
  const where = { seriesId, deletedAt: null }
  const rows = await scope().db.calendarEvent.findMany({ where, orderBy: { startsAt: 'asc' }, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Events, series and dates of a group whose number of interested people is not that of the rows of followers. */
export const interestFaults = ({ scope }: Pick<TestApp, 'scope'>, groupId: GroupId) => scope().client.$queryRaw<
  object[]
>`
  SELECT id, "interestCount", counted.count FROM "CalendarEvent" AS event, LATERAL (
    SELECT count(*) FILTER (WHERE follow."isFollowing" AND head."userId" IS NULL)::int
      - count(*) FILTER (WHERE NOT follow."isFollowing" AND head."userId" IS NOT NULL)::int AS count,
      count(*) FILTER (WHERE NOT follow."isFollowing" AND head."userId" IS NULL)::int AS stray
    FROM "CalendarFollow" AS follow
      LEFT JOIN "CalendarFollow" AS head ON head."eventId" = event."seriesId" AND head."userId" = follow."userId"
    WHERE follow."eventId" = event.id
  ) AS counted
  WHERE event."groupId" = ${groupId} AND ("interestCount" <> counted.count OR counted.stray > 0)`

/** Notices of an event that nobody has dismissed, in the order of their receivers. */
export const noticesOf = ({ scope }: Pick<TestApp, 'scope'>, eventId: string, type?: string) =>
  scope().db.notification.findMany({
    where: { relatedNotificationsId: eventId, hiddenAt: null, ...(type !== undefined && { type }) },
    orderBy: [{ receiverId: 'asc' }, { createdAt: 'asc' }],
  })

/** Makes people follow an event, past the operations. */
export async function addFollowers(
  { scope }: Pick<TestApp, 'scope'>,
  { id: eventId }: { readonly id: string },
  userIds: readonly string[],
): Promise<void> {
  const { db, now } = scope()
  const row = { eventId, isFollowing: true, createdAt: now, updatedAt: now }
  await db.calendarFollow.createMany({ data: userIds.map((userId) => ({ ...row, userId })) })
}
