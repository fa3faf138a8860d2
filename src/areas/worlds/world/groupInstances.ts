import { isAdmin } from '../../../kernel/access.ts'
import { createKeyLoader } from '../../../kernel/keyLoader.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import { type PlaceVisit, visitKey } from '../../../kernel/placeVisits.ts'
import type { Scope, Services, Viewer } from '../../../kernel/scope.ts'
import type { OccupiedInstance, WorldDetail } from '../queries.ts'

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
export async function listedGroupInstances(
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
