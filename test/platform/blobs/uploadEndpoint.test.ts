import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '../../../src/kernel/clock.ts'
import { createSecrets } from '../../../src/kernel/secrets.ts'
import { writeStagedFile } from '../../../src/platform/blobs/disk/durableFiles.ts'
import { openUploadRecords } from '../../../src/platform/blobs/disk/uploads.ts'
import { storeFull } from '../../../src/platform/blobs/storeFaults.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { aSinglePartUpload, CONTENT_TYPE, MEBIBYTE, md5, randomContent, type TestStore } from './fixtures.ts'
import { aDiskStore, SECRET_KEY } from './stores.ts'

type DiskSite = Awaited<ReturnType<typeof aDiskStore>>
let site: DiskSite
beforeAll(async () => {
  site = await aDiskStore()
})
afterAll(() => site.close())

const aside = () => readdir(join(site.dataDir, 'blobs', 'aside'))

async function anUploadUrl({ blobs }: Pick<TestStore, 'blobs'>, totalBytes: number, multipart = false) {
  const ref = await blobs.beginUpload({ contentType: CONTENT_TYPE, multipart })
  const address = (partNumber: number) =>
    blobs.partUploadUrl(ref, { partNumber, contentType: CONTENT_TYPE, totalBytes })
  return { ref, address: await address(1), second: () => address(2) }
}

/** Sends a chunked body without a Content-Length. */
async function putChunks(address: string, content: Buffer) {
  const sending = request(address, { method: 'PUT' })
  const answered = once(sending, 'response')
  for (let at = 0; at < content.length; at += 100_000) sending.write(content.subarray(at, at + 100_000))
  sending.end()
  const [answer] = await answered
  answer.resume()
  return { status: answer.statusCode, etag: answer.headers.etag }
}

const refusal = async (answer: Response) => [answer.status, await answer.json()]
const errorResponse = (status: number, message: string) => [status, { error: { message, status_code: status } }]

test('checks the body against its Content-MD5', async () => {
  const { ref, address } = await anUploadUrl(site, 100)
  const content = randomContent(100)
  for (const wrong of [createHash('md5').update('another').digest('base64'), 'nonsense']) {
    const answer = await site.put(address, content, { 'Content-MD5': wrong })
    expect(await refusal(answer)).toEqual(errorResponse(400, 'The body is not what Content-MD5 says'))
  }
  expect(await site.blobs.parts(ref)).toEqual([])
  const right = createHash('md5').update(content).digest('base64')
  expect((await site.put(address, content, { 'Content-MD5': right })).status).toBe(200)
  expect(await aside()).toEqual([])
})

test('accepts no more bytes than the upload declared, with or without a Content-Length', async () => {
  const { ref, address } = await anUploadUrl(site, MEBIBYTE)
  const large = randomContent(MEBIBYTE + 1)
  const announced = await site.put(address, large)
  expect(await refusal(announced)).toEqual(errorResponse(413, 'These are more bytes than the upload was begun for'))
  const streamed = await putChunks(address, large)
  expect(streamed.status).toBe(413)
  expect(await site.blobs.parts(ref)).toEqual([])
  expect(await aside()).toEqual([])
})

test('limits the bytes of all parts together, concurrent ones too', async () => {
  const { ref, address, second } = await anUploadUrl(site, 1_000, true)
  const answers = await Promise.all([
    site.put(address, randomContent(600)),
    site.put(await second(), randomContent(600)),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 413])
  expect(await site.blobs.parts(ref)).toHaveLength(1)
  const [arrived] = await site.blobs.parts(ref)
  const again = arrived?.partNumber === 1 ? address : await second()
  expect((await site.put(again, randomContent(1_000))).status).toBe(200)
})

test('accepts a chunked body without a Content-Length', async () => {
  const { ref, address } = await anUploadUrl(site, MEBIBYTE)
  const content = randomContent(MEBIBYTE)
  expect(await putChunks(address, content)).toEqual({ status: 200, etag: `"${md5(content)}"` })
  expect((await site.blobs.finishUpload(ref, null)).md5).toBe(md5(content))
})

test.each(['x', 'a.b.c', '..%2f..%2fetc%2fpasswd', 'a'.repeat(300), '%'])('refuses %j as a token', async (token) => {
  const answer = await site.put(`http://127.0.0.1:${site.port}/upload/${token}`, randomContent(10))
  expect(await refusal(answer)).toEqual(errorResponse(403, 'This address is not one that was given out'))
})

test('refuses a token signed with another key or for another purpose', async () => {
  const ref = await site.blobs.beginUpload({ contentType: CONTENT_TYPE, multipart: false })
  const claims = { ref, part: 1, type: CONTENT_TYPE, total: 100, until: Date.now() + MINUTE }
  const put = async (token: string) =>
    (await site.put(`http://127.0.0.1:${site.port}/upload/${token}`, randomContent(10))).status
  expect(await put(createSecrets('another key').sign('upload', claims))).toBe(403)
  expect(await put(createSecrets(SECRET_KEY).sign('session', claims))).toBe(403)
  expect(await put(createSecrets(SECRET_KEY).sign('upload', claims))).toBe(200)
})

test('reports that an upload is already finished or aborted', async () => {
  const { ref, address } = await aSinglePartUpload(site, randomContent(100))
  await site.blobs.finishUpload(ref, null)
  expect(await refusal(await site.put(address, randomContent(100)))).toEqual(errorResponse(404, 'This upload is over'))
  const aborted = await aSinglePartUpload(site, randomContent(100))
  await site.blobs.abortUpload(aborted.ref)
  expect((await site.put(aborted.address, randomContent(100))).status).toBe(404)
  expect(await aside()).toEqual([])
})

test.each(['GET', 'POST', 'DELETE', 'HEAD', 'PATCH'])('refuses the method %s', async (method) => {
  const { address } = await anUploadUrl(site, 100)
  const answer = await fetch(address, { method })
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'PUT, OPTIONS'])
})

/** Starts a request and breaks the connection before the declared length is sent. */
function sendPartially(address: string, content: Buffer): Promise<void> {
  const { pathname, port } = new URL(address)
  const line: Socket = connect(Number(port), '127.0.0.1')
  line.on('error', () => {})
  line.write(`PUT ${pathname} HTTP/1.1\r\nHost: plaza\r\nContent-Length: ${content.length + 1}\r\n\r\n`)
  return new Promise((resolve) => {
    line.once('close', () => resolve())
    line.write(content, () => line.destroy())
  })
}

test('a thousand interrupted uploads leave no files behind', async () => {
  const uploads = await Promise.all(Array.from({ length: 50 }, () => anUploadUrl(site, MEBIBYTE)))
  const content = randomContent(20_000)
  for (let round = 0; round < 20; round++)
    await Promise.all(uploads.map(({ address }) => sendPartially(address, content)))
  await eventually(async () => (await aside()).length === 0)
  for (const { ref } of uploads) expect(await site.blobs.parts(ref)).toEqual([])
  const [{ address }] = [uploads[0] ?? (await anUploadUrl(site, MEBIBYTE))]
  await eventually(async () => (await site.put(address, content)).status === 200)
})

/** Begins a PUT of `length` bytes, and sends `content` of it. */
async function beginPut(address: string, content: Buffer, length: number) {
  const sending = request(address, { method: 'PUT', headers: { 'content-length': length } })
  const answered = once(sending, 'response')
  answered.catch(() => {})
  const before = (await aside()).length
  sending.write(content)
  await eventually(async () => (await aside()).length > before)
  return {
    async end(rest: Buffer) {
      sending.end(rest)
      const [answer] = await answered
      answer.resume()
      return answer.statusCode
    },
    cut: () => sending.destroy(),
  }
}

test('a later request for a part replaces one that stands still, and ends it', async () => {
  const { ref, address, second } = await anUploadUrl(site, 2_000, true)
  const [content, other] = [randomContent(1_500), randomContent(500)]
  const dead = await beginPut(address, randomContent(1_000), 1_500)
  const [one, two] = [await site.put(address, content), await site.put(await second(), other)]
  expect([one.status, two.status]).toEqual([200, 200])
  await eventually(async () => (await aside()).length === 0)
  expect(await dead.end(randomContent(500))).toBe(409)
  const etags = [one, two].map(({ headers }) => headers.get('ETag') ?? '')
  expect(await site.blobs.finishUpload(ref, etags)).toMatchObject({ md5: md5(Buffer.concat([content, other])) })
})

test('a part keeps the bytes of the last request, whichever process received them', async () => {
  const records = openUploadRecords(join(site.dataDir, 'uploads'), join(site.dataDir, 'blobs', 'aside'))
  const { ref } = await anUploadUrl(site, 100)
  const receive = async (content: Buffer, begunAt: number) => {
    const written = await writeStagedFile(join(site.dataDir, 'blobs', 'aside'), [content])
    await records.addPart(ref, 1, { ...written, begunAt }).finally(() => rm(written.path, { force: true }))
  }
  const later = randomContent(100)
  await receive(later, 2_000)
  await expect(receive(randomContent(100), 1_000)).rejects.toMatchObject({ reason: 'part_in_transfer' })
  expect((await site.blobs.finishUpload(ref, null)).md5).toBe(md5(later))
})

test('receives no more of all parts at a time than their upload may have', async () => {
  const { address, second } = await anUploadUrl(site, 100, true)
  const content = randomContent(100)
  const first = await beginPut(address, content.subarray(0, 60), 100)
  expect((await site.put(await second(), content.subarray(0, 50))).status).toBe(413)
  first.cut()
  await eventually(async () => (await aside()).length === 0)
  await eventually(async () => (await site.put(await second(), content.subarray(0, 50))).status === 200)
})

test('keeps a reserve of the disk free', async () => {
  const reserve = { left: true }
  const full = await aDiskStore(undefined, async () => {
    if (!reserve.left) throw storeFull()
  })
  const { address } = await anUploadUrl(full, 100)
  reserve.left = false
  const refused = await full.put(address, randomContent(100))
  expect([refused.status, await refused.json()]).toMatchObject(errorResponse(503, 'The store of files is full'))
  await expect(anUploadUrl(full, 100)).rejects.toThrow('The store of files is full')
  reserve.left = true
  expect((await full.put(address, randomContent(100))).status).toBe(200)
  await full.close()
})

test('looks at the disk again while a body arrives', async () => {
  let looks = 0
  const full = await aDiskStore(undefined, async () => {
    looks += 1
    if (looks > 3) throw storeFull()
  })
  const { address } = await anUploadUrl(full, 64 * MEBIBYTE)
  expect((await full.put(address, randomContent(40 * MEBIBYTE))).status).toBe(503)
  expect(await readdir(join(full.dataDir, 'blobs', 'aside'))).toEqual([])
  await full.close()
})

test('is served beside the API: with CORS for allowed origins, metrics and a log entry by name', async () => {
  const app: TestApp = await anApp({ PUBLIC_URL: 'http://plaza.test' })
  const content = randomContent(100)
  const { ref, address } = await anUploadUrl(app.app.services, 100)
  const here = address.replace('http://plaza.test', app.origin)
  expect(here).not.toBe(address)
  const preflight = await fetch(here, {
    method: 'OPTIONS',
    headers: { Origin: 'http://plaza.test', 'Access-Control-Request-Method': 'PUT' },
  })
  expect([preflight.status, preflight.headers.get('Access-Control-Allow-Methods')]).toEqual([
    204,
    expect.stringContaining('PUT'),
  ])
  const answer = await site.put(here, content, { Origin: 'http://plaza.test' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('http://plaza.test')
  expect(answer.headers.get('Access-Control-Expose-Headers')).toMatch(/\bETag\b/)
  expect(answer.headers.get('Access-Control-Expose-Headers')).toMatch(/\bX-Request-Id\b/)
  const stranger = await site.put(here, content, { Origin: 'http://elsewhere.test' })
  expect(stranger.headers.get('Access-Control-Allow-Origin')).toBeNull()
  const metrics = await (await fetch(`${app.origin}/metrics`)).text()
  expect(metrics).toContain('plaza_http_requests_total{operation="uploadPart",method="PUT",status="200"} 2')
  expect((await app.app.services.blobs.finishUpload(ref, null)).md5).toBe(md5(content))
})
