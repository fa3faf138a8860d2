import { beforeAll, describe, expect, it } from 'vitest'
import { favorites } from '../../src/contract/favorites.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aWorld } from '../support/worlds.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser } from './sdkUser.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

const group = (userId: string) => ({ favoriteGroupType: 'world', favoriteGroupName: 'worlds1', userId }) as const

describe('favorites by the public SDK', () => {
  it('adds a world and a friend, lists them, and removes them', async () => {
    const [ada, grace] = [await anSdkUser(app, sdk), await anSdkUser(app, sdk)]
    const { client } = ada
    const worldId = await aWorld(app, grace)
    const friend = { type: 'friend' as const, favoriteId: grace.id, tags: ['group_0'] }
    expect(await sdkRefusal(client.addFavorite({ body: friend }))).toEqual({
      ...{ status: 403, message: 'you are not friends with that user!' },
    })
    await dataOf(client.friend({ path: { userId: grace.id } }))
    await dataOf(grace.client.friend({ path: { userId: ada.id } }))
    const world = await dataOf(client.addFavorite({ body: { type: 'world', favoriteId: worldId, tags: ['worlds1'] } }))
    expect(world).toMatchObject({ type: 'world', favoriteId: worldId, tags: ['worlds1'] })
    expect(await dataOf(client.addFavorite({ body: friend }))).toMatchObject(friend)
    expect(await sdkRefusal(client.addFavorite({ body: friend }))).toEqual({
      ...{ status: 400, message: 'You already have that friend favorited' },
    })

    const ids = async (query = {}) => (await dataOf(client.getFavorites({ query }))).map(({ favoriteId }) => favoriteId)
    expect(await ids({ n: 100 })).toEqual([grace.id, worldId])
    expect(await ids({ type: 'world' })).toEqual([worldId])
    expect(await ids({ tag: 'group_0' })).toEqual([grace.id])
    expect(await dataOf(client.getFavoritedWorlds({ query: { tag: 'worlds1' } }))).toMatchObject([
      { id: worldId, favoriteId: world.id, favoriteGroup: 'worlds1' },
    ])

    await client.removeFavorite({ path: { favoriteId: world.id }, throwOnError: true })
    expect(await dataOf(client.removeFavorite({ path: { favoriteId: grace.id } }))).toMatchObject({
      success: { message: 'favorite deleted!' },
    })
    expect(await ids()).toEqual([])
  })

  it('updates its groups, and reads their limits', async () => {
    const [ada, grace] = [await anSdkUser(app, sdk), await anSdkUser(app, sdk)]
    const { client } = ada
    const path = group(ada.id)
    const body = { displayName: 'Sunny', visibility: 'public', tags: ['sun'] } as const
    await client.updateFavoriteGroup({ path, body: { ...body, tags: [...body.tags] }, throwOnError: true })
    expect(await dataOf(grace.client.getFavoriteGroup({ path }))).toMatchObject({ ...body, ownerId: ada.id })
    expect(await dataOf(client.getFavoriteGroups())).toHaveLength(12)
    expect(await dataOf(grace.client.getFavoriteGroups({ query: { ownerId: ada.id } }))).toMatchObject([
      { name: 'worlds1' },
    ])
    await dataOf(
      client.addFavorite({ body: { type: 'world', favoriteId: await aWorld(app, grace), tags: ['worlds1'] } }),
    )
    expect(await sdkRefusal(grace.client.clearFavoriteGroup({ path }))).toMatchObject({ status: 403 })
    await dataOf(client.clearFavoriteGroup({ path }))
    expect(await dataOf(client.getFavorites())).toEqual([])
    expect(await dataOf(client.getFavoriteLimits())).toMatchObject({
      maxFavoritesPerGroup: { friend: 150, world: 100 },
    })
  })

  it('calls every operation of the area', () => {
    expect(methodsOf(favorites).filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
