import type { UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { whereaboutsChanged } from '../accounts/events.ts'
import { occupancyChanged } from './events.ts'

/** Leaves the instance where the viewer is. Answers whether there was one. */
export const leaveInstance = (scope: SignedScope): Promise<boolean> =>
  transact(scope, async (open) => {
    const left = await putOut(open, { userIds: [open.viewer.id] })
    return left > 0
  })

/** Takes a person out of where they are, whoever calls holds the instance. Of where they go instead, the caller tells. */
export async function leavePlace(open: Scope & Open, userId: UserId): Promise<void> {
  const gone = await takeOut(open, [userId])
  for (const worldId of worldsOf(gone)) open.emit(occupancyChanged(worldId))
}

/** Who is put out: people, or everybody at these places; only those who were there by `before`, if it is said. */
export interface Leaving {
  readonly userIds?: readonly string[]
  readonly locations?: readonly string[]
  readonly before?: Date
}

/** Puts people out of where they are, and tells of it. Answers how many. Set-wise. */
export async function putOut(open: Scope & Open, { userIds, locations, before }: Leaving): Promise<number> {
  const where = {
    ...(userIds && { userId: { in: [...userIds] } }),
    ...(locations && { location: { in: [...locations] } }),
    ...(before && { joinedAt: { lte: before } }),
  }
  const meant = await open.db.occupant.findMany({ where, select: { userId: true, location: true } })
  const [people, places] = [meant.map(({ userId }) => userId), meant.map(({ location }) => location)]
  await holdPlaces(open, places)
  const still = await open.db.$queryRaw<{ userId: string }[]>`
    SELECT "userId" FROM "Occupant"
    JOIN unnest(${people}::text[], ${places}::text[]) AS meant ("userId", location) USING ("userId", location)`
  const gone = await takeOut(
    open,
    still.map(({ userId }) => userId),
  )
  for (const { userId } of gone) open.emit(whereaboutsChanged(userId))
  for (const worldId of worldsOf(gone)) open.emit(occupancyChanged(worldId))
  return gone.length
}

/** Whoever comes or goes holds the instances first, in the order of their locations. */
const holdPlaces = ({ db }: Open, locations: readonly string[]) =>
  db.$executeRaw`SELECT FROM "Instance" WHERE location = ANY(${[...locations]}) ORDER BY location FOR NO KEY UPDATE`

interface Gone {
  readonly userId: string
  readonly worldId: string
}

const worldsOf = (gone: readonly Gone[]) => new Set(gone.map(({ worldId }) => worldId))

/** Deletes where people are, and writes down which instances are empty by it. */
async function takeOut({ db, now }: Scope & Open, userIds: readonly string[]): Promise<Gone[]> {
  if (userIds.length === 0) return []
  const gone = await db.$queryRaw<(Gone & { location: string })[]>`
    DELETE FROM "Occupant" AS o USING "Instance" AS i
    WHERE o."userId" = ANY(${[...userIds]}) AND i.location = o.location
    RETURNING o."userId", o.location, i."worldId"`
  const locations = gone.map(({ location }) => location)
  await db.$executeRaw`
    UPDATE "Instance" AS i SET "emptySince" = ${now}
    WHERE i.location = ANY(${locations}) AND NOT EXISTS (SELECT FROM "Occupant" AS o WHERE o.location = i.location)`
  return gone
}
