import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { raw } from '../edges/raw.ts'
import { anApp } from '../support/app.ts'
import { aPicture, aStored, bytesOf, download, PACKAGE, PICTURE, SIGNATURE } from '../support/files.ts'
import { aUser, type Person } from '../support/people.ts'

const app = await anApp()
const bytes = randomBytes(50_000)
let ada: Person
let stranger: Person
let packageId: string
let pictureId: string
let picture: Buffer
beforeAll(async () => {
  ada = await aUser(app)
  stranger = await aUser(app)
  picture = await aPicture(900, 600)
  packageId = (await aStored(app, ada, bytes, { ...PACKAGE, name: '../evil "name"\u202e' })).id
  pictureId = (await aStored(app, ada, picture, PICTURE)).id
})

const at = (path: string) => `${app.origin}/api/1${path}`
const packageAt = () => at(`/file/${packageId}/1/file`)
const read = (address: string, headers: Record<string, string> = {}, person: Person | null = ada) =>
  download(app, address, { ...(person && { person }), headers })

describe('the data of a version', () => {
  it('is the same with and without the last segment of its address, for everybody who is logged in', async () => {
    for (const address of [packageAt(), at(`/file/${packageId}/1`)]) {
      const got = await read(address, {}, stranger)
      expect(got.status).toBe(200)
      expect((await bytesOf(got)).equals(bytes)).toBe(true)
    }
    const signature = await read(at(`/file/${packageId}/1/signature`))
    expect((await bytesOf(signature)).equals(SIGNATURE)).toBe(true)
  })

  it('is saved, not shown, and never guessed at', async () => {
    const { headers } = await read(packageAt())
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="/)
    expect(headers.get('content-disposition')).not.toContain('/')
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(headers.get('content-length')).toBe(String(bytes.length))
    expect(headers.get('accept-ranges')).toBe('bytes')
  })

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=49900-', 49_900, 49_999],
    ['bytes=-100', 49_900, 49_999],
    ['bytes=49990-99999', 49_990, 49_999],
  ])('comes in part by %s', async (range, start, end) => {
    const got = await read(packageAt(), { range })
    expect(got.status).toBe(206)
    expect(got.headers.get('content-range')).toBe(`bytes ${start}-${end}/50000`)
    expect((await bytesOf(got)).equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  it('comes in two halves that make the whole', async () => {
    const halves = await Promise.all(['bytes=0-24999', 'bytes=25000-'].map((range) => read(packageAt(), { range })))
    expect(Buffer.concat(await Promise.all(halves.map(bytesOf))).equals(bytes)).toBe(true)
  })

  it('comes whole where the range means nothing, several, or another version', async () => {
    const { headers } = await read(packageAt())
    const etag = headers.get('etag') ?? ''
    for (const asked of [{ range: 'lines=1-2' }, { range: 'bytes=0-1,5-6' }, { range: 'bytes=0-1', 'if-range': '"x"' }])
      expect((await read(packageAt(), asked)).status).toBe(200)
    expect((await read(packageAt(), { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
  })

  it('says what there is where the range lies beyond it', async () => {
    const got = await read(packageAt(), { range: 'bytes=50000-' })
    expect(got.status).toBe(416)
    expect(got.headers.get('content-range')).toBe('bytes */50000')
  })

  it('is not sent again to whoever has it', async () => {
    const etag = (await read(packageAt())).headers.get('etag') ?? ''
    const cookie = `auth=${ada.api.cookies.get('auth')}`
    // fetch() asks for everything anew as soon as it is given a condition.
    const ask = (condition: string) =>
      raw(app.origin, { path: `/api/1/file/${packageId}/1`, headers: { cookie, 'if-none-match': condition } })
    expect(await ask(etag)).toMatchObject({ status: 304, body: '' })
    expect(await ask(`"other", ${etag}`)).toMatchObject({ status: 304 })
    expect(await ask('"other"')).toMatchObject({ status: 200 })
  })

  it('tells its size to HEAD without sending it', async () => {
    const auth = ada.api.cookies.get('auth')
    const got = await fetch(packageAt(), { method: 'HEAD', headers: { cookie: `auth=${auth}` } })
    expect(got.status).toBe(200)
    expect(got.headers.get('content-length')).toBe('50000')
  })

  it('is not there without a session, unless it is a picture', async () => {
    expect((await read(packageAt(), {}, null)).status).toBe(401)
    const shown = await read(at(`/file/${pictureId}/1/file`), {}, null)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
    expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  it('is missing where there is none', async () => {
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

describe('a smaller picture', () => {
  const imageAt = (size: number | string) => at(`/image/${pictureId}/1/${size}`)

  it.each([64, 128, 256, 512])('has at most %i pixels a side, without a session', async (size) => {
    const got = await read(imageAt(size), {}, null)
    expect(got.status).toBe(200)
    expect(got.headers.get('cache-control')).toContain('public')
    const { width, height } = await sharp(await bytesOf(got)).metadata()
    expect([width, height]).toEqual([size, Math.round((size * 2) / 3)])
  })

  it('is no larger than the picture itself', async () => {
    const { width } = await sharp(await bytesOf(await read(imageAt(1024)))).metadata()
    expect(width).toBe(900)
  })

  it('is made once, also when twenty ask at once, and then kept', async () => {
    const { id } = await aStored(app, ada, await aPicture(200), PICTURE)
    const address = at(`/image/${id}/1/128`)
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(address, {}, null)))
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    expect((await read(address)).status).toBe(200)
    const kept = await app.scope().db.fileThumbnail.findMany({ where: { fileId: id } })
    expect(kept.map(({ size }) => size)).toEqual([128])
  })

  it('exists in some sizes, and of pictures alone', async () => {
    for (const size of [63, 2048, '256px', '']) expect((await read(imageAt(size))).status).toBe(404)
    expect((await read(at(`/image/${packageId}/1/256`))).status).toBe(404)
    expect((await read(at(`/image/${packageId}/1/256`), {}, null)).status).toBe(401)
  })

  it('goes with its version', async () => {
    const { id } = await aStored(app, ada, await aPicture(200), PICTURE)
    expect((await read(at(`/image/${id}/1/64`))).status).toBe(200)
    await ada.api.call('deleteFileVersion', { fileId: id, versionId: 1 })
    expect((await read(at(`/image/${id}/1/64`))).status).toBe(404)
    expect((await read(at(`/file/${id}/1/file`))).status).toBe(404)
  })
})
