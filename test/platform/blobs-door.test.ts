import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '../../src/kernel/clock.ts'
import { openSecrets } from '../../src/kernel/secrets.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aDiskSite, KEY } from './blobs-sites.ts'
import { aPiece, bytes, MEBIBYTE, md5, type Site, TYPE } from './blobs-tools.ts'
import { until } from './ground.ts'

type DiskSite = Awaited<ReturnType<typeof aDiskSite>>
let site: DiskSite
beforeAll(async () => {
  site = await aDiskSite()
})
afterAll(() => site.close())

const aside = () => readdir(join(site.dataDir, 'blobs', 'aside'))

async function anAddress({ blobs }: Pick<Site, 'blobs'>, totalBytes: number, multipart = false) {
  const ref = await blobs.beginUpload({ contentType: TYPE, multipart })
  const address = (partNumber: number) => blobs.partAddress(ref, { partNumber, contentType: TYPE, totalBytes })
  return { ref, address: await address(1), second: () => address(2) }
}

/** Sends a body whose length is not announced. */
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
const told = (status: number, message: string) => [status, { error: { message, status_code: status } }]

test('compares a body with its Content-MD5', async () => {
  const { ref, address } = await anAddress(site, 100)
  const content = bytes(100)
  for (const wrong of [createHash('md5').update('another').digest('base64'), 'nonsense']) {
    const answer = await site.put(address, content, { 'Content-MD5': wrong })
    expect(await refusal(answer)).toEqual(told(400, 'The body is not what Content-MD5 says'))
  }
  expect(await site.blobs.parts(ref)).toEqual([])
  const right = createHash('md5').update(content).digest('base64')
  expect((await site.put(address, content, { 'Content-MD5': right })).status).toBe(200)
  expect(await aside()).toEqual([])
})

test('takes no more bytes than an upload was begun for, announced or not', async () => {
  const { ref, address } = await anAddress(site, MEBIBYTE)
  const large = bytes(MEBIBYTE + 1)
  const announced = await site.put(address, large)
  expect(await refusal(announced)).toEqual(told(413, 'These are more bytes than the upload was begun for'))
  const streamed = await putChunks(address, large)
  expect(streamed.status).toBe(413)
  expect(await site.blobs.parts(ref)).toEqual([])
  expect(await aside()).toEqual([])
})

test('counts the bytes of all parts together, those that come at once too', async () => {
  const { ref, address, second } = await anAddress(site, 1_000, true)
  const answers = await Promise.all([site.put(address, bytes(600)), site.put(await second(), bytes(600))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 413])
  expect(await site.blobs.parts(ref)).toHaveLength(1)
  const [arrived] = await site.blobs.parts(ref)
  const again = arrived?.partNumber === 1 ? address : await second()
  expect((await site.put(again, bytes(1_000))).status).toBe(200)
})

test('takes a body in chunks, without a length', async () => {
  const { ref, address } = await anAddress(site, MEBIBYTE)
  const content = bytes(MEBIBYTE)
  expect(await putChunks(address, content)).toEqual({ status: 200, etag: `"${md5(content)}"` })
  expect((await site.blobs.finishUpload(ref, null)).md5).toBe(md5(content))
})

test.each(['x', 'a.b.c', '..%2f..%2fetc%2fpasswd', 'a'.repeat(300), '%'])('takes %j for no token', async (token) => {
  const answer = await site.put(`http://127.0.0.1:${site.port}/upload/${token}`, bytes(10))
  expect(await refusal(answer)).toEqual(told(403, 'This address is not one that was given out'))
})

test('takes no token that was signed with another key, or for something else', async () => {
  const ref = await site.blobs.beginUpload({ contentType: TYPE, multipart: false })
  const claims = { ref, part: 1, type: TYPE, total: 100, until: Date.now() + MINUTE }
  const put = async (token: string) =>
    (await site.put(`http://127.0.0.1:${site.port}/upload/${token}`, bytes(10))).status
  expect(await put(openSecrets('another key').sign('upload', claims))).toBe(403)
  expect(await put(openSecrets(KEY).sign('session', claims))).toBe(403)
  expect(await put(openSecrets(KEY).sign('upload', claims))).toBe(200)
})

test('says that an upload is over which is finished or aborted', async () => {
  const { ref, address } = await aPiece(site, bytes(100))
  await site.blobs.finishUpload(ref, null)
  expect(await refusal(await site.put(address, bytes(100)))).toEqual(told(404, 'This upload is over'))
  const aborted = await aPiece(site, bytes(100))
  await site.blobs.abortUpload(aborted.ref)
  expect((await site.put(aborted.address, bytes(100))).status).toBe(404)
  expect(await aside()).toEqual([])
})

test.each(['GET', 'POST', 'DELETE', 'HEAD', 'PATCH'])('does not know %s', async (method) => {
  const { address } = await anAddress(site, 100)
  const answer = await fetch(address, { method })
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'PUT, OPTIONS'])
})

/** Begins to send more than it will, and is gone. */
function aBrokenSending(address: string, content: Buffer): Promise<void> {
  const { pathname, port } = new URL(address)
  const line: Socket = connect(Number(port), '127.0.0.1')
  line.on('error', () => {})
  line.write(`PUT ${pathname} HTTP/1.1\r\nHost: plaza\r\nContent-Length: ${content.length + 1}\r\n\r\n`)
  return new Promise((resolve) => {
    line.once('close', () => resolve())
    line.write(content, () => line.destroy())
  })
}

test('a thousand sendings that break off leave nothing', { timeout: 60_000 }, async () => {
  const { ref, address } = await anAddress(site, MEBIBYTE)
  const content = bytes(20_000)
  for (let round = 0; round < 20; round++)
    await Promise.all(Array.from({ length: 50 }, () => aBrokenSending(address, content)))
  await until(async () => (await aside()).length === 0)
  expect(await site.blobs.parts(ref)).toEqual([])
  expect((await site.put(address, content)).status).toBe(200)
})

test('stands in front of the API: seen by pages of allowed origins, counted, logged under its name', async () => {
  const app: TestApp = await anApp({ PUBLIC_URL: 'http://plaza.test' })
  const content = bytes(100)
  const { ref, address } = await anAddress(app.app.outside, 100)
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
  expect((await app.app.outside.blobs.finishUpload(ref, null)).md5).toBe(md5(content))
})
