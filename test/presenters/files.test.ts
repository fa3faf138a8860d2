import { beforeAll, describe, expect, it } from 'vitest'
import { AdminAssetBundle, Agreement, FileAnalysis } from '../../src/contract/shapes/asset.ts'
import { File, FileData, FileVersion, FileVersionUploadStatus } from '../../src/contract/shapes/file.ts'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { aFileWithoutContent, anUploadedFile, IMAGE_FILE, uploadBytes, WORLD_FILE } from '../support/files.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { expectDistinct, expectPresented, flagCombinations, moment } from './records.ts'
import { FILE_ROW } from './rows.ts'

const app = await sharedApp()
const { db } = app.scope()
let ada: TestUser
let stranger: TestUser
beforeAll(async () => {
  ;[ada, stranger] = [await aUser(app), await aUser(app)]
})

const dataRow = (type: string, size: number) => ({
  category: 'multipart',
  status: 'waiting',
  fileName: `name of ${type}`,
  md5: `md5 of ${type}`,
  sizeInBytes: BigInt(size),
  uploadRef: `upload of ${type}`,
})

async function aCompleteFile() {
  const { id } = await aFileWithoutContent(ada, Buffer.from('x'), IMAGE_FILE)
  await db.file.update({ where: { id }, data: FILE_ROW })
  await db.fileVersion.updateMany({ where: { fileId: id, version: 0 }, data: { createdAt: moment(1) } })
  await db.fileVersion.updateMany({ where: { fileId: id, version: 1 }, data: { createdAt: moment(2) } })
  const contentType = 'application/x-rsync-delta'
  await db.fileData.create({ data: { fileId: id, version: 1, type: 'delta', contentType, ...dataRow('delta', 23) } })
  for (const [type, size] of [
    ['file', 24],
    ['signature', 25],
  ] as const)
    await db.fileData.updateMany({ where: { fileId: id, version: 1, type }, data: dataRow(type, size) })
  return id
}

function expectData(fileId: string, record: unknown, { type, size }: { type: string; size: number }) {
  const { fileName, md5, uploadRef } = dataRow(type, size)
  const url = `http://plaza.test/api/1/file/${fileId}/1/${type}`
  expectPresented(record, FileData, { md5, fileName, uploadRef, url })
}

describe('fileWire', () => {
  it('maps every column, and those of its versions and their data', async () => {
    expectDistinct(FILE_ROW)
    const id = await aCompleteFile()
    const { versions, ...file } = await ada.api.call('getFile', { fileId: id })
    expectPresented({ ...file, versions: [] }, File, { FILE_ROW, ada, id })
    expect(versions).toHaveLength(2)
    expect(versions[0]).toEqual({ version: 0, status: 'complete', created_at: moment(1).toISOString() })
    const { delta, file: whole, signature, ...version } = Object(versions[1])
    expectPresented({ ...version, delta: 1, file: 1, signature: 1 }, FileVersion, {})
    expectData(id, delta, { type: 'delta', size: 23 })
    expectData(id, whole, { type: 'file', size: 24 })
    expectData(id, signature, { type: 'signature', size: 25 })
  })

  it('hides the upload details from other users', async () => {
    const fileId = await aCompleteFile()
    const told = JSON.stringify(await ada.api.call('getFile', { fileId }))
    const expected = told.replace(/"uploadId":"[^"]+"/g, '"uploadId":""')
    expect(JSON.stringify(await stranger.api.call('getFile', { fileId }))).toBe(expected)
  })

  it('marks a deleted version', async () => {
    const fileId = await aCompleteFile()
    await db.fileVersion.updateMany({ where: { fileId, version: 1 }, data: { deletedAt: moment(3) } })
    const { versions } = await ada.api.call('getFile', { fileId })
    expect(versions[1]).toMatchObject({ version: 1, status: 'none', deleted: true })
  })
})

describe('uploadStatusWire', () => {
  it('lists each uploaded part', async () => {
    const { id: fileId } = await aFileWithoutContent(ada, Buffer.alloc(100))
    const key = { fileId, versionId: 1, fileType: 'file' }
    const etags: string[] = []
    for (const partNumber of [1, 3]) {
      const { url } = await ada.api.call('startFileDataUpload', { ...key, query: { partNumber: String(partNumber) } })
      const { headers } = await uploadBytes(app, url, Buffer.from(`part ${partNumber}`))
      etags.push(headers.get('etag') ?? '')
    }
    const where = { fileId_version_type: { fileId, version: 1, type: 'file' } }
    const { uploadRef, fileName } = await db.fileData.findUniqueOrThrow({ where })
    expectPresented(await ada.api.call('getFileDataUploadStatus', key), FileVersionUploadStatus, {
      etags,
      fileName,
      uploadRef,
    })
  })
})

describe('analysisWire', () => {
  it.each(flagCombinations('success'))('maps every column with %j', async ({ success = false }) => {
    const { id: fileId } = await anUploadedFile(app, ada, Buffer.from('what an engine would load'), WORLD_FILE)
    const sizes = { fileSize: 31n, uncompressedSize: 32n }
    await db.fileAnalysis.create({ data: { fileId, version: 1, success, md5: 'md5', ...sizes, createdAt: moment(1) } })
    expectPresented(await ada.api.call('getFileAnalysis', { fileId, versionId: 1 }), FileAnalysis, {})
  })
})

describe('agreementWire', () => {
  it('maps every column', async () => {
    const agreed = {
      agreementCode: 'content.copyright.owned',
      contentId: newId('world', new Date()),
      version: 1,
    } as const
    const body = { ...agreed, agreementFulltext: 'It is mine' }
    const told = await ada.api.call('submitContentAgreement', { body })
    const row = await db.agreement.findFirstOrThrow({ where: { userId: ada.id, version: 1 } })
    expectPresented(told, Agreement, { ada, body, row })
  })
})

describe('adminAssetBundleWire', () => {
  it('maps every column', async () => {
    const id = newId('adminAssetBundle', new Date())
    const assetUrl = 'https://plaza.test/asset'
    const row = {
      assetType: 'ui',
      name: 'Menu',
      description: 'What it is for',
      imageUrl: 'https://plaza.test/image.png',
      thumbnailImageUrl: 'https://plaza.test/small.png',
      releaseStatus: 'public',
      tags: ['admin_menu'],
      unityPackageUrl: 'https://plaza.test/package',
      unityPackages: [{ assetUrl, assetVersion: 51, platform: 'ios', unityVersion: '2022.3.6f1', variant: 'security' }],
    }
    expectDistinct(row)
    const dates = { createdAt: moment(1), updatedAt: moment(2) }
    await db.adminAssetBundle.create({ data: { id, authorId: ada.id, ...row, ...dates } })
    expectPresented(await stranger.api.call('getAdminAssetBundle', { adminAssetBundleId: id }), AdminAssetBundle, {
      ada,
      dates,
      row,
    })
  })
})
