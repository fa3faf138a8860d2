import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { sharedApp } from '../../../support/app.ts'
import { anImage, bytesOf, download, IMAGE_FILE } from '../../../support/files.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
beforeEach(async () => {
  ada = await aUser(app)
})

const upload = (form: object, person = ada) => person.api.try('uploadImage', { form })

describe('an uploaded image', () => {
  it('is a complete file, re-encoded without metadata', async () => {
    const taken = await sharp(await anImage(400, 300, 'jpeg'))
      .withExif({ IFD0: { Copyright: 'somebody', ImageDescription: 'at home' } })
      .jpeg()
      .toBuffer()
    const file = await ada.api.call('uploadGalleryImage', { form: { file: taken } })
    expect(file).toMatchObject({
      ownerId: ada.id,
      tags: ['gallery'],
      mimeType: 'image/png',
      extension: '.png',
      versions: [
        { version: 0, status: 'complete' },
        { version: 1, status: 'complete', file: { status: 'complete' } },
      ],
    })
    const shown = await bytesOf(await download(app, file.versions[1]?.file?.url ?? ''))
    const { format, width, height, exif } = await sharp(shown).metadata()
    expect({ format, width, height, exif }).toEqual({ format: 'png', width: 400, height: 300, exif: undefined })
    expect(shown.includes('somebody')).toBe(false)
  })

  it('is found by its tag', async () => {
    const icon = await ada.api.call('uploadIcon', { form: { file: await anImage() } })
    const sticker = await ada.api.call('uploadImage', { form: { file: await anImage(), tag: 'sticker' } })
    expect(sticker).toMatchObject({ maskTag: 'square' })
    const ids = async (tag: string) => (await ada.api.call('getFiles', { query: { tag } })).map(({ id }) => id)
    expect([await ids('icon'), await ids('sticker'), await ids('gallery')]).toEqual([[icon.id], [sticker.id], []])
  })

  it('is animated when it is a sheet of frames', async () => {
    const file = await anImage(1024)
    const moving = { file, tag: 'emojianimated', animationStyle: 'bats', loopStyle: 'pingpong', maskTag: 'heart' }
    expect(await upload({ ...moving, frames: 4, framesOverTime: 12 })).toMatchObject({
      status: 200,
      body: {
        ...{ frames: 4, framesOverTime: 12, animationStyle: 'bats', loopStyle: 'pingpong', maskTag: 'heart' },
        tags: ['emojianimated', 'emoji'],
      },
    })
    expect(await upload(moving)).toMatchObject(refusal(400, /frames/))
    expect(await upload({ ...moving, frames: 65, framesOverTime: 12 })).toMatchObject(refusal(400, /frames/))
    expect(await upload({ ...moving, frames: 4, framesOverTime: 'fast' })).toMatchObject(refusal(400, /framesOverTime/))
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('hello')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['half a picture', Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'base64')],
  ])('is refused when it is %s', async (_what, file) => {
    expect(await upload({ file })).toMatchObject({ status: 400, body: { error: { status_code: 400 } } })
    expect(await ada.api.call('getFiles')).toEqual([])
  })

  it('must have the shape and size of its purpose', async () => {
    expect(await upload({ file: await anImage(32), tag: 'gallery' })).toMatchObject({ status: 400 })
    expect(await upload({ file: await anImage(200, 100), tag: 'icon' })).toMatchObject({ status: 400 })
    expect(await upload({ file: await anImage(), tag: 'everything' })).toMatchObject(refusal(400, /^tag/))
    expect(await upload({ file: await anImage(), maskTag: 'moon' })).toMatchObject(refusal(400, /^maskTag/))
    expect(await upload({ tag: 'gallery' })).toMatchObject(refusal(400, /^file/))
  })

  it('is for admins only when its purpose is the platform', async () => {
    const form = { file: await anImage(), tag: 'admin' }
    expect(await upload(form)).toMatchObject({ status: 403 })
    expect(await upload(form, await anAdmin(app))).toMatchObject({ status: 200 })
  })

  it('is one of at most 18 stickers, even when 30 are uploaded concurrently', async () => {
    const file = await anImage(64)
    const answers: number[] = []
    for (let round = 0; round < 5; round++) {
      const six = await Promise.all(Array.from({ length: 6 }, () => upload({ file, tag: 'sticker' })))
      answers.push(...six.map(({ status }) => status))
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(18)
    expect(answers.filter((status) => status === 400)).toHaveLength(12)
    expect(await ada.api.call('getFiles', { query: { tag: 'sticker' } })).toHaveLength(18)
  })

  it('is uploaded by a form of at most 20 MB', async () => {
    const headers = { cookie: `auth=${ada.api.cookies.get('auth')}` }
    const send = (body: BodyInit, more: Record<string, string> = {}) =>
      fetch(`${app.origin}/api/1/gallery`, { method: 'POST', body, headers: { ...headers, ...more } })
    expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(415)
    expect((await send('--x--', { 'content-type': 'multipart/form-data' })).status).toBe(400)
    expect((await send('--x\r\nnonsense', { 'content-type': 'multipart/form-data; boundary=x' })).status).toBe(400)
    const large = new FormData()
    large.append('file', new Blob([new Uint8Array(21 * 1024 * 1024)]))
    expect((await send(large)).status).toBe(413)
  })

  it('requires a session', async () => {
    expect(await aRestClient(app).try('uploadIcon', { form: { file: await anImage() } })).toMatchObject({ status: 401 })
  })
})

describe('a file whose content is not of its MIME type', () => {
  it('cannot be created as an SVG image', async () => {
    expect(await ada.api.try('createFile', { body: { ...IMAGE_FILE, mimeType: 'image/svg+xml' } })).toMatchObject({
      status: 400,
    })
  })
})
