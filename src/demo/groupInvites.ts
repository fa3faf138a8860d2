import { DEMO_LOGINS } from '../areas/accounts/login/demoLogins.ts'
import { updateGroup } from '../areas/groups/group/update.ts'
import { createGroupInvite } from '../areas/groups/membership/invites.ts'
import { joinGroup } from '../areas/groups/membership/join.ts'
import { type GroupId, SYSTEM_USER_IDS, trusted, type UserId } from '../kernel/ids.ts'
import type { Services } from '../kernel/scope.ts'
import { scopeOfUser } from './scopes.ts'

/** Number of people who ask to join the group of Ada. */
const REQUESTS = 2

/**
 * Open requests and invites, with their notifications: two people ask to join Ada's group, who invites a third one and names
 * a link; Grace invites Linus.
 */
export async function addGroupInvites(services: Services): Promise<void> {
  const [engine, moth] = [await findGroup(services, 'ENGINE'), await findGroup(services, 'MOTH')]
  const outsiders = await outsidersOf(services, engine.id)
  for (const id of outsiders.slice(0, REQUESTS)) await joinGroup(scopeOfUser(services, id), engine.id)
  const ada = scopeOfUser(services, engine.ownerId)
  for (const userId of outsiders.slice(REQUESTS)) await createGroupInvite(ada, engine.id, { userId })
  await updateGroup(ada, engine.id, { links: ['https://plaza.example/engine'] })
  const linus = await services.client.user.findUniqueOrThrow({ where: { usernameKey: 'demo_linus' } })
  await createGroupInvite(scopeOfUser(services, moth.ownerId), moth.id, { userId: trusted<'user'>(linus.id) })
}

async function findGroup({ client }: Services, shortCode: string): Promise<{ id: GroupId; ownerId: UserId }> {
  const { id, ownerId } = await client.group.findFirstOrThrow({ where: { shortCode } })
  return { id: trusted<'group'>(id), ownerId: trusted<'user'>(ownerId ?? '') }
}

/** People who never had to do with the group. */
async function outsidersOf({ client }: Services, groupId: string): Promise<UserId[]> {
  const where = {
    usernameKey: { notIn: [...DEMO_LOGINS] },
    id: { notIn: [...SYSTEM_USER_IDS] },
    groupMemberships: { none: { groupId } },
  }
  const found = await client.user.findMany({ where, orderBy: { id: 'asc' }, take: REQUESTS + 1, select: { id: true } })
  return found.map(({ id }) => trusted<'user'>(id))
}
