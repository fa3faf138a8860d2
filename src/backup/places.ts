import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { syncFolder } from '../platform/blobs/disk/durableFiles.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../platform/privateFiles.ts'
import type { Settings } from '../settings.ts'
import { alreadyThere, type BackupPlace, notThere } from './backupPlace.ts'

/** An archive by the place that holds it. */
export interface BackupAddress {
  readonly place: BackupPlace
  readonly name: string
}

const BUCKET_URL = /^s3:\/\/([^/]+)\/(?:(.*)\/)?([^/]+)$/

/** The address of a path, or of `s3://bucket/key` in the object store of the settings. */
export async function openAddress(text: string, settings: Settings): Promise<BackupAddress> {
  if (!text.startsWith('s3:')) {
    const path = resolve(text)
    return { place: openFolder(dirname(path)), name: basename(path) }
  }
  const [, bucket, prefix = '', name] = BUCKET_URL.exec(text) ?? []
  if (!bucket || !name) throw new Error(`${text} is no address of an object, such as s3://bucket/plaza.tar.zst`)
  // Loaded on demand: the client library is large.
  const [{ openBucketPlace }, { s3LocationOf }] = await Promise.all([
    import('./bucketPlace.ts'),
    import('../platform/blobs/openBlobs.ts'),
  ])
  return { place: openBucketPlace({ ...s3LocationOf(settings), bucket }, prefix && `${prefix}/`), name }
}

/** Names of files that are being written. */
const PART = /^\.plaza-[0-9a-f-]{36}\.part$/
const newPart = () => `.plaza-${randomUUID()}.part`
/** Milliseconds after the last write to a part until it counts as abandoned. */
const ABANDONED_AFTER = 3_600_000

/** The archives in a folder, which is made when one is written. */
export function openFolder(folder: string): BackupPlace {
  const pathOf = (name: string) => join(folder, name)
  return {
    nameOf: pathOf,
    async write(name, chunks) {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
      await removeAbandonedParts(folder)
      if (await exists(pathOf(name))) throw alreadyThere(pathOf(name))
      const part = pathOf(newPart())
      try {
        const bytes = await writeFile(part, chunks)
        // Fails, unlike a renaming, when another process has made one of this name meanwhile.
        await link(part, pathOf(name))
        await syncFolder(folder)
        return bytes
      } finally {
        await rm(part, { force: true })
      }
    },
    async read(name) {
      if (!(await exists(pathOf(name)))) throw notThere(pathOf(name))
      return chunksOf(pathOf(name))
    },
    list: () => readdir(folder),
    remove: (name) => rm(pathOf(name), { force: true }),
    close: async () => {},
  }
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    yield* file.createReadStream({ highWaterMark: 2 ** 18, autoClose: false })
  } finally {
    await file.close()
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function writeFile(path: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const file = await open(path, 'w', PRIVATE_FILE)
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      await file.writeFile(chunk)
      bytes += chunk.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return bytes
}

/** Deletes what a process that is gone has left half written. */
async function removeAbandonedParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const written = PART.test(name) ? await stat(join(folder, name)).catch(() => null) : null
    if (written && Date.now() - written.mtimeMs > ABANDONED_AFTER) await rm(join(folder, name), { force: true })
  }
}
