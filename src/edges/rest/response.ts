import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Context } from 'koa'
import type { Download } from '../../contract/operation.ts'
import { jsonTextOf } from '../../kernel/jsonText.ts'
import type { Log } from '../../kernel/log.ts'
import { preconditionStatus, requestedRange } from '../conditionalRequests.ts'
import { type HeaderList, UPLOADED_CONTENT_POLICY } from '../responseHeaders.ts'
import { errorResponseOf, HttpError } from './errors.ts'

export interface ErrorResponseOptions {
  readonly log: Log
  readonly isDatabaseUnavailable: (error: unknown) => boolean
}

/** The database is down or too busy, which one line for each request tells without alarm. */
const UNAVAILABLE = 503

export const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8'] as const

export function sendJson(ctx: Context, value: unknown) {
  ctx.set(...JSON_TYPE)
  ctx.body = jsonTextOf(value)
}

/** An error as a response in the error envelope. */
interface ErrorReply {
  readonly status: number
  /** Without the Content-Type. */
  readonly headers: HeaderList
  readonly body: object
}

/** The request that an error belongs to, for the log. */
export interface FailedRequest {
  readonly requestId: string
  /** Name in the contract; undefined for anything else than an operation. */
  readonly operation?: string | undefined
}

/** Makes the response for any error, not cacheable, and logs server faults. */
export function errorReply(options: ErrorResponseOptions, request: FailedRequest, error: unknown): ErrorReply {
  const { log, isDatabaseUnavailable } = options
  const { status, body, retryAfter, isServerFault } = errorResponseOf(error, request.requestId, isDatabaseUnavailable)
  if (isServerFault) log[status === UNAVAILABLE ? 'warn' : 'error']({ err: error, ...request }, 'request failed')
  const retry: HeaderList = retryAfter === undefined ? [] : [['Retry-After', String(retryAfter)]]
  const own = error instanceof HttpError ? error.headers : []
  return { status, headers: [...retry, ...own, ['Cache-Control', 'no-store']], body }
}

/** Headers of a response that describe its content: they are not those of an error that replaces it. */
const CONTENT_HEADERS = [
  ...['Accept-Ranges', 'Content-Disposition', 'Content-Encoding', 'Content-Length', 'Content-Range'],
  ...['ETag', 'Last-Modified', 'Transfer-Encoding'],
]

/** Sends any error with its HTTP status in the error envelope. */
export function sendError(options: ErrorResponseOptions, ctx: Context, error: unknown) {
  const { requestId, operation } = ctx.state
  const { status, headers, body } = errorReply(options, { requestId, operation }, error)
  for (const name of CONTENT_HEADERS) ctx.remove(name)
  for (const [name, value] of headers) ctx.set(name, value)
  ctx.status = status
  sendJson(ctx, body)
}

/** An error that was thrown while a response was made or sent, with the name of the operation in the contract. */
interface ResponseFailure {
  readonly error: unknown
  readonly operation?: string | undefined
}

/**
 * Ends a response that nobody else will end: by the error envelope, or once it has begun by breaking off the connection, so
 * that the client does not wait for the rest.
 */
export function failResponse(options: ErrorResponseOptions, response: ServerResponse, failure: ResponseFailure): void {
  const requestId = String(response.getHeader('X-Request-Id') ?? randomUUID())
  const { status, headers, body } = errorReply(options, { requestId, operation: failure.operation }, failure.error)
  if (response.headersSent) return void response.destroy()
  for (const name of CONTENT_HEADERS) response.removeHeader(name)
  const text = JSON.stringify(body)
  const own = [...headers, JSON_TYPE, ['X-Request-Id', requestId], ['Content-Length', String(Buffer.byteLength(text))]]
  for (const [name = '', value = ''] of own) response.setHeader(name, value)
  response.statusCode = status
  response.end(response.req.method === 'HEAD' ? undefined : text)
}

/** Most downloads are addressed by version, so their content never changes. */
const IMMUTABLE = 'max-age=31536000, immutable'
const CHANGEABLE = 'no-cache'

type Bytes = Exclude<Download, { readonly at: string }>

/** Sends a download: whole (200), the requested range (206), or 304 if the client's copy is current. Throws 412 and 416. */
export async function sendDownload(ctx: Context, download: Download): Promise<void> {
  if ('at' in download) return redirectToStore(ctx, download.at)
  ctx.compress = false
  setDownloadHeaders(ctx, download)
  const status = preconditionStatus(ctx, download.etag)
  if (status === 412) throw new HttpError(412, 'The content is not the one that the request is about')
  if (status === 304) {
    ctx.status = 304
    return
  }
  const range = requestedRange(ctx, download)
  if (range === 'unsatisfiable') throw rangeNotSatisfiable(download.size)
  const { start, end } = range ?? { start: 0, end: download.size - 1 }
  ctx.status = range ? 206 : 200
  if (range) ctx.set('Content-Range', `bytes ${start}-${end}/${download.size}`)
  ctx.length = end - start + 1
  if (ctx.method === 'HEAD') return
  ctx.body = await download.open(range)
}

const rangeNotSatisfiable = (size: number) =>
  new HttpError(416, 'The range lies beyond the end of the content', [['Content-Range', `bytes */${size}`]])

/** Redirects to a signed URL of the blob store. It expires soon, so the redirect is not cacheable. */
function redirectToStore(ctx: Context, address: string) {
  ctx.status = 302
  ctx.set('Location', address)
  ctx.body = ''
  ctx.remove('Content-Type')
}

function setDownloadHeaders(ctx: Context, { contentType, fileName, inline, shared, isChangeable, etag }: Bytes) {
  ctx.attachment(fileName, { type: inline ? 'inline' : 'attachment' })
  // Overrides the type that attachment() guessed from the file name.
  ctx.set('Content-Type', contentType)
  ctx.set(...UPLOADED_CONTENT_POLICY)
  ctx.set('Cache-Control', `${shared ? 'public' : 'private'}, ${isChangeable ? CHANGEABLE : IMMUTABLE}`)
  ctx.set('ETag', etag)
  ctx.set('Accept-Ranges', 'bytes')
  ctx.status = 200
}
