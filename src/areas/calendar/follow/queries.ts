import { type CalendarEvent, Prisma } from '../../../generated/prisma/client.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { type SqlList, sortKeys } from '../../../kernel/list/pageSql.ts'
import { countRows, readPage } from '../../../kernel/list/readList.ts'
import type { KeysetPage, TextKey } from '../../../kernel/page.ts'
import { createRowLoader } from '../../../kernel/records.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction, ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockFollowed } from '../locks.ts'

/** A person who follows an event. */
interface Follower {
  readonly id: string
}

type FollowedEvent = Pick<CalendarEvent, 'id' | 'seriesId'>

/** Those who follow an event, by id; of a date also the followers of its series who have no row for the date. */
function followerList({ id, seriesId }: FollowedEvent): SqlList {
  const ofEvent = Prisma.sql`f."eventId" = ${id}`
  const ofSeries = Prisma.sql`f."eventId" = ${seriesId} AND NOT EXISTS (
    SELECT FROM "CalendarFollow" AS own WHERE own."eventId" = ${id} AND own."userId" = f."userId")`
  return {
    alias: 'f',
    from: Prisma.raw('"CalendarFollow" AS f'),
    branches: [ofEvent, ...(seriesId === null ? [] : [ofSeries])],
    where: [Prisma.raw('f."isFollowing"')],
    order: sortKeys('f', { userId: 'text' }),
  }
}

/** A page of the followers of an event, by id. One statement. */
export const readFollowers = (
  source: Pick<ViewerScope, 'sql'>,
  event: FollowedEvent,
  page: KeysetPage<TextKey>,
): Promise<Follower[]> =>
  readPage<Follower>(source, followerList(event), page, { select: Prisma.raw('f."userId" AS id') })

/** Number of the followers of an event. One statement. */
export const countFollowers = (source: Pick<ViewerScope, 'sql'>, event: FollowedEvent): Promise<number> =>
  countRows(source, followerList(event))

/**
 * Loads whether people follow events, by keys of the ids of a person, an event and its series, or again the event. Calls of one
 * turn of the event loop share a statement.
 */
export const loadFollowing = createRowLoader<{ readonly id: string }>(({ sql }, keys) => {
  const parts = keys.map((key) => key.split(' '))
  const column = (at: number) => parts.map((part) => part[at] ?? '')
  return sql`
    SELECT asked.key AS id
    FROM unnest(${keys}::text[], ${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[])
      AS asked (key, "userId", "eventId", "headId")
    WHERE EXISTS (
      SELECT FROM "CalendarFollow" AS follow JOIN "CalendarEvent" AS event ON event.id = follow."eventId"
      WHERE follow."userId" = asked."userId" AND follow."isFollowing"
        AND (event.id IN (asked."eventId", asked."headId") OR event."seriesId" = asked."eventId")
    ) AND NOT EXISTS (
      SELECT FROM "CalendarFollow" WHERE "eventId" = asked."eventId" AND "userId" = asked."userId" AND NOT "isFollowing"
    )`
})

/**
 * Deletes the rows by which a person mutes dates of a series that they follow anew or no longer, and counts the dates that
 * they follow by themselves beside the series or as a part of it. Answers whether there were any muted ones.
 */
export async function changeShares(
  { sql, viewer }: ViewerTransaction,
  { id }: Pick<CalendarEvent, 'id'>,
  { isFollowing, wasFollowing }: { readonly isFollowing: boolean; readonly wasFollowing: boolean },
): Promise<boolean> {
  const ofDirect = Number(wasFollowing) - Number(isFollowing)
  const [found] = await sql<{ readonly muted: number }>`
    WITH own AS (
      SELECT follow."eventId", follow."isFollowing" FROM "CalendarFollow" AS follow
      JOIN "CalendarEvent" AS event ON event.id = follow."eventId"
      WHERE follow."userId" = ${viewer.id} AND event."seriesId" = ${id}
    ), muted AS (
      DELETE FROM "CalendarFollow" AS follow USING own
      WHERE follow."eventId" = own."eventId" AND follow."userId" = ${viewer.id} AND NOT own."isFollowing"
    ), counted AS (
      UPDATE "CalendarEvent" AS event
      SET "interestCount" = "interestCount" + CASE WHEN own."isFollowing" THEN ${ofDirect}::int ELSE 1 END
      FROM own WHERE event.id = own."eventId" AND (NOT own."isFollowing" OR ${ofDirect}::int <> 0)
    )
    SELECT count(*)::int AS muted FROM own WHERE NOT "isFollowing"`
  return (found?.muted ?? 0) > 0
}

/** Takes a person out of the followers of events. */
export async function eraseCalendarFollows(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  await lockFollowed(tx, userId)
  await tx.sql`
    WITH own AS (
      DELETE FROM "CalendarFollow" WHERE "userId" = ${userId} RETURNING "eventId", "isFollowing"
    ), share AS (
      SELECT event.id, CASE
        WHEN NOT own."isFollowing" THEN -1
        WHEN EXISTS (SELECT FROM own AS head WHERE head."eventId" = event."seriesId") THEN 0
        ELSE 1
      END AS share
      FROM own JOIN "CalendarEvent" AS event ON event.id = own."eventId"
    )
    UPDATE "CalendarEvent" AS event SET "interestCount" = "interestCount" - share.share
    FROM share WHERE event.id = share.id AND share.share <> 0`
}
