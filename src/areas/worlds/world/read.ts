import { assertOwnerOrAdmin, isAdmin, type PlaceVisit, visitKey } from '../../../kernel/access.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { UserId, WorldId } from '../../../kernel/ids.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import { createKeyLoader } from '../../../kernel/records.ts'
import type { Scope, Services, Viewer, ViewerScope } from '../../../kernel/scope.ts'
import { canReadWorld, isOpenWorld, visibleWorlds, worldNotFound } from '../policy.ts'
import {
  EMPTY_OCCUPANCY,
  loadWorld,
  type Occupancy,
  type OccupiedInstance,
  summarizeOccupancy,
  type WorldDetail,
  type WorldRow,
  worldRowsByIds,
} from '../queries.ts'
import type { WorldSource } from '../search/queries.ts'

export interface WorldWithOccupancy extends WorldDetail {
  /** Whether the viewer has no session, and so gets neither occupants nor assets. */
  readonly anonymous: boolean
  readonly occupancy: Occupancy
}

/** Throws `missing` for a world that the viewer can't read. */
export async function readWorld(scope: Scope, id: WorldId): Promise<WorldWithOccupancy> {
  const anonymous = scope.viewer === null
  const world = await findReadableWorld(scope, id)
  if (!world) throw worldNotFound(id)
  return { ...world, anonymous, occupancy: await visibleOccupancy(scope, world) }
}

/** How many people are in a world, and the instances that lists show to the viewer. */
async function visibleOccupancy(scope: Scope, world: WorldDetail): Promise<Occupancy> {
  if (!scope.viewer) return EMPTY_OCCUPANCY
  const occupancy = summarizeOccupancy(world.occupied)
  const listed = await listedGroupInstances(scope, scope.viewer, world)
  if (listed.size === 0) return occupancy
  const isShown = (instance: OccupiedInstance) => instance.type === 'public' || listed.has(instance)
  return { ...occupancy, instances: world.occupied.filter(isShown) }
}

/** A world that the viewer can read, else null. */
export async function findReadableWorld(scope: Scope, id: string): Promise<WorldDetail | null> {
  const world = await loadWorld(scope, id)
  return world && canReadWorld(scope, world) ? world : null
}

/** A world that the viewer can read and that people can be in; one that is hidden or has no asset is closed even to its author. */
export async function findOpenWorld(scope: Scope, id: string): Promise<WorldDetail | null> {
  const world = await findReadableWorld(scope, id)
  return world && isOpenWorld(world) ? world : null
}

/** Worlds that the viewer can read, in no particular order. */
export async function readableWorldsByIds(scope: Scope, ids: readonly string[]): Promise<WorldRow[]> {
  const found = await worldRowsByIds(scope, ids)
  return found.filter((world) => canReadWorld(scope, world))
}

/** Metadata of a world. Throws `missing`. */
export async function readWorldMetadata(scope: Scope, id: WorldId): Promise<unknown> {
  const world = await scope.db.world.findFirst({ where: { id, ...visibleWorlds(scope) }, select: { metadata: true } })
  if (!world) throw worldNotFound(id)
  return world.metadata
}

/** Worlds that a person has visited. Throws `forbidden` for another person unless the viewer is an admin. */
export function recentWorldsSource(scope: ViewerScope, ownerId: UserId = scope.viewer.id): WorldSource {
  assertOwnerOrAdmin(
    scope,
    ownerId,
    () => new Failure('forbidden', '"You can only see your own recent worlds!"', { reason: 'not_own' }),
  )
  return { kind: 'recent', ownerId }
}

type CanList = (visit: PlaceVisit) => Promise<boolean>
const loaders = new WeakMap<Services['client'], CanList>()

/** Whether lists show an instance to a person. Calls of one turn of the event loop share a statement. */
const canListLoader = ({ client, sql, clock, findPossibleVisits }: Services): CanList =>
  getOrCreate(loaders, client, () =>
    createKeyLoader(async (visits) => {
      const possible = await findPossibleVisits({ sql, clock }, visits, 'list')
      return visits.map((visit) => possible.has(visitKey(visit)))
    }),
  )

/** Most instances of groups that a world is asked about, the fullest ones: a bound for very popular worlds. */
const MAX_INSTANCES = 100

/**
 * Open instances of groups among the occupied ones of a world that the viewer may enter, and of groups of others only
 * public ones. One statement, none for a world without instances of groups.
 */
async function listedGroupInstances(
  scope: Scope,
  viewer: Viewer,
  { id, occupied }: Pick<WorldDetail, 'id' | 'occupied'>,
): Promise<ReadonlySet<OccupiedInstance>> {
  const isOpen = ({ closedAt }: OccupiedInstance) => closedAt === null || new Date(closedAt) > scope.now
  const open = occupied.filter((instance) => instance.type === 'group' && isOpen(instance)).slice(0, MAX_INSTANCES)
  const [canList, who] = [canListLoader(scope), { userId: viewer.id, isAdmin: isAdmin({ viewer }) }]
  const listed = await Promise.all(open.map(({ instanceId }) => canList({ ...who, location: `${id}:${instanceId}` })))
  return new Set(open.filter((_, at) => listed[at]))
}
