import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import { Failure } from '../../kernel/failure.ts'
import { partTooSmall, unavailable, uploadGone, wrongEtags } from './refusals.ts'

export interface S3Options {
  /** Amazon's own where there is none. */
  readonly endpoint: string | undefined
  readonly bucket: string
  readonly region: string
  /** Those of the machine where there are none. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

const PATIENCE = { connectionTimeout: 3_000, socketTimeout: 60_000 }

export function openClient({ endpoint, region, credentials }: S3Options): S3Client {
  const config: S3ClientConfig = {
    region,
    forcePathStyle: true,
    // Stores other than Amazon's don't all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: PATIENCE,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
  }
  return new S3Client(config)
}

const REFUSALS = new Map<string, () => Failure>([
  ['InvalidPart', wrongEtags],
  ['InvalidPartOrder', wrongEtags],
  ['MalformedXML', wrongEtags],
  ['PreconditionFailed', wrongEtags],
  ['EntityTooSmall', partTooSmall],
  ['NoSuchUpload', uploadGone],
])
const UNREACHABLE = /^(ECONN|ENOTFOUND|EHOST|ENET|EAI_|EPIPE|ETIMEDOUT)/

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined)

export const isAbsent = (error: unknown) => statusOf(error) === 404
export const isOutOfRange = (error: unknown) => statusOf(error) === 416
/** Some stores can't list parts or drop an upload. */
export const isUnknownHere = (error: unknown) => statusOf(error) === 405 || statusOf(error) === 501

function isDown(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500 && status !== 501
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || ('code' in error && UNREACHABLE.test(String(error.code)))
}

/** Waits for an answer of the store. Its refusals become `invalid`, its silence `unavailable`; the rest stays as it is. */
export async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const refusal = error instanceof S3ServiceException ? REFUSALS.get(error.name) : undefined
    if (refusal) throw refusal()
    throw isDown(error) ? unavailable() : error
  }
}

/** Answers something else where the store answers with an error of a kind. */
export async function unless<T, E>(is: (error: unknown) => boolean, other: E, answer: Promise<T>): Promise<T | E> {
  try {
    return await answer
  } catch (error) {
    if (is(error)) return other
    throw error
  }
}

export const isGone = (error: unknown) => error instanceof Failure && error.code === 'upload_gone'
