import { Readable } from 'node:stream'
import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import { Failure } from '../../../kernel/failure.ts'
import { partTooSmall, uploadNotFound, wrongEtags } from '../errors.ts'
import { type StoreError, StoreFault } from '../storeFaults.ts'

export interface S3Options {
  /** URL of the store; Amazon's by default. */
  readonly endpoint: string | undefined
  readonly bucket: string
  readonly region: string
  /** The credentials of the machine by default. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** Milliseconds to connect, and without any data on a connection. */
const TIMEOUTS = { connectionTimeout: 3_000, socketTimeout: 60_000 }

/** `further` replaces what is set here. */
export function openS3Client({ endpoint, region, credentials }: S3Options, further: S3ClientConfig = {}): S3Client {
  const config: S3ClientConfig = {
    region,
    forcePathStyle: true,
    // Some S3-compatible stores don't support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: TIMEOUTS,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    ...further,
  }
  const client = new S3Client(config)
  // The step of each attempt, after the request was signed.
  client.middlewareStack.add((next) => (args) => next({ ...args, request: withChunkedBody(args.request) }), {
    step: 'deserialize',
    name: 'sendInPieces',
  })
  return client
}

const PIECE_BYTES = 2 ** 16

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

/**
 * A request whose body of bytes is sent piece by piece. As one write, a TLS connection would show no progress before its end,
 * and a slow one would be cut by the time limit of connections without data.
 */
function withChunkedBody(request: unknown): unknown {
  if (!hasBody(request) || request.body.length <= PIECE_BYTES) return request
  return { ...request, body: Readable.from(piecesOf(request.body), { objectMode: false }) }
}

const hasBody = (request: unknown): request is { readonly body: Buffer } =>
  typeof request === 'object' && request !== null && 'body' in request && Buffer.isBuffer(request.body)

const FAILURE_BY_ERROR_NAME = new Map<string, () => Failure>([
  ['InvalidPart', wrongEtags],
  ['InvalidPartOrder', wrongEtags],
  ['MalformedXML', wrongEtags],
  ['PreconditionFailed', wrongEtags],
  ['EntityTooSmall', partTooSmall],
  ['NoSuchUpload', uploadNotFound],
])
const UNREACHABLE_CODE = /^(ECONN|ENOTFOUND|EHOST|ENET|EAI_|EPIPE|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/
const TIMEOUT = /^(TimeoutError|RequestTimeout|ETIMEDOUT|ESOCKETTIMEDOUT)$/

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined)

const isBucketMissing = (error: unknown) => error instanceof S3ServiceException && error.name === 'NoSuchBucket'
export const isNotFound = (error: unknown) => statusOf(error) === 404 && !isBucketMissing(error)
/** Whether an object is not the one of the condition. */
export const isGoneOrChanged = (error: unknown) => isNotFound(error) || statusOf(error) === 412
export const isOutOfRange = (error: unknown) => statusOf(error) === 416
/** Some stores can't list parts or abort uploads. */
export const isUnsupported = (error: unknown) => statusOf(error) === 405 || statusOf(error) === 501

const isDenied = (status: number | undefined) => status === 401 || status === 403

/** What an error of the store says about it; null for those that say something about one object. */
function storeErrorOf(error: unknown): StoreError | null {
  const status = statusOf(error)
  if (isBucketMissing(error)) return 'no_bucket'
  if (isDenied(status)) return 'denied'
  if (status !== undefined) return status === 429 || (status >= 500 && status !== 501) ? 'server' : null
  return error instanceof Error ? connectionErrorOf(error) : null
}

function connectionErrorOf(error: Error): StoreError | null {
  const code = 'code' in error ? String(error.code) : ''
  if (TIMEOUT.test(error.name) || TIMEOUT.test(code)) return 'timeout'
  if (error.name === 'CredentialsProviderError') return 'denied'
  return UNREACHABLE_CODE.test(code) ? 'unreachable' : null
}

/** The fault of the store that an error shows, also that it refuses what every store takes; null for other errors. */
export function s3FaultOf(error: unknown): StoreFault | null {
  const found = storeErrorOf(error) ?? (error instanceof Error && '$metadata' in error ? 'refused' : null)
  return found ? new StoreFault(found, error) : null
}

/** Awaits a response of the store. Refusals become `invalid`, a store that can't serve `unavailable`; other errors are rethrown. */
export async function withMappedErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const refusal = error instanceof S3ServiceException ? FAILURE_BY_ERROR_NAME.get(error.name) : undefined
    if (refusal) throw refusal()
    const fault = storeErrorOf(error)
    throw fault ? new StoreFault(fault, error) : error
  }
}

/** Returns a fallback when the store responds with a given error. */
export async function fallbackIf<T, E>(is: (error: unknown) => boolean, other: E, answer: Promise<T>): Promise<T | E> {
  try {
    return await answer
  } catch (error) {
    if (is(error)) return other
    throw error
  }
}

export const isUploadNotFound = (error: unknown) => error instanceof Failure && error.reason === 'upload_gone'
