import { beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { createInstanceAs, enterAs } from '../../support/instances.ts'
import { block, unblock } from '../../support/playerModerations.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
let ada: TestUser
let friend: TestUser
let stranger: TestUser
let location: string

beforeAll(async () => {
  ;[ada, friend, stranger] = [await aUser(app), await aUser(app), await aUser(app)]
  await befriend(ada, friend)
  location = (await createInstanceAs(stranger, await aWorld(app, stranger))).location
  await enterAs(app, ada, location, 'ios')
})

const appearAs = (status: 'active' | 'offline') => ada.api.call('updateUser', { userId: ada.id, body: { status } })

/** When and by which platform Ada was last here, in every REST record and GraphQL field in which a viewer finds her. */
async function lastVisitSeenBy(viewer: TestUser) {
  const { last_mobile, last_platform } = await viewer.api.call('getUser', { userId: ada.id })
  const [found] = await viewer.api.call('searchUsers', { query: { search: ada.username } })
  const lists = await Promise.all(
    (['true', 'false'] as const).map((offline) => viewer.api.call('getFriends', { query: { offline, n: '100' } })),
  )
  const listed = lists.flat().find(({ id }) => id === ada.id)
  const { data } = await aGraphClient(app, viewer.api).send(
    `{ user(id: "${ada.id}") { lastPlatform lastMobileAt }
      node(id: "${ada.id}") { ... on User { lastPlatform lastMobileAt } } }`,
  )
  return {
    profile: { last_mobile, last_platform },
    found: found?.last_platform,
    listed: listed && [listed.last_mobile, listed.last_platform],
    graph: data,
  }
}

const graphOf = (lastPlatform: string | null, lastMobileAt: unknown) => {
  const user = { lastPlatform, lastMobileAt }
  return { user, node: user }
}
const VISIBLE = {
  profile: { last_mobile: expect.any(String), last_platform: 'ios' },
  found: 'ios',
  graph: graphOf('ios', expect.any(String)),
}
const HIDDEN = { profile: { last_mobile: null, last_platform: '' }, found: '', graph: graphOf(null, null) }

describe('the last platform and the last use of a phone', () => {
  it('are seen by friends, and by nobody else', async () => {
    expect(await lastVisitSeenBy(friend)).toEqual({ ...VISIBLE, listed: [expect.any(String), 'ios'] })
    expect(await lastVisitSeenBy(ada)).toEqual({ ...VISIBLE, listed: undefined })
    expect(await lastVisitSeenBy(stranger)).toEqual({ ...HIDDEN, listed: undefined })
  })

  it('are hidden from friends while the person appears offline', async () => {
    await appearAs('offline')
    expect(await lastVisitSeenBy(friend)).toEqual({ ...HIDDEN, listed: [null, ''] })
    expect(await lastVisitSeenBy(ada)).toEqual({ ...VISIBLE, listed: undefined })
    await appearAs('active')
  })

  it('are hidden by a block', async () => {
    await block(ada, friend)
    const { found, ...seen } = await lastVisitSeenBy(friend)
    expect({ ...seen, found: found ?? '' }).toEqual({ ...HIDDEN, listed: [null, ''] })
    await unblock(ada, friend)
  })

  it('are hidden from the stranger who created the instance that the person is in', async () => {
    const [worldId = '', instanceId = ''] = location.split(':')
    const { users = [] } = await stranger.api.call('getInstance', { worldId, instanceId })
    expect(users.find(({ id }) => id === ada.id)).toMatchObject({ last_platform: '', last_mobile: null })
  })
})
