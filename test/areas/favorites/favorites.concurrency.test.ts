import { describe, expect, it } from 'vitest'
import { DELETION_DELAY, eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { addFavorite } from '../../../src/areas/favorites/favorites.ts'
import { unfriend } from '../../../src/areas/friends/friendships.ts'
import { erasers } from '../../../src/areas/index.ts'
import { sharedApp } from '../../support/app.ts'
import { anAvatar } from '../../support/avatars.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { aFavoriteRequest, type FavoriteType, fillFavoriteGroup } from '../../support/favorites.ts'
import { aFriendOf, befriend } from '../../support/friends.ts'
import { raceForLock } from '../../support/lockRace.ts'
import { rounds } from '../../support/rounds.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()

/** Number of answers by status. */
function tally(exchanges: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of exchanges) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const add = ({ api }: TestUser, type: FavoriteType, id: string, group?: string) =>
  api.try('addFavorite', { body: aFavoriteRequest(type, id, group) })
const rowsOf = ({ id: userId }: TestUser, more: object = {}) =>
  app.scope().db.favorite.count({ where: { userId, ...more } })

/** Requests at once. */
const AT_ONCE = rounds(50)

describe('concurrent requests', () => {
  it.each(['friend', 'avatar', 'world'] as const)(
    'add one %s once, though many requests add it to two groups',
    async (type) => {
      const ada = await aUser(app)
      const create = {
        friend: () => aFriendOf(app, ada),
        avatar: async () => ({ id: await anAvatar(app, ada) }),
        world: aWorldTarget,
      }
      const { id } = await create[type]()
      const groups = { friend: ['group_0', 'group_3'], avatar: ['avatars1', 'avatars4'], world: ['worlds1', 'worlds2'] }
      const answers = await runConcurrently(app, AT_ONCE, (at) => add(ada, type, id, groups[type][at % 2]))
      expect(tally(answers)).toEqual({ 200: 1, 400: AT_ONCE - 1 })
      expect(await rowsOf(ada)).toBe(1)
    },
  )

  const aWorldTarget = async () => ({ id: await aWorld(app, await aUser(app)) })

  it('fill a group up to its capacity', async () => {
    const ada = await aUser(app)
    await fillFavoriteGroup(app, ada.id, 'avatar', { count: 30 })
    const avatars = await Promise.all(Array.from({ length: 50 }, () => anAvatar(app, ada)))
    const answers = await runConcurrently(app, 50, (at) => add(ada, 'avatar', avatars[at] ?? ''))
    expect(tally(answers)).toEqual({ 200: 20, 400: 30 })
    expect(await rowsOf(ada, { group: 'avatars1' })).toBe(50)
  })

  it('add only 5 of 10 friends to a group that has room for 5', async () => {
    const ada = await aUser(app)
    const friends = await Promise.all(Array.from({ length: 10 }, () => aFriendOf(app, ada)))
    await fillFavoriteGroup(app, ada.id, 'friend', { count: 145 })
    const answers = await runConcurrently(app, 50, (at) => add(ada, 'friend', friends[at % 10]?.id ?? ''))
    expect(tally(answers)).toEqual({ 200: 5, 400: 45 })
    expect(await rowsOf(ada)).toBe(150)
  })

  it('leave at most one favorite after additions, removals and clearings', async () => {
    const ada = await aUser(app)
    const avatar = await anAvatar(app, ada)
    const group = { favoriteGroupType: 'avatar', favoriteGroupName: 'avatars1', userId: ada.id }
    const acts = [
      () => add(ada, 'avatar', avatar),
      () => ada.api.try('removeFavorite', { favoriteId: avatar }),
      () => ada.api.try('clearFavoriteGroup', group),
    ]
    const answers = await runConcurrently(app, 30, (at) => (acts[at % 3] ?? add)(ada, 'avatar', avatar))
    expect(Object.keys(tally(answers)).every((status) => ['200', '400', '404'].includes(status))).toBe(true)
    const left = await ada.api.call('getFavorites')
    expect(left.length).toBeLessThanOrEqual(1)
    expect(await add(ada, 'avatar', avatar)).toMatchObject({ status: left.length === 1 ? 400 : 200 })
    expect(await rowsOf(ada)).toBe(1)
    await ada.api.call('clearFavoriteGroup', group)
    expect(await rowsOf(ada)).toBe(0)
  })

  it('leave no favorite of a friend whose friendship ends, on either side', async () => {
    const [ada, grace] = [await aUser(app), await aUser(app)]
    for (let round = 0; round < 5; round++) {
      await befriend(ada, grace)
      expect(await add(grace, 'friend', ada.id)).toMatchObject({ status: 200 })
      const acts = [
        () => add(ada, 'friend', grace.id),
        () => add(grace, 'friend', ada.id),
        () => ada.api.try('unfriend', { userId: grace.id }),
        () => grace.api.try('unfriend', { userId: ada.id }),
      ]
      const answers = await runConcurrently(app, 8, (at) => (acts[at % 4] ?? add)(ada, 'friend', grace.id))
      expect(Object.keys(tally(answers)).every((status) => ['200', '400', '403'].includes(status))).toBe(true)
      expect([await rowsOf(ada), await rowsOf(grace)]).toEqual([0, 0])
    }
  })

  it('leave no favorite with an erased person as its target', async () => {
    const leaving = await aUser(app)
    const friends = await Promise.all(Array.from({ length: 6 }, () => aFriendOf(app, leaving)))
    await leaving.api.call('deleteUser', { userId: leaving.id })
    const [early = leaving] = friends
    expect(await add(early, 'friend', leaving.id)).toMatchObject({ status: 200 })
    const later = new Date(app.clock.now().getTime() + DELETION_DELAY + 1_000)
    const answers = await runConcurrently(app, 13, async (at) => {
      if (at === 6) return eraseDueAccounts({ ...app.scope(), now: later }, erasers).then(() => ({ status: 200 }))
      const friend = friends[at % 6]
      return friend ? add(friend, 'friend', leaving.id) : { status: 500 }
    })
    expect(Object.keys(tally(answers)).every((status) => ['200', '400', '403'].includes(status))).toBe(true)
    expect(await app.scope().db.favorite.count({ where: { favoriteId: leaving.id } })).toBe(0)
  })
})

describe('addFavorite of a friend', () => {
  it('waits for a concurrent unfriend, and is refused after it', async () => {
    const ada = await aUser(app)
    const grace = await aFriendOf(app, ada)
    const adding = () => add(ada, 'friend', grace.id)
    expect(await raceForLock(app, grace, (tx) => unfriend(tx, ada.id), adding)).toMatchObject({ status: 403 })
    expect(await rowsOf(ada)).toBe(0)
  })

  it('blocks a concurrent unfriend, which then removes the favorite', async () => {
    const ada = await aUser(app)
    const grace = await aFriendOf(app, ada)
    const favorite = { type: 'friend', favoriteId: grace.id, group: 'group_0' } as const
    const unfriending = () => grace.api.try('unfriend', { userId: ada.id })
    expect(await raceForLock(app, ada, (tx) => addFavorite(tx, favorite), unfriending)).toMatchObject({ status: 200 })
    expect(await rowsOf(ada)).toBe(0)
  })
})
