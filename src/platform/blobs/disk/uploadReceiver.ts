import { rm } from 'node:fs/promises'
import { MIMEType } from 'node:util'
import { z } from 'zod'
import type { UploadPartRequest } from '../../../kernel/blobs.ts'
import { type Clock, HOUR } from '../../../kernel/clock.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import type { KeyedMutex } from '../../../kernel/keyedSlots.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { partSuperseded } from '../errors.ts'
import type { FreeSpaceCheck } from '../freeSpace.ts'
import { type StagedFile, writeStagedFile } from './durableFiles.ts'
import type { ReceivedPart, UploadRecords } from './uploads.ts'

/** What an upload URL allows. */
interface UploadToken extends UploadPartRequest {
  readonly ref: string
  readonly isStrict: boolean
}

const TOKEN_PURPOSE = 'upload'

const TokenClaims = z.object({
  ref: z.string(),
  part: z.number(),
  type: z.string().nullable().default(null),
  total: z.number(),
  /** 1 for a body of exactly the total size and the type, else 0. */
  strict: z.number().default(0),
  /** Milliseconds since 1970. */
  until: z.number(),
})

interface UploadTokens {
  write(claims: UploadPartRequest & { readonly ref: string }): string
  /** Parses a token. Throws `forbidden` for forged, altered and expired ones (one hour). */
  read(token: string): UploadToken
}

export function openUploadTokens(secrets: Secrets, clock: Clock): UploadTokens {
  return {
    write: ({ ref, partNumber, contentType, totalBytes, isStrict = false, until }) =>
      secrets.sign(TOKEN_PURPOSE, {
        ref,
        part: partNumber,
        ...(contentType !== null && { type: contentType }),
        total: totalBytes,
        strict: isStrict ? 1 : 0,
        until: Math.min(clock.now().getTime() + HOUR, until?.getTime() ?? Number.POSITIVE_INFINITY),
      }),
    read(token) {
      const claims = TokenClaims.safeParse(secrets.verify(TOKEN_PURPOSE, token)).data
      if (!claims)
        throw new Failure('forbidden', 'This address is not one that was given out', {
          reason: 'upload_address_invalid',
        })
      if (claims.until <= clock.now().getTime())
        throw new Failure('forbidden', 'This address has expired', { reason: 'upload_address_expired' })
      const { ref, part: partNumber, type: contentType, total: totalBytes, strict } = claims
      return { ref, partNumber, contentType, totalBytes, isStrict: strict === 1 }
    },
  }
}

/** The body of a PUT to an upload URL. */
interface UploadBody {
  readonly content: AsyncIterable<unknown>
  /** Content length in bytes, if sent. */
  readonly length: number | null
  /** `Content-MD5`, in Base64. */
  readonly md5: string | null
  readonly contentType: string | null
}

/** Receives the bodies that clients PUT to upload URLs. */
export interface UploadReceiver {
  /**
   * Stores a part and returns its quoted ETag. Throws `forbidden` for an invalid or expired token, `missing` for a finished
   * upload, `invalid` for a wrong MD5, `invalid` with code `too_large` for too many bytes, `conflict` with code
   * `part_in_transfer` once a later request sends the part, and `unavailable` without room on the disk.
   */
  receive(token: string, incoming: UploadBody): Promise<string>
}

interface ReceiverContext {
  readonly records: UploadRecords
  readonly tokens: UploadTokens
  readonly clock: Clock
  readonly runExclusive: KeyedMutex
  readonly aside: string
  readonly assertRoom: FreeSpaceCheck
}

export function openUploadReceiver(site: ReceiverContext): UploadReceiver {
  const { records, tokens, clock, runExclusive, aside, assertRoom } = site
  const transfers = openTransfers()
  return {
    async receive(token, incoming) {
      const claims = tokens.read(token)
      const begunAt = clock.now().getTime()
      const multipart = await readOpenUpload(records, claims.ref)
      if (!multipart) assertContentType(claims, incoming)
      const room = await remainingBytes(records, claims)
      assertSize(incoming.length ?? 0, room)
      if (incoming.length !== null) assertExactSize(claims, incoming.length)
      const transfer = transfers.begin(claims)
      try {
        const check = (size: number) => {
          assertSize(size, room)
          assertSize(transfer.grow(size), claims.totalBytes)
        }
        check(incoming.length ?? 0)
        await assertRoom(incoming.length ?? 0)
        const content = withRoom(untilAborted(incoming.content, transfer.superseded), assertRoom)
        const written = await writeStagedFile(aside, content, check)
        try {
          assertExactSize(claims, written.size)
          assertMd5(written, incoming)
          await runExclusive(`upload ${claims.ref}`, () => storePart(records, claims, { ...written, begunAt }))
        } finally {
          await rm(written.path, { force: true })
        }
        return `"${written.md5}"`
      } finally {
        transfer.end()
      }
    },
  }
}

interface Transfer {
  /** Aborts when a later request sends the part. */
  readonly superseded: AbortSignal
  /** Tells how many bytes of the part were received; returns those of all parts of the upload that are being received. */
  grow(size: number): number
  end(): void
}

/**
 * The parts that are being received. A later request for a part ends an earlier one, whose client may be gone without a
 * trace; together, the parts have no more bytes than their upload may have.
 */
function openTransfers() {
  const uploads = new Map<string, Map<number, { size: number; readonly abort: AbortController }>>()
  return {
    begin({ ref, partNumber }: UploadToken): Transfer {
      const parts = uploads.get(ref) ?? new Map()
      const mine = { size: 0, abort: new AbortController() }
      parts.get(partNumber)?.abort.abort(partSuperseded())
      uploads.set(ref, parts.set(partNumber, mine))
      return {
        superseded: mine.abort.signal,
        grow(size) {
          mine.size = size
          return [...parts.values()].reduce((sum, part) => sum + part.size, 0)
        },
        end() {
          if (parts.get(partNumber) === mine) parts.delete(partNumber)
          if (parts.size === 0) uploads.delete(ref)
        },
      }
    },
  }
}

/** The content until the signal aborts, which ends a read that waits for bytes, too. */
function untilAborted(content: AsyncIterable<unknown>, signal: AbortSignal): AsyncIterable<unknown> {
  const chunks = content[Symbol.asyncIterator]()
  const next = () =>
    new Promise<IteratorResult<unknown>>((resolve, reject) => {
      const abort = () => {
        // The iterator of a request settles this only after the read that waits.
        void chunks.return?.()
        reject(signal.reason)
      }
      if (signal.aborted) return abort()
      signal.addEventListener('abort', abort, { once: true })
      const settled = () => signal.removeEventListener('abort', abort)
      void chunks.next().then(resolve, reject).finally(settled)
    })
  const end = async () => (await chunks.return?.()) ?? { value: undefined, done: true as const }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}

/** Bytes after which the free space is looked at again, as others write, too. */
const ROOM_INTERVAL = 16 * 1024 * 1024

async function* withRoom(content: AsyncIterable<unknown>, assertRoom: FreeSpaceCheck): AsyncIterable<unknown> {
  let unchecked = 0
  for await (const chunk of content) {
    unchecked += chunk instanceof Uint8Array ? chunk.length : 0
    if (unchecked >= ROOM_INTERVAL) {
      await assertRoom()
      unchecked = 0
    }
    yield chunk
  }
}

/** Checks again after the transfer: other parts may have arrived or the upload may have ended meanwhile. */
async function storePart(records: UploadRecords, claims: UploadToken, written: ReceivedPart): Promise<void> {
  await readOpenUpload(records, claims.ref)
  assertSize(written.size, await remainingBytes(records, claims))
  await records.addPart(claims.ref, claims.partNumber, written)
}

/** Whether an open upload has several parts. */
async function readOpenUpload(records: UploadRecords, ref: string): Promise<boolean> {
  const [begun, outcome] = await Promise.all([records.begun(ref), records.outcome(ref)])
  if (!begun || outcome) throw new Failure('missing', 'This upload is over', { reason: 'upload_not_found' })
  return begun.multipart
}

async function remainingBytes(records: UploadRecords, { ref, partNumber, totalBytes }: UploadToken): Promise<number> {
  const others = (await records.parts(ref)).filter((part) => part.partNumber !== partNumber)
  return totalBytes - others.reduce((sum, { size }) => sum + size, 0)
}

function assertSize(size: number, room: number): void {
  if (size > room) throw invalid('body', 'These are more bytes than the upload was begun for', 'too_large')
}

function assertExactSize({ isStrict, totalBytes }: UploadToken, size: number): void {
  if (isStrict && size !== totalBytes)
    throw invalid('body', `The body of this address has ${totalBytes} bytes`, 'upload_mismatch')
}

/** The type that clients send of bytes whose type they don't know. */
const UNKNOWN_TYPE = 'application/octet-stream'

/** Requires the announced content type, if one was announced. */
function assertContentType({ contentType, isStrict }: UploadToken, body: UploadBody): void {
  if (contentType === null) return
  const sent = body.contentType === null ? UNKNOWN_TYPE : essenceOf(body.contentType)
  if (sent === essenceOf(contentType) || (sent === UNKNOWN_TYPE && !isStrict)) return
  throw new Failure('forbidden', `The Content-Type of this address is ${contentType}`, {
    reason: 'upload_address_invalid',
  })
}

/** A media type in lower case without its parameters (RFC 9110, 8.3.1); null for a text that is none. */
function essenceOf(contentType: string): string | null {
  try {
    return new MIMEType(contentType).essence
  } catch {
    return null
  }
}

function assertMd5(written: StagedFile, { md5 }: UploadBody): void {
  if (md5 === null || md5 === Buffer.from(written.md5, 'hex').toString('base64')) return
  throw invalid('Content-MD5', 'The body is not what Content-MD5 says', 'upload_mismatch')
}
