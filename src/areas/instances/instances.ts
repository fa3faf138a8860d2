import { createHash } from 'node:crypto'
import { trusted, type UserId } from '../../kernel/ids.ts'
import { type Location, parseInstance } from '../../kernel/location.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { worldNotFound } from '../worlds/policy.ts'
import type { WorldRow } from '../worlds/queries.ts'
import { readableWorldsByIds } from '../worlds/world/read.ts'
import {
  canCloseInstance,
  canEnterInstance,
  canInviteTo,
  canSeeInstance,
  entryObstacle,
  instanceNotFound,
  isClosedAt,
  isListed,
} from './policy.ts'
import {
  type AccessFacts,
  type InstanceWithOccupancy,
  type LocationRow,
  readListedLocations,
  readPlaces,
} from './queries.ts'

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

export const locationOfRow = ({ worldId, instanceId }: LocationRow): Location | null =>
  parseInstance(trusted<'world'>(worldId), instanceId)

const MAX_INSTANCES_PER_WORLD = 100

/**
 * Open instances of these worlds that the viewer can see, by number of occupants, at most 100 a world: public ones, the
 * viewer's own, those they are inside of or invited to, those of friends who show their location, and those of groups that
 * the viewer may enter: of the viewer's groups, and public ones. Set-wise: three statements.
 */
export async function listInstancesOfWorlds(scope: ViewerScope, worldIds: readonly string[]): Promise<InstanceView[]> {
  const rows = await readListedLocations(scope, worldIds, MAX_INSTANCES_PER_WORLD)
  const places = rows.map(locationOfRow).filter((place) => place !== null)
  return (await readInstanceViews(scope, places)).filter(({ isListed }) => isListed)
}

export const MAX_RECENT_LOCATIONS = 100

/** Adds a location to a person's recent ones, and deletes the oldest beyond the limit. */
export async function recordRecentLocation({ db, now }: Scope & InTransaction, userId: UserId, location: string) {
  const key = { userId, location }
  await db.recentLocation.upsert({
    where: { userId_location: key },
    create: { ...key, at: now },
    update: { at: now },
  })
  const oldest = await db.recentLocation.findMany({
    where: { userId },
    orderBy: [{ at: 'desc' }, { location: 'desc' }],
    skip: MAX_RECENT_LOCATIONS,
    select: { location: true },
  })
  if (oldest.length === 0) return
  const locations = oldest.map((old) => old.location)
  await db.recentLocation.deleteMany({ where: { userId, location: { in: locations } } })
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
