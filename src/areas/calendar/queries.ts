import { type CalendarEvent, type CalendarFollow, Prisma } from '../../generated/prisma/client.ts'
import { isAdmin } from '../../kernel/access.ts'
import { addMilliseconds } from '../../kernel/clock.ts'
import { columnList } from '../../kernel/columns.ts'
import { escapeLikePattern, type SqlList, sortKeys } from '../../kernel/list/pageSql.ts'
import { type CountedPage, readCountedPage, readPage } from '../../kernel/list/readList.ts'
import type { KeysetPage, OffsetPage, TimeKey } from '../../kernel/page.ts'
import { defineRowKind, type RecordSource, type RowVersion } from '../../kernel/records.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { GroupAccess } from '../groups/access.ts'
import { MAX_DURATION, type TimeSpan } from './period.ts'
import {
  type CalendarStanding,
  isManagingRole,
  PUBLISHED,
  visibleInAllGroups,
  visibleInGroup,
  visibleParts,
} from './policy.ts'

/**
 * What the viewer is in all groups, and what they follow. Memberships and follows that began after `asOf` do not count, so
 * that later pages of a list are sorted as the first one was. One statement.
 */
export async function readStanding(scope: ViewerScope, asOf = scope.now): Promise<CalendarStanding> {
  const userId = Prisma.sql`${scope.viewer.id}::text`
  const eventIds = (isFollowing: boolean) => Prisma.sql`ARRAY(
    SELECT "eventId" FROM "CalendarFollow"
    WHERE "userId" = ${userId} AND "isFollowing" = ${isFollowing} AND "createdAt" <= ${asOf})`
  const [standing] = await scope.sql<Omit<CalendarStanding, 'isAdmin'>>`
    WITH joined AS MATERIALIZED (
      SELECT member."groupId", member."roleIds"
      FROM "GroupMember" AS member JOIN "Group" AS g ON g.id = member."groupId" AND g."deletedAt" IS NULL
      WHERE member."userId" = ${userId} AND member.status = 'member' AND coalesce(member."joinedAt", ${asOf}) <= ${asOf}
    ), held AS MATERIALIZED (
      SELECT role.id, role."groupId", ${isManagingRole(userId)} AS "isManaging" FROM joined
      JOIN "GroupRole" AS role ON role."groupId" = joined."groupId" AND (role.kind = 'everyone' OR role.id = ANY(joined."roleIds"))
    )
    SELECT ARRAY(SELECT "groupId" FROM joined) AS "groupIds",
      ARRAY(SELECT DISTINCT "groupId" FROM held WHERE "isManaging") AS "managedGroupIds",
      ARRAY(SELECT id FROM held) AS "roleIds", ${eventIds(true)} AS "followedIds", ${eventIds(false)} AS "mutedIds",
      coalesce((SELECT tags FROM "User" WHERE id = ${userId}), '{}') AS tags`
  if (!standing) throw new Error('a SELECT without FROM has no row')
  return { ...standing, isAdmin: isAdmin(scope) }
}

/** What of an event is the same for all viewers. */
export interface SharedEvent extends CalendarEvent {
  /** The series of an occurrence. */
  readonly series: Pick<CalendarEvent, 'interestCount' | 'recurrence'> | null
}

/** People who follow an event or series; those who follow an occurrence are also the followers of its series. */
export const interestedPeople = ({ interestCount, series }: Pick<SharedEvent, 'interestCount' | 'series'>): number =>
  interestCount + (series?.interestCount ?? 0)

/** An event with its series. Its revision is the sum of those of both, which only rise. */
interface VersionedEvent extends SharedEvent {
  readonly revision: number
}

interface EventWithSeries extends SharedEvent {
  readonly revisionOfBoth: number
}

const EVENT_COLUMNS = columnList(Prisma.CalendarEventScalarFieldEnum, 'e')

async function readRows({ sql }: Pick<RecordSource, 'sql'>, ids: readonly string[]): Promise<VersionedEvent[]> {
  const rows = await sql<EventWithSeries>`
    SELECT ${EVENT_COLUMNS}, e.revision + coalesce(s.revision, 0) AS "revisionOfBoth", CASE WHEN s.id IS NOT NULL THEN
      json_build_object('interestCount', s."interestCount", 'recurrence', s.recurrence) END AS series
    FROM "CalendarEvent" AS e LEFT JOIN "CalendarEvent" AS s ON s.id = e."seriesId" WHERE e.id = ANY(${ids})`
  return rows.map(({ revisionOfBoth: revision, ...event }) => ({ ...event, revision }))
}

export const EVENT_ROWS = defineRowKind<VersionedEvent>({
  name: 'calendar event',
  readRows,
})

type FollowColumns = Pick<CalendarFollow, 'isFollowing' | 'createdAt' | 'updatedAt'>

/** An event on a page of a list, with the row by which the viewer follows it or its series, or mutes it; nulls for none. */
export interface EventVersion extends RowVersion {
  readonly isFollowing: FollowColumns['isFollowing'] | null
  readonly followedAt: FollowColumns['createdAt'] | null
  readonly followChangedAt: FollowColumns['updatedAt'] | null
}

/** The columns of the version of the event `e`. */
export const versionColumns = (viewerId: string) => ({
  select: Prisma.raw(`e.id, e.revision + coalesce(s.revision, 0) AS revision,
    coalesce(own."isFollowing", "ofSeries"."isFollowing") AS "isFollowing",
    coalesce(own."createdAt", "ofSeries"."createdAt") AS "followedAt",
    coalesce(own."updatedAt", "ofSeries"."updatedAt") AS "followChangedAt"`),
  joins: Prisma.sql`
    LEFT JOIN "CalendarEvent" AS s ON s.id = e."seriesId"
    LEFT JOIN "CalendarFollow" AS own ON own."eventId" = e.id AND own."userId" = ${viewerId}
    LEFT JOIN "CalendarFollow" AS "ofSeries" ON "ofSeries"."eventId" = e."seriesId" AND "ofSeries"."userId" = ${viewerId}`,
})

/** Events `e` by their start. */
const ofEvents = {
  alias: 'e',
  from: Prisma.raw('"CalendarEvent" AS e'),
  order: sortKeys('e', { startsAt: 'timestamptz', id: 'text' }),
} as const

/** Events `e` of all groups `g` by their start. How many of them there are depends on the viewer and the time. */
export const ofAllGroups = {
  ...ofEvents,
  from: Prisma.raw('"CalendarEvent" AS e JOIN "Group" AS g ON g.id = e."groupId"'),
  plan: 'custom',
} as const

/** The lower bound of the start lets indexes find ongoing events, too: those who go on have begun at most that long ago. */
const startsSince = ({ from, includesOngoing }: TimeSpan): Prisma.Sql =>
  includesOngoing
    ? Prisma.sql`e."startsAt" > ${addMilliseconds(from, -MAX_DURATION)} AND e."endsAt" > ${from}`
    : Prisma.sql`e."startsAt" >= ${from}`

const startsWithin = (span: TimeSpan): Prisma.Sql =>
  span.before === null ? startsSince(span) : Prisma.sql`${startsSince(span)} AND e."startsAt" < ${span.before}`

/** Events of one group that start in a span of time. */
export const groupList = (access: GroupAccess, span: TimeSpan): SqlList => ({
  ...ofEvents,
  where: [visibleInGroup(access), startsWithin(span)],
})

/** The dates of a series that start in a span of time. */
export const seriesList = (access: GroupAccess, seriesId: string, span: TimeSpan): SqlList => ({
  ...ofEvents,
  where: [visibleInGroup(access), Prisma.sql`e."seriesId" = ${seriesId}`, startsWithin(span)],
})

/** Events that the viewer follows by themselves, and those by their series, without dates that they mute. */
const followedParts = ({ followedIds, mutedIds }: CalendarStanding): Prisma.Sql[] => {
  const isFollowed = Prisma.sql`e.id = ANY(${followedIds}::text[])`
  return [
    isFollowed,
    Prisma.sql`e."seriesId" = ANY(${followedIds}::text[]) AND e.id <> ALL(${mutedIds}::text[]) AND NOT ${isFollowed}`,
  ]
}

const seenWithin = (standing: CalendarStanding, span: TimeSpan) => [startsWithin(span), visibleInAllGroups(standing)]

/** Events of the viewer's groups, and those that they follow. */
export function ownList(standing: CalendarStanding, span: TimeSpan): SqlList {
  const isOwn = Prisma.sql`e."groupId" = ANY(${standing.groupIds}::text[])`
  const others = followedParts(standing).map((part) => Prisma.sql`${part} AND NOT ${isOwn}`)
  return { ...ofAllGroups, branches: [isOwn, ...others], where: seenWithin(standing, span) }
}

/** Events that the viewer follows, by themselves or by their series, without dates that they mute. */
export const followedList = (standing: CalendarStanding, span: TimeSpan): SqlList => ({
  ...ofAllGroups,
  branches: followedParts(standing),
  where: seenWithin(standing, span),
})

/** Events that admins of the platform feature, and that are published for all. */
export const featuredList = (standing: CalendarStanding, span: TimeSpan): SqlList => ({
  ...ofAllGroups,
  where: [Prisma.sql`e.featured AND ${PUBLISHED}`, ...seenWithin(standing, span)],
})

/** A frequent word is in more events than anybody pages through, and than can be counted at once. */
export const MAX_FOUND = 10_000

/** A text among events that are live, begin today, or are to come. */
interface FoundText {
  /** A part of the searchKey of the event or the nameKey of the group. */
  readonly key: string
  readonly now: Date
  readonly startOfDay: Date
}

/** Events with a text among those that the viewer sees. Nothing is in two branches; few events go on at a time. */
export function foundList(standing: CalendarStanding, { key, now, startOfDay }: FoundText): SqlList {
  const pattern = `%${escapeLikePattern(key)}%`
  const isNamed = Prisma.sql`g."nameKey" LIKE ${pattern}`
  const isTold = Prisma.sql`e."searchKey" LIKE ${pattern}`
  const isNext = Prisma.sql`e."startsAt" >= ${startOfDay}::timestamptz`
  const goesOn = Prisma.sql`
    e."startsAt" < ${startOfDay}::timestamptz AND tstzrange(e."startsAt", e."endsAt") @> ${now}::timestamptz`
  const found = [
    Prisma.sql`${isNext} AND ${isNamed}`,
    Prisma.sql`${isNext} AND ${isTold} AND NOT ${isNamed}`,
    Prisma.sql`${goesOn} AND (${isNamed} OR ${isTold})`,
  ]
  const seen = visibleParts(standing)
  const branches = found.flatMap((condition) => seen.map((visible) => Prisma.sql`(${condition} AND ${visible})`))
  return { ...ofAllGroups, branches, where: [], countedAtMost: MAX_FOUND }
}

/** The versions of the events of a page, and the length of the list. */
export type EventPage = CountedPage<EventVersion>

/** Reads a page of a list, and its length. */
export const readVersions = (scope: ViewerScope, list: SqlList, page: OffsetPage): Promise<EventPage> =>
  readCountedPage(scope, list, { ...page, descending: false }, versionColumns(scope.viewer.id))

/** The place of an event in a list. */
export interface ListedEvent {
  readonly id: string
  readonly startsAt: Date
}

export const PLACE = { select: Prisma.raw('e.id, e."startsAt"') }

/** A page of the places of a list, in their order. One statement. */
export const readPlaces = (scope: ViewerScope, list: SqlList, page: KeysetPage<TimeKey>): Promise<ListedEvent[]> =>
  readPage<ListedEvent>(scope, list, page, PLACE)
