import { createInstance } from '../areas/instances/creating.ts'
import { enterInstance } from '../areas/instances/entering.ts'
import { HOUSE_USER_IDS } from '../areas/users/platformUser.ts'
import { isId, newId, type UserId, type WorldId } from '../kernel/ids.ts'
import { type Outside, platformScope, type SignedScope } from '../kernel/scope.ts'
import { DEMO_LOGINS } from './logins.ts'

/** Instances in which somebody is, and how many people each has. */
const INSTANCES = 4
const IN_EACH = 3
const PLATFORMS = ['standalonewindows', 'android', 'ios']

/**
 * Some of the demo's crowd, friends of Ada among them, are here as long as the server runs, in instances of the worlds
 * that are visited most. Returns the way to let them go.
 */
export async function beginDemoLife(outside: Outside): Promise<() => void> {
  const [worlds, people] = await Promise.all([readWorlds(outside), readPeople(outside)])
  const partings: (() => void)[] = []
  for (const [at, worldId] of worlds.entries()) {
    const [host, ...guests] = people.slice(at * IN_EACH, (at + 1) * IN_EACH)
    if (host === undefined) break
    partings.push(...[host, ...guests].map((id) => outside.presence.arrive(id, 'client')))
    const location = await openPlace(as(outside, host), worldId)
    for (const [number, id] of [host, ...guests].entries())
      await enterInstance(as(outside, id), location, PLATFORMS[number] ?? 'standalonewindows')
  }
  return () => {
    for (const leave of partings) leave()
  }
}

const as = (outside: Outside, id: UserId): SignedScope => {
  const scope = platformScope(outside)
  return { ...scope, viewer: { id, sessionId: newId('session', scope.now), admin: false, owes: [] } }
}

/** Where the host is still from the last time, or a new public instance. */
async function openPlace(scope: SignedScope, worldId: WorldId): Promise<string> {
  const before = await scope.db.occupant.findUnique({ where: { userId: scope.viewer.id } })
  if (before) return before.location
  return (await createInstance(scope, { worldId, type: 'public', region: 'eu' })).location
}

async function readWorlds({ client }: Outside): Promise<WorldId[]> {
  const found = await client.world.findMany({
    where: { releaseStatus: 'public' },
    orderBy: [{ visits: 'desc' }, { id: 'asc' }],
    take: INSTANCES,
    select: { id: true },
  })
  return found.map(({ id }) => id).filter((id) => isId('world', id))
}

/** One of Ada's friends in each instance, and others with them. */
async function readPeople({ client }: Outside): Promise<UserId[]> {
  const crowd = { usernameKey: { notIn: [...DEMO_LOGINS] }, id: { notIn: [...HOUSE_USER_IDS] }, erasedAt: null }
  const toAda = { friendships: { some: { friend: { usernameKey: 'demo_ada' } } } }
  const read = async (where: object, take: number) =>
    (await client.user.findMany({ where: { ...crowd, ...where }, orderBy: { id: 'asc' }, take, select: { id: true } }))
      .map(({ id }) => id)
      .filter((id) => isId('user', id))
  const [friends, others] = await Promise.all([read(toAda, INSTANCES), read({ NOT: toAda }, INSTANCES * (IN_EACH - 1))])
  return friends.flatMap((friend, at) => [friend, ...others.slice(at * (IN_EACH - 1), (at + 1) * (IN_EACH - 1))])
}
