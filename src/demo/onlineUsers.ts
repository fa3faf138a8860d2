import { DEMO_LOGINS } from '../areas/accounts/login/demoLogins.ts'
import { createInstance, type NewInstance } from '../areas/instances/create.ts'
import { enterInstance } from '../areas/instances/enter.ts'
import { SYSTEM_USER_IDS, trusted, type UserId, type WorldId } from '../kernel/ids.ts'
import type { Services, ViewerScope } from '../kernel/scope.ts'
import { scopeOfUser } from './scopes.ts'

/** Number of occupied public instances, and of occupants in each. */
const INSTANCE_COUNT = 4
const USERS_PER_INSTANCE = 3
const PLATFORMS = ['standalonewindows', 'android', 'ios']

/** Groups in whose instances members are, by short code. */
const GROUP_INSTANCES = { ENGINE: 'members', DANCE: 'public' } as const

/** People who are in one instance; the first is its host. */
interface Party {
  readonly people: readonly UserId[]
  readonly instance: NewInstance
}

/**
 * Keeps some demo users online, friends of Ada among them, in instances of the most visited worlds, two of them of groups.
 * Returns a function that takes them offline.
 */
export async function bringDemoUsersOnline(services: Services): Promise<() => void> {
  const partings: (() => void)[] = []
  for (const { people, instance } of await makeParties(services)) {
    const [host, ...guests] = people
    if (host === undefined) break
    partings.push(...people.map((id) => services.presence.connect(id, 'client')))
    const location = await findOrCreateInstance(scopeOfUser(services, host), instance)
    for (const [number, id] of [host, ...guests].entries())
      await enterInstance(scopeOfUser(services, id), location, PLATFORMS[number] ?? 'standalonewindows')
  }
  return () => {
    for (const leave of partings) leave()
  }
}

/** Parties in public instances, and of members in instances of their groups. */
async function makeParties(services: Services): Promise<Party[]> {
  const [worlds, people] = await Promise.all([popularWorlds(services), pickUsers(services)])
  const parties: Party[] = worlds.slice(0, INSTANCE_COUNT).map((worldId, at) => ({
    people: people.slice(at * USERS_PER_INSTANCE, (at + 1) * USERS_PER_INSTANCE),
    instance: { worldId, type: 'public', region: 'eu' },
  }))
  const left = worlds.slice(INSTANCE_COUNT)
  for (const [at, [shortCode, groupAccessType]] of Object.entries(GROUP_INSTANCES).entries()) {
    const worldId = left[at]
    const found = await pickMembers(
      services,
      shortCode,
      parties.flatMap((party) => party.people),
    )
    if (!worldId || !found) continue
    const instance = { worldId, type: 'group', region: 'eu', ownerId: found.groupId, groupAccessType } as const
    parties.push({ people: found.members, instance })
  }
  return parties
}

/** Members of the crowd who are in no other party; null without such a group. */
async function pickMembers({ client }: Services, shortCode: string, busy: readonly UserId[]) {
  const where = { status: 'member', userId: { notIn: [...busy] }, user: { usernameKey: { notIn: [...DEMO_LOGINS] } } }
  const members = { where, orderBy: { userId: 'asc' }, take: USERS_PER_INSTANCE } as const
  const group = await client.group.findFirst({ where: { shortCode, deletedAt: null }, include: { members } })
  return group && { groupId: group.id, members: group.members.map(({ userId }) => trusted<'user'>(userId)) }
}

/** The instance in which the host was left by an earlier start, or a new one. */
async function findOrCreateInstance(scope: ViewerScope, instance: NewInstance): Promise<string> {
  const before = await scope.db.occupant.findUnique({ where: { userId: scope.viewer.id } })
  return before?.location ?? (await createInstance(scope, instance)).location
}

async function popularWorlds({ client }: Services): Promise<WorldId[]> {
  const found = await client.world.findMany({
    where: { releaseStatus: 'public' },
    orderBy: [{ visits: 'desc' }, { id: 'asc' }],
    take: INSTANCE_COUNT + Object.keys(GROUP_INSTANCES).length,
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
