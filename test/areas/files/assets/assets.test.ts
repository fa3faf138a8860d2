import { beforeEach, describe, expect, it } from 'vitest'
import { analyseFiles } from '../../../../src/areas/files/assets/analyses.ts'
import { HOUR } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { anApp, sharedApp } from '../../../support/app.ts'
import {
  aFileWithoutContent,
  anUploadedFile,
  BINARY_FILE,
  md5Of,
  uploadFileData,
  WORLD_FILE,
} from '../../../support/files.ts'
import { refusal } from '../../../support/refusals.ts'
import { aUnityAsset } from '../../../support/unityAsset.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
beforeEach(async () => {
  ada = await aUser(app)
})

const hexOf = (bytes: Buffer) => Buffer.from(md5Of(bytes), 'base64').toString('hex')
const analyses = ['getFileAnalysis', 'getFileAnalysisSecurity', 'getFileAnalysisStandard'] as const

describe('the analysis of an asset', () => {
  it('is pending at first, and then describes the asset', async () => {
    const bytes = aUnityAsset({ engineVersion: '2022.3.22f1' })
    const { id: fileId } = await anUploadedFile(app, ada, bytes, WORLD_FILE)
    for (const name of analyses)
      expect(await ada.api.try(name, { fileId, versionId: 1 })).toMatchObject({
        status: 202,
        body: { error: { status_code: 202 } },
      })
    expect(await analyseFiles(app.scope())).toBeGreaterThan(0)
    for (const name of analyses)
      expect(await ada.api.call(name, { fileId, versionId: 1 })).toMatchObject({
        success: true,
        fileSize: bytes.length,
        uncompressedSize: expect.any(Number),
        avatarStats: { boneCount: 0, bounds: [0, 0, 0] },
      })
    const kept = await app.scope().db.fileAnalysis.findFirstOrThrow({ where: { fileId } })
    expect(kept).toMatchObject({ engineVersion: '2022.3.22f1', md5: hexOf(bytes) })
    expect(Number(kept.uncompressedSize)).toBeGreaterThan(0)
    expect(await analyseFiles(app.scope())).toBe(0)
  })

  it('reports an asset that cannot be read', async () => {
    const { id: fileId } = await anUploadedFile(app, ada, Buffer.from('no asset at all'), WORLD_FILE)
    await analyseFiles(app.scope())
    expect(await ada.api.call('getFileAnalysis', { fileId, versionId: 1 })).toMatchObject({
      success: false,
      fileSize: 15,
      uncompressedSize: 0,
    })
  })

  it('is made when an asset can be read again, however long after', async () => {
    const own = await anApp()
    const { client } = own.scope()
    const person = await aUser(own)
    const { id: fileId } = await anUploadedFile(own, person, aUnityAsset(), WORLD_FILE)
    const where = { fileId_version_type: { fileId, version: 1, type: 'file' } }
    const { blobKey } = await client.fileData.findUniqueOrThrow({ where })
    await client.fileData.update({ where, data: { blobKey: 'lost' } })
    for (let hour = 0; hour < 3; hour++) {
      await anUploadedFile(own, person, aUnityAsset(), WORLD_FILE)
      expect(await analyseFiles(own.scope())).toBe(1)
      own.clock.advance(HOUR)
    }
    await client.fileData.update({ where, data: { blobKey } })
    expect(await analyseFiles(own.scope())).toBe(1)
    expect(await person.api.call('getFileAnalysis', { fileId, versionId: 1 })).toMatchObject({ success: true })
  })

  it('is missing for files that are no asset, have no data or do not exist', async () => {
    const { id: fileId } = await anUploadedFile(app, ada, Buffer.from('x'), BINARY_FILE)
    const { id: world } = await ada.api.call('createFile', { body: WORLD_FILE })
    for (const key of [
      { fileId, versionId: 1 },
      { fileId: world, versionId: 0 },
      { fileId: world, versionId: 5 },
      { fileId: newId('file', new Date()), versionId: 1 },
    ])
      expect(await ada.api.try('getFileAnalysis', key)).toMatchObject(refusal(404, `File '${key.fileId}' not found`))
  })

  it('is pending until the upload is finished', async () => {
    const bytes = aUnityAsset()
    const { id: fileId } = await aFileWithoutContent(ada, bytes, WORLD_FILE)
    await analyseFiles(app.scope())
    expect(await ada.api.try('getFileAnalysis', { fileId, versionId: 1 })).toMatchObject({ status: 202 })
    await uploadFileData(app, ada, { fileId, versionId: 1, fileType: 'file', bytes })
    await analyseFiles(app.scope())
    expect(await ada.api.call('getFileAnalysis', { fileId, versionId: 1 })).toMatchObject({ success: true })
  })
})

describe('the review of an asset', () => {
  it('has notes that the author and admins can change', async () => {
    const { id: fileId } = await anUploadedFile(app, ada, aUnityAsset(), WORLD_FILE)
    const { id: assetReviewId } = await app.scope().db.assetReview.findFirstOrThrow({ where: { fileId } })
    const write = (person: TestUser, reviewNotes: unknown) =>
      person.api.try('updateAssetReviewNotes', { assetReviewId, body: { reviewNotes } })
    expect(await write(ada, 'please look at the door')).toMatchObject({ status: 200, body: '' })
    expect(await write(await anAdmin(app), 'the door is fine')).toMatchObject({ status: 200 })
    expect(await write(await aUser(app), 'mine')).toMatchObject({ status: 403 })
    expect(await write(ada, 'x'.repeat(5_001))).toMatchObject(refusal(400, /reviewNotes/))
    expect(await write(ada, 7)).toMatchObject(refusal(400, /reviewNotes/))
    expect(await app.scope().db.assetReview.findFirstOrThrow({ where: { fileId } })).toMatchObject({
      reviewNotes: 'the door is fine',
    })
  })

  it('is missing when it does not exist', async () => {
    const call = { assetReviewId: newId('assetReview', new Date()), body: { reviewNotes: '' } }
    expect(await ada.api.try('updateAssetReviewNotes', call)).toMatchObject({ status: 404 })
    expect(await ada.api.try('updateAssetReviewNotes', { ...call, assetReviewId: 'arev_x' })).toMatchObject({
      status: 404,
    })
  })
})

describe('an agreement', () => {
  const about = (contentId: string) => ({ agreementCode: 'content.copyright.owned', contentId, version: 1 }) as const
  const agree = (person: TestUser, contentId: string, more: object = {}) =>
    person.api.try('submitContentAgreement', {
      body: { ...about(contentId), agreementFulltext: 'It is mine.', ...more },
    })

  it('is stored once for each person, even when submitted concurrently', async () => {
    const contentId = newId('avatar', new Date())
    const status = (person: TestUser) =>
      person.api.call('getContentAgreementStatus', { query: { contentId, version: '1' } })
    expect(await status(ada)).toEqual({ ...about(contentId), userId: ada.id, agreed: false })
    const answers = await Promise.all(Array.from({ length: 10 }, () => agree(ada, contentId)))
    expect(new Set(answers.map(({ body }) => Object(body).id)).size).toBe(1)
    expect(answers[0]).toMatchObject({
      status: 200,
      body: { ...about(contentId), userId: ada.id, agreementFulltext: 'It is mine.', tags: [] },
    })
    expect(await status(ada)).toMatchObject({ agreed: true })
    expect(await status(await aUser(app))).toMatchObject({ agreed: false })
  })

  it.each([
    ['contentId', { contentId: 'everything' }],
    ['contentId', { contentId: 'usr_00000000-0000-4000-8000-000000000000' }],
    ['version', { version: 2 }],
    ['version', { version: 'one' }],
    ['agreementCode', { agreementCode: 'content.stolen' }],
    ['agreementFulltext', { agreementFulltext: 'x'.repeat(20_001) }],
  ])('is refused with an invalid %s', async (field, wrong) => {
    expect(await agree(ada, newId('world', new Date()), wrong)).toMatchObject(refusal(400, new RegExp(`^${field}`)))
  })

  it('requires content and version to be read', async () => {
    expect(await ada.api.try('getContentAgreementStatus', { query: { version: 1 } })).toMatchObject(
      refusal(400, /contentId/),
    )
    expect(
      await ada.api.try('getContentAgreementStatus', { query: { contentId: newId('prop', new Date()) } }),
    ).toMatchObject(refusal(400, /version/))
  })
})

describe('an asset bundle of the platform', () => {
  it('is visible to everybody when it is public, and to admins otherwise', async () => {
    const admin = await anAdmin(app)
    const { db, now } = app.scope()
    const bundle = async (releaseStatus: string) => {
      const id = newId('adminAssetBundle', now)
      const unityPackages = [
        {
          assetUrl: 'https://plaza.test/a',
          assetVersion: 1,
          platform: 'android',
          unityVersion: '2022',
          variant: 'standard',
        },
      ]
      const texts = { assetType: 'ui', name: 'Menu', description: '', imageUrl: '', thumbnailImageUrl: '' }
      await db.adminAssetBundle.create({
        data: { id, authorId: admin.id, unityPackages, releaseStatus, ...texts, createdAt: now, updatedAt: now },
      })
      return id
    }
    const read = (person: TestUser, adminAssetBundleId: string) =>
      person.api.try('getAdminAssetBundle', { adminAssetBundleId })
    const [shown, hidden] = [await bundle('public'), await bundle('hidden')]
    expect(await read(ada, shown)).toMatchObject({
      status: 200,
      body: { name: 'Menu', authorName: admin.username, unityPackages: [{ platform: 'android' }] },
    })
    expect(await read(ada, hidden)).toMatchObject(refusal(404, 'Asset bundle not found'))
    expect(await read(admin, hidden)).toMatchObject({ status: 200 })
    expect(await read(ada, 'aab_x')).toMatchObject({ status: 404 })
  })
})
