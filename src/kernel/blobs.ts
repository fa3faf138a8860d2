import type { Readable } from 'node:stream'

/** Bytes that the store holds under a key. They never change: what is stored stays as it is until it is removed. */
export interface StoredBlob {
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** Hex. */
  readonly md5: string
}

/** The first and the last byte that are wanted, counted from 0. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** What an address for one HTTP PUT is made for. */
export interface PartRequest {
  /** From 1; 1 for an upload of one piece. */
  readonly partNumber: number
  readonly contentType: string
  /** The bytes that all parts together may have. */
  readonly totalBytes: number
}

/** A part that has arrived. */
export interface Part {
  readonly partNumber: number
  /** As the PUT answered it, with its quotes. */
  readonly etag: string
  /** Bytes. */
  readonly size: number
}

/** How a reader's program should take a blob. */
export interface Presentation {
  readonly fileName: string
  readonly contentType: string
  /** Shown in a page rather than saved. */
  readonly inline: boolean
}

/** Where bytes are kept: files, their thumbnails, what a client uploads by itself with HTTP PUTs to signed addresses. */
export interface Blobs {
  /** Stores what the server made itself; resolves when a power cut would not take it any more. */
  store(content: Readable | Buffer, contentType: string): Promise<StoredBlob>
  /** Null for a key that is not there. `size` is that of the whole blob; the stream must be read or destroyed. */
  read(key: string, range?: ByteRange): Promise<{ readonly size: number; readonly stream: Readable } | null>
  /** A short-lived address at which the store itself hands the blob out; null where the server has to. */
  link(key: string, as: Presentation): Promise<string | null>
  /**
   * With a moment: only when it was last stored before it. Equal content may be one blob, and somebody may store it
   * again after it was found to be unused; who removes what is unused names the moment he asked `storedBefore` for.
   */
  remove(key: string, before?: Date): Promise<void>

  /** Begins an upload and answers the reference by which it goes on. One that is not `multipart` has one part. */
  beginUpload(upload: { readonly contentType: string; readonly multipart: boolean }): Promise<string>
  /** A signed address for one HTTP PUT, good for an hour; its 200 carries the part's ETag. */
  partAddress(ref: string, part: PartRequest): Promise<string>
  /** What has arrived, by number. */
  parts(ref: string): Promise<readonly Part[]>
  /**
   * Joins the parts to a blob, which then stands in the store. `etags` are those of all parts in order; null for an
   * upload of one piece. Finishing again answers the same. Throws `invalid` for wrong, missing or reordered parts.
   */
  finishUpload(ref: string, etags: readonly string[] | null): Promise<StoredBlob>
  /** Forgets an upload and its parts; one that is finished or unknown is left alone. */
  abortUpload(ref: string): Promise<void>

  /** The keys of blobs that were last written before a moment. */
  storedBefore(moment: Date): AsyncIterable<string>
  /** The references of uploads that were begun before a moment and are not finished. */
  begunBefore(moment: Date): AsyncIterable<string>
}
