import type { Readable } from 'node:stream'
import { isContentKey } from './keys.ts'

/** A blob that is read as a whole. */
export interface ReadableBlob {
  /** Bytes. */
  readonly size: number
  readonly stream: Readable
}

/** Content of a blob that is copied. */
export interface CopiedBlob {
  readonly key: string
  /** Bytes. */
  readonly size: number
  readonly content: AsyncIterable<Uint8Array>
}

/** The blobs of a store under the keys that they have, for copies from one store to another. */
export interface BlobCopies {
  /** For messages: the folder, or the bucket. */
  readonly place: string
  /** Bytes of a blob; null without it. */
  sizeOf(key: string): Promise<number | null>
  /** Null without the blob. The caller must read or destroy the stream. */
  read(key: string): Promise<ReadableBlob | null>
  /**
   * Stores a blob durably, in place of one with this key. Throws without storing it when it is shorter or longer than its
   * size, or not the content that its key names.
   */
  write(blob: CopiedBlob): Promise<void>
  close(): Promise<void>
}

interface WrittenContent {
  readonly size: number
  /** Hex. */
  readonly sha256: string
}

/** Throws when content that was copied is not the blob. */
export function assertWhole({ key, size }: Omit<CopiedBlob, 'content'>, written: WrittenContent): void {
  if (written.size !== size) throw new Error(`The blob ${key} has ${written.size} bytes instead of ${size}.`)
  if (isContentKey(key) && written.sha256 !== key)
    throw new Error(`The blob ${key} has other content than its key says.`)
}
