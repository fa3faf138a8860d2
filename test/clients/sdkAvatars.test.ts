import { beforeAll, describe, expect, it } from 'vitest'
import { avatars } from '../../src/contract/avatars.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anAvatar } from '../support/avatars.ts'
import { aUser } from '../support/users.ts'
import { aFileUrl } from '../support/worlds.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser, type SdkUser } from './sdkUser.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

/** An avatar with an asset that a user has made through the SDK. */
async function aMadeAvatar({ client, id }: SdkUser) {
  const [imageUrl, assetUrl] = [await aFileUrl(app, id, '.png'), await aFileUrl(app, id, '.vrca')]
  return dataOf(client.createAvatar({ body: { name: 'Fox', imageUrl, assetUrl, tags: ['author_quest_fallback'] } }))
}

describe('avatars by the public SDK', () => {
  it('are made, read, listed, changed and deleted', async () => {
    const ada = await anSdkUser(app, sdk)
    const { client, id: authorId } = ada
    const made = await aMadeAvatar(ada)
    expect(made).toMatchObject({ authorId, name: 'Fox', releaseStatus: 'private', created_at: expect.any(Date) })
    const path = { avatarId: made.id }
    expect(await dataOf(client.getAvatar({ path }))).toMatchObject({
      id: made.id,
      unityPackages: [{ platform: 'standalonewindows' }],
    })
    const own = client.searchAvatars({ query: { user: 'me', releaseStatus: 'all', sort: 'updated', n: 50 } })
    expect(await dataOf(own)).toMatchObject([{ id: made.id }])
    const [style] = await dataOf(client.getAvatarStyles())
    expect(style).toMatchObject({ id: expect.stringMatching(/^avst_/), styleName: expect.any(String) })
    expect(
      await dataOf(client.updateAvatar({ path, body: { name: 'Red fox', releaseStatus: 'public' } })),
    ).toMatchObject({
      name: 'Red fox',
      releaseStatus: 'public',
      version: made.version,
    })
    expect(await dataOf(client.deleteAvatar({ path }))).toMatchObject({ id: made.id, releaseStatus: 'hidden' })
    const stranger = await anSdkUser(app, sdk)
    expect(await sdkRefusal(stranger.client.getAvatar({ path }))).toEqual({
      status: 404,
      message: 'Avatar Not Found',
    })
  })

  it('are worn, also as a fallback', async () => {
    const ada = await anSdkUser(app, sdk)
    const { client, id: userId } = ada
    const path = { avatarId: (await aMadeAvatar(ada)).id }
    expect(await dataOf(client.selectAvatar({ path }))).toMatchObject({ currentAvatar: path.avatarId })
    expect(await dataOf(client.selectFallbackAvatar({ path }))).toMatchObject({ fallbackAvatar: path.avatarId })
    expect(await dataOf(client.getOwnAvatar({ path: { userId } }))).toMatchObject({ id: path.avatarId })
    const plain = { avatarId: await anAvatar(app, await aUser(app)) }
    expect(await sdkRefusal(client.selectFallbackAvatar({ path: plain }))).toMatchObject({ status: 403 })
  })

  it('are favored, licensed and given impostors', async () => {
    const ada = await anSdkUser(app, sdk)
    const { client } = ada
    const path = { avatarId: (await aMadeAvatar(ada)).id }
    await dataOf(client.addFavorite({ body: { type: 'avatar', favoriteId: path.avatarId, tags: ['avatars1'] } }))
    expect(await dataOf(client.getFavoritedAvatars())).toMatchObject([{ id: path.avatarId }])
    expect(await dataOf(client.getLicensedAvatars())).toEqual([])
    const job = await dataOf(client.enqueueImpostor({ path }))
    expect(job).toMatchObject({ subjectId: path.avatarId, subjectType: 'avatar', type: 'IMPOSTORIZE' })
    expect(await dataOf(client.getImpostorQueueStats())).toMatchObject({
      estimatedServiceDurationSeconds: expect.any(Number),
    })
    await dataOf(client.deleteImpostor({ path }))
  })

  it('calls every SDK method whose operation is implemented', () => {
    expect(methodsOf(avatars)).toHaveLength(14)
    expect(methodsOf(avatars).filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
