import { type DesktopClient, listOf, member } from './client.ts'

const PAGE = 100

/** The requests of the dialog of a user with all its tabs. */
export async function openUserDialog(client: DesktopClient, id: string): Promise<void> {
  const user = await client.get(`users/${id}`)
  listOf(member(user, 'badges'))
  await client.get(`profile/${id}`)
  await client.get(`profile/${id}/private`)
  await client.get(`users/${id}/groups/represented`)
  listOf(await client.get(`users/${id}/groups`))
  await client.get(`users/${id}/mutuals`)
  listOf(await client.get(`users/${id}/mutuals/friends`, { n: PAGE, offset: 0 }))
  listOf(await client.get(`users/${id}/mutuals/groups`, { n: PAGE, offset: 0 }))
  await client.pages('worlds', { n: 50, sort: 'updated', order: 'descending', userId: id, releaseStatus: 'public' })
  await client.pages('avatars', { n: 50, sort: 'updated', order: 'descending', userId: id, releaseStatus: 'public' })
  for (const { type, name } of listOf(await client.get('favorite/groups', { n: PAGE, offset: 0, ownerId: id })))
    if (type === 'world')
      listOf(await client.get('worlds/favorites', { n: PAGE, offset: 0, userId: id, ownerId: id, tag: String(name) }))
}

/** The requests of the dialog in which people edit their profile, and what it saves. */
export async function editProfile(client: DesktopClient, id: string, bio: string, status: string): Promise<void> {
  const profile = await client.get(`profile/${id}`, { asSelf: true })
  listOf(member(profile, 'themes'))
  member(profile, 'bioLinks')
  await client.put(`profile/${id}`, { bio })
  await client.put(`users/${id}`, { status, statusDescription: 'Here' })
}

/** The requests of the dialog of a world with all its tabs. */
export async function openWorldDialog(client: DesktopClient, viewerId: string, worldId: string): Promise<void> {
  const world = await client.get(`worlds/${worldId}`)
  member(world, 'unityPackages')
  // The client heeds no refusal without a body here: nothing is kept.
  await client.api.fetch(`/api/1/users/${viewerId}/${worldId}/persist/exists`)
  listOf(await client.get('favorites', { n: PAGE, offset: 0, type: 'world' }))
}

/** The requests of the dialog of a group with all its tabs, by its owner. */
export async function openGroupDialog(client: DesktopClient, groupId: string): Promise<void> {
  const group = await client.get(`groups/${groupId}`, { includeRoles: true })
  listOf(member(await client.get(`groups/${groupId}/posts`, { n: PAGE, offset: 0 }), 'posts'))
  listOf(await client.get(`groups/${groupId}/instances`))
  listOf(member(await client.get(`calendar/${groupId}`, { n: PAGE, offset: 0 }), 'results'))
  await client.pages(`groups/${groupId}/members`, { n: PAGE, sort: 'joinedAt:desc' })
  listOf(await client.get(`groups/${groupId}/roles`))
  for (const { id } of listOf(member(group, 'galleries')))
    listOf(await client.get(`groups/${groupId}/galleries/${id}`, { n: PAGE, offset: 0 }))
  for (const list of ['bans', 'invites', 'requests'])
    listOf(await client.get(`groups/${groupId}/${list}`, { n: PAGE, offset: 0 }))
  listOf(member(await client.get(`groups/${groupId}/auditLogs`, { n: PAGE, offset: 0 }), 'results'))
  await client.get('groups/strictsearch', { query: 'group', n: 60, offset: 0 })
}
