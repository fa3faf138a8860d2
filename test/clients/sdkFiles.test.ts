import { Blob as NodeBlob } from 'node:buffer'
import { beforeAll, describe, expect, it } from 'vitest'
import { analyseFiles } from '../../src/areas/files/assets/analyses.ts'
import { files } from '../../src/contract/files.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anImage, md5Of, SIGNATURE_BYTES, uploadBytes } from '../support/files.ts'
import { aGroupRequest, subscribe } from '../support/groups.ts'
import { aUnityAsset } from '../support/unityAsset.ts'
import { aName } from '../support/users.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser, type SdkUser } from './sdkUser.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp({ LEGACY_STATUS_TIMEOUT_MS: '10' })
  sdk = sdkFor(app)
})

const blobOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })

/** Uploads through the SDK, except for the PUT to the upload URL. */
async function uploaded({ client }: SdkUser, bytes: Buffer, mimeType: 'application/x-world' | 'image/png') {
  const extension = mimeType === 'image/png' ? '.png' : '.vrcw'
  const { id: fileId } = await dataOf(client.createFile({ body: { name: aName(), mimeType, extension } }))
  await dataOf(
    client.createFileVersion({
      path: { fileId },
      body: {
        ...{ fileMd5: md5Of(bytes), fileSizeInBytes: bytes.length },
        ...{ signatureMd5: md5Of(SIGNATURE_BYTES), signatureSizeInBytes: SIGNATURE_BYTES.length },
      },
    }),
  )
  const send = async (fileType: 'file' | 'signature', data: Buffer, contentType: string) => {
    const path = { fileId, versionId: 1, fileType }
    const { url = '' } = await dataOf(client.startFileDataUpload({ path, query: { partNumber: 1 } }))
    const etag = (await uploadBytes(app, url, data, { contentType })).headers.get('etag') ?? ''
    expect(await dataOf(client.getFileDataUploadStatus({ path }))).toMatchObject({ etags: [etag] })
    await dataOf(client.finishFileDataUpload({ path, body: { etags: [etag], maxParts: '0', nextPartNumber: '0' } }))
  }
  await send('file', bytes, mimeType)
  await send('signature', SIGNATURE_BYTES, 'application/x-rsync-signature')
  return fileId
}

describe('files by the public SDK', () => {
  it('uploads an image, finds it, downloads it and deletes it', async () => {
    const ada = await anSdkUser(app, sdk)
    const { client } = ada
    const picture = await anImage()
    const fileId = await uploaded(ada, picture, 'image/png')
    expect(await dataOf(client.getFile({ path: { fileId } }))).toMatchObject({ id: fileId, ownerId: ada.id })
    const bytes = await dataOf(client.downloadFileVersion({ path: { fileId, versionId: 1 } }))
    if (!(bytes instanceof NodeBlob)) throw new Error('The download is not a Blob')
    expect(Buffer.from(await bytes.arrayBuffer()).equals(picture)).toBe(true)
    expect(await sdkRefusal(client.getFiles({ query: { userId: ada.id } }))).toMatchObject({ status: 500 })
    expect(await dataOf(client.getFiles())).toMatchObject([{ id: fileId }])
    expect(await dataOf(client.deleteFileVersion({ path: { fileId, versionId: 1 } }))).toMatchObject({ id: fileId })
    expect(await dataOf(client.deleteFile({ path: { fileId } }))).toMatchObject({ id: fileId })
  })

  it('uploads images as forms, and orders the gallery', async () => {
    const { client, id } = await anSdkUser(app, sdk)
    const file = blobOf(await anImage())
    const one = await dataOf(client.uploadImage({ body: { file, tag: 'gallery' } }))
    const two = await dataOf(client.uploadGalleryImage({ body: { file } }))
    expect(await dataOf(client.uploadIcon({ body: { file } }))).toMatchObject({ tags: ['icon'] })
    const ids = [two.id, one.id]
    await subscribe(app, { id })
    const { id: groupId = '' } = await dataOf(client.createGroup({ body: aGroupRequest() }))
    const { id: galleryId = '' } = await dataOf(
      client.createGroupGallery({ path: { groupId }, body: { name: 'Ships' } }),
    )
    for (const fileId of [one.id, two.id])
      await dataOf(client.addGroupGalleryImage({ path: { groupId, groupGalleryId: galleryId }, body: { fileId } }))
    expect(await dataOf(client.setGroupGalleryFileOrder({ body: { galleryId, ids } }))).toEqual({ ids })
  })

  it('reads the analysis of an asset, and writes its agreement', async () => {
    const ada = await anSdkUser(app, sdk, { admin: true })
    const { client } = ada
    const fileId = await uploaded(ada, aUnityAsset(), 'application/x-world')
    await analyseFiles(app.scope())
    const path = { fileId, versionId: 1 }
    expect(await dataOf(client.getFileAnalysis({ path }))).toMatchObject({ success: true })
    expect(await dataOf(client.getFileAnalysisSecurity({ path }))).toMatchObject({ success: true })
    expect(await dataOf(client.getFileAnalysisStandard({ path }))).toMatchObject({ success: true })
    const { id: assetReviewId } = await app.scope().db.assetReview.findFirstOrThrow({ where: { fileId } })
    await client.updateAssetReviewNotes({ path: { assetReviewId }, body: { reviewNotes: 'fine' }, throwOnError: true })
    const contentId = newId('world', new Date())
    const about = { agreementCode: 'content.copyright.owned', contentId, version: 1 } as const
    expect(
      await dataOf(client.submitContentAgreement({ body: { ...about, agreementFulltext: 'It is mine.' } })),
    ).toMatchObject({ contentId })
    expect(await dataOf(client.getContentAgreementStatus({ query: about }))).toMatchObject({ agreed: true })
    const adminAssetBundleId = newId('adminAssetBundle', new Date())
    expect(await sdkRefusal(client.getAdminAssetBundle({ path: { adminAssetBundleId } }))).toMatchObject({
      status: 404,
    })
  })

  it('calls every SDK method whose operation is implemented', () => {
    const methods = methodsOf(files).filter((name) => !['downloadFileData', 'downloadImage'].includes(name))
    expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
