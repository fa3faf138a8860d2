import { beforeAll, describe, expect, it } from 'vitest'
import { worlds } from '../../src/contract/index.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aPicture, md5Of, putTo, SIGNATURE } from '../support/files.ts'
import { aName } from '../support/people.ts'
import { aUnityAsset } from '../support/unityAsset.ts'
import { aMember, type Member } from './members.ts'
import { methodsOf, ok, refusal, sdkFor } from './sdk.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

const KINDS = {
  picture: { mimeType: 'image/png', extension: '.png' },
  asset: { mimeType: 'application/x-world', extension: '.vrcw' },
} as const

/** Uploads by the SDK, but for the PUTs, which go to the addresses it was given; answers the file's own address. */
async function uploaded({ client }: Member, bytes: Buffer, kind: keyof typeof KINDS): Promise<string> {
  const { id: fileId } = await ok(client.createFile({ body: { name: aName(), ...KINDS[kind] } }))
  const announced = { fileMd5: md5Of(bytes), signatureMd5: md5Of(SIGNATURE), signatureSizeInBytes: SIGNATURE.length }
  await ok(client.createFileVersion({ path: { fileId }, body: { ...announced, fileSizeInBytes: bytes.length } }))
  const send = async (fileType: 'file' | 'signature', data: Buffer, contentType: string) => {
    const path = { fileId, versionId: 1, fileType }
    const { url = '' } = await ok(client.startFileDataUpload({ path }))
    expect((await putTo(app, url, data, { contentType, md5: md5Of(data) })).status).toBe(200)
    return ok(client.finishFileDataUpload({ path, body: { maxParts: '0', nextPartNumber: '0' } }))
  }
  await send('file', bytes, KINDS[kind].mimeType)
  const { versions } = await send('signature', SIGNATURE, 'application/x-rsync-signature')
  return versions.at(-1)?.file?.url ?? ''
}

describe('worlds by the public SDK', () => {
  it('uploads a picture and a world, publishes it, others find it, and it is deleted', async () => {
    const [ada, grace] = [await aMember(app, sdk), await aMember(app, sdk)]
    const { client } = ada
    const imageUrl = await uploaded(ada, await aPicture(640, 480), 'picture')
    const assetUrl = await uploaded(ada, aUnityAsset(), 'asset')
    const name = aName('A world of ')
    const made = await ok(
      client.createWorld({ body: { name, imageUrl, assetUrl, capacity: 20, unityVersion: '2022.3.22f1' } }),
    )
    expect(made).toMatchObject({ name, authorId: ada.id, releaseStatus: 'private', capacity: 20 })
    const path = { worldId: made.id }
    const find = async () => (await ok(grace.client.searchWorlds({ query: { search: name } }))).map(({ id }) => id)
    expect(await find()).toEqual([])

    expect(await ok(client.getWorldPublishStatus({ path }))).toEqual({ canPublish: true })
    await client.publishWorld({ path, throwOnError: true })
    expect(await find()).toEqual([made.id])
    expect(await ok(grace.client.getWorld({ path }))).toMatchObject({ releaseStatus: 'public', tags: ['system_labs'] })

    const description = 'There is a door.'
    expect(await ok(client.updateWorld({ path, body: { description } }))).toMatchObject({ description })
    expect(await ok(client.getWorldMetadata({ path }))).toMatchObject({ id: made.id })
    expect(await refusal(grace.client.updateWorld({ path, body: { description: 'Mine.' } }))).toMatchObject({
      status: 403,
    })
    expect(await ok(grace.client.getActiveWorlds())).toEqual([])
    expect(await ok(grace.client.getRecentWorlds())).toEqual([])
    expect(await ok(grace.client.getFavoritedWorlds())).toEqual([])

    await client.unpublishWorld({ path, throwOnError: true })
    expect(await find()).toEqual([])
    await client.deleteWorld({ path, throwOnError: true })
    expect(await refusal(grace.client.getWorld({ path }))).toEqual({
      status: 404,
      message: `World ${made.id} not found`,
    })
    expect(await ok(client.getWorld({ path }))).toMatchObject({ releaseStatus: 'hidden' })
  })

  it('asks what worlds keep for a person, and what was said to them', async () => {
    const { client, id: userId } = await aMember(app, sdk)
    const path = { userId, worldId: 'wrld_00000000-0000-4000-8000-000000000000' }
    expect(await refusal(client.checkUserPersistenceExists({ path }))).toMatchObject({ status: 404 })
    expect(await refusal(client.deleteUserPersistence({ path }))).toMatchObject({ status: 404 })
    await client.deleteAllUserPersistenceData({ path, throwOnError: true })
    expect(await ok(client.getUserFeedback({ path }))).toEqual([])
  })

  it('called every method that the SDK has for the operations that are served', () => {
    const methods = methodsOf(worlds).filter((name) => !UNKNOWN.includes(name))
    expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
  })
})

/** These came after this SDK. */
const UNKNOWN = ['addWorldTags', 'removeWorldTags', 'deleteWorldPlatform']
