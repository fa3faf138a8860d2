import { once } from 'node:events'
import { Agent, createServer } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openS3Client } from '../../../src/platform/blobs/s3/client.ts'
import { type CuttingProxy, openCuttingProxy } from '../../support/s3/cuttingProxy.ts'
import { openStrictS3, type StrictS3 } from '../../support/s3/server.ts'
import { CONTENT_TYPE, contentOf, MEBIBYTE, randomContent, type TestStore } from './fixtures.ts'
import { anS3Store, BUCKET } from './stores.ts'

const KEYS = { accessKeyId: 'PLAZATEST', secretAccessKey: 'a secret of the test' }
const content = randomContent(12 * MEBIBYTE)
let store: StrictS3
let proxy: CuttingProxy
let site: TestStore
let key: string
/** Called before each request for an object is answered. */
let beforeGet = () => {}
let requests = 0
beforeAll(async () => {
  const before = async (operation: string) => {
    if (operation !== 'GET') return
    requests++
    beforeGet()
  }
  store = await openStrictS3({ keys: KEYS, bucket: BUCKET, smallestPart: 5 * MEBIBYTE, page: 100, before })
  proxy = await openCuttingProxy(store.endpoint)
  site = anS3Store({ endpoint: proxy.endpoint, ...KEYS, close: store.close })
})
beforeEach(async () => {
  key = (await site.blobs.store(content, CONTENT_TYPE)).key
  requests = 0
  beforeGet = () => {}
})
afterAll(async () => {
  await site.close()
  await proxy.close()
})

test('goes on where a connection breaks, byte for byte, also in a range', async () => {
  proxy.cutAfter(3_000_000, 2_000_000, 500, 1, 5_000_000)
  expect((await contentOf(site.blobs, key))?.content.equals(content)).toBe(true)
  expect(requests).toBeGreaterThanOrEqual(5)
  proxy.cutAfter(1_000_000, 1_000_000)
  const range = { start: 1_000, end: 5_000_000 }
  const found = await contentOf(site.blobs, key, range)
  expect([found?.size, found?.content.equals(content.subarray(1_000, 5_000_001))]).toEqual([content.length, true])
})

test('refuses an object that is replaced or deleted while it is read', async () => {
  const changes = [
    () => store.bucket.objects.set(key, { ...other(), body: randomContent(content.length), etag: '"another"' }),
    () => store.bucket.objects.delete(key),
  ]
  const other = () =>
    store.bucket.objects.get(key) ?? { body: content, etag: '', contentType: '', writtenAt: new Date() }
  for (const change of changes) {
    const { key: read } = await site.blobs.store(content, CONTENT_TYPE)
    key = read
    requests = 0
    beforeGet = () => void (requests === 2 && change())
    proxy.cutAfter(3_000_000)
    await expect(contentOf(site.blobs, key)).rejects.toThrow(`${key} was replaced or deleted while it was read`)
    expect(requests).toBe(2)
  }
})

test('gives up after five attempts in a row that bring little', async () => {
  proxy.cutAfter(...Array.from({ length: 20 }, () => 10_000))
  await expect(contentOf(site.blobs, key)).rejects.toMatchObject({ kind: 'unavailable', error: 'unreachable' })
  expect(requests).toBe(6)
  proxy.cutAfter()
})

test('ends the request when the reader leaves', async () => {
  const found = await site.blobs.read(key)
  if (found) await once(found.stream, 'readable')
  expect(proxy.connections()).toBeGreaterThan(0)
  found?.stream.destroy()
  await expect.poll(proxy.connections).toBe(0)
})

/** Milliseconds without data after which a connection is cut. */
const IDLE = 3_000

test('a slow upload by TLS goes on for longer than connections may be without data', async () => {
  const psk = Buffer.from('a key that both sides have, so that no certificate is needed')
  const ciphers = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const
  const body = randomContent(24 * MEBIBYTE)
  let [received, attempts] = [0, 0]
  const server = createServer({ ...ciphers, pskCallback: () => psk }, async (request, response) => {
    attempts++
    received = 0
    let next = MEBIBYTE / 2
    for await (const chunk of request) {
      received += chunk.length
      // The rest is taken at once: the system holds it, so that the client would see no progress in the end.
      if (received < next || next > 18 * MEBIBYTE) continue
      next += MEBIBYTE / 2
      await pause(250)
    }
    response.setHeader('ETag', '"whole"').end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const endpoint = `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const httpsAgent = new Agent({
    ...{ ...ciphers, pskCallback: () => ({ psk, identity: 'test' }), checkServerIdentity: () => undefined },
  })
  const options = { endpoint, bucket: BUCKET, region: 'us-east-1', credentials: KEYS }
  const client = openS3Client(options, { requestHandler: { socketTimeout: IDLE, httpsAgent }, maxAttempts: 1 })
  const begun = performance.now()
  const answer = await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'slow', Body: body }))
  expect([answer.ETag, received, attempts]).toEqual(['"whole"', body.length, 1])
  // Node.js lets a write that makes no progress pass once.
  expect(performance.now() - begun).toBeGreaterThan(2 * IDLE)
  client.destroy()
  server.close()
})
