import { beforeAll, describe, expect, it } from 'vitest'
import { worlds } from '../../src/contract/worlds.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anImage, md5Of, SIGNATURE_BYTES, uploadBytes } from '../support/files.ts'
import { aUnityAsset } from '../support/unityAsset.ts'
import { aName } from '../support/users.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser, type SdkUser } from './sdkUser.ts'

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

/** Uploads through the SDK, except for the PUTs to the upload URLs; resolves to the URL of the file. */
async function uploaded({ client }: SdkUser, bytes: Buffer, kind: keyof typeof KINDS): Promise<string> {
  const { id: fileId } = await dataOf(client.createFile({ body: { name: aName(), ...KINDS[kind] } }))
  const announced = {
    fileMd5: md5Of(bytes),
    signatureMd5: md5Of(SIGNATURE_BYTES),
    signatureSizeInBytes: SIGNATURE_BYTES.length,
  }
  await dataOf(client.createFileVersion({ path: { fileId }, body: { ...announced, fileSizeInBytes: bytes.length } }))
  const send = async (fileType: 'file' | 'signature', data: Buffer, contentType: string) => {
    const path = { fileId, versionId: 1, fileType }
    const { url = '' } = await dataOf(client.startFileDataUpload({ path }))
    expect((await uploadBytes(app, url, data, { contentType, md5: md5Of(data) })).status).toBe(200)
    return dataOf(client.finishFileDataUpload({ path, body: { maxParts: '0', nextPartNumber: '0' } }))
  }
  await send('file', bytes, KINDS[kind].mimeType)
  const { versions } = await send('signature', SIGNATURE_BYTES, 'application/x-rsync-signature')
  return versions.at(-1)?.file?.url ?? ''
}

describe('worlds by the public SDK', () => {
  it('uploads an image and a world, publishes it for others to find, and deletes it', async () => {
    const [ada, grace] = [await anSdkUser(app, sdk), await anSdkUser(app, sdk)]
    const { client } = ada
    const imageUrl = await uploaded(ada, await anImage(640, 480), 'picture')
    const assetUrl = await uploaded(ada, aUnityAsset(), 'asset')
    const name = aName('A world of ')
    const made = await dataOf(
      client.createWorld({ body: { name, imageUrl, assetUrl, capacity: 20, unityVersion: '2022.3.22f1' } }),
    )
    expect(made).toMatchObject({ name, authorId: ada.id, releaseStatus: 'private', capacity: 20 })
    const path = { worldId: made.id }
    const find = async () => (await dataOf(grace.client.searchWorlds({ query: { search: name } }))).map(({ id }) => id)
    expect(await find()).toEqual([])

    expect(await dataOf(client.getWorldPublishStatus({ path }))).toEqual({ canPublish: true })
    await client.publishWorld({ path, throwOnError: true })
    expect(await find()).toEqual([made.id])
    expect(await dataOf(grace.client.getWorld({ path }))).toMatchObject({
      releaseStatus: 'public',
      tags: ['system_labs'],
    })

    const description = 'There is a door.'
    expect(await dataOf(client.updateWorld({ path, body: { description } }))).toMatchObject({ description })
    expect(await dataOf(client.getWorldMetadata({ path }))).toMatchObject({ id: made.id })
    expect(await sdkRefusal(grace.client.updateWorld({ path, body: { description: 'Mine.' } }))).toMatchObject({
      status: 403,
    })
    expect(await dataOf(grace.client.getActiveWorlds())).toEqual([])
    expect(await dataOf(grace.client.getRecentWorlds())).toEqual([])
    expect(await dataOf(grace.client.getFavoritedWorlds())).toEqual([])

    await client.unpublishWorld({ path, throwOnError: true })
    expect(await find()).toEqual([])
    await client.deleteWorld({ path, throwOnError: true })
    expect(await sdkRefusal(grace.client.getWorld({ path }))).toEqual({
      status: 404,
      message: `World ${made.id} not found`,
    })
    expect(await dataOf(client.getWorld({ path }))).toMatchObject({ releaseStatus: 'hidden' })
  })

  it('checks persistent data and permissions of worlds', async () => {
    const { client, id: userId } = await anSdkUser(app, sdk)
    const path = { userId, worldId: 'wrld_00000000-0000-4000-8000-000000000000' }
    expect(await sdkRefusal(client.checkUserPersistenceExists({ path }))).toMatchObject({ status: 404 })
    expect(await sdkRefusal(client.deleteUserPersistence({ path }))).toMatchObject({ status: 404 })
    await client.deleteAllUserPersistenceData({ path, throwOnError: true })
    expect(await dataOf(client.getUserFeedback({ path }))).toEqual([])
  })

  it('calls every SDK method whose operation is implemented', () => {
    const methods = methodsOf(worlds).filter((name) => !UNKNOWN.includes(name))
    expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
  })
})

/** Operations that are newer than the tested SDK version. */
const UNKNOWN = ['addWorldTags', 'removeWorldTags', 'deleteWorldPlatform']
