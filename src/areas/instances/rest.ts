import type { instances } from '../../contract/instances.ts'
import type { Handlers } from '../../contract/operation.ts'
import type { Instance } from '../../contract/shapes/instance.ts'
import { pageOf } from '../../contract/shapes/page.ts'
import type { WorldId } from '../../kernel/ids.ts'
import { type Location, parseInstance } from '../../kernel/location.ts'
import type { ScopeOf, SignedScope } from '../../kernel/scope.ts'
import { worldWire } from '../worlds/wire.ts'
import { readWorld } from '../worlds/worlds.ts'
import { closeInstance } from './closing.ts'
import { createInstance } from './creating.ts'
import { readInstance, readInstanceByShortName, type SeenInstance } from './instances.ts'
import { peopleInside, seesPeople } from './people.ts'
import { noSuchInstance } from './policy.ts'
import { readRecentLocations } from './recents.ts'
import { instanceWire, shortNameWire } from './wire.ts'

interface Named {
  readonly worldId: WorldId
  readonly instanceId: string
}

function knownPlace({ worldId, instanceId }: Named): Location {
  const place = parseInstance(worldId, instanceId)
  if (!place) throw noSuchInstance()
  return place
}

async function record(scope: SignedScope, instance: SeenInstance): Promise<Instance> {
  const { worldId, location } = instance.place
  const [world, people] = await Promise.all([
    readWorld(scope, worldId),
    seesPeople(scope, instance) ? peopleInside(scope, location) : null,
  ])
  return instanceWire({ instance, world: worldWire(scope, world), people, now: scope.now })
}

const recordAt = async (scope: SignedScope, place: Location) => record(scope, await readInstance(scope, place))

const recordOf = (scope: SignedScope, named: Named) => recordAt(scope, knownPlace(named))

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

export const instancesRest: Handlers<typeof instances, ScopeOf> = {
  createInstance: async (scope, { body: { closedAt, ...wanted } }) =>
    recordAt(scope, await createInstance(scope, { ...wanted, closedAt: dateOf(closedAt) })),
  getRecentLocations: (scope, { query }) => readRecentLocations(scope, pageOf(query)),
  getInstanceByShortName: async (scope, { shortName }) =>
    record(scope, await readInstanceByShortName(scope, shortName)),
  getInstance: recordOf,
  getShortName: async (scope, named) => shortNameWire(await readInstance(scope, knownPlace(named))),
  closeInstance: async (scope, { query: { hardClose, closedAt }, ...named }) => {
    const place = knownPlace(named)
    await closeInstance(scope, place, { hardClose, closedAt: dateOf(closedAt) })
    return recordAt(scope, place)
  },
  getWorldInstance: recordOf,
}
