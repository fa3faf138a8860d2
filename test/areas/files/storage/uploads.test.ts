import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockStorage } from '../../../../src/areas/files/locks.ts'
import type { ViewerScope } from '../../../../src/kernel/scope.ts'
import type { InTransaction } from '../../../../src/kernel/transaction.ts'
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
import { raceForLock } from '../../../support/lockRace.ts'
import { refusal } from '../../../support/refusals.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await anApp({ LEGACY_STATUS_TIMEOUT_MS: '300' })
let ada: TestUser
let stranger: TestUser
beforeAll(async () => {
  stranger = await aUser(app)
})
beforeEach(async () => {
  ada = await aUser(app)
})

const bytes = randomBytes(100_000)
const file = (fileId: string) => ({ fileId, versionId: 1, fileType: 'file' })
const start = (fileId: string, query: object = {}) => ada.api.try('startFileDataUpload', { ...file(fileId), query })
const finish = (fileId: string, body: object = {}) => ada.api.try('finishFileDataUpload', { ...file(fileId), body })
const urlOf = (exchange: { body: unknown }) => String(Object(exchange.body).url)
const versionOf = async (fileId: string) => (await ada.api.call('getFile', { fileId })).versions.at(-1)

describe('an upload in one piece, as clients do it', () => {
  it('leads from createFile to a download of the exact bytes', async () => {
    const picture = await anImage(300)
    const made = await ada.api.call('createFile', { body: { ...IMAGE_FILE, tags: ['gallery'] } })
    expect(made).toMatchObject({ ownerId: ada.id, tags: ['gallery'], versions: [{ version: 0, status: 'complete' }] })

    const announced = await aFileWithoutContent(ada, picture, IMAGE_FILE)
    expect(announced.versions.at(-1)).toMatchObject({
      version: 1,
      status: 'waiting',
      file: { status: 'waiting', category: 'simple', md5: md5Of(picture), sizeInBytes: picture.length, uploadId: '' },
      signature: { status: 'waiting', md5: md5Of(SIGNATURE_BYTES), sizeInBytes: SIGNATURE_BYTES.length },
    })

    const started = await start(announced.id)
    expect(started).toMatchObject({ status: 200, body: { url: expect.stringMatching(/^http/), nextPartNumber: 0 } })
    const sent = await uploadBytes(app, urlOf(started), picture, { contentType: 'image/png', md5: md5Of(picture) })
    expect(sent.status).toBe(200)
    expect(sent.headers.get('etag')).toBe(`"${Buffer.from(md5Of(picture), 'base64').toString('hex')}"`)

    const finished = await finish(announced.id, { maxParts: 0, nextPartNumber: 0 })
    expect(finished).toMatchObject({ status: 200, body: { id: announced.id } })
    expect(await versionOf(announced.id)).toMatchObject({ status: 'waiting', file: { status: 'complete' } })

    await uploadFileData(app, ada, { ...file(announced.id), fileType: 'signature', bytes: SIGNATURE_BYTES })
    const version = await versionOf(announced.id)
    expect(version).toMatchObject({ status: 'complete', signature: { status: 'complete' } })
    const got = await download(app, version?.file?.url ?? '')
    expect(got.status).toBe(200)
    expect((await bytesOf(got)).equals(picture)).toBe(true)
  })

  it('has a signature that is sent with any type, and a file whose type is compared as a media type', async () => {
    const picture = await anImage(300)
    const { id: fileId } = await aFileWithoutContent(ada, picture, IMAGE_FILE)
    const send = async (fileType: string, sent: Buffer, contentType: string) => {
      const { url } = await ada.api.call('startFileDataUpload', { fileId, versionId: 1, fileType })
      return (await uploadBytes(app, url, sent, { contentType, md5: md5Of(sent) })).status
    }
    for (const type of ['image/png', 'application/x-rsync-signature', 'text/plain'])
      expect(await send('signature', SIGNATURE_BYTES, type)).toBe(200)
    for (const type of ['IMAGE/PNG', 'image/png; charset=utf-8', 'application/octet-stream'])
      expect(await send('file', picture, type)).toBe(200)
    expect(await send('file', picture, 'image/jpeg')).toBe(403)
    for (const fileType of ['file', 'signature'])
      await ada.api.call('finishFileDataUpload', { fileId, versionId: 1, fileType, body: {} })
    expect(await versionOf(fileId)).toMatchObject({ status: 'complete' })
  })

  it('accepts the numbers, texts and empty bodies with which clients finish', async () => {
    for (const body of [{ maxParts: '0', nextPartNumber: '0' }, { maxParts: 0, nextPartNumber: 0, etags: [] }, {}]) {
      const { id } = await aFileWithoutContent(ada, bytes)
      await uploadBytes(app, urlOf(await start(id)), bytes)
      expect(await finish(id, body)).toMatchObject({ status: 200 })
    }
  })

  it('is idempotent to finish, twice or twenty times concurrently', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    await uploadBytes(app, urlOf(await start(id)), bytes)
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(id)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await finish(id)).toMatchObject({ status: 200 })
    expect(await versionOf(id)).toMatchObject({ file: { status: 'complete' } })
  })

  it('cannot be started once it is complete', async () => {
    const { id } = await anUploadedFile(app, ada, bytes)
    expect(await start(id)).toMatchObject(
      refusal(
        400,
        'Cannot upload against a complete version entry. Create a new version of this file before uploading.',
      ),
    )
  })

  it('cannot be started while another request finishes it', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    const finishing = (tx: ViewerScope & InTransaction) =>
      lockStorage(tx, ada.id).then(() =>
        tx.db.fileData.updateMany({ where: { fileId: id, type: 'file' }, data: { status: 'complete' } }),
      )
    const late = await raceForLock(app, ada, finishing, () => start(id))
    expect(late).toMatchObject(refusal(400, 'This upload has just been finished'))
  })

  it('can be sent again before it is finished: the last one counts', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    await uploadBytes(app, urlOf(await start(id)), randomBytes(50))
    await uploadBytes(app, urlOf(await start(id)), bytes)
    expect(await finish(id)).toMatchObject({ status: 200 })
  })
})

describe('an upload in parts', () => {
  const halves = [bytes.subarray(0, 60_000), bytes.subarray(60_000)]

  /** Uploads the parts, numbered from 1, and returns their ETags. */
  async function sendParts(fileId: string, parts: readonly Buffer[]): Promise<string[]> {
    const etags: string[] = []
    for (const [index, part] of parts.entries()) {
      const sent = await uploadBytes(app, urlOf(await start(fileId, { partNumber: index + 1 })), part)
      etags.push(sent.headers.get('etag') ?? '')
    }
    return etags
  }

  it('is joined in the order of its ETags and downloaded with the exact bytes', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    const etags = await sendParts(id, halves)
    expect(await versionOf(id)).toMatchObject({ file: { category: 'multipart', uploadId: expect.stringMatching(/./) } })
    expect(await finish(id, { etags, maxParts: 0, nextPartNumber: 0 })).toMatchObject({ status: 200 })
    const { file: data } = (await versionOf(id)) ?? {}
    expect((await bytesOf(await download(app, data?.url ?? '', { person: ada }))).equals(bytes)).toBe(true)
  })

  it('reports its status until it is finished', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    const status = () => ada.api.call('getFileDataUploadStatus', file(id))
    expect(await status()).toMatchObject({ status: 'waiting', parts: [], etags: [], nextPartNumber: 0 })
    const [first = ''] = await sendParts(id, halves.slice(0, 1))
    expect(await status()).toMatchObject({ parts: [1], etags: [first], nextPartNumber: 1, maxParts: 1000 })
    await uploadBytes(app, urlOf(await start(id, { partNumber: 3 })), bytes.subarray(0, 10))
    expect(await status()).toMatchObject({ parts: [1, 3], nextPartNumber: 1 })
    await sendParts(id, [bytes.subarray(0, 60_000), bytes.subarray(60_000, 99_990)])
    expect(await status()).toMatchObject({ parts: [1, 2, 3], nextPartNumber: 3 })
  })

  it.each([
    ['in another order', ([one = '', two = '']: string[]) => [two, one]],
    ['without the last', ([one = '']: string[]) => [one]],
    ['with one that was not sent', (etags: string[]) => [...etags, `"${'0'.repeat(32)}"`]],
    ['with a wrong one', ([one = '']: string[]) => [one, `"${'0'.repeat(32)}"`]],
    ['without any', () => []],
  ])('is refused %s, and nothing is completed', async (_what, wrong) => {
    const { id } = await aFileWithoutContent(ada, bytes)
    const etags = await sendParts(id, halves)
    expect(await finish(id, { etags: wrong(etags) })).toMatchObject({ status: 400 })
    const version = await versionOf(id)
    expect(version).toMatchObject({ status: 'waiting', file: { status: 'waiting' } })
    expect((await download(app, version?.file?.url ?? '', { person: ada })).status).toBe(404)
  })

  it('is refused when its parts were swapped, and can be sent again', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    const etags = await sendParts(id, [...halves].reverse())
    expect(await finish(id, { etags })).toMatchObject(refusal(400, /md5/))
    const again = await sendParts(id, halves)
    expect(await finish(id, { etags: again })).toMatchObject({ status: 200 })
  })

  it('has parts from 1 to 1000', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    for (const partNumber of [0, -1, 1001])
      expect(await start(id, { partNumber })).toMatchObject(refusal(400, /partNumber/))
    expect(await start(id, { partNumber: 'one' })).toMatchObject(refusal(400, /partNumber/))
    expect(await start(id)).toMatchObject({ status: 200 })
    expect(await start(id, { partNumber: 2 })).toMatchObject(refusal(400, /one piece/))
  })
})

describe('an upload that differs from its announcement', () => {
  it.each([
    ['shorter', bytes.subarray(0, 99_999), /99999 bytes were uploaded, but 100000 announced/],
    ['other', randomBytes(100_000), /md5/],
  ])('is refused when it is %s, and can be sent again', async (_what, sent, message) => {
    const { id } = await aFileWithoutContent(ada, bytes)
    await uploadBytes(app, urlOf(await start(id)), sent)
    expect(await finish(id)).toMatchObject(refusal(400, message))
    expect(await versionOf(id)).toMatchObject({ status: 'waiting', file: { status: 'waiting', category: 'simple' } })
    await uploadFileData(app, ada, { ...file(id), bytes })
    expect(await versionOf(id)).toMatchObject({ file: { status: 'complete' } })
  })

  it('is refused at the PUT when it is longer, or has another Content-MD5', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    expect((await uploadBytes(app, urlOf(await start(id)), randomBytes(100_001))).status).toBe(413)
    expect((await uploadBytes(app, urlOf(await start(id)), randomBytes(100), { md5: md5Of(bytes) })).status).toBe(400)
    expect(await finish(id)).toMatchObject({ status: 400 })
  })

  it('is refused when nothing was sent, or it was not started', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    expect(await finish(id)).toMatchObject(refusal(400, /not begun/))
    await start(id)
    expect(await finish(id)).toMatchObject({ status: 400 })
  })

  it.each([
    ['a text', Buffer.from('no picture at all')],
    ['a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['half a picture', Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'base64')],
  ])('is refused when it is %s with the MIME type of an image', async (_what, sent) => {
    const { id } = await aFileWithoutContent(ada, sent, IMAGE_FILE)
    await uploadBytes(app, urlOf(await start(id)), sent)
    expect(await finish(id)).toMatchObject({ status: 400 })
    expect(await versionOf(id)).toMatchObject({ status: 'waiting' })
    expect((await download(app, `${app.origin}/api/1/file/${id}/1/file`)).status).toBe(404)
    expect((await download(app, `${app.origin}/api/1/image/${id}/1/64`)).status).toBe(404)
  })

  it('has a largest announced size, and a valid announced MD5', async () => {
    const { id: fileId } = await ada.api.call('createFile', { body: IMAGE_FILE })
    const version = (body: object) =>
      ada.api.try('createFileVersion', {
        fileId,
        body: {
          fileMd5: md5Of(bytes),
          fileSizeInBytes: 1,
          signatureMd5: md5Of(bytes),
          signatureSizeInBytes: 1,
          ...body,
        },
      })
    expect(await version({ fileSizeInBytes: 20 * 1024 * 1024 + 1 })).toMatchObject(refusal(400, /fileSizeInBytes/))
    expect(await version({ signatureSizeInBytes: 1e9 })).toMatchObject(refusal(400, /signatureSizeInBytes/))
    expect(await version({ fileSizeInBytes: -1 })).toMatchObject(refusal(400, /fileSizeInBytes/))
    expect(await version({ fileMd5: 'nonsense' })).toMatchObject(refusal(400, /fileMd5/))
    expect(await version({ signatureMd5: undefined })).toMatchObject(refusal(400, /signatureMd5/))
    expect(await version({})).toMatchObject({ status: 200 })
  })
})

describe('an upload of a delta', () => {
  it('is queued until it starts, and complete when it is finished', async () => {
    const { id: fileId } = await ada.api.call('createFile', { body: BINARY_FILE })
    const body = { signatureMd5: md5Of(SIGNATURE_BYTES), signatureSizeInBytes: SIGNATURE_BYTES.length }
    const { versions } = await ada.api.call('createFileVersion', { fileId, body })
    expect(versions.at(-1)).toMatchObject({ status: 'waiting', delta: { status: 'queued', category: 'queued' } })
    expect(versions.at(-1)?.file).toBeUndefined()
    const delta = { fileId, versionId: 1, fileType: 'delta' }
    await ada.api.call('startFileDataUpload', delta)
    expect(await versionOf(fileId)).toMatchObject({ delta: { status: 'waiting', category: 'simple' } })
    await uploadFileData(app, ada, { ...delta, bytes })
    await uploadFileData(app, ada, { ...delta, fileType: 'signature', bytes: SIGNATURE_BYTES })
    expect(await versionOf(fileId)).toMatchObject({
      status: 'complete',
      delta: { status: 'complete', md5: md5Of(bytes), sizeInBytes: bytes.length },
    })
  })
})

describe('the status of an upload that is complete', () => {
  it('makes the call time out, without delaying others', async () => {
    const { id } = await anUploadedFile(app, ada, bytes)
    const begun = performance.now()
    const waits = Array.from({ length: 60 }, () => ada.api.try('getFileDataUploadStatus', file(id)))
    const quick = await ada.api.try('getFile', { fileId: id })
    expect(quick.status).toBe(200)
    const answers = await Promise.all(waits)
    expect(performance.now() - begun).toBeGreaterThan(290)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 504))
    expect(answers[0]).toMatchObject({ body: { error: { status_code: 504 } } })
  })
})

describe("somebody else's upload", () => {
  it('cannot be started, finished, read, extended or deleted', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    const call = { ...file(id), body: {} }
    const version = { fileMd5: md5Of(bytes), fileSizeInBytes: 1, signatureMd5: md5Of(bytes), signatureSizeInBytes: 1 }
    const refused = refusal(403, 'This file belongs to somebody else')
    expect(await stranger.api.try('startFileDataUpload', call)).toMatchObject(refused)
    expect(await stranger.api.try('finishFileDataUpload', call)).toMatchObject(refused)
    expect(await stranger.api.try('getFileDataUploadStatus', file(id))).toMatchObject(refused)
    expect(await stranger.api.try('createFileVersion', { fileId: id, body: version })).toMatchObject(refused)
    expect(await stranger.api.try('deleteFileVersion', call)).toMatchObject(refused)
    expect(await stranger.api.try('deleteFile', call)).toMatchObject(refused)
  })

  it('has an upload id that only its owner sees', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    await start(id, { partNumber: 1 })
    const uploadIdFor = async ({ api }: TestUser) =>
      (await api.call('getFile', { fileId: id })).versions.at(-1)?.file?.uploadId
    expect(await uploadIdFor(ada)).toMatch(/./)
    expect(await uploadIdFor(stranger)).toBe('')
  })

  it('is missing when the URL is wrong', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    for (const key of [
      { fileId: 'file_x', versionId: 1, fileType: 'file' },
      { fileId: '../../etc/passwd', versionId: 1, fileType: 'file' },
      { fileId: id, versionId: 7, fileType: 'file' },
      { fileId: id, versionId: '1e3', fileType: 'file' },
      { fileId: id, versionId: 1, fileType: 'everything' },
      { fileId: id, versionId: 1, fileType: 'delta' },
    ])
      for (const operation of ['startFileDataUpload', 'finishFileDataUpload'] as const)
        expect((await ada.api.try(operation, key)).status).toBe(404)
  })
})
