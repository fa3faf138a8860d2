import { createHash } from 'node:crypto'
import type { Instance } from '../../generated/prisma/client.ts'
import { trusted } from '../../kernel/ids.ts'
import { type Location, parseInstance } from '../../kernel/location.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { worldNotFound } from '../worlds/policy.ts'
import type { WorldSummary } from '../worlds/queries.ts'
import { readableWorldsByIds } from '../worlds/world/read.ts'
import {
  type AccessFacts,
  accessFactsByLocation,
  canEnterInstance,
  canSeeInstance,
  instanceNotFound,
} from './policy.ts'

/** An instance with its number of occupants, in total and by platform. */
type InstanceWithOccupancy = Instance & {
  readonly occupants: number
  readonly android: number
  readonly ios: number
  readonly standalonewindows: number
}

const INSTANCES_AT_SQL = `
  SELECT i.*, count(o."userId")::int AS occupants,
    (count(*) FILTER (WHERE o.platform = 'android'))::int AS android,
    (count(*) FILTER (WHERE o.platform = 'ios'))::int AS ios,
    (count(*) FILTER (WHERE o.platform = 'standalonewindows'))::int AS standalonewindows
  FROM "Instance" AS i LEFT JOIN "Occupant" AS o ON o.location = i.location
  WHERE i.location = ANY($1) GROUP BY i.location`

/** An instance as the viewer can see it. */
export interface InstanceView {
  /** Its location. */
  readonly id: string
  readonly place: Location
  /** Null for an instance that was not created or that the viewer can't see. */
  readonly row: InstanceWithOccupancy | null
  /** Null also when the viewer and the creator have blocked each other: it reveals who may be inside. */
  readonly creatorId: string | null
  readonly world: WorldSummary
  readonly secureName: string
  readonly isOwn: boolean
  /** Whether the viewer can enter while it is open and not full. */
  readonly mayEnter: boolean
}

/** A name that identifies a location without revealing it. */
export const secureNameOf = (location: string): string =>
  createHash('sha256').update(location).digest('hex').slice(0, 16)

/** Instances at these locations, in their order, without those of worlds that the viewer can't read. Set-wise: three statements. */
export async function readInstanceViews(scope: ViewerScope, places: readonly Location[]): Promise<InstanceView[]> {
  if (places.length === 0) return []
  const locations = places.map(({ location }) => location)
  const [worlds, rows, facts] = await Promise.all([
    readableWorldsByIds(scope, [...new Set(places.map(({ worldId }) => worldId))]),
    scope.read<InstanceWithOccupancy>('instances-at', INSTANCES_AT_SQL, [locations]),
    accessFactsByLocation(scope, places),
  ])
  const worldById = new Map(worlds.map((world) => [world.id, world]))
  const rowAt = new Map(rows.map((row) => [row.location, row]))
  return places.flatMap((place) => {
    const world = worldById.get(place.worldId)
    if (!world) return []
    return [instanceView(scope, { place, world, row: rowAt.get(place.location), facts: facts.get(place.location) })]
  })
}

interface InstanceViewSource {
  readonly place: Location
  readonly world: WorldSummary
  readonly row: InstanceWithOccupancy | undefined
  readonly facts: AccessFacts | undefined
}

function instanceView(scope: ViewerScope, { place, world, row, facts }: InstanceViewSource): InstanceView {
  const visibleRow = (facts && canSeeInstance(scope, place, facts) && row) || null
  return {
    id: place.location,
    place,
    world,
    row: visibleRow,
    creatorId: visibleRow && !facts?.apartFromCreator ? visibleRow.creatorId : null,
    secureName: secureNameOf(place.location),
    isOwn: place.ownerId === scope.viewer.id,
    mayEnter: facts !== undefined && canEnterInstance(scope, place, facts),
  }
}

/** Throws `missing` for a world that the viewer can't read. */
export async function readInstance(scope: ViewerScope, place: Location): Promise<InstanceView> {
  const [instance] = await readInstanceViews(scope, [place])
  if (!instance) throw worldNotFound(place.worldId)
  return instance
}

/** Finds an instance by its short name or secure name; null for one that the viewer can't see. */
export async function findInstanceByShortName(scope: ViewerScope, name: string): Promise<InstanceView | null> {
  const row = await scope.db.instance.findFirst({
    where: { OR: [{ shortName: name }, { secureName: name }] },
    select: { worldId: true, instanceId: true },
  })
  const place = row && locationOfRow(row)
  const [instance] = place ? await readInstanceViews(scope, [place]) : []
  return instance?.row ? instance : null
}

/** Reads an instance by its short name or secure name. Throws `missing` for one that the viewer can't see. */
export async function readInstanceByShortName(scope: ViewerScope, name: string): Promise<InstanceView> {
  const instance = await findInstanceByShortName(scope, name)
  if (!instance) throw instanceNotFound()
  return instance
}

interface LocationRow {
  readonly worldId: string
  readonly instanceId: string
}

const locationOfRow = ({ worldId, instanceId }: LocationRow): Location | null =>
  parseInstance(trusted<'world'>(worldId), instanceId)

const MAX_INSTANCES_PER_WORLD = 100

/**
 * Open instances of these worlds that the viewer can see, by number of occupants, at most 100 a world: public ones, the
 * viewer's own, those they are inside of or invited to, and those of friends who show their location. Set-wise: four
 * statements.
 */
export async function listInstancesOfWorlds(scope: ViewerScope, worldIds: readonly string[]): Promise<InstanceView[]> {
  const { db, viewer, now } = scope
  const rows = await db.$queryRaw<LocationRow[]>`
    SELECT "worldId", "instanceId" FROM (
      SELECT i."worldId", i."instanceId", row_number() OVER (
        PARTITION BY i."worldId"
        ORDER BY (SELECT count(*) FROM "Occupant" AS o WHERE o.location = i.location) DESC, i.location
      ) AS rank
      FROM "Instance" AS i
      WHERE i."worldId" = ANY(${[...worldIds]}) AND (i."closedAt" IS NULL OR i."closedAt" > ${now}) AND (
        i.type = 'public' OR i."ownerId" = ${viewer.id}
        OR EXISTS (SELECT FROM "Occupant" AS o WHERE o.location = i.location AND o."userId" = ${viewer.id})
        OR i.type IN ('hidden', 'friends') AND EXISTS (
          SELECT FROM "Occupant" AS o JOIN "Friendship" AS f ON f."friendId" = o."userId" AND f."userId" = ${viewer.id}
          JOIN "User" AS friend ON friend.id = o."userId" AND friend.status IN ('active', 'join me')
          WHERE o.location = i.location AND NOT f.blocked)
        OR i.type = 'private' AND EXISTS (
          SELECT FROM "Notification" AS n
          WHERE n."receiverId" = ${viewer.id} AND n.type = 'invite' AND n."senderId" <> ${viewer.id}
            AND n.details->>'worldId' = i.location AND (n."expiresAt" IS NULL OR n."expiresAt" > ${now}))
      )
    ) AS visible WHERE rank <= ${MAX_INSTANCES_PER_WORLD} ORDER BY "worldId", rank`
  const places = rows.map(locationOfRow).filter((place) => place !== null)
  return (await readInstanceViews(scope, places)).filter(({ row }) => row !== null)
}
