import type { UserId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'

/** Places that are kept of one person. */
export const KEPT = 100

/** Writes down that a person was at a place, and forgets what is more than may be kept. */
export async function rememberLocation({ db, now }: Scope & Open, userId: UserId, location: string): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "RecentLocation" ("userId", location, at) VALUES (${userId}, ${location}, ${now})
    ON CONFLICT ("userId", location) DO UPDATE SET at = EXCLUDED.at`
  await db.$executeRaw`
    DELETE FROM "RecentLocation" WHERE "userId" = ${userId} AND location IN (
      SELECT location FROM "RecentLocation" WHERE "userId" = ${userId} ORDER BY at DESC, location DESC OFFSET ${KEPT})`
}

/** Where the viewer was, the latest first, each place once. */
export async function readRecentLocations({ db, viewer }: SignedScope, { limit, offset }: Page): Promise<string[]> {
  const rows = await db.recentLocation.findMany({
    where: { userId: viewer.id },
    orderBy: [{ at: 'desc' }, { location: 'desc' }],
    take: limit,
    skip: offset,
    select: { location: true },
  })
  return rows.map(({ location }) => location)
}
