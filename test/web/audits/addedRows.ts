import { isId, trusted } from '../../../src/kernel/ids.ts'
import { anAvatar, aPackageOf } from '../../support/avatars.ts'
import { anEvent } from '../../support/calendar.ts'
import { favoriteAs } from '../../support/favorites.ts'
import { befriend } from '../../support/friends.ts'
import { aSubmission } from '../../support/jams.ts'
import { block } from '../../support/playerModerations.ts'
import { aRestClient } from '../../support/restClient.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { anOccupiedInstance, aVisit, aWorldFavorite, parseWorldId } from '../../support/worlds.ts'
import { addPlaces, addProp } from './addedContent.ts'
import { addEconomyRows } from './addedEconomyRows.ts'
import { addFileRows } from './addedFileRows.ts'
import { addGroupRows } from './addedGroupRows.ts'
import { addSettingsRows } from './addedSettingsRows.ts'
import type { DemoSite } from './demoSite.ts'

function adaOf({ ada, app, tokens }: DemoSite): TestUser {
  if (!isId('user', ada.id)) throw new Error(`${ada.id} is no id of a user`)
  const api = aRestClient(app)
  api.cookies.set('auth', tokens.ada)
  return { ...ada, id: ada.id, api }
}

/** Gives Ada an avatar of her own, one that everybody finds, and that as a favorite; and a friend one that all find. */
async function addAvatars({ app, known }: DemoSite, author: TestUser, ada: TestUser): Promise<void> {
  const { imageUrl } = await app.scope().db.avatar.findFirstOrThrow({ where: { searchable: true } })
  await anAvatar(app, ada, { releaseStatus: 'private', imageUrl })
  const id = await anAvatar(app, author, { imageUrl })
  await aPackageOf(app, id)
  await app.scope().db.avatar.update({ where: { id }, data: { searchable: true } })
  await favoriteAs(ada, 'avatar', id)
  const ofFriend = await anAvatar(app, author, { imageUrl })
  await aPackageOf(app, ofFriend)
  await app.scope().db.avatar.update({ where: { id: ofFriend }, data: { searchable: true, authorId: known.friend } })
}

/**
 * Gives Ada some more friends who are online, requests, notifications, worlds with people, avatars, favorites, visits,
 * blocks, events, groups, entries of jams, props, instances, files, items, purchases, sales, and what the settings list.
 */
export async function addRows(site: DemoSite, count: number): Promise<void> {
  const { app, known } = site
  const ada = adaOf(site)
  const group = await app.scope().db.group.findFirstOrThrow({ where: { ownerId: ada.id } })
  await addGroupRows(app, ada, count)
  await addFileRows(app, ada, count)
  const friends: TestUser[] = []
  const others = await app.scope().db.world.findMany({ where: { releaseStatus: 'public' }, take: count - 1 })
  const jams = await app.scope().db.jam.findMany({ where: { type: 'world' } })
  for (const id of [known.world, ...others.map((world) => world.id)]) {
    const world = parseWorldId(id)
    const friend = await aUser(app)
    await befriend(friend, ada)
    friends.push(friend)
    const asking = await aUser(app)
    await asking.api.call('friend', { userId: ada.id })
    const asked = await aUser(app)
    await ada.api.call('friend', { userId: asked.id })
    await block(ada, await aUser(app))
    await friend.api.call('boop', { userId: ada.id })
    const instanceId = await anOccupiedInstance(app, world, 'public', [friend.id])
    await addPlaces(app, { ada: ada.id, location: `${world}:${instanceId}`, worldId: world, groupId: group.id })
    for (const author of [ada, friend]) await addProp(app, author.id)
    await favoriteAs(ada, 'friend', friend.id)
    await addSettingsRows(site, ada, friend)
    // Some worlds of the demo are favorites already.
    await aWorldFavorite(app, ada.id, world).catch(() => null)
    await aVisit(app, ada.id, world)
    await addAvatars(site, friend, ada)
    // Some worlds of the demo are entries already.
    for (const jam of jams) await aSubmission(app, jam.id, friend, { contentId: world }).catch(() => null)
    await friend.api.call('verifyAuthToken')
    await anEvent(ada, trusted<'group'>(group.id), { languages: ['eng'] })
  }
  await addEconomyRows(app, ada, friends)
}
