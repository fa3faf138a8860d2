import { systemClock } from '../../src/kernel/clock.ts'
import { openSecrets } from '../../src/kernel/secrets.ts'
import { openDiskBlobs } from '../../src/platform/blobs/disk.ts'

/** A process that finishes one upload after the other until it is killed; tells each on a line. */
const [, , dataDir = '', uploads = '[]'] = process.argv
const list: [string, string[]][] = JSON.parse(uploads)
const secrets = openSecrets('the key of a test')
const { blobs } = await openDiskBlobs({ dataDir, publicUrl: 'http://plaza.test', secrets, clock: systemClock })
for (const [ref, etags] of list) {
  await blobs.finishUpload(ref, etags)
  process.stdout.write(`${ref}\n`)
}
await new Promise(() => setInterval(() => {}, 1_000))
