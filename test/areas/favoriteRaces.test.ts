import { describe, expect, it } from 'vitest'
import { erasers } from '../../src/app.ts'
import { DELETION_DELAY, eraseDueAccounts } from '../../src/areas/accounts/deletion.ts'
import { addFavorite } from '../../src/areas/favorites/marking.ts'
import { unfriend } from '../../src/areas/friends/friendships.ts'
import { anApp } from '../support/app.ts'
import { anAvatarId, fillGroup, type Marked, marking } from '../support/favorites.ts'
import { aFriendOf, befriend } from '../support/friends.ts'
import { meanwhile } from '../support/meanwhile.ts'
import { aUser, type Person } from '../support/people.ts'
import { atOnce } from '../support/rush.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()

/** How often each status was answered. */
function tally(exchanges: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of exchanges) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const add = ({ api }: Person, type: Marked, id: string, group?: string) =>
  api.try('addFavorite', { body: marking(type, id, group) })
const rowsOf = ({ id: userId }: Person, more: object = {}) =>
  app.scope().db.favorite.count({ where: { userId, ...more } })

describe('at the same moment', () => {
  it.each(['friend', 'avatar', 'world'] as const)('50 additions of one %s, to two groups, are one', async (type) => {
    const ada = await aUser(app)
    const made = { friend: () => aFriendOf(app, ada), avatar: async () => ({ id: anAvatarId() }), world: aPlace }
    const { id } = await made[type]()
    const groups = { friend: ['group_0', 'group_3'], avatar: ['avatars1', 'avatars4'], world: ['worlds1', 'worlds2'] }
    const answers = await atOnce(app, 50, (at) => add(ada, type, id, groups[type][at % 2]))
    expect(tally(answers)).toEqual({ 200: 1, 400: 49 })
    expect(await rowsOf(ada)).toBe(1)
  })

  const aPlace = async () => ({ id: await aWorld(app, await aUser(app)) })

  it('50 additions of different things fill a group and no more', async () => {
    const ada = await aUser(app)
    await fillGroup(app, ada.id, 'avatar', { count: 30 })
    const answers = await atOnce(app, 50, () => add(ada, 'avatar', anAvatarId()))
    expect(tally(answers)).toEqual({ 200: 20, 400: 30 })
    expect(await rowsOf(ada, { group: 'avatars1' })).toBe(50)
  })

  it('10 friends take the last 5 places of a group', async () => {
    const ada = await aUser(app)
    const friends = await Promise.all(Array.from({ length: 10 }, () => aFriendOf(app, ada)))
    await fillGroup(app, ada.id, 'friend', { count: 145 })
    const answers = await atOnce(app, 50, (at) => add(ada, 'friend', friends[at % 10]?.id ?? ''))
    expect(tally(answers)).toEqual({ 200: 5, 400: 45 })
    expect(await rowsOf(ada)).toBe(150)
  })

  it('additions, removals and clearings leave it marked once or not at all', async () => {
    const ada = await aUser(app)
    const avatar = anAvatarId()
    const place = { favoriteGroupType: 'avatar', favoriteGroupName: 'avatars1', userId: ada.id }
    const acts = [
      () => add(ada, 'avatar', avatar),
      () => ada.api.try('removeFavorite', { favoriteId: avatar }),
      () => ada.api.try('clearFavoriteGroup', place),
    ]
    const answers = await atOnce(app, 30, (at) => (acts[at % 3] ?? add)(ada, 'avatar', avatar))
    expect(Object.keys(tally(answers)).every((status) => ['200', '400', '404'].includes(status))).toBe(true)
    const left = await ada.api.call('getFavorites')
    expect(left.length).toBeLessThanOrEqual(1)
    expect(await add(ada, 'avatar', avatar)).toMatchObject({ status: left.length === 1 ? 400 : 200 })
    expect(await rowsOf(ada)).toBe(1)
    await ada.api.call('clearFavoriteGroup', place)
    expect(await rowsOf(ada)).toBe(0)
  })

  it('a friend is marked and parted with: no mark outlives the friendship, on neither side', async () => {
    const [ada, grace] = [await aUser(app), await aUser(app)]
    for (let round = 0; round < 5; round++) {
      await befriend(ada, grace)
      const acts = [
        () => add(ada, 'friend', grace.id),
        () => add(grace, 'friend', ada.id),
        () => ada.api.try('unfriend', { userId: grace.id }),
        () => grace.api.try('unfriend', { userId: ada.id }),
      ]
      const answers = await atOnce(app, 8, (at) => (acts[at % 4] ?? add)(ada, 'friend', grace.id))
      expect(Object.keys(tally(answers)).every((status) => ['200', '400', '403'].includes(status))).toBe(true)
      expect([await rowsOf(ada), await rowsOf(grace)]).toEqual([0, 0])
    }
  })

  it('an erasure leaves no favorite of the person behind, nor of those who marked the person', async () => {
    const leaving = await aUser(app)
    const friends = await Promise.all(Array.from({ length: 6 }, () => aFriendOf(app, leaving)))
    await leaving.api.call('deleteUser', { userId: leaving.id })
    const later = new Date(app.clock.now().getTime() + DELETION_DELAY + 1_000)
    const answers = await atOnce(app, 13, async (at) => {
      if (at === 6) return eraseDueAccounts({ ...app.scope(), now: later }, erasers).then(() => ({ status: 200 }))
      const friend = friends[at % 6]
      return friend ? add(friend, 'friend', leaving.id) : { status: 500 }
    })
    expect(Object.keys(tally(answers)).every((status) => ['200', '400', '403'].includes(status))).toBe(true)
    expect(await app.scope().db.favorite.count({ where: { favoriteId: leaving.id } })).toBe(0)
  })
})

describe('a friend who is marked', () => {
  it('waits for a parting, and is refused after it', async () => {
    const ada = await aUser(app)
    const grace = await aFriendOf(app, ada)
    const marked = () => add(ada, 'friend', grace.id)
    expect(await meanwhile(app, grace, (open) => unfriend(open, ada.id), marked)).toMatchObject({ status: 403 })
    expect(await rowsOf(ada)).toBe(0)
  })

  it('lets a parting wait, which takes the mark along', async () => {
    const ada = await aUser(app)
    const grace = await aFriendOf(app, ada)
    const mark = { type: 'friend', favoriteId: grace.id, group: 'group_0' } as const
    const parting = () => grace.api.try('unfriend', { userId: ada.id })
    expect(await meanwhile(app, ada, (open) => addFavorite(open, mark), parting)).toMatchObject({ status: 200 })
    expect(await rowsOf(ada)).toBe(0)
  })
})
