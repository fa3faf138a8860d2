import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Blobs } from '../../../src/kernel/blobs.ts'
import { addMilliseconds, HOUR } from '../../../src/kernel/clock.ts'

export interface TestStore {
  readonly blobs: Blobs
  /** Sends a PUT request to an upload URL. */
  put(address: string, body: Buffer, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Advances the store's clock, in milliseconds. */
  shift(by: number): void
  close(): Promise<void>
}

export interface StoreTraits {
  /** Whether the store lists and discards multipart uploads, and compares their ETags. */
  readonly strict: boolean
  /** Whether the store signs download URLs of its own. */
  readonly links: boolean
}

export const CONTENT_TYPE = 'application/octet-stream'
export const MEBIBYTE = 1_048_576
export const randomContent = (size: number) => randomBytes(size)
export const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex')
export const inOneDay = () => addMilliseconds(new Date(), 24 * HOUR)
export const oneDayAgo = () => addMilliseconds(new Date(), -24 * HOUR)

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

export async function contentOf(blobs: Blobs, key: string, range?: { start: number; end: number }) {
  const found = await blobs.read(key, range)
  return found && { size: found.size, content: await buffer(found.stream) }
}

export const invalidFailure = (reason: string) => expect.objectContaining({ name: 'Failure', kind: 'invalid', reason })

/** Uploads each part to its signed URL; resolves to the ETags. */
export async function putParts({ blobs, put }: TestStore, ref: string, parts: readonly Buffer[]): Promise<string[]> {
  const totalBytes = parts.reduce((sum, { length }) => sum + length, 0)
  const etags: string[] = []
  for (const [at, part] of parts.entries()) {
    const address = await blobs.partUploadUrl(ref, { partNumber: at + 1, contentType: CONTENT_TYPE, totalBytes })
    const answer = await put(address, part)
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    etags.push(answer.headers.get('ETag') ?? '')
  }
  return etags
}

/** A multipart upload whose parts were all sent. */
export async function aMultipartUpload(site: TestStore, parts: readonly Buffer[]) {
  const ref = await site.blobs.beginUpload({ contentType: CONTENT_TYPE, multipart: true })
  return { ref, etags: await putParts(site, ref, parts) }
}

/** A single-part upload that was sent. */
export async function aSinglePartUpload(site: TestStore, content: Buffer) {
  const ref = await site.blobs.beginUpload({ contentType: CONTENT_TYPE, multipart: false })
  const address = await site.blobs.partUploadUrl(ref, {
    partNumber: 1,
    contentType: CONTENT_TYPE,
    totalBytes: content.length,
  })
  const answer = await site.put(address, content, { 'Content-Type': CONTENT_TYPE })
  return { ref, address, answer }
}

export const PARTS = [randomContent(6_000), randomContent(5_000), randomContent(1)]
