import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from '../../../support/app.ts'
import {
  anImage,
  anUploadedFile,
  BINARY_FILE,
  bytesOf,
  download,
  IMAGE_FILE,
  SIGNATURE_BYTES,
} from '../../../support/files.ts'
import { sendRawRequest } from '../../../support/rawHttp.ts'
import { refusal } from '../../../support/refusals.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
const bytes = randomBytes(50_000)
let ada: TestUser
let stranger: TestUser
let packageId: string
let pictureId: string
let picture: Buffer
beforeAll(async () => {
  ada = await aUser(app)
  stranger = await aUser(app)
  picture = await anImage(900, 600)
  packageId = (await anUploadedFile(app, ada, bytes, { ...BINARY_FILE, name: '../evil "name"\u202e' })).id
  pictureId = (await anUploadedFile(app, ada, picture, IMAGE_FILE)).id
})

const at = (path: string) => `${app.origin}/api/1${path}`
const packageAt = () => at(`/file/${packageId}/1/file`)
const read = (address: string, headers: Record<string, string> = {}, person: TestUser | null = ada) =>
  download(app, address, { ...(person && { person }), headers })

describe('the data of a version', () => {
  it('is downloaded with and without the last segment of the URL, by everybody with a session', async () => {
    for (const address of [packageAt(), at(`/file/${packageId}/1`)]) {
      const got = await read(address, {}, stranger)
      expect(got.status).toBe(200)
      expect((await bytesOf(got)).equals(bytes)).toBe(true)
    }
    const signature = await read(at(`/file/${packageId}/1/signature`))
    expect((await bytesOf(signature)).equals(SIGNATURE_BYTES)).toBe(true)
  })

  it('is sent as an attachment, with nosniff', async () => {
    const { headers } = await read(packageAt())
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="/)
    expect(headers.get('content-disposition')).not.toContain('/')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/)
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(headers.get('content-length')).toBe(String(bytes.length))
    expect(headers.get('accept-ranges')).toBe('bytes')
  })

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=49900-', 49_900, 49_999],
    ['bytes=-100', 49_900, 49_999],
    ['bytes=49990-99999', 49_990, 49_999],
  ])('is sent in part for the range %s', async (range, start, end) => {
    const got = await read(packageAt(), { range })
    expect(got.status).toBe(206)
    expect(got.headers.get('content-range')).toBe(`bytes ${start}-${end}/50000`)
    expect((await bytesOf(got)).equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  it('is sent in two halves that make the whole', async () => {
    const halves = await Promise.all(['bytes=0-24999', 'bytes=25000-'].map((range) => read(packageAt(), { range })))
    expect(Buffer.concat(await Promise.all(halves.map(bytesOf))).equals(bytes)).toBe(true)
  })

  it('is sent whole for an unknown unit, several ranges, or a changed ETag', async () => {
    const { headers } = await read(packageAt())
    const etag = headers.get('etag') ?? ''
    for (const asked of [{ range: 'lines=1-2' }, { range: 'bytes=0-1,5-6' }, { range: 'bytes=0-1', 'if-range': '"x"' }])
      expect((await read(packageAt(), asked)).status).toBe(200)
    expect((await read(packageAt(), { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
  })

  it('answers 416 with the size for a range beyond the end', async () => {
    const got = await read(packageAt(), { range: 'bytes=50000-' })
    expect(got.status).toBe(416)
    expect(got.headers.get('content-range')).toBe('bytes */50000')
  })

  it('answers 304 to a matching If-None-Match', async () => {
    const etag = (await read(packageAt())).headers.get('etag') ?? ''
    const cookie = `auth=${ada.api.cookies.get('auth')}`
    // fetch() disables its cache as soon as a condition header is set.
    const ask = (condition: string) =>
      sendRawRequest(app.origin, {
        path: `/api/1/file/${packageId}/1`,
        headers: { cookie, 'if-none-match': condition },
      })
    expect(await ask(etag)).toMatchObject({ status: 304, body: '' })
    expect(await ask(`"other", ${etag}`)).toMatchObject({ status: 304 })
    expect(await ask('"other"')).toMatchObject({ status: 200 })
  })

  it('answers HEAD with its size and without a body', async () => {
    const auth = ada.api.cookies.get('auth')
    const got = await fetch(packageAt(), { method: 'HEAD', headers: { cookie: `auth=${auth}` } })
    expect(got.status).toBe(200)
    expect(got.headers.get('content-length')).toBe('50000')
  })

  it.each([
    ['HEAD', { range: 'bytes=0-99' }, 200, ['50000', undefined]],
    ['HEAD', { range: 'bytes=50000-' }, 200, ['50000', undefined]],
    ['GET', { range: 'bytes=-60000' }, 206, ['50000', 'bytes 0-49999/50000']],
    ['GET', { range: 'BYTES=0-0' }, 206, ['1', 'bytes 0-0/50000']],
    ['GET', { range: 'bytes=-0' }, 416, [undefined, 'bytes */50000']],
    ['GET', { range: 'bytes=50000-50001' }, 416, [undefined, 'bytes */50000']],
    ['GET', { range: 'bytes=5-2' }, 200, ['50000', undefined]],
    ['GET', { range: 'bytes=-' }, 200, ['50000', undefined]],
    ['GET', { range: 'bytes=0x1-5' }, 200, ['50000', undefined]],
    ['GET', { range: 'bytes=0-1,9-10' }, 200, ['50000', undefined]],
    ['GET', { range: 'bytes=0-1', 'if-range': 'ETAG' }, 206, ['2', 'bytes 0-1/50000']],
    ['GET', { range: 'bytes=0-1', 'if-range': 'W/ETAG' }, 200, ['50000', undefined]],
    ['GET', { range: 'bytes=0-1', 'if-range': 'Sat, 29 Oct 2050 19:43:31 GMT' }, 200, ['50000', undefined]],
    ['GET', { range: 'bytes=0-1', 'if-none-match': 'ETAG' }, 304, [undefined, undefined]],
    ['GET', { range: 'bytes=50000-', 'if-none-match': 'ETAG' }, 304, [undefined, undefined]],
    ['HEAD', { 'if-none-match': 'ETAG' }, 304, [undefined, undefined]],
    ['GET', { 'if-none-match': 'W/ETAG' }, 304, [undefined, undefined]],
    ['GET', { 'if-none-match': '*' }, 304, [undefined, undefined]],
    ['GET', { 'if-none-match': '"a, b" , W/ETAG' }, 304, [undefined, undefined]],
    ['GET', { 'if-none-match': '"ETAG' }, 200, ['50000', undefined]],
    [
      'GET',
      { 'if-none-match': 'ETAG', 'if-modified-since': 'Sat, 29 Oct 1994 19:43:31 GMT' },
      304,
      [undefined, undefined],
    ],
    ['GET', { 'if-none-match': 'ETAG', 'cache-control': 'no-cache' }, 304, [undefined, undefined]],
    ['GET', { 'if-modified-since': 'Sat, 29 Oct 2050 19:43:31 GMT' }, 200, ['50000', undefined]],
    ['GET', { 'if-unmodified-since': 'Sat, 29 Oct 1994 19:43:31 GMT' }, 200, ['50000', undefined]],
    ['GET', { 'if-match': 'ETAG' }, 200, ['50000', undefined]],
    ['GET', { 'if-match': '"other", ETAG' }, 200, ['50000', undefined]],
    ['GET', { 'if-match': '*' }, 200, ['50000', undefined]],
    ['GET', { 'if-match': 'W/ETAG' }, 412, [undefined, undefined]],
    ['GET', { 'if-match': '"other"', 'if-none-match': 'ETAG' }, 412, [undefined, undefined]],
    ['GET', { 'if-match': '"other"', range: 'bytes=0-1' }, 412, [undefined, undefined]],
  ] as const)('answers %s with %j by RFC 9110', async (method, asked, status, [length, contentRange]) => {
    const path = `/api/1/file/${packageId}/1/file`
    const cookie = `auth=${ada.api.cookies.get('auth')}`
    const etag = String((await sendRawRequest(app.origin, { path, headers: { cookie } })).headers.etag)
    const given = Object.entries(asked).map(([name, value]) => [name, value.replace('ETAG', etag)])
    const answer = await sendRawRequest(app.origin, {
      method,
      path,
      headers: { cookie, ...Object.fromEntries(given) },
    })
    expect(answer.status).toBe(status)
    expect(answer.headers['content-range']).toBe(contentRange)
    if (length !== undefined) expect(answer.headers['content-length']).toBe(length)
    if (status < 400) return
    expect(answer).toMatchObject(refusal(status, /./))
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers).not.toHaveProperty('etag')
    expect(answer.headers).not.toHaveProperty('content-disposition')
  })

  it('requires a session, unless it is an image', async () => {
    expect((await read(packageAt(), {}, null)).status).toBe(401)
    const shown = await read(at(`/file/${pictureId}/1/file`), {}, null)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
    expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  it('is missing for pages of other origins, rather than blocked, when it is gone', async () => {
    const gone = 'file_00000000-0000-4000-8000-000000000000'
    for (const [path, status] of [
      [`/file/${gone}/1/file`, 404],
      [`/image/${gone}/1/256`, 404],
      ['/image/x/1/256', 404],
      [`/image/${pictureId}/1/x`, 404],
    ] as const) {
      const refused = await read(at(path), {}, null)
      expect([path, refused.status]).toEqual([path, status])
      expect(refused.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    }
    expect((await read(packageAt(), {}, null)).headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  it('is missing when it does not exist', async () => {
    for (const path of [
      'file_x/1/file',
      `${packageId}/0/file`,
      `${packageId}/2`,
      `${packageId}/1/delta`,
      `${packageId}/x`,
    ])
      expect((await read(at(`/file/${path}`))).status).toBe(404)
  })
})

async function imagesRead(): Promise<number> {
  const metric = await app.platform.metrics.getSingleMetric('plaza_images_total')?.get()
  return metric?.values[0]?.value ?? 0
}

describe('a thumbnail', () => {
  const imageAt = (size: number | string) => at(`/image/${pictureId}/1/${size}`)

  it.each([64, 128, 256, 512])('has at most %i pixels per side, without a session', async (size) => {
    const got = await read(imageAt(size), {}, null)
    expect(got.status).toBe(200)
    expect(got.headers.get('cache-control')).toContain('public')
    const { width, height } = await sharp(await bytesOf(got)).metadata()
    expect([width, height]).toEqual([size, Math.round((size * 2) / 3)])
  })

  it('is not larger than the image itself', async () => {
    const { width } = await sharp(await bytesOf(await read(imageAt(1024)))).metadata()
    expect(width).toBe(900)
  })

  it('is created once, even by twenty concurrent requests, and then kept', async () => {
    const { id } = await anUploadedFile(app, ada, await anImage(1500), IMAGE_FILE)
    const address = at(`/image/${id}/1/128`)
    const before = await imagesRead()
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(address, {}, null)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await imagesRead()) - before).toBe(1)
    expect((await read(address)).status).toBe(200)
    const kept = await app.scope().db.fileThumbnail.findMany({ where: { fileId: id } })
    expect(kept.map(({ size }) => size)).toEqual([128])
  })

  it('exists in fixed sizes, and of images only', async () => {
    for (const size of [63, 2048, '256px', '']) expect((await read(imageAt(size))).status).toBe(404)
    expect((await read(at(`/image/${packageId}/1/256`))).status).toBe(404)
    expect((await read(at(`/image/${packageId}/1/256`), {}, null)).status).toBe(401)
  })

  it('is not made of a picture that is larger than pictures may be', async () => {
    const { id } = await anUploadedFile(app, ada, await anImage(100), IMAGE_FILE)
    const size = (sizeInBytes: number) =>
      app.scope().db.fileData.updateMany({ where: { fileId: id, type: 'file' }, data: { sizeInBytes } })
    await size(20 * 1024 * 1024 + 1)
    const refused = await read(at(`/image/${id}/1/64`))
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject(refusal(404, 'This picture is too large for thumbnails').body)
    await size(20 * 1024 * 1024)
    const taken = await read(at(`/image/${id}/1/64`))
    expect(await taken.json()).toMatchObject(refusal(404, `The content of ${id} is lost`).body)
  })

  it('is made for one network 300 times in 5 minutes at most, and shown again at will', async () => {
    const { id } = await anUploadedFile(app, ada, await anImage(80), IMAGE_FILE)
    const headers = { 'x-forwarded-for': '198.51.100.77' }
    const limit = { name: 'create-thumbnail', points: 300, window: 300 }
    expect((await read(at(`/image/${id}/1/64`), headers, null)).status).toBe(200)
    for (let count = 1; count < 300; count++) await app.platform.limits.take(limit, '198.51.100.77')
    expect((await read(at(`/image/${id}/1/128`), headers, null)).status).toBe(429)
    expect((await read(at(`/image/${id}/1/64`), headers, null)).status).toBe(200)
    expect((await read(at(`/image/${id}/1/128`))).status).toBe(200)
  })

  it('is deleted with its version', async () => {
    const { id } = await anUploadedFile(app, ada, await anImage(200), IMAGE_FILE)
    expect((await read(at(`/image/${id}/1/64`))).status).toBe(200)
    await ada.api.call('deleteFileVersion', { fileId: id, versionId: 1 })
    expect((await read(at(`/image/${id}/1/64`))).status).toBe(404)
    expect((await read(at(`/file/${id}/1/file`))).status).toBe(404)
  })
})
