import { createHash } from 'node:crypto'
import { type Instance, Prisma } from '../../generated/prisma/client.ts'
import { trusted } from '../../kernel/ids.ts'
import { type Location, parseInstance } from '../../kernel/location.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { worldNotFound } from '../worlds/policy.ts'
import type { WorldRow } from '../worlds/queries.ts'
import { readableWorldsByIds } from '../worlds/world/read.ts'
import {
  type AccessFacts,
  accessFactColumns,
  canCloseInstance,
  canEnterInstance,
  canInviteTo,
  canSeeInstance,
  entryObstacle,
  instanceNotFound,
  isClosedAt,
  isListed,
} from './policy.ts'

/** An instance with its number of occupants, in total and by platform. */
type InstanceWithOccupancy = Instance & {
  readonly occupants: number
  readonly android: number
  readonly ios: number
  readonly standalonewindows: number
  /** Number of people who wait for a place. */
  readonly queueSize: number
  /** Number of free places that are kept for others than the viewer. */
  readonly kept: number
}

/** A place with the access facts of the viewer, and with its instance if it was created. */
type PlaceRow = AccessFacts & { readonly at: string } & (InstanceWithOccupancy | { readonly location: null })

/** Places of these locations by location. Set-wise: one statement. */
async function readPlaces({ sql, viewer, now }: ViewerScope, places: readonly Location[]) {
  const locations = places.map(({ location }) => location)
  const owners = places.map(({ ownerId }) => ownerId ?? '')
  const rows = await sql<PlaceRow>`
    SELECT place.location AS at, ${accessFactColumns(Prisma.sql`${viewer.id}`, now)}, i.*, o.*, q.*
    FROM unnest(${locations}::text[], ${owners}::text[]) AS place(location, owner)
      LEFT JOIN "Instance" AS i ON i.location = place.location
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS occupants, (count(*) FILTER (WHERE platform = 'android'))::int AS android,
          (count(*) FILTER (WHERE platform = 'ios'))::int AS ios,
          (count(*) FILTER (WHERE platform = 'standalonewindows'))::int AS standalonewindows
        FROM "Occupant" WHERE location = place.location
      ) AS o
      CROSS JOIN LATERAL (
        SELECT (count(*) FILTER (WHERE "keptUntil" IS NULL))::int AS "queueSize",
          (count(*) FILTER (WHERE "keptUntil" > ${now} AND "userId" <> ${viewer.id}))::int AS kept
        FROM "InstanceQueueEntry" WHERE location = place.location
      ) AS q`
  return new Map(rows.map((row) => [row.at, row]))
}

/** An instance as the viewer can see it. */
export interface InstanceView {
  /** Its location. */
  readonly id: string
  readonly place: Location
  /** Null for an instance that was not created or that the viewer can't see. */
  readonly row: InstanceWithOccupancy | null
  /** Whether it was created, even if the viewer can't see it; only to be told to those who have a right in its group. */
  readonly isCreated: boolean
  /** Null also when the viewer and the creator have blocked each other: it reveals who may be inside. */
  readonly creatorId: string | null
  readonly world: WorldRow
  readonly secureName: string
  readonly isOwn: boolean
  /** Whether the viewer can enter now. */
  readonly canEnter: boolean
  /** Whether the viewer can invite friends now. */
  readonly canInvite: boolean
  /** Whether the viewer can close it now. */
  readonly canClose: boolean
  /** Whether lists of its world or group show it to the viewer. */
  readonly isListed: boolean
}

/** A name that identifies a location without revealing it. */
export const secureNameOf = (location: string): string =>
  createHash('sha256').update(location).digest('hex').slice(0, 16)

/** Instances at these locations, in their order, without those of worlds that the viewer can't read. Set-wise: two statements. */
export async function readInstanceViews(scope: ViewerScope, places: readonly Location[]): Promise<InstanceView[]> {
  if (places.length === 0) return []
  const [worlds, rowAt] = await Promise.all([
    readableWorldsByIds(scope, [...new Set(places.map(({ worldId }) => worldId))]),
    readPlaces(scope, places),
  ])
  const worldById = new Map(worlds.map((world) => [world.id, world]))
  return places.flatMap((place) => {
    const [world, facts] = [worldById.get(place.worldId), rowAt.get(place.location)]
    if (!world || !facts) return []
    return [instanceView(scope, { place, world, facts, row: facts.location === null ? undefined : facts })]
  })
}

interface InstanceViewSource {
  readonly place: Location
  readonly world: WorldRow
  readonly row: InstanceWithOccupancy | undefined
  readonly facts: AccessFacts
}

function instanceView(scope: ViewerScope, { place, world, row, facts }: InstanceViewSource): InstanceView {
  const visibleRow = (canSeeInstance(scope, place, facts) && row) || null
  return {
    id: place.location,
    place,
    world,
    row: visibleRow,
    isCreated: row !== undefined,
    creatorId: visibleRow && !facts.apartFromCreator ? visibleRow.creatorId : null,
    secureName: secureNameOf(place.location),
    isOwn: place.ownerId === scope.viewer.id,
    isListed: row !== undefined && isListed(scope, place, facts),
    ...instanceRights(scope, { place, world, row, facts }),
  }
}

/** What the viewer can do with an instance now. Nobody can enter instances of a hidden world. */
function instanceRights(scope: ViewerScope, { place, world, row, facts }: InstanceViewSource) {
  const { capacity } = row ?? world
  const state = { closedAt: row?.closedAt ?? null, capacity, occupants: (row?.occupants ?? 0) + (row?.kept ?? 0) }
  const isWorldOpen = world.releaseStatus !== 'hidden'
  const isOpen = !isClosedAt(state, scope.now)
  const isFree = entryObstacle(state, scope.now) === null
  return {
    canEnter: isWorldOpen && (facts.inside || (isFree && canEnterInstance(scope, place, facts))),
    canInvite: isWorldOpen && isOpen && canInviteTo(scope, place, facts),
    canClose: isOpen && row !== undefined && canSeeInstance(scope, place, facts) && canCloseInstance(scope, row, facts),
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

export interface LocationRow {
  readonly worldId: string
  readonly instanceId: string
}

export const locationOfRow = ({ worldId, instanceId }: LocationRow): Location | null =>
  parseInstance(trusted<'world'>(worldId), instanceId)

const MAX_INSTANCES_PER_WORLD = 100

/**
 * Open instances of these worlds that the viewer can see, by number of occupants, at most 100 a world: public ones, the
 * viewer's own, those they are inside of or invited to, those of friends who show their location, and those of groups that
 * the viewer may enter: of the viewer's groups, and public ones. Set-wise: three statements.
 */
export async function listInstancesOfWorlds(scope: ViewerScope, worldIds: readonly string[]): Promise<InstanceView[]> {
  const { sql, viewer, now } = scope
  const rows = await sql<LocationRow>`
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
        OR i.type = 'group' AND (i."groupAccessType" = 'public' OR EXISTS (
          SELECT FROM "GroupMember" AS m
          WHERE m."groupId" = i."ownerId" AND m."userId" = ${viewer.id} AND m.status = 'member'))
      )
    ) AS visible WHERE rank <= ${MAX_INSTANCES_PER_WORLD} ORDER BY "worldId", rank`
  const places = rows.map(locationOfRow).filter((place) => place !== null)
  return (await readInstanceViews(scope, places)).filter(({ isListed }) => isListed)
}
