import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { cleanUpFiles, removeFreedContent } from '../../../../src/areas/files/storage/cleanup.ts'
import { graphql } from '../../../generated/gql.ts'
import { anApp } from '../../../support/app.ts'
import {
  aFileWithoutContent,
  anImage,
  anUploadedFile,
  BINARY_FILE,
  bytesOf,
  download,
  IMAGE_FILE,
  md5Of,
  SIGNATURE_BYTES,
  uploadBytes,
  uploadFileData,
} from '../../../support/files.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { refusal } from '../../../support/refusals.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const QUOTA = 100_000
const app = await anApp({ MAX_STORED_BYTES: String(QUOTA), MAX_UPLOAD_BYTES: '60000' })
let ada: TestUser
beforeEach(async () => {
  ada = await aUser(app)
})

const TOO_MUCH = refusal(400, `Your files can have at most ${QUOTA} bytes`)

const announce = (person: TestUser, fileId: string, fileSizeInBytes?: number) => {
  const file = fileSizeInBytes === undefined ? {} : { fileMd5: md5Of(Buffer.from('x')), fileSizeInBytes }
  const signature = { signatureMd5: md5Of(SIGNATURE_BYTES), signatureSizeInBytes: 0 }
  return person.api.try('createFileVersion', { fileId, body: { ...file, ...signature } })
}

describe('what a person stores', () => {
  it('is limited in bytes, announced ones included, over all files', async () => {
    const [one, two] = [
      await ada.api.call('createFile', { body: BINARY_FILE }),
      await ada.api.call('createFile', { body: BINARY_FILE }),
    ]
    expect(await announce(ada, one.id, 60_000)).toMatchObject({ status: 200 })
    expect(await announce(ada, two.id, 40_001)).toMatchObject(TOO_MUCH)
    expect(await announce(ada, two.id, 40_000)).toMatchObject({ status: 200 })
    expect(await announce(ada, two.id, 1)).toMatchObject(TOO_MUCH)
    await ada.api.call('deleteFile', { fileId: one.id })
    expect(await announce(ada, two.id, 60_000)).toMatchObject({ status: 200 })
    expect(await announce(await aUser(app), two.id, 1)).toMatchObject({ status: 403 })
  })

  it('stays within the limit when versions are announced concurrently', async () => {
    const files = await Promise.all(Array.from({ length: 8 }, () => ada.api.call('createFile', { body: BINARY_FILE })))
    const answers = await Promise.all(files.map(({ id }) => announce(ada, id, 30_000)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400, 400, 400, 400])
  })

  it('includes images, and the largest possible size of a delta that is being uploaded', async () => {
    const { id: fileId } = await ada.api.call('createFile', { body: BINARY_FILE })
    expect(await announce(ada, fileId)).toMatchObject({ status: 200 })
    const start = (versionId: number) =>
      ada.api.try('startFileDataUpload', { fileId, versionId, fileType: 'delta', query: {} })
    expect(await start(1)).toMatchObject({ status: 200 })
    expect(await announce(ada, fileId)).toMatchObject({ status: 200 })
    expect(await start(2)).toMatchObject(TOO_MUCH)
    const { id: other } = await ada.api.call('createFile', { body: BINARY_FILE })
    expect(await announce(ada, other, 40_000)).toMatchObject({ status: 200 })
    const form = { file: await anImage() }
    expect(await ada.api.try('uploadGalleryImage', { form })).toMatchObject(TOO_MUCH)
    await ada.api.call('deleteFile', { fileId: other })
    expect(await ada.api.try('uploadGalleryImage', { form })).toMatchObject({ status: 200 })
  })

  it('is limited to 20,000 versions in all', async () => {
    const { id: fileId } = await ada.api.call('createFile', { body: BINARY_FILE })
    await app.scope().client.$executeRaw`
      INSERT INTO "FileVersion" ("fileId", version, "createdAt")
      SELECT ${fileId}, number, now() FROM generate_series(2, 19999) number`
    const { id: other } = await ada.api.call('createFile', { body: BINARY_FILE })
    const refused = refusal(400, 'Your files can have at most 20000 versions in all')
    expect(await announce(ada, other, 1)).toMatchObject(refused)
    expect(await ada.api.try('createFile', { body: BINARY_FILE })).toMatchObject(refused)
  })

  it('is limited to 1,000 versions of each file', async () => {
    const { id: fileId } = await ada.api.call('createFile', { body: BINARY_FILE })
    await app.scope().client.$executeRaw`
      INSERT INTO "FileVersion" ("fileId", version, "createdAt")
      SELECT ${fileId}, number, now() FROM generate_series(1, 999) number`
    expect(await announce(ada, fileId, 1)).toMatchObject({ status: 200 })
    expect(await announce(ada, fileId, 1)).toMatchObject(refusal(400, 'A file has at most 1000 versions'))
  })

  it('is listed with the latest 20 versions of each file, and read with all', async () => {
    const { id: fileId } = await ada.api.call('createFile', { body: BINARY_FILE })
    await app.scope().client.$executeRaw`
      INSERT INTO "FileVersion" ("fileId", version, "createdAt")
      SELECT ${fileId}, number, now() FROM generate_series(1, 30) number`
    const latest = Array.from({ length: 20 }, (_, at) => at + 11)
    const [listed] = await ada.api.call('getFiles')
    expect(listed?.versions.map(({ version }) => version)).toEqual(latest)
    expect((await ada.api.call('getFile', { fileId })).versions).toHaveLength(31)
    const { viewer } = await aGraphClient(app, ada.api).run(Files, {})
    expect(viewer?.files.nodes[0]?.versions.nodes.map(({ version }) => version)).toEqual(latest)
  })
})

const Files = graphql(`
  query StoredFiles { viewer { files { nodes { versions { nodes { version } } } } } }
`)

/** The files in the folders of the blob store. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(app.platform.settings.DATA_DIR, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\/(blobs|uploads)(\/|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
}
const hasBlob = async (key: string | null | undefined) => (await storedFiles()).some((path) => path.endsWith(`${key}`))
const blobOf = async (fileId: string) =>
  (await app.scope().db.fileData.findFirstOrThrow({ where: { fileId, type: 'file' } })).blobKey

describe('content of a deleted file', () => {
  it('is removed from the store at once', async () => {
    const { id } = await anUploadedFile(app, ada, randomBytes(1_000))
    const key = await blobOf(id)
    await removeFreedContent(app.scope())
    expect(await hasBlob(key)).toBe(true)
    await ada.api.call('deleteFile', { fileId: id })
    expect(await removeFreedContent(app.scope())).toBeGreaterThan(0)
    expect(await hasBlob(key)).toBe(false)
    expect(await removeFreedContent(app.scope())).toBe(0)
  })

  it('includes thumbnails and deleted versions', async () => {
    const { id } = await anUploadedFile(app, ada, await anImage(300, 200), IMAGE_FILE)
    await download(app, `${app.origin}/api/1/image/${id}/1/64`)
    const { blobKey } = await app.scope().db.fileThumbnail.findFirstOrThrow({ where: { fileId: id } })
    const key = await blobOf(id)
    await ada.api.call('deleteFileVersion', { fileId: id, versionId: 1 })
    await removeFreedContent(app.scope())
    expect([await hasBlob(blobKey), await hasBlob(key)]).toEqual([false, false])
  })

  it('stays while another file has the same content', async () => {
    const bytes = randomBytes(1_000)
    const [mine, hers] = [await anUploadedFile(app, ada, bytes), await anUploadedFile(app, await aUser(app), bytes)]
    await ada.api.call('deleteFile', { fileId: mine.id })
    await removeFreedContent(app.scope())
    const response = await download(app, `${app.origin}/api/1/file/${hers.id}/1/file`, { person: ada })
    expect((await bytesOf(response)).equals(bytes)).toBe(true)
  })

  it('stays while an upload of the same content waits for its row', async () => {
    const bytes = randomBytes(1_000)
    const { id } = await anUploadedFile(app, ada, bytes)
    const { key } = await app.platform.blobs.store(bytes, 'application/octet-stream')
    await ada.api.call('deleteFile', { fileId: id })
    await removeFreedContent(app.scope())
    expect(await hasBlob(key)).toBe(true)
    app.platform.blobs.settle(key)
    await removeFreedContent(app.scope())
    expect(await hasBlob(key)).toBe(false)
  })

  it('includes parts of an upload that was not finished', async () => {
    const bytes = randomBytes(1_000)
    const { id: fileId } = await aFileWithoutContent(ada, bytes)
    const { url } = await ada.api.call('startFileDataUpload', { fileId, versionId: 1, fileType: 'file' })
    await uploadBytes(app, url, bytes)
    const { uploadRef } = await app.scope().db.fileData.findFirstOrThrow({ where: { fileId, type: 'file' } })
    expect((await storedFiles()).join()).toContain(`${uploadRef}`)
    await ada.api.call('deleteFile', { fileId })
    await removeFreedContent(app.scope())
    expect((await storedFiles()).join()).not.toContain(`${uploadRef}`)
  })

  it('includes uploads that were not what was announced', async () => {
    const bytes = randomBytes(1_000)
    const { id: fileId } = await aFileWithoutContent(ada, bytes)
    const key = { fileId, versionId: 1, fileType: 'file' }
    const { url } = await ada.api.call('startFileDataUpload', key)
    const before = await storedFiles()
    await uploadBytes(app, url, randomBytes(1_000))
    expect(await ada.api.try('finishFileDataUpload', { ...key, body: {} })).toMatchObject(refusal(400, /another md5/))
    await removeFreedContent(app.scope())
    const added = (await storedFiles()).filter((path) => !before.includes(path))
    expect(added.filter((path) => !path.endsWith('outcome.json'))).toEqual([])
    await uploadFileData(app, ada, { ...key, bytes })
  })

  it('is sent to the end to whoever downloads it', async () => {
    const bytes = randomBytes(50_000)
    const { id } = await anUploadedFile(app, ada, bytes)
    const found = await app.platform.blobs.read((await blobOf(id)) ?? '')
    await ada.api.call('deleteFile', { fileId: id })
    await removeFreedContent(app.scope())
    const chunks: Buffer[] = []
    for await (const chunk of found?.stream ?? []) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
  })

  it('is left to the daily cleanup when a process died before its row was written', async () => {
    const { key } = await app.platform.blobs.store(randomBytes(100), 'application/octet-stream')
    app.platform.blobs.settle(key)
    await removeFreedContent(app.scope())
    expect(await hasBlob(key)).toBe(true)
    app.clock.advance(25 * 3_600_000)
    await cleanUpFiles(app.scope())
    expect(await hasBlob(key)).toBe(false)
  })
})

describe('a disk without room', () => {
  it('refuses uploads with 503, from the start on, and serves everything else', async () => {
    const full = await anApp({ MIN_FREE_BYTES: String(2 ** 49) })
    const grace = await aUser(full)
    const { id: fileId } = await aFileWithoutContent(grace, Buffer.from('x'))
    const noRoom = refusal(503, 'The store of files is full')
    const start = { fileId, versionId: 1, fileType: 'file' }
    expect(await grace.api.try('startFileDataUpload', start)).toMatchObject(noRoom)
    const form = { file: Buffer.alloc(100_000, 1) }
    expect(await grace.api.try('uploadGalleryImage', { form })).toMatchObject(noRoom)
    expect(await grace.api.call('getFile', { fileId })).toMatchObject({ id: fileId })
  })
})
