import { addAbortSignal, Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3'
import { StoreFault } from '../storeFaults.ts'
import { isGoneOrChanged, s3FaultOf } from './client.ts'

/** An object that is read. */
interface ReadObject {
  readonly client: S3Client
  readonly bucket: string
  readonly key: string
}

/** Attempts in a row to go on that bring less than `PROGRESS` bytes, and milliseconds before the first; each waits twice as long. */
const [MAX_ATTEMPTS, PROGRESS, FIRST_PAUSE] = [5, 2 ** 20, 250]

/**
 * The content of an answer. When the connection breaks, the rest is requested, a bounded number of times, provided that the
 * object is still the same one. Destroying the stream ends the request.
 */
export function resumedBody(object: ReadObject, answer: GetObjectCommandOutput): Readable {
  const stop = new AbortController()
  const { start, end } = extentOf(answer)
  const chunks = chunksOf(answer, stop.signal)
  const reading = { object, etag: answer.ETag, end, signal: stop.signal, at: start, chunks, failures: 0, progress: 0 }
  return new Readable({
    read() {
      nextOf(reading).then(
        (bytes) => this.push(bytes),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      stop.abort()
      done(error)
    },
  })
}

type Chunks = AsyncIterator<unknown>

interface Reading {
  readonly object: ReadObject
  readonly etag: string | undefined
  /** The offset in the object after the last byte that is wanted; null if the store does not tell. */
  readonly end: number | null
  readonly signal: AbortSignal
  /** The offset of the next byte. */
  at: number
  chunks: Chunks
  /** Attempts in a row that brought little. */
  failures: number
  /** Bytes of the present attempt. */
  progress: number
}

/** The offsets of the first byte of an answer and after its last one. */
function extentOf({ ContentRange, ContentLength }: GetObjectCommandOutput) {
  const start = Number(/^bytes (\d+)-/.exec(ContentRange ?? '')?.[1] ?? 0)
  return { start, end: ContentLength === undefined ? null : start + ContentLength }
}

function chunksOf({ Body }: GetObjectCommandOutput, signal: AbortSignal): Chunks {
  if (!(Body instanceof Readable)) throw new Error('the object store responded without a body')
  // It may break before it is read.
  return addAbortSignal(
    signal,
    Body.on('error', () => {}),
  )[Symbol.asyncIterator]()
}

/** The next bytes; null at the end. */
async function nextOf(reading: Reading): Promise<Uint8Array | null> {
  for (;;) {
    const next = await bytesOrError(reading.chunks)
    if (next instanceof Uint8Array) {
      reading.at += next.length
      reading.progress += next.length
      return next
    }
    const isWhole = reading.end === null ? next === null : reading.at === reading.end
    if (isWhole) return null
    await resume(reading, next ?? new Error(`The content of ${reading.object.key} ended early.`))
  }
}

async function bytesOrError(chunks: Chunks): Promise<Uint8Array | Error | null> {
  try {
    const { value, done } = await chunks.next()
    if (done) return null
    return value instanceof Uint8Array ? value : Buffer.from(String(value))
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function resume(reading: Reading, error: Error): Promise<void> {
  const { signal, etag, end } = reading
  signal.throwIfAborted()
  reading.failures = reading.progress >= PROGRESS ? 1 : reading.failures + 1
  reading.progress = 0
  if (reading.failures > MAX_ATTEMPTS || etag === undefined || end === null)
    throw s3FaultOf(error) ?? new StoreFault('unreachable', error)
  await pause(FIRST_PAUSE * 2 ** (reading.failures - 1), undefined, { signal })
  reading.chunks = await requestRest(reading, `bytes=${reading.at}-${end - 1}`)
}

const TRANSIENT: readonly unknown[] = ['unreachable', 'timeout', 'server']

async function requestRest({ object, etag, at, signal }: Reading, range: string): Promise<Chunks> {
  const { client, bucket, key } = object
  try {
    const get = new GetObjectCommand({ Bucket: bucket, Key: key, Range: range, IfMatch: etag })
    const answer = await client.send(get, { abortSignal: signal })
    if (answer.ETag !== etag) throw changed(key)
    if (extentOf(answer).start !== at) throw new Error('the object store does not send parts of objects')
    return chunksOf(answer, signal)
  } catch (error) {
    if (isGoneOrChanged(error)) throw changed(key)
    const fault = s3FaultOf(error)
    if (TRANSIENT.includes(fault?.error)) return failing(error)
    throw fault ?? error
  }
}

const changed = (key: string) => new Error(`The object ${key} was replaced or deleted while it was read.`)

/** An attempt that failed before it brought anything. */
const failing = (error: unknown): Chunks => ({ next: () => Promise.reject(error) })
