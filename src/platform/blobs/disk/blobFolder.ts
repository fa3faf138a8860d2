import { type FileHandle, open, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ByteRange } from '../../../kernel/blobs.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { KeyedMutex } from '../../../kernel/keyedSlots.ts'
import { isBlobKey, keyOfName, nameOfBlob } from '../keys.ts'
import { fileSize, lastModified, listFolder, makeFolder, nullIfMissing, syncFolder } from './durableFiles.ts'

interface BlobFolderOptions {
  /** `blobs` of the DATA_DIR. */
  readonly folder: string
  readonly clock: Clock
  readonly runExclusive: KeyedMutex
}

/** Blobs as files. Those stored here are named by their SHA-256, so equal content is stored once. */
export interface BlobFolder {
  /**
   * Moves a written file durably to the blob of the key; an existing blob gets a new modification time. Does nothing when
   * the file is gone, because it was moved before.
   */
  addFile(path: string, key: string): Promise<void>
  has(key: string): Promise<boolean>
  read(key: string, range?: ByteRange): Promise<{ readonly size: number; readonly stream: Readable } | null>
  size(key: string): Promise<number | null>
  /** Deletes a blob; with a time only if it was last stored before. False when it was not. */
  remove(key: string, before?: Date): Promise<boolean>
  storedBefore(moment: Date): AsyncIterable<string>
}

const SUBFOLDER_PATTERN = /^[0-9a-f]{2}$/

export function openBlobFolder({ folder, clock, runExclusive }: BlobFolderOptions): BlobFolder {
  const pathOf = (key: string) => {
    const name = nameOfBlob(key)
    return join(folder, name.slice(0, 2), name.slice(2, 4), name)
  }

  return {
    addFile: (path, key) =>
      runExclusive(`blob ${key}`, async () => {
        const now = clock.now()
        const stands = await nullIfMissing(utimes(path, now, now).then(() => true))
        if (!stands) return
        const place = pathOf(key)
        await makeFolder(dirname(place))
        await rename(path, place)
        await syncFolder(dirname(place))
      }),
    read: async (key, range) => (isBlobKey(key) ? readBlobFile(pathOf(key), range) : null),
    size: async (key) => (isBlobKey(key) ? fileSize(pathOf(key)) : null),
    has: async (key) => (await lastModified(pathOf(key))) !== null,
    async remove(key, before) {
      if (!isBlobKey(key)) return true
      return runExclusive(`blob ${key}`, async () => {
        const at = await lastModified(pathOf(key))
        if (at && before && at >= before) return false
        await rm(pathOf(key), { force: true })
        return true
      })
    },
    async *storedBefore(moment) {
      for await (const key of listKeys(folder)) {
        const at = await lastModified(pathOf(key))
        if (at && at < moment) yield key
      }
    },
  }
}

const listSubfolders = async (folder: string) =>
  (await listFolder(folder)).filter((name) => SUBFOLDER_PATTERN.test(name)).map((name) => join(folder, name))

async function* listKeys(folder: string): AsyncIterable<string> {
  for (const outer of await listSubfolders(folder))
    for (const inner of await listSubfolders(outer))
      yield* (await listFolder(inner)).flatMap((name) => keyOfName(name) ?? [])
}

async function readBlobFile(path: string, range: ByteRange | undefined) {
  const file = await nullIfMissing(open(path))
  if (!file) return null
  const { size } = await file.stat()
  return { size, stream: await rangeStream(file, size, range) }
}

async function rangeStream(file: FileHandle, size: number, range: ByteRange | undefined): Promise<Readable> {
  const start = range?.start ?? 0
  const end = Math.min(range?.end ?? size, size - 1)
  if (start <= end) return file.createReadStream({ start, end })
  await file.close()
  return Readable.from([], { objectMode: false })
}
