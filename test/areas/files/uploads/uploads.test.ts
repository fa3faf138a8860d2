import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { filesArea } from '../../../../src/areas/files/index.ts'
import { exportRules } from '../../../../src/areas/index.ts'
import { HOUR } from '../../../../src/kernel/clock.ts'
import { graphql } from '../../../generated/index.ts'
import { anApp } from '../../../support/app.ts'
import { anImage, bytesOf, download, IMAGE_FILE, localAddress, md5Of, uploadBytes } from '../../../support/files.ts'
import { aGraphClient, type GraphClient } from '../../../support/graphClient.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const CreateUpload = graphql(`
  mutation CreateUpload($input: CreateUploadInput!) {
    createUpload(input: $input) { upload { id url method headers { name value } expiresAt purpose } viewer { id } }
  }
`)
const UploadById = graphql(`
  query UploadById($id: ID!) { node(id: $id) { id ... on Upload { url method } } }
`)
const SetPictures = graphql(`
  mutation SetPictures($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id userIcon } } }
`)
const MakeImage = graphql(`
  mutation MakeImage($input: UploadImageInput!) { uploadImage(input: $input) { file { id tags url } } }
`)
const MakeVersion = graphql(`
  mutation MakeVersion($input: CreateFileVersionInput!) {
    createFileVersion(input: $input) {
      file { id url versions(last: 1) { nodes { version status data { type md5 sizeInBytes } } } }
    }
  }
`)

const ORIGIN = 'https://web.plaza.example'
const QUOTA = 1_000_000
const app = await anApp({ ALLOWED_ORIGINS: ORIGIN, MAX_STORED_BYTES: String(QUOTA) })
const PNG = await anImage(300)
let ada: TestUser
let graph: GraphClient
beforeEach(async () => {
  ada = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

const announcement = (sizeInBytes: number) =>
  ({ purpose: 'ICON', fileName: 'me.png', mimeType: 'image/png', sizeInBytes }) as const

async function begin(size: number, more: object = {}, client = graph) {
  const { createUpload } = await client.run(CreateUpload, { input: { ...announcement(size), ...more } })
  return { ...createUpload.upload, url: createUpload.upload.url ?? '' }
}

/** Begins an upload and sends its bytes; returns its id. */
async function aSentUpload(bytes: Buffer, more: object = {}, client = graph): Promise<string> {
  const { id, url, headers } = await begin(bytes.length, more, client)
  const { status } = await uploadBytes(app, url, bytes, { contentType: headers[0]?.value ?? '' })
  expect(status).toBe(200)
  return id
}

/** Code and reason of the only error. */
async function refusalOf(client: GraphClient, document: { toString(): string }, input: object) {
  const { errors = [] } = await client.send(document.toString(), { input })
  expect(errors).toHaveLength(1)
  const { code, reason } = errors[0]?.extensions ?? {}
  return [code, String(reason).toLowerCase()]
}

const setIcon = (userIconUploadId: string, more: object = {}) =>
  graph.run(SetPictures, { input: { userIconUploadId, ...more } })

async function freeContent(): Promise<void> {
  await filesArea.jobs?.find(({ name }) => name === 'remove-freed-content')?.run(app.scope(), [], exportRules)
}

async function storedNames(): Promise<string> {
  const entries = await readdir(app.platform.settings.DATA_DIR, { recursive: true, withFileTypes: true })
  return entries.map(({ parentPath, name }) => join(parentPath, name)).join('\n')
}

describe('a picture from a browser', () => {
  test('is changed by two calls and a PUT of another origin without cookies', async () => {
    const { id, url, method, headers } = await begin(PNG.length)
    const address = localAddress(app, url)
    const preflight = await fetch(address, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type')
    const sent = await fetch(address, {
      method,
      headers: { origin: ORIGIN, ...Object.fromEntries(headers.map(({ name, value }) => [name, value])) },
      body: new Uint8Array(PNG),
    })
    expect(sent.status).toBe(200)
    expect(sent.headers.get('access-control-allow-origin')).toBe(ORIGIN)

    const { user } = (await setIcon(id)).updateProfile
    const shown = await download(app, user?.userIcon ?? '')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    const [file] = await ada.api.call('getFiles')
    expect(file).toMatchObject({ tags: ['icon'], ownerId: ada.id })
    expect(user?.userIcon).toBe(file?.versions[1]?.file?.url)
    expect(await refusalOf(graph, SetPictures, { userIconUploadId: id })).toEqual(['CONFLICT', 'upload_used'])
  })

  test('is no business of pages of other origins', async () => {
    const { url } = await begin(PNG.length)
    const asked = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
    const preflight = await fetch(localAddress(app, url), { method: 'OPTIONS', headers: asked })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('can be sent again until it is used, and has exactly the announced size and type', async () => {
    const { id, url } = await begin(PNG.length)
    const put = async (bytes: Buffer, contentType = 'image/png') =>
      (await uploadBytes(app, url, bytes, { contentType })).status
    expect(await put(PNG.subarray(1))).toBe(400)
    expect(await put(Buffer.concat([PNG, PNG]))).toBe(413)
    expect(await put(PNG, 'text/html')).toBe(403)
    expect(await refusalOf(graph, SetPictures, { userIconUploadId: id })).toEqual(['BAD_INPUT', 'part_missing'])
    expect(await put(randomBytes(PNG.length))).toBe(200)
    expect(await put(PNG)).toBe(200)
    await setIcon(id)
    expect(await put(PNG)).toBe(404)
  })

  test('belongs to who began it', async () => {
    const id = await aSentUpload(PNG)
    const stranger = aGraphClient(app, (await aUser(app)).api)
    expect(await refusalOf(stranger, SetPictures, { userIconUploadId: id })).toEqual(['NOT_FOUND', 'upload_not_found'])
    expect((await stranger.run(UploadById, { id })).node).toBeNull()
    expect((await graph.run(UploadById, { id })).node).toMatchObject({ id, method: 'PUT' })
    await setIcon(id)
    expect((await graph.run(UploadById, { id })).node).toMatchObject({ id, url: null })
  })

  test('is used once, even by ten concurrent requests', async () => {
    const id = await aSentUpload(PNG)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => graph.send(SetPictures.toString(), { input: { userIconUploadId: id } })),
    )
    const reasons = answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.code))
    expect(reasons).toEqual(Array.from({ length: 9 }, () => 'CONFLICT'))
    expect(await ada.api.call('getFiles')).toHaveLength(1)
  })

  test('can be used again after a refused change, which leaves no file', async () => {
    const id = await aSentUpload(PNG)
    const homeLocation = 'wrld_00000000-0000-4000-8000-000000000000'
    expect((await refusalOf(graph, SetPictures, { userIconUploadId: id, homeLocation }))[0]).toBe('BAD_INPUT')
    expect(await ada.api.call('getFiles')).toEqual([])
    await freeContent()
    await setIcon(id)
    expect(await ada.api.call('getFiles')).toHaveLength(1)
  })

  test('replaces both pictures of a profile at once, each by an upload of its own', async () => {
    const [icon, picture] = [await aSentUpload(PNG), await aSentUpload(PNG, { purpose: 'GALLERY' })]
    expect(await refusalOf(graph, SetPictures, { userIconUploadId: picture })).toEqual(['BAD_INPUT', 'wrong_purpose'])
    const both = { userIconUploadId: icon, userIcon: 'http://plaza.test/me.png' }
    expect(await refusalOf(graph, SetPictures, both)).toEqual(['BAD_INPUT', 'wrong_combination'])
    await setIcon(icon, { profilePicOverrideUploadId: picture })
    const { userIcon, profilePicOverride } = await ada.api.call('getUser', { userId: ada.id })
    for (const url of [userIcon, profilePicOverride]) expect((await download(app, url)).status).toBe(200)
    expect((await ada.api.call('getFiles')).flatMap(({ tags }) => tags).sort()).toEqual(['gallery', 'icon'])
  })

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a damaged image', PNG.subarray(0, 60)],
  ])('is refused as by forms when it is %s', async (_name, bytes) => {
    const { errors = [] } = await graph.send(SetPictures.toString(), {
      input: { userIconUploadId: await aSentUpload(bytes) },
    })
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_INPUT'])
    expect(JSON.stringify(errors[0]?.extensions)).toContain('userIconUploadId')
    expect((await ada.api.try('uploadIcon', { form: { file: bytes } })).status).toBe(400)
  })

  test('loses what hides behind its pixels', async () => {
    const polyglot = Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')])
    const { user } = (await setIcon(await aSentUpload(polyglot))).updateProfile
    expect((await bytesOf(await download(app, user?.userIcon ?? ''))).includes('<script>')).toBe(false)
  })
})

describe('createUpload', () => {
  test.each([
    ['a type that the purpose does not take', { mimeType: 'image/svg+xml' }],
    ['more than 20 MiB for an image', { sizeInBytes: 20 * 1024 * 1024 + 1 }],
    ['no bytes', { sizeInBytes: 0 }],
    ['a path instead of a name', { fileName: '../me.png' }],
    [
      'an asset without extension',
      { purpose: 'WORLD_ASSET' as const, mimeType: 'application/x-world', fileName: 'world' },
    ],
  ])('refuses %s', async (_name, more) => {
    expect(await graph.refusalCodes(CreateUpload, { input: { ...announcement(9), ...more } })).toEqual(['BAD_INPUT'])
  })

  test('refuses purposes of admins, and people without a session', async () => {
    const input = { ...announcement(9), purpose: 'ADMIN' as const }
    expect(await graph.refusalCodes(CreateUpload, { input })).toEqual(['FORBIDDEN'])
    expect(await aGraphClient(app).refusalCodes(CreateUpload, { input })).toEqual(['UNAUTHENTICATED'])
  })

  test('counts what was announced to what a person stores, until it is used or expires', async () => {
    const large = { ...announcement(QUOTA - 50_000), purpose: 'FILE_VERSION' as const }
    const icon = await aSentUpload(PNG)
    await graph.run(CreateUpload, { input: large })
    expect(await refusalOf(graph, CreateUpload, announcement(60_000))).toEqual(['CONFLICT', 'storage_full'])
    await setIcon(icon)
    app.clock.advance(HOUR)
    await freeContent()
    await graph.run(CreateUpload, { input: announcement(60_000) })
  })
})

describe('the bytes of an upload', () => {
  test('are gone a minute after it has expired, sent or not, read or not', async () => {
    const ids = [(await begin(PNG.length)).id, await aSentUpload(PNG), await aSentUpload(randomBytes(999))]
    expect((await refusalOf(graph, SetPictures, { userIconUploadId: ids[2] }))[0]).toBe('BAD_INPUT')
    const rows = await app.scope().db.upload.findMany({ where: { id: { in: ids } } })
    const { url } = await begin(PNG.length)
    app.clock.advance(HOUR)
    for (const userIconUploadId of ids)
      expect(await refusalOf(graph, SetPictures, { userIconUploadId })).toEqual(['NOT_FOUND', 'upload_not_found'])
    expect((await uploadBytes(app, url, PNG, { contentType: 'image/png' })).status).toBe(403)
    expect(await storedNames()).toContain(`${rows[1]?.uploadRef}`)
    await freeContent()
    const names = await storedNames()
    const blobs = rows.flatMap(({ blobKey }) => blobKey ?? [])
    expect(blobs).toHaveLength(1)
    for (const key of blobs) expect(names).not.toContain(key)
    for (const { uploadRef } of rows.filter(({ blobKey }) => blobKey === null)) expect(names).not.toContain(uploadRef)
    expect(await app.scope().db.upload.count({ where: { ownerId: ada.id } })).toBe(0)
  })

  test('are deleted once an image was made of them', async () => {
    const photo = Buffer.concat([await anImage(310), randomBytes(1_000)])
    const before = await storedNames()
    await setIcon(await aSentUpload(photo))
    await freeContent()
    const added = (await storedNames())
      .split('\n')
      .filter((name) => /blobs\/..\/..\//.test(name) && !before.includes(name))
    expect(added).toHaveLength(1)
  })
})

describe('other uses of an upload', () => {
  test('make an image of uploadImage, of the kind that the upload is for', async () => {
    const id = await aSentUpload(PNG, { purpose: 'STICKER' })
    expect(await refusalOf(graph, MakeImage, { uploadId: id, purpose: 'ICON' })).toEqual(['BAD_INPUT', 'wrong_purpose'])
    expect((await refusalOf(graph, MakeImage, {}))[0]).toBe('BAD_INPUT')
    expect((await graph.run(MakeImage, { input: { uploadId: id } })).uploadImage.file.tags).toEqual(['sticker'])
  })

  test('make a version of a file, whose hash the server computes', async () => {
    const { id: fileId } = await ada.api.call('createFile', { body: IMAGE_FILE })
    const html = await aSentUpload(Buffer.from('<html>'), { purpose: 'FILE_VERSION' })
    expect((await refusalOf(graph, MakeVersion, { fileId, uploadId: html }))[0]).toBe('BAD_INPUT')
    const other = await aSentUpload(PNG, { purpose: 'FILE_VERSION', mimeType: 'image/webp' })
    expect((await refusalOf(graph, MakeVersion, { fileId, uploadId: other }))[0]).toBe('BAD_INPUT')
    const uploadId = await aSentUpload(PNG, { purpose: 'FILE_VERSION' })
    expect((await refusalOf(graph, MakeVersion, { fileId }))[0]).toBe('BAD_INPUT')
    const signature = { signatureMd5: md5Of(PNG), signatureSizeInBytes: 1 }
    expect((await refusalOf(graph, MakeVersion, { fileId, uploadId, ...signature }))[0]).toBe('BAD_INPUT')
    const { file } = (await graph.run(MakeVersion, { input: { fileId, uploadId } })).createFileVersion
    expect(file.versions.nodes).toEqual([
      { version: 1, status: 'COMPLETE', data: [{ type: 'FILE', md5: md5Of(PNG), sizeInBytes: PNG.length }] },
    ])
    await freeContent()
    expect((await bytesOf(await download(app, file.url ?? ''))).equals(PNG)).toBe(true)
    expect(await refusalOf(graph, MakeVersion, { fileId, uploadId })).toEqual(['CONFLICT', 'upload_used'])
    const [listed] = await ada.api.call('getFiles')
    expect(listed?.versions[1]).toMatchObject({ status: 'complete', file: { md5: md5Of(PNG) } })
  })

  test('make no version of the file of somebody else', async () => {
    const { id: fileId } = await (await aUser(app)).api.call('createFile', { body: IMAGE_FILE })
    const uploadId = await aSentUpload(PNG, { purpose: 'FILE_VERSION' })
    expect((await refusalOf(graph, MakeVersion, { fileId, uploadId }))[0]).toBe('FORBIDDEN')
  })
})
