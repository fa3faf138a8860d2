import { beforeAll, describe, expect, it } from 'vitest'
import { favorites } from '../../src/contract/index.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aWorld } from '../support/worlds.ts'
import { aMember } from './members.ts'
import { methodsOf, ok, refusal, sdkFor } from './sdk.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

const group = (userId: string) => ({ favoriteGroupType: 'world', favoriteGroupName: 'worlds1', userId }) as const

describe('favorites by the public SDK', () => {
  it('marks a world and a friend, lists them, and takes them away again', async () => {
    const [ada, grace] = [await aMember(app, sdk), await aMember(app, sdk)]
    const { client } = ada
    const worldId = await aWorld(app, grace)
    const friend = { type: 'friend' as const, favoriteId: grace.id, tags: ['group_0'] }
    expect(await refusal(client.addFavorite({ body: friend }))).toEqual({
      ...{ status: 403, message: 'you are not friends with that user!' },
    })
    await ok(client.friend({ path: { userId: grace.id } }))
    await ok(grace.client.friend({ path: { userId: ada.id } }))
    const world = await ok(client.addFavorite({ body: { type: 'world', favoriteId: worldId, tags: ['worlds1'] } }))
    expect(world).toMatchObject({ type: 'world', favoriteId: worldId, tags: ['worlds1'] })
    expect(await ok(client.addFavorite({ body: friend }))).toMatchObject(friend)
    expect(await refusal(client.addFavorite({ body: friend }))).toEqual({
      ...{ status: 400, message: 'You already have that friend favorited' },
    })

    const ids = async (query = {}) => (await ok(client.getFavorites({ query }))).map(({ favoriteId }) => favoriteId)
    expect(await ids({ n: 100 })).toEqual([grace.id, worldId])
    expect(await ids({ type: 'world' })).toEqual([worldId])
    expect(await ids({ tag: 'group_0' })).toEqual([grace.id])
    expect(await ok(client.getFavoritedWorlds({ query: { tag: 'worlds1' } }))).toMatchObject([
      { id: worldId, favoriteId: world.id, favoriteGroup: 'worlds1' },
    ])

    await client.removeFavorite({ path: { favoriteId: world.id }, throwOnError: true })
    expect(await ok(client.removeFavorite({ path: { favoriteId: grace.id } }))).toMatchObject({
      success: { message: 'favorite deleted!' },
    })
    expect(await ids()).toEqual([])
  })

  it('arranges its groups, and learns their limits', async () => {
    const [ada, grace] = [await aMember(app, sdk), await aMember(app, sdk)]
    const { client } = ada
    const path = group(ada.id)
    const body = { displayName: 'Sunny', visibility: 'public', tags: ['sun'] } as const
    await client.updateFavoriteGroup({ path, body: { ...body, tags: [...body.tags] }, throwOnError: true })
    expect(await ok(grace.client.getFavoriteGroup({ path }))).toMatchObject({ ...body, ownerId: ada.id })
    expect(await ok(client.getFavoriteGroups())).toHaveLength(12)
    expect(await ok(grace.client.getFavoriteGroups({ query: { ownerId: ada.id } }))).toMatchObject([
      { name: 'worlds1' },
    ])
    await ok(client.addFavorite({ body: { type: 'world', favoriteId: await aWorld(app, grace), tags: ['worlds1'] } }))
    expect(await refusal(grace.client.clearFavoriteGroup({ path }))).toMatchObject({ status: 403 })
    await ok(client.clearFavoriteGroup({ path }))
    expect(await ok(client.getFavorites())).toEqual([])
    expect(await ok(client.getFavoriteLimits())).toMatchObject({ maxFavoritesPerGroup: { friend: 150, world: 100 } })
  })

  it('has called every operation of the area', () => {
    expect(methodsOf(favorites).filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
