import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { cleanUpFiles } from '../../../src/areas/files/storage/cleanup.ts'
import { DAY } from '../../../src/kernel/clock.ts'
import { systemScope } from '../../../src/kernel/scope.ts'
import { sharedApp } from '../../support/app.ts'
import {
  aFileWithoutContent,
  anImage,
  anUploadedFile,
  BINARY_FILE,
  download,
  IMAGE_FILE,
  md5Of,
  SIGNATURE_BYTES,
  uploadBytes,
} from '../../support/files.ts'
import { sendRawRequest } from '../../support/rawHttp.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
beforeEach(async () => {
  ada = await aUser(app)
})

const bytes = randomBytes(1_000)
const announce = (fileId: string) =>
  ada.api.call('createFileVersion', {
    fileId,
    body: {
      fileMd5: md5Of(bytes),
      fileSizeInBytes: bytes.length,
      signatureMd5: md5Of(SIGNATURE_BYTES),
      signatureSizeInBytes: 1,
    },
  })

describe('createFile', () => {
  it.each([
    ['extension', { extension: 'png' }],
    ['extension', { extension: '' }],
    ['extension', { extension: '.p/../ng' }],
    ['mimeType', { mimeType: 'text/html' }],
    ['name', { name: 'x'.repeat(257) }],
    ['name', { name: undefined }],
    ['tags', { tags: ['x'.repeat(65)] }],
    ['tags', { tags: 'icon' }],
  ])('refuses an invalid %s: %j', async (field, wrong) => {
    expect(await ada.api.try('createFile', { body: { ...BINARY_FILE, ...wrong } })).toMatchObject(
      refusal(400, new RegExp(`^${field}`)),
    )
  })

  it('stores any name unchanged', async () => {
    const name = '../../etc/passwd <script> 🌍'
    expect(await ada.api.call('createFile', { body: { ...BINARY_FILE, name } })).toMatchObject({ name })
  })
})

describe('getFile', () => {
  it('answers 404 for ids that are no file', async () => {
    const id = 'file_00000000-0000-4000-8000-000000000000'
    for (const fileId of [id, 'file_x', '..%2f..'])
      expect(await ada.api.try('getFile', { fileId })).toMatchObject(refusal(404, `File '${fileId}' not found`))
  })
})

describe('getFiles', () => {
  it("lists the viewer's files with a tag, oldest first, page by page", async () => {
    const ids: string[] = []
    for (const tags of [['icon'], ['gallery'], ['icon', 'gallery'], []])
      ids.push((await ada.api.call('createFile', { body: { ...IMAGE_FILE, tags } })).id)
    const list = async (query: object = {}) => (await ada.api.call('getFiles', { query })).map(({ id }) => id)
    expect(await list()).toEqual(ids)
    expect(await list({ tag: 'icon' })).toEqual([ids[0], ids[2]])
    expect(await list({ n: '1', offset: '1', tag: 'gallery' })).toEqual([ids[2]])
    expect(await list({ tag: 'none' })).toEqual([])
    expect((await aUser(app).then(({ api }) => api.call('getFiles'))).length).toBe(0)
  })

  it('always answers 500 to a userId, as clients expect', async () => {
    expect(await ada.api.try('getFiles', { query: { userId: ada.id } })).toMatchObject({
      status: 500,
      body: { error: { status_code: 500, message: expect.stringContaining('not allowed') } },
    })
  })
})

describe('the versions of a file', () => {
  it('are deleted from the latest on, and their numbers are not used again', async () => {
    const { id: fileId } = await anUploadedFile(app, ada, bytes)
    await announce(fileId)
    const drop = (versionId: number) => ada.api.try('deleteFileVersion', { fileId, versionId })
    // Sent past the log of exchanges, which counts a 500 as a fault: this one is documented.
    const cookie = `auth=${ada.api.cookies.get('auth')}`
    const middle = { method: 'DELETE', path: `/api/1/file/${fileId}/1`, headers: { cookie } }
    expect(await sendRawRequest(app.origin, middle)).toMatchObject({
      status: 500,
      body: {
        error: { message: expect.stringMatching(/^409 Cannot delete against anything but the latest.*: 1, 2$/) },
      },
    })
    expect(await drop(0)).toMatchObject(
      refusal(400, 'Cannot delete the initial version of the file, just delete the entire file record.'),
    )
    expect(await drop(2)).toMatchObject({ status: 200, body: { versions: [{}, {}, { version: 2, deleted: true }] } })
    expect(await drop(2)).toMatchObject({ status: 404 })
    expect(await drop(9)).toMatchObject({ status: 404 })
    expect(await drop(1)).toMatchObject({ status: 200 })
    expect((await announce(fileId)).versions.at(-1)).toMatchObject({ version: 3, status: 'waiting' })
  })

  it('are numbered without gaps when announced concurrently', async () => {
    const { id: fileId } = await ada.api.call('createFile', { body: BINARY_FILE })
    await Promise.all(Array.from({ length: 20 }, () => announce(fileId)))
    const { versions } = await ada.api.call('getFile', { fileId })
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 21 }, (_, version) => version))
  })

  it('are deleted once by twenty concurrent requests', async () => {
    const { id: fileId } = await aFileWithoutContent(ada, bytes)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ada.api.try('deleteFileVersion', { fileId, versionId: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
  })
})

describe('deleteFile', () => {
  it('returns the file that it deleted', async () => {
    const file = await anUploadedFile(app, ada, bytes)
    expect(await ada.api.call('deleteFile', { fileId: file.id })).toEqual(file)
    expect(await ada.api.try('deleteFile', { fileId: file.id })).toMatchObject(
      refusal(404, `File '${file.id}' not found`),
    )
    expect((await download(app, `${app.origin}/api/1/file/${file.id}/1`, { person: ada })).status).toBe(404)
  })

  it('is allowed to admins', async () => {
    const { id: fileId } = await aFileWithoutContent(ada, bytes)
    expect(await (await anAdmin(app)).api.try('deleteFile', { fileId })).toMatchObject({ status: 200 })
  })
})

describe('the clean-up job', () => {
  const later = (days: number) => {
    const scope = systemScope(app.app.services)
    const at = new Date(scope.now.getTime() + days * DAY)
    return cleanUpFiles({ ...scope, now: at, clock: { now: () => at } })
  }
  const keyOf = async (fileId: string) => {
    const data = await app.scope().db.fileData.findFirstOrThrow({ where: { fileId, type: 'file' } })
    return data.blobKey ?? ''
  }
  const isKept = async (key: string) => {
    const found = await app.scope().blobs.read(key)
    found?.stream.destroy()
    return found !== null
  }

  it('deletes blobs without a row after a day, and keeps all others', async () => {
    const [kept, gone] = [
      await anUploadedFile(app, ada, randomBytes(500)),
      await anUploadedFile(app, ada, randomBytes(500)),
    ]
    const [keptKey, goneKey] = [await keyOf(kept.id), await keyOf(gone.id)]
    await ada.api.call('deleteFile', { fileId: gone.id })
    await later(0.9)
    expect([await isKept(keptKey), await isKept(goneKey)]).toEqual([true, true])
    await later(1.1)
    expect([await isKept(keptKey), await isKept(goneKey)]).toEqual([true, false])
  })

  it('deletes versions that were not finished within a day, with their data', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    const { url } = await ada.api.call('startFileDataUpload', { fileId: id, versionId: 1, fileType: 'file' })
    expect((await uploadBytes(app, url, bytes)).status).toBe(200)
    await later(0.9)
    expect((await ada.api.call('getFile', { fileId: id })).versions.at(-1)).toMatchObject({ status: 'waiting' })
    await later(1.1)
    expect((await ada.api.call('getFile', { fileId: id })).versions.at(-1)).toMatchObject({ version: 1, deleted: true })
    expect((await uploadBytes(app, url, bytes)).status).toBe(404)
  })

  it('keeps a version older than a day whose upload has started since', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    const hoursAgo = (hours: number) => new Date(app.scope().now.getTime() - (hours * DAY) / 24)
    await app.scope().db.fileVersion.updateMany({ where: { fileId: id }, data: { createdAt: hoursAgo(25) } })
    for (const fileType of ['file', 'signature'])
      await ada.api.call('startFileDataUpload', { fileId: id, versionId: 1, fileType })
    const startedAt = hoursAgo(1)
    await app.scope().db.fileData.updateMany({ where: { fileId: id, version: 1 }, data: { startedAt } })
    await later(0)
    const { versions } = await ada.api.call('getFile', { fileId: id })
    expect(versions.at(-1)).toMatchObject({ version: 1, status: 'waiting', file: { status: 'waiting' } })
    expect(versions.at(-1)).not.toHaveProperty('deleted')
  })

  it('keeps an image and its thumbnails', async () => {
    const { id } = await anUploadedFile(app, ada, await anImage(200), IMAGE_FILE)
    await download(app, `${app.origin}/api/1/image/${id}/1/64`)
    await later(3)
    expect((await download(app, `${app.origin}/api/1/image/${id}/1/64`)).status).toBe(200)
    expect((await download(app, `${app.origin}/api/1/file/${id}/1`)).status).toBe(200)
  })
})
