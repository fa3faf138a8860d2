import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import { Failure } from '../../../kernel/failure.ts'
import { partTooSmall, storeUnavailable, uploadNotFound, wrongEtags } from '../errors.ts'

export interface S3Options {
  /** URL of the store; Amazon's by default. */
  readonly endpoint: string | undefined
  readonly bucket: string
  readonly region: string
  /** The credentials of the machine by default. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

const TIMEOUTS = { connectionTimeout: 3_000, socketTimeout: 60_000 }

export function openS3Client({ endpoint, region, credentials }: S3Options): S3Client {
  const config: S3ClientConfig = {
    region,
    forcePathStyle: true,
    // Some S3-compatible stores don't support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: TIMEOUTS,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
  }
  return new S3Client(config)
}

const FAILURE_BY_ERROR_NAME = new Map<string, () => Failure>([
  ['InvalidPart', wrongEtags],
  ['InvalidPartOrder', wrongEtags],
  ['MalformedXML', wrongEtags],
  ['PreconditionFailed', wrongEtags],
  ['EntityTooSmall', partTooSmall],
  ['NoSuchUpload', uploadNotFound],
])
const UNREACHABLE_CODE = /^(ECONN|ENOTFOUND|EHOST|ENET|EAI_|EPIPE|ETIMEDOUT)/

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined)

export const isNotFound = (error: unknown) => statusOf(error) === 404
export const isOutOfRange = (error: unknown) => statusOf(error) === 416
/** Some stores can't list parts or abort uploads. */
export const isUnsupported = (error: unknown) => statusOf(error) === 405 || statusOf(error) === 501

function isUnreachable(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500 && status !== 501
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || ('code' in error && UNREACHABLE_CODE.test(String(error.code)))
}

/** Awaits a response of the store. Refusals become `invalid`, timeouts `unavailable`; other errors are rethrown. */
export async function withMappedErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const refusal = error instanceof S3ServiceException ? FAILURE_BY_ERROR_NAME.get(error.name) : undefined
    if (refusal) throw refusal()
    throw isUnreachable(error) ? storeUnavailable() : error
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
