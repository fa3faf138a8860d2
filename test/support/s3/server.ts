import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { bucketHandlers } from './bucketHandlers.ts'
import { errorXml, S3Error } from './errors.ts'
import { objectHandlers } from './objectHandlers.ts'
import type { S3Response } from './request.ts'
import { checkSignature, type Keys } from './signature.ts'
import type { Bucket } from './store.ts'

export interface StrictS3 {
  readonly endpoint: string
  readonly bucket: Bucket
  close(): Promise<void>
}

export interface StrictOptions {
  readonly keys: Keys
  readonly bucket: string
  /** The least size of a part in bytes; 5 MiB on Amazon S3. */
  readonly smallestPart: number
  /** The greatest number of entries in a page of a list; 1,000 on Amazon S3. */
  readonly page: number
  /** The origin whose pages may use the bucket by CORS; none by default. */
  readonly corsOrigin?: string
  /** Awaited before each operation, such as `GET` of an object, so that a test can count and hold them. */
  readonly before?: (operation: string, key: string) => Promise<void>
}

/** Opens an in-memory S3 server that checks signatures, expiry, digests, ETags, and the order and size of parts. */
export async function openStrictS3(options: StrictOptions): Promise<StrictS3> {
  const { smallestPart } = options
  const bucket: Bucket = { name: options.bucket, objects: new Map(), uploads: new Map(), smallestPart }
  const server = createServer((request, response) => void serve({ request, response, bucket, options }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly bucket: Bucket
  readonly options: StrictOptions
}

async function serve(exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  try {
    send(request, response, await answer(exchange))
  } catch (error) {
    const refusal = error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error))
    const headers = { 'Content-Type': 'application/xml' }
    send(request, response, { status: refusal.status, headers, body: Buffer.from(errorXml(refusal)) })
  }
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, headers, body }: S3Response) {
  response.writeHead(status, { ...headers, ...(status !== 204 && { 'Content-Length': body?.length ?? 0 }) })
  response.end(method === 'HEAD' ? undefined : body)
}

async function answer({ request, bucket, options }: Exchange): Promise<S3Response> {
  if (request.method === 'OPTIONS') return preflight(request, options)
  const url = new URL(request.url ?? '', 'http://s3')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const body = Buffer.concat(chunks)
  checkBody(request, checkSignature(request, url, options.keys), body)
  const [, name, ...rest] = decodeURIComponent(url.pathname).split('/')
  if (name !== bucket.name) throw new S3Error(404, 'NoSuchBucket')
  const key = rest.join('/')
  const selector = ['uploads', 'uploadId', 'list-type'].find((one) => url.searchParams.has(one))
  const operation = [request.method, ...(selector ? [selector] : [])].join(' ')
  const handler = (key === '' ? bucketHandlers : objectHandlers).get(operation)
  if (!handler) throw new S3Error(501, 'NotImplemented', operation)
  await options.before?.(operation, key)
  return handler({ request, bucket, key, query: url.searchParams, body, page: options.page })
}

function preflight({ headers: { origin } }: IncomingMessage, { corsOrigin }: StrictOptions): S3Response {
  if (origin === undefined || origin !== corsOrigin) throw new S3Error(403, 'AccessForbidden', 'CORSResponse')
  const headers = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Methods': 'PUT' }
  return { status: 200, headers: { ...headers, 'Access-Control-Allow-Headers': 'content-type' } }
}

function checkBody({ headers }: IncomingMessage, payload: string, body: Buffer) {
  const md5 = headers['content-md5']
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64')) throw new S3Error(400, 'BadDigest')
  if (payload === 'UNSIGNED-PAYLOAD') return
  if (payload !== createHash('sha256').update(body).digest('hex')) throw new S3Error(400, 'XAmzContentSHA256Mismatch')
}
