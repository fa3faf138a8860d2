import { type FileHandle, open, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ByteRange } from '../../kernel/blobs.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ifThere, makeFolder, namesIn, syncFolder, writtenAt } from './disk-files.ts'
import type { Alone } from './locks.ts'

export interface ShelfOptions {
  /** `blobs` of the DATA_DIR. */
  readonly folder: string
  readonly clock: Clock
  readonly alone: Alone
}

/** Blobs as files, named by the SHA-256 of what they hold: equal content is kept once. */
export interface Shelf {
  /**
   * Takes a written file in as the blob of the key, for good; storing again what is there makes it new again. Does
   * nothing when the file is gone: then it was taken in before.
   */
  place(path: string, key: string): Promise<void>
  read(key: string, range?: ByteRange): Promise<{ readonly size: number; readonly stream: Readable } | null>
  /** With a moment: only what was last stored before it. */
  remove(key: string, before?: Date): Promise<void>
  storedBefore(moment: Date): AsyncIterable<string>
}

const KEY = /^[0-9a-f]{64}$/
const TWO = /^[0-9a-f]{2}$/

export function openShelf({ folder, clock, alone }: ShelfOptions): Shelf {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key.slice(2, 4), key)

  return {
    place: (path, key) =>
      alone(`blob ${key}`, async () => {
        const now = clock.now()
        const stands = await ifThere(utimes(path, now, now).then(() => true))
        if (!stands) return
        const place = pathOf(key)
        await makeFolder(dirname(place))
        await rename(path, place)
        await syncFolder(dirname(place))
      }),
    read: async (key, range) => (KEY.test(key) ? readFrom(pathOf(key), range) : null),
    async remove(key, before) {
      if (!KEY.test(key)) return
      await alone(`blob ${key}`, async () => {
        const at = await writtenAt(pathOf(key))
        if (at && (!before || at < before)) await rm(pathOf(key), { force: true })
      })
    },
    async *storedBefore(moment) {
      for await (const key of keysIn(folder)) {
        const at = await writtenAt(pathOf(key))
        if (at && at < moment) yield key
      }
    },
  }
}

const foldersIn = async (folder: string) =>
  (await namesIn(folder)).filter((name) => TWO.test(name)).map((name) => join(folder, name))

async function* keysIn(folder: string): AsyncIterable<string> {
  for (const outer of await foldersIn(folder))
    for (const inner of await foldersIn(outer)) yield* (await namesIn(inner)).filter((name) => KEY.test(name))
}

async function readFrom(path: string, range: ByteRange | undefined) {
  const file = await ifThere(open(path))
  if (!file) return null
  const { size } = await file.stat()
  return { size, stream: await streamOf(file, size, range) }
}

async function streamOf(file: FileHandle, size: number, range: ByteRange | undefined): Promise<Readable> {
  const start = range?.start ?? 0
  const end = Math.min(range?.end ?? size, size - 1)
  if (start <= end) return file.createReadStream({ start, end })
  await file.close()
  return Readable.from([], { objectMode: false })
}
