import type { instances } from '../../contract/instances.ts'
import type { Handlers } from '../../contract/operation.ts'
import type { GroupInstance } from '../../contract/shapes/group.ts'
import type { Instance, UserGroupInstanceList } from '../../contract/shapes/instance.ts'
import { pageOf } from '../../contract/shapes/queryParameters.ts'
import type { WorldId } from '../../kernel/ids.ts'
import { type Location, parseInstance } from '../../kernel/location.ts'
import type { ScopeByAccess, ViewerScope } from '../../kernel/scope.ts'
import { worldWire } from '../worlds/wire.ts'
import { readWorld } from '../worlds/world/read.ts'
import { closeInstance } from './close.ts'
import { createInstance } from './create.ts'
import { listGroupInstances, listUserGroupInstances } from './group/lists.ts'
import { type InstanceView, readInstance, readInstanceByShortName, readRecentLocations } from './instances.ts'
import { canSeeOccupants, readOccupants } from './occupants.ts'
import { validLocation } from './policy.ts'
import { groupInstanceWire, instanceWire, shortNameWire } from './wire.ts'

interface InstancePath {
  readonly worldId: WorldId
  readonly instanceId: string
}

const locationOfPath = ({ worldId, instanceId }: InstancePath) => validLocation(parseInstance(worldId, instanceId))

async function instanceResponse(scope: ViewerScope, instance: InstanceView): Promise<Instance> {
  const { worldId, location } = instance.place
  const [world, occupants] = await Promise.all([
    readWorld(scope, worldId),
    canSeeOccupants(scope, instance) ? readOccupants(scope, location) : null,
  ])
  return instanceWire({
    instance,
    world: worldWire.record(scope, world),
    occupants,
    now: scope.now,
    rules: scope.rules,
  })
}

const instanceResponseAt = async (scope: ViewerScope, place: Location) =>
  instanceResponse(scope, await readInstance(scope, place))

const instanceResponseForPath = (scope: ViewerScope, path: InstancePath) =>
  instanceResponseAt(scope, locationOfPath(path))

/** Worlds of instances that are read in one turn of the event loop are read by one statement. */
const readInstanceWorld = async (scope: ViewerScope, { place }: InstanceView) =>
  worldWire.record(scope, await readWorld(scope, place.worldId))

const groupInstanceResponse = async (scope: ViewerScope, instance: InstanceView): Promise<GroupInstance> =>
  groupInstanceWire(instance, await readInstanceWorld(scope, instance))

async function userGroupInstancesResponse(
  scope: ViewerScope,
  instances: readonly InstanceView[],
): Promise<UserGroupInstanceList> {
  const toWire = async (instance: InstanceView) =>
    instanceWire({
      instance,
      world: await readInstanceWorld(scope, instance),
      occupants: null,
      now: scope.now,
      rules: scope.rules,
    })
  return { fetchedAt: scope.now.toISOString(), instances: await Promise.all(instances.map(toWire)) }
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

export const instancesRest: Handlers<typeof instances, ScopeByAccess> = {
  createInstance: async (scope, { body: { closedAt, ...body } }) =>
    instanceResponseAt(scope, await createInstance(scope, { ...body, closedAt: dateOf(closedAt) })),
  getRecentLocations: async (scope, { query }) => {
    const recent = await readRecentLocations(scope, pageOf(query))
    return recent.map(({ location }) => location)
  },
  getInstanceByShortName: async (scope, { shortName }) =>
    instanceResponse(scope, await readInstanceByShortName(scope, shortName)),
  getInstance: instanceResponseForPath,
  getShortName: async (scope, path) => shortNameWire(await readInstance(scope, locationOfPath(path))),
  closeInstance: async (scope, { query: { hardClose, closedAt }, ...path }) => {
    const place = locationOfPath(path)
    await closeInstance(scope, place, { hardClose, closedAt: dateOf(closedAt) })
    return instanceResponseAt(scope, place)
  },
  getWorldInstance: instanceResponseForPath,
  getGroupInstances: async (scope, { groupId }) => {
    const instances = await listGroupInstances(scope, groupId)
    return Promise.all(instances.map((instance) => groupInstanceResponse(scope, instance)))
  },
  getUserGroupInstances: async (scope, { userId }) =>
    userGroupInstancesResponse(scope, await listUserGroupInstances(scope, userId)),
  getUserGroupInstancesForGroup: async (scope, { userId, groupId }) =>
    userGroupInstancesResponse(scope, await listUserGroupInstances(scope, userId, groupId)),
}
