import { createHash } from 'node:crypto'
import { isId } from '../../kernel/ids.ts'
import { type Location, parseInstance } from '../../kernel/location.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { WorldRow } from '../worlds/hot.ts'
import { noSuchWorld } from '../worlds/policy.ts'
import { readableByIds } from '../worlds/worlds.ts'
import { type InstanceRow, instancesAt } from './hot.ts'
import { mayEnter, maySee, noSuchInstance, type Ties, tiesTo } from './policy.ts'

/** An instance as the viewer may know it. */
export interface SeenInstance {
  /** Its location. */
  readonly id: string
  readonly place: Location
  /** Null for one that nobody has made, or that looks so to the viewer. */
  readonly row: InstanceRow | null
  /** Who has made it; null also across a block, for it tells who may be there. */
  readonly creatorId: string | null
  readonly world: WorldRow
  readonly secureName: string
  readonly isOwn: boolean
  /** Whether the viewer may enter it, as far as it is open and has room. */
  readonly mayEnter: boolean
}

/** The name that tells nothing of a location, but stands for it alone. */
export const secureNameOf = (location: string): string =>
  createHash('sha256').update(location).digest('hex').slice(0, 16)

/** The instances at these places, in their order, but for worlds that the viewer can't read. Set-wise: three statements. */
export async function seeInstances(scope: SignedScope, places: readonly Location[]): Promise<SeenInstance[]> {
  if (places.length === 0) return []
  const [worlds, rows, ties] = await Promise.all([
    readableByIds(scope, [...new Set(places.map(({ worldId }) => worldId))]),
    instancesAt(
      scope,
      places.map(({ location }) => location),
    ),
    tiesTo(scope, places),
  ])
  const worldById = new Map(worlds.map((world) => [world.id, world]))
  const rowAt = new Map(rows.map((row) => [row.location, row]))
  return places.flatMap((place) => {
    const world = worldById.get(place.worldId)
    return world ? [seen(scope, { place, world, row: rowAt.get(place.location), ties: ties.get(place.location) })] : []
  })
}

interface Known {
  readonly place: Location
  readonly world: WorldRow
  readonly row: InstanceRow | undefined
  readonly ties: Ties | undefined
}

function seen(scope: SignedScope, { place, world, row, ties }: Known): SeenInstance {
  const isTold = ties !== undefined && maySee(scope, place, ties)
  const told = (isTold && row) || null
  return {
    id: place.location,
    place,
    world,
    row: told,
    creatorId: told && !ties?.apartFromCreator ? told.creatorId : null,
    secureName: secureNameOf(place.location),
    isOwn: place.ownerId === scope.viewer.id,
    mayEnter: ties !== undefined && mayEnter(scope, place, ties),
  }
}

/** Throws `missing` for a world that the viewer can't read. */
export async function readInstance(scope: SignedScope, place: Location): Promise<SeenInstance> {
  const [instance] = await seeInstances(scope, [place])
  if (!instance) throw noSuchWorld(place.worldId)
  return instance
}

/** By its short name, or by its secure one; null for what the viewer may not see. */
export async function findByShortName(scope: SignedScope, name: string): Promise<SeenInstance | null> {
  const named = await scope.db.instance.findFirst({
    where: { OR: [{ shortName: name }, { secureName: name }] },
    select: { worldId: true, instanceId: true },
  })
  const place = named && placeOf(named)
  const [instance] = place ? await seeInstances(scope, [place]) : []
  return instance?.row ? instance : null
}

/** The same. Throws `missing`. */
export async function readInstanceByShortName(scope: SignedScope, name: string): Promise<SeenInstance> {
  const instance = await findByShortName(scope, name)
  if (!instance) throw noSuchInstance()
  return instance
}

/** The place of a row. */
export const placeOf = ({ worldId, instanceId }: { worldId: string; instanceId: string }): Location | null =>
  isId('world', worldId) ? parseInstance(worldId, instanceId) : null
