import { Prisma } from '../../../generated/prisma/client.ts'
import type { KeysetPage, TextKey } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'

/** A person who follows an event. */
interface Follower {
  readonly id: string
}

interface FollowedEvent {
  readonly id: string
  readonly seriesId: string | null
}

/** Those who follow an event; of a date also the followers of its series who do not mute the date. */
function followersSql({ id, seriesId }: FollowedEvent): Prisma.Sql {
  const own = Prisma.sql`SELECT "userId" AS id FROM "CalendarFollow" WHERE "eventId" = ${id} AND "isFollowing"`
  if (seriesId === null) return own
  return Prisma.sql`${own} UNION ALL
    SELECT "userId" FROM "CalendarFollow" AS follow WHERE "eventId" = ${seriesId} AND "isFollowing"
      AND NOT EXISTS (SELECT FROM "CalendarFollow" WHERE "eventId" = ${id} AND "userId" = follow."userId")`
}

/** A page of the followers of an event, by id. One statement. */
export function readFollowers(
  { sql }: Pick<ViewerScope, 'db' | 'sql'>,
  event: FollowedEvent,
  { above, below, descending, limit }: KeysetPage<TextKey>,
): Promise<Follower[]> {
  const direction = descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
  return sql<Follower>`
    SELECT id FROM (${followersSql(event)}) AS found
    WHERE ${above ? Prisma.sql`id > ${above[0]}` : Prisma.sql`true`}
      AND ${below ? Prisma.sql`id < ${below[0]}` : Prisma.sql`true`}
    ORDER BY id ${direction} LIMIT ${limit}`
}

/** Number of the followers of an event. One statement. */
export async function countFollowers({ sql }: Pick<ViewerScope, 'db' | 'sql'>, event: FollowedEvent): Promise<number> {
  const [row] = await sql<{ readonly count: number }>`
    SELECT count(*)::int AS count FROM (${followersSql(event)}) AS found`
  return row?.count ?? 0
}
