import type { UserId } from '../../kernel/ids.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

export const MAX_RECENT_LOCATIONS = 100

/** Adds a location to a person's recent ones, and deletes the oldest beyond the limit. */
export async function recordRecentLocation({ sql, now }: Scope & InTransaction, userId: UserId, location: string) {
  await sql`
    INSERT INTO "RecentLocation" ("userId", location, at) VALUES (${userId}, ${location}, ${now})
    ON CONFLICT ("userId", location) DO UPDATE SET at = EXCLUDED.at`
  await sql`
    DELETE FROM "RecentLocation" WHERE "userId" = ${userId} AND location IN (
      SELECT location FROM "RecentLocation" WHERE "userId" = ${userId} ORDER BY at DESC, location DESC OFFSET ${MAX_RECENT_LOCATIONS})`
}

/** The viewer's recent locations with the times of entry, latest first, each once. */
export const readRecentLocations = ({ db, viewer }: ViewerScope, { limit, offset }: OffsetPage) =>
  db.recentLocation.findMany({
    where: { userId: viewer.id },
    orderBy: [{ at: 'desc' }, { location: 'desc' }],
    take: limit,
    skip: offset,
    select: { location: true, at: true },
  })
