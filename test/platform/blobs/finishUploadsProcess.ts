import { createInterface } from 'node:readline'
import { systemClock } from '../../../src/kernel/clock.ts'
import { createSecrets } from '../../../src/kernel/secrets.ts'
import { openDiskLocks } from '../../../src/platform/blobs/disk/mutexes.ts'
import { openDiskBlobs } from '../../../src/platform/blobs/disk/store.ts'

/** A process that finishes one upload for each line it reads, and prints a line for each, until it is killed. */
const [, , dataDir = '', uploads = '[]'] = process.argv
const list: [string, string[]][] = JSON.parse(uploads)
const secrets = createSecrets('the key of a test')
const { blobs } = await openDiskBlobs({
  dataDir,
  publicUrl: 'http://plaza.test',
  secrets,
  clock: systemClock,
  assertRoom: async () => {},
  locks: openDiskLocks(),
})
const turns = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
for (const [ref, etags] of list) {
  await turns.next()
  await blobs.finishUpload(ref, etags)
  process.stdout.write(`${ref}\n`)
}
await new Promise(() => setInterval(() => {}, 1_000))
