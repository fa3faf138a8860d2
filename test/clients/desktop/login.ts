import type { TestUser } from '../../support/users.ts'
import { type DesktopClient, listOf, logDesktopIn, member } from './client.ts'

const PAGE = 100
const FAVORITES = 300

/** All that the desktop client asks between a login and an open websocket, in its order. Answers the record of the person. */
export async function askAsAtLogin(client: DesktopClient, person: TestUser) {
  const user = await logDesktopIn(client, person)
  const id = String(member(user, 'id'))
  await Promise.all([
    ...['profileEffect', 'iconFrame', 'nameplateEffect'].map(async (kind) =>
      listOf(await client.get(`cosmetics/index/${kind}`)),
    ),
    askForOwnContent(client),
    askForNotifications(client),
    askForFavorites(client),
    client.get('auth/user/playermoderations').then(listOf),
    client.get('auth/user/avatarmoderations').then(listOf),
    askForGroups(client, user, id),
    askForFriends(client, user),
  ])
  await client.get('auth')
  listOf(await client.get('userNotes', { n: PAGE, offset: 0 }))
  listOf(member(await client.get(`users/${id}/instances/groups`), 'instances'))
  await client.get('auth/user')
  return user
}

async function askForOwnContent(client: DesktopClient): Promise<void> {
  const own = { n: 50, sort: 'updated', order: 'descending', user: 'me', releaseStatus: 'all' }
  await client.pages('worlds', own)
  for (const avatar of await client.pages('avatars', own)) listOf(member(avatar, 'unityPackages'))
}

async function askForNotifications(client: DesktopClient): Promise<void> {
  await client.pages('auth/user/notifications', { n: PAGE })
  await client.pages('notifications', { n: PAGE })
  await client.get('auth/user/notifications', { n: PAGE, offset: 0, type: 'friendRequest', hidden: true })
}

async function askForFavorites(client: DesktopClient): Promise<void> {
  await client.get('auth/user/favoritelimits')
  await client.pages('favorites', { n: FAVORITES })
  const groups = listOf(await client.get('favorite/groups', { n: 50, offset: 0 }))
  await client.pages('worlds/favorites', { n: FAVORITES })
  for (const { type, name } of groups)
    if (type === 'avatar') await client.pages('avatars/favorites', { n: FAVORITES, tag: String(name) })
}

async function askForGroups(client: DesktopClient, user: unknown, id: string): Promise<void> {
  for (const groupId of Object.values(member(member(user, 'presence'), 'groups') ?? {}))
    await client.get(`groups/${groupId}`, { includeRoles: true })
  listOf(await client.get(`users/${id}/groups`))
  await client.get(`users/${id}/groups/permissions`)
}

async function askForFriends(client: DesktopClient, user: unknown): Promise<void> {
  const found = [
    ...(await client.pages('auth/user/friends', { n: 50, offline: false })),
    ...(await client.pages('auth/user/friends', { n: 50, offline: true })),
  ].map((friend) => member(friend, 'id'))
  const missing = Object.values(member(user, 'friends') ?? {}).filter((id) => !found.includes(id))
  for (const id of missing) await client.get(`users/${id}`)
}
