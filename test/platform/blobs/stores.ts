import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKoa } from '../../../src/edges/koa.ts'
import { partUploads } from '../../../src/edges/partUploads.ts'
import { addMilliseconds } from '../../../src/kernel/clock.ts'
import { createSecrets } from '../../../src/kernel/secrets.ts'
import { openDiskLocks } from '../../../src/platform/blobs/disk/mutexes.ts'
import { openDiskBlobs } from '../../../src/platform/blobs/disk/store.ts'
import type { FreeSpaceCheck } from '../../../src/platform/blobs/freeSpace.ts'
import { openS3Blobs } from '../../../src/platform/blobs/s3/store.ts'
import { silentLog } from '../../support/databaseFixture.ts'
import { exchangeOptions } from '../../support/exchange.ts'
import type { TestStore } from './fixtures.ts'

/** A clock that shows the real time plus an offset that the test adds. */
export function aClock() {
  let ahead = 0
  return {
    clock: { now: () => addMilliseconds(new Date(), ahead) },
    shift(by: number) {
      ahead += by
    },
  }
}

export const putBytes: TestStore['put'] = (address, body, headers = {}) =>
  fetch(address, { method: 'PUT', body: new Uint8Array(body), headers: { ...headers } })

export const SECRET_KEY = 'the key of a test'

/** The disk store behind its upload endpoint only. A given folder is not removed. */
export async function aDiskStore(given?: string, assertRoom: FreeSpaceCheck = async () => {}) {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'plaza-blobs-')))
  const { clock, shift } = aClock()
  const koa = createKoa(exchangeOptions(silentLog))
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const publicUrl = `http://127.0.0.1:${port}`
  const { blobs, intake } = await openDiskBlobs({
    dataDir,
    publicUrl,
    secrets: createSecrets(SECRET_KEY),
    clock,
    assertRoom,
    locks: openDiskLocks(),
  })
  koa.use(partUploads(intake).routes())
  server.on('request', koa.callback())
  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    if (!given) await rm(dataDir, { recursive: true })
  }
  return { blobs, put: putBytes, shift, close, dataDir, port }
}

export interface S3Endpoint {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  close(): Promise<void>
}

export const BUCKET = 'plaza-test'

/** The S3 store. */
export function anS3Store({ endpoint, accessKeyId, secretAccessKey, close }: S3Endpoint): TestStore {
  const { clock, shift } = aClock()
  const credentials = { accessKeyId, secretAccessKey }
  const s3 = openS3Blobs({ endpoint, bucket: BUCKET, region: 'us-east-1', credentials }, clock)
  return {
    blobs: s3.blobs,
    put: putBytes,
    shift,
    async close() {
      await s3.close()
      await close()
    },
  }
}
