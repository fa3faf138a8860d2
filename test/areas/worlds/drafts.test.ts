import { beforeAll, describe, expect, it } from 'vitest'
import { GUEST_USER_ID, newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient } from '../../support/restClient.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, aWorldRequest, parseWorldId } from '../../support/worlds.ts'

const app = await sharedApp()
let author: TestUser
let other: TestUser
beforeAll(async () => {
  ;[author, other] = [await aUser(app), await aUser(app)]
})

const CreateDraft = graphql(`
  mutation CreateDraft($input: CreateWorldInput!) {
    createWorld(input: $input) { world { id viewerCanPublish urls recommendedCapacity packages { id } } }
  }
`)
const CompleteDraft = graphql(`
  mutation CompleteDraft($input: UpdateWorldInput!) {
    updateWorld(input: $input) { world { viewerCanPublish packages { worldSignature platform } } }
  }
`)

const withoutAsset = async (ownerId: string) => {
  const { assetUrl: _, ...body } = await aWorldRequest(app, ownerId)
  return body
}

async function aDraft() {
  const body = await withoutAsset(author.id)
  return parseWorldId((await author.api.call('createWorld', { body })).id)
}

describe('a world without an asset', () => {
  it('is made as an uploader makes it, whose fields are kept, and is completed by an update', async () => {
    const request = {
      ...(await withoutAsset(author.id)),
      id: newId('world', app.scope().now),
      description: 'x',
      tags: [],
      releaseStatus: 'private' as const,
      ...{ capacity: 16, recommendedCapacity: 5, previewYoutubeId: 'dQw4w9WgXcQ', urlList: ['https://example.org'] },
    }
    const { unityVersion: _, ...shown } = request
    const draft = await author.api.call('createWorld', { body: request })
    expect(draft).toMatchObject({ ...shown, version: 1, unityPackages: [] })

    const assetUrl = await aFileUrl(app, author.id)
    const asset = { assetUrl, assetVersion: 1, platform: 'standalonewindows', unityVersion: '2022.3.22f1' }
    const body = { ...asset, worldSignature: 'AHiPAWerwCpeYrxDthF4TU2SdUWEWnm43UAn8PKRXlS8k8tVRQ==' }
    const complete = await author.api.call('updateWorld', { worldId: request.id, body })
    expect(complete.unityPackages).toMatchObject([body])
    await author.api.call('publishWorld', { worldId: request.id })
    expect(await other.api.call('getWorld', { worldId: request.id })).toMatchObject({ releaseStatus: 'public' })
  })

  it('cannot be published or entered', async () => {
    const worldId = await aDraft()
    expect(await author.api.call('getWorldPublishStatus', { worldId })).toEqual({ canPublish: false })
    expect(await author.api.try('publishWorld', { worldId })).toMatchObject(refusal(400, /needs an asset/))
    const body = { worldId, type: 'public', region: 'us' } as const
    expect(await author.api.try('createInstance', { body })).toMatchObject({ status: 404 })
    expect(await author.api.try('inviteMyselfTo', { worldId, instanceId: '1' })).toMatchObject({ status: 404 })
  })

  it('stands in lists of its author alone, with a package as clients expect one', async () => {
    const worldId = await aDraft()
    const list = (person: TestUser, query: object) => person.api.call('searchWorlds', { query })
    const own = await list(author, { user: 'me', releaseStatus: 'private' })
    const placeholder = { created_at: null, platform: 'standalonewindows', unityVersion: '5.3.4p1' }
    expect(own.find(({ id }) => id === worldId)?.unityPackages).toEqual([placeholder])
    for (const query of [{ userId: author.id }, { userId: author.id, releaseStatus: 'all' }])
      expect((await list(other, query)).map(({ id }) => id)).not.toContain(worldId)
    const favorite = { type: 'world' as const, favoriteId: worldId, tags: ['worlds1'] }
    await author.api.call('addFavorite', { body: favorite })
    const [listed] = await author.api.call('getFavoritedWorlds', { query: { releaseStatus: 'private' } })
    expect(listed).toMatchObject({ id: worldId, unityPackages: [{ platform: 'standalonewindows' }] })
  })

  it('is refused without a session, as nobody could complete it', async () => {
    const body = await withoutAsset(GUEST_USER_ID)
    const refused = refusal(400, 'assetUrl is required without a session')
    expect(await aRestClient(app).try('createWorld', { body })).toMatchObject(refused)
  })

  it('is made and completed in the graph, too', async () => {
    const graph = aGraphClient(app, author.api)
    const given = { ...(await withoutAsset(author.id)), urls: ['https://example.org'], recommendedCapacity: 3 }
    const { world } = (await graph.run(CreateDraft, { input: given })).createWorld
    const { id: worldId, ...draft } = world ?? { id: '' }
    expect(draft).toEqual({
      ...{ viewerCanPublish: false, packages: [] },
      ...{ urls: given.urls, recommendedCapacity: given.recommendedCapacity },
    })
    const asset = { assetUrl: await aFileUrl(app, author.id), platform: 'android', worldSignature: 'signed' }
    const completed = await graph.run(CompleteDraft, { input: { worldId, ...asset } })
    expect(completed.updateWorld.world.packages).toEqual([{ worldSignature: 'signed', platform: 'android' }])
  })
})

describe('the signature of an asset', () => {
  it('is kept for its asset: with the asset, alone, and until another asset comes without one', async () => {
    const body = { ...(await aWorldRequest(app, author.id)), worldSignature: 'first' }
    const world = await author.api.call('createWorld', { body })
    const worldId = parseWorldId(world.id)
    const signatures = async (change: object) => {
      const { unityPackages = [] } = await author.api.call('updateWorld', { worldId, body: change })
      return unityPackages.map(({ platform, worldSignature }) => [platform, worldSignature]).sort()
    }
    const { assetUrl, unityVersion } = body
    expect(world.unityPackages).toMatchObject([{ worldSignature: 'first' }])
    expect(await signatures({ name: 'Renamed' })).toEqual([['standalonewindows', 'first']])
    expect(await signatures({ assetUrl, unityVersion })).toEqual([['standalonewindows', 'first']])
    expect(await signatures({ assetUrl, worldSignature: 'second' })).toEqual([['standalonewindows', 'second']])
    expect(await signatures({ worldSignature: 'third', platform: 'android' })).toEqual([
      ['standalonewindows', 'second'],
    ])
    const android = { assetUrl: await aFileUrl(app, author.id), platform: 'android', worldSignature: 'fourth' }
    expect(await signatures(android)).toEqual([
      ['android', 'fourth'],
      ['standalonewindows', 'second'],
    ])
    expect(await signatures({ assetUrl: await aFileUrl(app, author.id) })).toEqual([
      ['android', 'fourth'],
      ['standalonewindows', null],
    ])
  })
})
