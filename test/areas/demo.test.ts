import { describe, expect, it } from 'vitest'
import { ensureDemo } from '../../src/demo/ensure.ts'
import { beginDemoLife } from '../../src/demo/life.ts'
import { DEMO_PASSWORD } from '../../src/demo/logins.ts'
import { anApi } from '../support/api.ts'
import { anApp } from '../support/app.ts'
import { download } from '../support/files.ts'
import { login } from '../support/people.ts'

const app = await anApp()
/** As if the database were the server's own, and empty. */
const platform = {
  ...app.platform,
  settings: { ...app.platform.settings, DATABASE_URL: undefined, DEMO: 'on' as const },
}
const fill = () => ensureDemo(platform, app.app.outside)

async function enter(username: string) {
  const api = anApi(app, { address: '127.0.0.1' })
  const record = await login(api, { username, password: DEMO_PASSWORD })
  if (!('id' in record)) throw new Error('a second factor is owed')
  return { api, record, id: record.id }
}

describe('the demo data', () => {
  it('has Ada and Grace as friends, and Linus who has asked Ada', async () => {
    expect(await fill()).toBe(true)
    const [ada, grace, linus] = [await enter('demo_ada'), await enter('demo_grace'), await enter('demo_linus')]
    expect(ada.record.friends).toContain(grace.id)
    expect(grace.record.friends).toContain(ada.id)
    expect(ada.record.friends.length).toBeGreaterThan(5)
    expect(await ada.api.call('getFriendStatus', { userId: linus.id })).toMatchObject({ incomingRequest: true })
    const { id: receiverId } = ada
    const types = await app.scope().db.notification.findMany({ where: { receiverId }, select: { type: true } })
    expect(types.map(({ type }) => type).sort()).toEqual(['badge.earned', 'boop', 'friendRequest', 'message'])
  })

  it('is filled in once, and friendships have two sides', async () => {
    const { db } = app.scope()
    const before = await db.friendship.findMany()
    expect(await fill()).toBe(true)
    expect(await db.friendship.count()).toBe(before.length)
    const sides = new Set(before.map(({ userId, friendId, key }) => `${userId} ${friendId} ${key}`))
    const oneSided = before.filter(({ userId, friendId, key }) => !sides.has(`${friendId} ${userId} ${key}`))
    expect(oneSided).toEqual([])
    expect(before.some(({ userId, friendId }) => userId === friendId)).toBe(false)
  })

  it('has friends and worlds among the favorites of the logins', async () => {
    for (const username of ['demo_admin', 'demo_ada', 'demo_grace', 'demo_linus']) {
      const { api, record } = await enter(username)
      const friends = await api.call('getFavorites', { query: { type: 'friend' } })
      expect(friends.map(({ tags }) => tags[0])).toEqual(['group_0', 'group_0', 'group_0'])
      expect(friends.filter(({ favoriteId }) => !record.friends.includes(favoriteId))).toEqual([])
    }
    expect(await app.scope().db.favorite.count({ where: { type: 'world', group: 'worlds1' } })).toBeGreaterThan(20)
  })

  it('has 50 worlds with pictures, most of them published and visited', async () => {
    const { api } = await enter('demo_ada')
    const found = await api.call('searchWorlds', { query: { n: '100' } })
    expect(found).toHaveLength(40)
    expect(found.filter(({ popularity }) => popularity > 0).length).toBeGreaterThan(20)
    expect(await app.scope().db.world.count()).toBe(50)
    const [first] = found
    for (const url of [first?.imageUrl, first?.thumbnailImageUrl]) {
      const got = await download(app, url ?? '')
      expect([got.status, got.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image/)])
    }
  })

  it('has people who are here, in instances that others find', async () => {
    const leave = await beginDemoLife(app.app.outside)
    const { api } = await enter('demo_ada')
    const active = await api.call('getActiveWorlds')
    expect(active.map(({ occupants }) => occupants)).toEqual([3, 3, 3, 3])
    const friends = await api.call('getFriends', { query: { n: '100' } })
    const located = friends.filter(({ location }) => location?.startsWith('wrld_'))
    expect(located.length).toBeGreaterThan(0)
    const { instances } = await api.call('getWorld', { worldId: active[0]?.id ?? '' })
    expect(instances).toEqual([[expect.stringMatching(/region\(eu\)/), 3]])
    leave()
    // Whoever is there from the last time stays where they were.
    const again = await beginDemoLife(app.app.outside)
    expect(await app.scope().db.instance.count()).toBe(4)
    again()
  })
})
