import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Koa from 'koa'
import { fallback } from '../../src/edges/fallback.ts'
import { uploads } from '../../src/edges/uploads.ts'
import { later } from '../../src/kernel/clock.ts'
import { openSecrets } from '../../src/kernel/secrets.ts'
import { openDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { openS3Blobs } from '../../src/platform/blobs/s3.ts'
import type { Site } from './blobs-tools.ts'
import { quiet } from './ground.ts'

/** The real time, and what a test adds. */
export function aClock() {
  let ahead = 0
  return {
    clock: { now: () => later(new Date(), ahead) },
    shift(by: number) {
      ahead += by
    },
  }
}

export const put: Site['put'] = (address, body, headers = {}) =>
  fetch(address, { method: 'PUT', body: new Uint8Array(body), headers: { ...headers } })

export const KEY = 'the key of a test'
const refusing = { log: quiet, isDatabaseDown: () => false }

/** The store on a disk with nothing but its door. A folder that is given stays. */
export async function aDiskSite(given?: string) {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'plaza-blobs-')))
  const { clock, shift } = aClock()
  const koa = new Koa()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const publicUrl = `http://127.0.0.1:${port}`
  const { blobs, intake } = await openDiskBlobs({
    dataDir,
    publicUrl,
    secrets: openSecrets(KEY),
    clock,
  })
  koa.on('error', () => {})
  koa.use(fallback(refusing)).use(uploads(intake))
  server.on('request', koa.callback())
  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    if (!given) await rm(dataDir, { recursive: true })
  }
  return { blobs, put, shift, close, dataDir, port }
}

export interface S3Place {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  close(): Promise<void>
}

export const BUCKET = 'plaza-test'

/** The store in a bucket. */
export function anS3Site({ endpoint, accessKeyId, secretAccessKey, close }: S3Place): Site {
  const { clock, shift } = aClock()
  const credentials = { accessKeyId, secretAccessKey }
  const s3 = openS3Blobs({ endpoint, bucket: BUCKET, region: 'us-east-1', credentials }, clock)
  return {
    blobs: s3.blobs,
    put,
    shift,
    async close() {
      await s3.close()
      await close()
    },
  }
}
