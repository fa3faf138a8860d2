import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { openS3Client, type S3Options, s3FaultOf } from '../../platform/blobs/s3/client.ts'
import { uploadKey } from '../../platform/blobs/s3/keys.ts'
import type { StoreError } from '../../platform/blobs/storeFaults.ts'
import { errorMessage, type Finding, fail, warn } from './check.ts'

/** Milliseconds for one request: an operator waits. */
const TIMEOUTS = { connectionTimeout: 3_000, socketTimeout: 5_000 }
const SIGNED_SECONDS = 60
const CONTENT = 'A file of no use.'
const CONTENT_TYPE = 'text/plain'

interface Probe {
  readonly client: S3Client
  readonly options: S3Options
  readonly origin: string
  readonly object: { readonly Bucket: string; readonly Key: string }
}

/**
 * Does with an object of no use what the server does with files. Returns what is wrong, nothing if all is well. What
 * a probe that is cut short leaves behind is removed like any upload that was not finished.
 */
export async function inspectBucket(options: S3Options, origin: string): Promise<readonly Finding[]> {
  const client = openS3Client(options, { requestHandler: TIMEOUTS, maxAttempts: 1 })
  const object = { Bucket: options.bucket, Key: uploadKey(randomUUID()) }
  try {
    return await inspectSteps({ client, options, origin, object })
  } finally {
    client.destroy()
  }
}

async function inspectSteps(probe: Probe): Promise<readonly Finding[]> {
  const refused = await findFault(probe, 'put an object', () => putObject(probe))
  // Without it, all else fails for the same reason.
  if (refused) return [refused]
  const found = [
    await findFault(probe, 'get an object', () => getObject(probe)),
    await findFault(probe, 'upload by a signed URL', () => putSigned(probe)),
    await findFault(probe, 'upload in parts', () => beginParts(probe)),
    await findCorsFault(probe),
    await findFault(probe, 'delete an object', () => probe.client.send(new DeleteObjectCommand(probe.object))),
  ]
  return found.filter((finding) => finding !== null)
}

async function findFault({ options }: Probe, what: string, work: () => Promise<unknown>): Promise<Finding | null> {
  try {
    await work()
    return null
  } catch (error) {
    return fail(explainFault(options, what, error))
  }
}

const putObject = ({ client, object }: Probe) =>
  client.send(new PutObjectCommand({ ...object, Body: CONTENT, ContentType: CONTENT_TYPE }))

async function getObject({ client, object }: Probe): Promise<void> {
  const { Body } = await client.send(new GetObjectCommand(object))
  if ((await Body?.transformToString()) !== CONTENT) throw new Error('it has another content than was put')
}

const signedPut = ({ client, object }: Probe) =>
  getSignedUrl(client, new PutObjectCommand({ ...object, ContentType: CONTENT_TYPE }), { expiresIn: SIGNED_SECONDS })

async function putSigned(probe: Probe): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUTS.socketTimeout)
  const headers = { 'Content-Type': CONTENT_TYPE }
  const answer = await fetch(await signedPut(probe), { method: 'PUT', body: CONTENT, headers, signal })
  if (!answer.ok) throw new Error(`the store answers ${answer.status}`)
}

async function beginParts({ client, object }: Probe): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...object, ContentType: CONTENT_TYPE }))
  await client.send(new AbortMultipartUploadCommand({ ...object, UploadId }))
}

/** Asks as browsers do before they upload from a page of the server. */
async function findCorsFault(probe: Probe): Promise<Finding | null> {
  const headers = {
    Origin: probe.origin,
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'content-type',
  }
  const signal = AbortSignal.timeout(TIMEOUTS.socketTimeout)
  const answer = await fetch(await signedPut(probe), { method: 'OPTIONS', headers, signal }).catch(() => null)
  const allowed = answer?.headers.get('access-control-allow-origin')
  if (answer?.ok && (allowed === '*' || allowed === probe.origin)) return null
  return warn(
    `Web pages at ${probe.origin} can't upload to ${probe.options.bucket}. Let its CORS rules allow PUT with the header Content-Type from there, and from ALLOWED_ORIGINS.`,
  )
}

const REMEDIES: Readonly<Partial<Record<StoreError, string>>> = {
  unreachable: 'Check S3_ENDPOINT, and that the store runs there.',
  timeout: 'Check S3_ENDPOINT, and that no firewall is in between.',
  denied:
    'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, that this key may do so, and that the clock of this machine is right.',
  no_bucket: 'Create the bucket, or set S3_BUCKET to the name of one that is there.',
  server: 'Look at the log of the store.',
  refused: 'Check S3_REGION, and that an S3-compatible store is at S3_ENDPOINT.',
}

function explainFault({ endpoint, bucket, region }: S3Options, what: string, error: unknown): string {
  const place = endpoint ?? `Amazon's store in ${region}`
  const kind = s3FaultOf(error)?.error
  const name = error instanceof Error && error.name !== 'Error' ? `${error.name}: ` : ''
  const remedy = (kind && REMEDIES[kind]) ?? 'Check the policy of the bucket.'
  return `${bucket} at ${place}: could not ${what}: ${name}${errorMessage(error)}. ${remedy}`
}
