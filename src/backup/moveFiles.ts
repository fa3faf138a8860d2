import { createHash } from 'node:crypto'
import type { BlobCopies } from '../platform/blobs/blobCopies.ts'
import { readBlobKeys } from './catalogue.ts'
import { sizeText, slowly, type Tell } from './progress.ts'
import { withSession } from './session.ts'

export interface MovedFiles {
  /** Files that rows name. */
  readonly count: number
  readonly copied: number
  /** Bytes of the copied files. */
  readonly bytes: number
  /** Keys of files that neither store has. */
  readonly missing: readonly string[]
}

interface FileMove {
  readonly databaseUrl: string
  readonly from: BlobCopies
  readonly to: BlobCopies
  readonly tell: Tell
}

/**
 * Copies the files that rows name to another store, under their keys, and reads each copy again. Files that the other store
 * has are left out, so that a move that was cut short goes on. Nothing is deleted.
 */
export async function moveFiles({ databaseUrl, from, to, tell }: FileMove): Promise<MovedFiles> {
  const keys = await withSession(databaseUrl, readBlobKeys)
  const tellSlowly = slowly(tell)
  const missing: string[] = []
  let [copied, bytes] = [0, 0]
  for (const [at, key] of keys.entries()) {
    const size = await copyFile(from, to, key)
    if (size === null) missing.push(key)
    else if (size > 0) [copied, bytes] = [copied + 1, bytes + size]
    tellSlowly(() => `Looked at ${at + 1} of ${keys.length} files, copied ${copied} of ${sizeText(bytes)}.`)
  }
  return { count: keys.length, copied, bytes, missing }
}

/** The bytes copied; 0 for a file that the other store has, null for one that neither has. */
async function copyFile(from: BlobCopies, to: BlobCopies, key: string): Promise<number | null> {
  const [size, there] = await Promise.all([from.sizeOf(key), to.sizeOf(key)])
  if (there !== null && (size === null || there === size)) return 0
  const blob = await from.read(key)
  if (!blob) return null
  const hash = createHash('sha256')
  await to.write({ key, size: blob.size, content: hashed(blob.stream, hash) })
  if ((await hashOf(to, key)) !== hash.digest('hex'))
    throw new Error(`The copy of the file ${key} in ${to.place} differs from the one in ${from.place}.`)
  return blob.size
}

type Hash = ReturnType<typeof createHash>

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

async function hashOf(store: BlobCopies, key: string): Promise<string | null> {
  const blob = await store.read(key)
  if (!blob) return null
  const hash = createHash('sha256')
  for await (const chunk of blob.stream) hash.update(chunk)
  return hash.digest('hex')
}
