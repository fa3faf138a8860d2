import { DEMO_LOGINS } from '../areas/accounts/login/demoLogins.ts'
import { createInstance } from '../areas/instances/create.ts'
import { enterInstance } from '../areas/instances/enter.ts'
import { SYSTEM_USER_IDS } from '../areas/users/systemUsers.ts'
import { newId, trusted, type UserId, type WorldId } from '../kernel/ids.ts'
import { type Services, systemScope, type ViewerScope } from '../kernel/scope.ts'

/** Number of occupied instances, and of occupants in each. */
const INSTANCE_COUNT = 4
const USERS_PER_INSTANCE = 3
const PLATFORMS = ['standalonewindows', 'android', 'ios']

/**
 * Keeps some demo users online, friends of Ada among them, in instances of the most visited worlds. Returns a function
 * that takes them offline.
 */
export async function bringDemoUsersOnline(services: Services): Promise<() => void> {
  const [worlds, people] = await Promise.all([popularWorlds(services), pickUsers(services)])
  const partings: (() => void)[] = []
  for (const [at, worldId] of worlds.entries()) {
    const [host, ...guests] = people.slice(at * USERS_PER_INSTANCE, (at + 1) * USERS_PER_INSTANCE)
    if (host === undefined) break
    partings.push(...[host, ...guests].map((id) => services.presence.connect(id, 'client')))
    const location = await findOrCreateInstance(scopeOfUser(services, host), worldId)
    for (const [number, id] of [host, ...guests].entries())
      await enterInstance(scopeOfUser(services, id), location, PLATFORMS[number] ?? 'standalonewindows')
  }
  return () => {
    for (const leave of partings) leave()
  }
}

const scopeOfUser = (services: Services, id: UserId): ViewerScope => {
  const scope = systemScope(services)
  return { ...scope, viewer: { id, sessionId: newId('session', scope.now), admin: false, pendingFactors: [] } }
}

/** The instance in which the host was left by an earlier start, or a new public instance. */
async function findOrCreateInstance(scope: ViewerScope, worldId: WorldId): Promise<string> {
  const before = await scope.db.occupant.findUnique({ where: { userId: scope.viewer.id } })
  if (before) return before.location
  return (await createInstance(scope, { worldId, type: 'public', region: 'eu' })).location
}

async function popularWorlds({ client }: Services): Promise<WorldId[]> {
  const found = await client.world.findMany({
    where: { releaseStatus: 'public' },
    orderBy: [{ visits: 'desc' }, { id: 'asc' }],
    take: INSTANCE_COUNT,
    select: { id: true },
  })
  return found.map(({ id }) => trusted<'world'>(id))
}

/** Groups of occupants, each with one of Ada's friends. */
async function pickUsers({ client }: Services): Promise<UserId[]> {
  const crowd = { usernameKey: { notIn: [...DEMO_LOGINS] }, id: { notIn: [...SYSTEM_USER_IDS] }, erasedAt: null }
  const toAda = { friendships: { some: { friend: { usernameKey: 'demo_ada' } } } }
  const read = async (where: object, take: number) =>
    (
      await client.user.findMany({ where: { ...crowd, ...where }, orderBy: { id: 'asc' }, take, select: { id: true } })
    ).map(({ id }) => trusted<'user'>(id))
  const [friends, others] = await Promise.all([
    read(toAda, INSTANCE_COUNT),
    read({ NOT: toAda }, INSTANCE_COUNT * (USERS_PER_INSTANCE - 1)),
  ])
  return friends.flatMap((friend, at) => [
    friend,
    ...others.slice(at * (USERS_PER_INSTANCE - 1), (at + 1) * (USERS_PER_INSTANCE - 1)),
  ])
}
