import type { Readable } from 'node:stream'

/** An immutable object of the blob store. */
export interface StoredBlob {
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** Hex. */
  readonly md5: string
}

/** A blob, as a row names it. */
export interface NamedBlob {
  /** Of the file or the upload. */
  readonly id: string
  readonly blobKey: string
  /** Bytes of the whole blob. */
  readonly size: number
}

/** First and last byte, both inclusive, counted from 0. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Parameters of a signed upload URL for one HTTP PUT. */
export interface UploadPartRequest {
  /** Counted from 1; 1 for a single-part upload. */
  readonly partNumber: number
  /** Media type of the only part; null for any. */
  readonly contentType: string | null
  /** Maximum size of all parts together. */
  readonly totalBytes: number
  /** Whether the only part has exactly `totalBytes`: an object store then takes no other size. */
  readonly isExact?: boolean
  /** Whether a body of another size, without a content type or of the unknown type `application/octet-stream` is refused. */
  readonly isStrict?: boolean
  /** When the URL ends; in an hour by default, and never later. */
  readonly until?: Date
}

export interface UploadedPart {
  readonly partNumber: number
  /** The ETag header of the PUT's response, with its quotes. */
  readonly etag: string
  /** Bytes. */
  readonly size: number
}

/** Response headers of a download. */
export interface DownloadPresentation {
  readonly fileName: string
  readonly contentType: string
  /** Content-Disposition `inline` rather than `attachment`. */
  readonly inline: boolean
}

/** The blob store: content of files, thumbnails, and direct client uploads by HTTP PUT to signed URLs. */
export interface Blobs {
  /**
   * Stores content; resolves when it is durable (survives a power failure). The blob is held until `settle`: `removeUnused`
   * leaves it alone.
   */
  store(content: Readable | Buffer, contentType: string): Promise<StoredBlob>
  /** Null for an unknown key. `size` is that of the whole blob. The caller must read or destroy the stream. */
  read(key: string, range?: ByteRange): Promise<{ readonly size: number; readonly stream: Readable } | null>
  /** Bytes of a blob; null for an unknown key. */
  size(key: string): Promise<number | null>
  /** A short-lived signed URL for a download from the store itself; null if the server must stream the blob. */
  downloadUrl(key: string, as: DownloadPresentation): Promise<string | null>
  /**
   * Removes a blob; with `before`, only if it was last stored before that time. Equal content shares one blob, which
   * may be stored again after it was found unused: cleanup passes the time that it passed to `storedBefore`. A held blob
   * is not removed; false then.
   */
  remove(key: string, before?: Date): Promise<boolean>
  /** Whether somebody is about to write a row that refers to this blob. */
  isHeld(key: string): Promise<boolean>
  /** Ends the hold of `store` or `finishUpload`, once for each: the row that refers to the blob is written, or never will be. */
  settle(key: string): void

  /** Begins an upload and returns its reference. An upload that is not `multipart` has one part. */
  beginUpload(upload: { readonly contentType: string; readonly multipart: boolean }): Promise<string>
  /** A signed URL for one HTTP PUT, valid for an hour; the response carries the part's ETag. */
  partUploadUrl(ref: string, part: UploadPartRequest): Promise<string>
  /** The parts uploaded so far, ordered by number. */
  parts(ref: string): Promise<readonly UploadedPart[]>
  /**
   * Assembles the parts into a blob. `etags` are those of all parts in order; null for a single-part upload. Idempotent.
   * Throws `invalid` for wrong, missing or reordered parts. The blob is held until `settle`.
   */
  finishUpload(ref: string, etags: readonly string[] | null): Promise<StoredBlob>
  /** Discards an upload and its parts; does nothing for a finished or unknown one. */
  abortUpload(ref: string): Promise<void>

  /** Keys of blobs last stored before a time. */
  storedBefore(moment: Date): AsyncIterable<string>
  /** References of unfinished uploads begun before a time. */
  uploadsBegunBefore(moment: Date): AsyncIterable<string>
}
