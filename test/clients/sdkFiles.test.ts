import { Blob as NodeBlob } from 'node:buffer'
import { beforeAll, describe, expect, it } from 'vitest'
import { analyseFiles } from '../../src/areas/files/analyses.ts'
import { files } from '../../src/contract/index.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aPicture, md5Of, putTo, SIGNATURE } from '../support/files.ts'
import { aName } from '../support/people.ts'
import { aUnityAsset } from '../support/unityAsset.ts'
import { aMember, type Member } from './members.ts'
import { methodsOf, ok, refusal, sdkFor } from './sdk.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp({ LEGACY_STATUS_TIMEOUT_MS: '10' })
  sdk = sdkFor(app)
})

const blobOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })

/** Uploads by the SDK alone, but for the PUT, which goes to the address it was given. */
async function uploaded({ client }: Member, bytes: Buffer, mimeType: 'application/x-world' | 'image/png') {
  const extension = mimeType === 'image/png' ? '.png' : '.vrcw'
  const { id: fileId } = await ok(client.createFile({ body: { name: aName(), mimeType, extension } }))
  await ok(
    client.createFileVersion({
      path: { fileId },
      body: {
        ...{ fileMd5: md5Of(bytes), fileSizeInBytes: bytes.length },
        ...{ signatureMd5: md5Of(SIGNATURE), signatureSizeInBytes: SIGNATURE.length },
      },
    }),
  )
  const send = async (fileType: 'file' | 'signature', data: Buffer, contentType: string) => {
    const path = { fileId, versionId: 1, fileType }
    const { url = '' } = await ok(client.startFileDataUpload({ path, query: { partNumber: 1 } }))
    const etag = (await putTo(app, url, data, { contentType })).headers.get('etag') ?? ''
    expect(await ok(client.getFileDataUploadStatus({ path }))).toMatchObject({ etags: [etag] })
    await ok(client.finishFileDataUpload({ path, body: { etags: [etag], maxParts: '0', nextPartNumber: '0' } }))
  }
  await send('file', bytes, mimeType)
  await send('signature', SIGNATURE, 'application/x-rsync-signature')
  return fileId
}

describe('files by the public SDK', () => {
  it('uploads a picture, finds it, downloads it and deletes it', async () => {
    const ada = await aMember(app, sdk)
    const { client } = ada
    const picture = await aPicture()
    const fileId = await uploaded(ada, picture, 'image/png')
    expect(await ok(client.getFile({ path: { fileId } }))).toMatchObject({ id: fileId, ownerId: ada.id })
    const bytes = await ok(client.downloadFileVersion({ path: { fileId, versionId: 1 } }))
    if (!(bytes instanceof NodeBlob)) throw new Error('no bytes were read')
    expect(Buffer.from(await bytes.arrayBuffer()).equals(picture)).toBe(true)
    expect(await refusal(client.getFiles({ query: { userId: ada.id } }))).toMatchObject({ status: 500 })
    expect(await ok(client.getFiles())).toMatchObject([{ id: fileId }])
    expect(await ok(client.deleteFileVersion({ path: { fileId, versionId: 1 } }))).toMatchObject({ id: fileId })
    expect(await ok(client.deleteFile({ path: { fileId } }))).toMatchObject({ id: fileId })
  })

  it('uploads pictures in forms, and puts them in order', async () => {
    const { client } = await aMember(app, sdk)
    const file = blobOf(await aPicture())
    const one = await ok(client.uploadImage({ body: { file, tag: 'gallery' } }))
    const two = await ok(client.uploadGalleryImage({ body: { file } }))
    expect(await ok(client.uploadIcon({ body: { file } }))).toMatchObject({ tags: ['icon'] })
    const ids = [two.id, one.id]
    const galleryId = newId('groupGallery', new Date())
    expect(await ok(client.setGroupGalleryFileOrder({ body: { galleryId, ids } }))).toEqual({ ids })
  })

  it('reads what an asset tells of itself, and writes what is to be said of it', async () => {
    const ada = await aMember(app, sdk, { admin: true })
    const { client } = ada
    const fileId = await uploaded(ada, aUnityAsset(), 'application/x-world')
    await analyseFiles(app.scope())
    const path = { fileId, versionId: 1 }
    expect(await ok(client.getFileAnalysis({ path }))).toMatchObject({ success: true })
    expect(await ok(client.getFileAnalysisSecurity({ path }))).toMatchObject({ success: true })
    expect(await ok(client.getFileAnalysisStandard({ path }))).toMatchObject({ success: true })
    const { id: assetReviewId } = await app.scope().db.assetReview.findFirstOrThrow({ where: { fileId } })
    await client.updateAssetReviewNotes({ path: { assetReviewId }, body: { reviewNotes: 'fine' }, throwOnError: true })
    const contentId = newId('world', new Date())
    const about = { agreementCode: 'content.copyright.owned', contentId, version: 1 } as const
    expect(
      await ok(client.submitContentAgreement({ body: { ...about, agreementFulltext: 'It is mine.' } })),
    ).toMatchObject({ contentId })
    expect(await ok(client.getContentAgreementStatus({ query: about }))).toMatchObject({ agreed: true })
    const adminAssetBundleId = newId('adminAssetBundle', new Date())
    expect(await refusal(client.getAdminAssetBundle({ path: { adminAssetBundleId } }))).toMatchObject({ status: 404 })
  })

  it('called every method of the operations that are served', () => {
    const methods = methodsOf(files).filter((name) => !['downloadFileData', 'downloadImage'].includes(name))
    expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
