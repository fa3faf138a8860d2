import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Blobs } from '../../src/kernel/blobs.ts'
import { HOUR, later } from '../../src/kernel/clock.ts'

export interface Site {
  readonly blobs: Blobs
  /** Sends to an address as a client does. */
  put(address: string, body: Buffer, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Moves the store's clock, in milliseconds. */
  shift(by: number): void
  close(): Promise<void>
}

export interface Traits {
  /** It lists and drops uploads of parts, and compares their ETags. */
  readonly strict: boolean
  /** It hands blobs out by itself. */
  readonly links: boolean
}

export const TYPE = 'application/octet-stream'
export const MEBIBYTE = 1_048_576
export const bytes = (size: number) => randomBytes(size)
export const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex')
export const far = () => later(new Date(), 24 * HOUR)
export const past = () => later(new Date(), -24 * HOUR)

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

export async function contentOf(blobs: Blobs, key: string, range?: { start: number; end: number }) {
  const found = await blobs.read(key, range)
  return found && { size: found.size, content: await buffer(found.stream) }
}

export const invalid = (code: string) => expect.objectContaining({ name: 'Failure', kind: 'invalid', code })

/** Sends parts of an upload to addresses of their own; answers their ETags. */
export async function putParts({ blobs, put }: Site, ref: string, parts: readonly Buffer[]): Promise<string[]> {
  const totalBytes = parts.reduce((sum, { length }) => sum + length, 0)
  const etags: string[] = []
  for (const [at, part] of parts.entries()) {
    const address = await blobs.partAddress(ref, { partNumber: at + 1, contentType: TYPE, totalBytes })
    const answer = await put(address, part)
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    etags.push(answer.headers.get('ETag') ?? '')
  }
  return etags
}

/** An upload of parts that have arrived. */
export async function anUpload(site: Site, parts: readonly Buffer[]) {
  const ref = await site.blobs.beginUpload({ contentType: TYPE, multipart: true })
  return { ref, etags: await putParts(site, ref, parts) }
}

/** An upload of one piece that was sent. */
export async function aPiece(site: Site, content: Buffer) {
  const ref = await site.blobs.beginUpload({ contentType: TYPE, multipart: false })
  const address = await site.blobs.partAddress(ref, {
    partNumber: 1,
    contentType: TYPE,
    totalBytes: content.length,
  })
  const answer = await site.put(address, content, { 'Content-Type': TYPE })
  return { ref, address, answer }
}

export const PARTS = [bytes(6_000), bytes(5_000), bytes(1)]
