import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR } from '../../../src/kernel/clock.ts'
import { sharedClockApp } from '../../support/app.ts'
import {
  aFileWithoutContent,
  anImage,
  BINARY_FILE,
  download,
  IMAGE_FILE,
  md5Of,
  uploadBytes,
} from '../../support/files.ts'
import { handMadePng } from '../../support/images.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()
let ada: TestUser
beforeEach(async () => {
  ada = await aUser(app)
})

const start = (fileId: string) => ada.api.call('startFileDataUpload', { fileId, versionId: 1, fileType: 'file' })
const finish = (fileId: string) => ada.api.try('finishFileDataUpload', { fileId, versionId: 1, fileType: 'file' })

describe('a malicious image', () => {
  const bombs: readonly (readonly [string, () => Buffer])[] = [
    ['is wider than any memory', () => handMadePng({ width: 100_000, height: 100_000, packed: Buffer.alloc(64) })],
    ['says it is large and holds nothing', () => handMadePng({ width: 7_000, height: 7_000, packed: Buffer.alloc(8) })],
  ]

  it.each(bombs)('is refused by every kind of upload when it %s', async (_what, make) => {
    const bytes = make()
    const { id } = await aFileWithoutContent(ada, bytes, IMAGE_FILE)
    expect((await uploadBytes(app, (await start(id)).url, bytes, { contentType: 'image/png' })).status).toBe(200)
    expect(await finish(id)).toMatchObject({ status: 400 })
    expect((await download(app, `${app.origin}/api/1/image/${id}/1/256`)).status).toBe(404)
    for (const operation of ['uploadIcon', 'uploadGalleryImage', 'uploadImage'] as const)
      expect(await ada.api.try(operation, { form: { file: bytes } })).toMatchObject({ status: 400 })
  })

  it('is stored without the data that follows the image', async () => {
    const page = Buffer.from('<script>alert(document.domain)</script>')
    const file = Buffer.concat([await anImage(), page])
    const made = await ada.api.call('uploadGalleryImage', { form: { file } })
    const shown = await download(app, made.versions[1]?.file?.url ?? '')
    expect(Buffer.from(await shown.arrayBuffer()).includes(page)).toBe(false)
  })

  it('is served with an image type only, when it is not re-encoded', async () => {
    const bytes = Buffer.concat([await anImage(), Buffer.from('<script>alert(1)</script>')])
    const { id } = await aFileWithoutContent(ada, bytes, IMAGE_FILE)
    await uploadBytes(app, (await start(id)).url, bytes, { contentType: 'image/png' })
    expect(await finish(id)).toMatchObject({ status: 200 })
    const { headers } = await download(app, `${app.origin}/api/1/file/${id}/1/file`)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/default-src/)
  })
})

describe('an upload URL', () => {
  const bytes = Buffer.from('some bytes')

  it('is valid for an hour', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    const { url } = await start(id)
    app.clock.advance(HOUR - 60_000)
    expect((await uploadBytes(app, url, bytes)).status).toBe(200)
    app.clock.advance(120_000)
    expect((await uploadBytes(app, url, bytes)).status).toBe(403)
    expect(await finish(id)).toMatchObject({ status: 200 })
  })

  it('is valid for its own upload only, until that is finished', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    const { url } = await start(id)
    expect((await uploadBytes(app, url, bytes)).status).toBe(200)
    expect(await finish(id)).toMatchObject({ status: 200 })
    const other = Buffer.from('other byte')
    expect((await uploadBytes(app, url, other)).status).toBe(404)
    const got = await download(app, `${app.origin}/api/1/file/${id}/1`, { person: ada })
    expect(await got.text()).toBe('some bytes')
  })

  it.each(['', 'x', '../../../etc/passwd', '%2e%2e%2f', 'a.b.c', `${'x'.repeat(5_000)}`])(
    'is invalid as %.20s',
    async (token) => {
      const { status } = await uploadBytes(app, `${app.origin}/upload/${token}`, bytes)
      expect([403, 404]).toContain(status)
    },
  )
})

describe('names and ids', () => {
  const HOSTILE = [
    '../../etc/passwd',
    '..\\..\\x',
    'C:\\x',
    '/dev/null',
    'a\r\nSet-Cookie: b=c',
    '\u202egnp.exe',
    '🌍'.repeat(60),
  ]

  it.each(HOSTILE)('are stored as plain text: %j', async (name) => {
    const bytes = Buffer.from(name)
    const { id } = await aFileWithoutContent(ada, bytes, { ...BINARY_FILE, name })
    await uploadBytes(app, (await start(id)).url, bytes)
    expect(await finish(id)).toMatchObject({ status: 200 })
    const got = await download(app, `${app.origin}/api/1/file/${id}/1`, { person: ada })
    expect(got.status).toBe(200)
    expect(got.headers.get('set-cookie')).toBeNull()
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it.each(['..%2F..%2Fetc', 'file_..%2f..%2f', '%00', 'file_%00', "file_'; DROP TABLE--"])(
    'of no file are missing: %s',
    async (id) => {
      for (const path of [`/file/${id}`, `/file/${id}/1/file`, `/image/${id}/1/64`, `/analysis/${id}/1`]) {
        const { status, body } = await ada.api.fetch(`/api/1${path}`)
        expect({ path, status: status === 400 ? 404 : status }).toEqual({ path, status: 404 })
        expect(body).toMatchObject({ error: { status_code: status } })
      }
    },
  )

  it('with a NUL byte are refused', async () => {
    expect(await ada.api.try('createFile', { body: { ...IMAGE_FILE, name: 'a\0b' } })).toMatchObject(
      refusal(400, /zero byte/),
    )
    expect(await ada.api.try('createFile', { body: { ...IMAGE_FILE, tags: ['a\0b'] } })).toMatchObject({ status: 400 })
  })
})

describe('an MD5 of other data', () => {
  it('prevents the upload from being completed, and nothing is left', async () => {
    const [said, sent] = [Buffer.from('what was said'), Buffer.from('what was sent')]
    const { id } = await aFileWithoutContent(ada, said)
    await uploadBytes(app, (await start(id)).url, sent)
    expect(await finish(id)).toMatchObject(refusal(400, /md5/))
    expect(await app.scope().db.fileData.findFirstOrThrow({ where: { fileId: id, type: 'file' } })).toMatchObject({
      ...{ status: 'waiting', blobKey: null, uploadRef: null, md5: md5Of(said) },
    })
  })
})
