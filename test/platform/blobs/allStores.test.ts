import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { openStrictS3 } from '../../support/s3/server.ts'
import { blobsSuite } from './blobStoreSuite.ts'
import { aDiskStore, anS3Store, BUCKET } from './stores.ts'

blobsSuite('blobs on a disk', () => aDiskStore(), { strict: true, links: false })

const KEYS = { accessKeyId: 'PLAZATEST', secretAccessKey: 'a secret of the test' }

async function aStrictStore() {
  const { endpoint, close } = await openStrictS3({ keys: KEYS, bucket: BUCKET, smallestPart: 5_000, page: 2 })
  return anS3Store({ endpoint, ...KEYS, close })
}
blobsSuite('blobs in an object store that checks everything', aStrictStore, { strict: true, links: true })

async function aLaxStore() {
  const directory = await mkdtemp(join(tmpdir(), 'plaza-s3rver-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: BUCKET }] }
  const server = new S3rver(options)
  const { port } = await server.run()
  const close = async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  }
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return anS3Store({ endpoint: `http://127.0.0.1:${port}`, ...keys, close })
}
blobsSuite('blobs in an object store that can do little', aLaxStore, { strict: false, links: true })
