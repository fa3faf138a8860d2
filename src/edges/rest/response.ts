import type { Context } from 'koa'
import parseRange from 'range-parser'
import type { Download } from '../../contract/operation.ts'
import { jsonTextOf } from '../../kernel/jsonText.ts'
import type { Log } from '../../kernel/log.ts'
import { type HeaderList, UPLOADED_CONTENT_POLICY } from '../responseHeaders.ts'
import { errorResponseOf } from './errors.ts'

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
export interface ErrorReply {
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
  return { status, headers: [...retry, ['Cache-Control', 'no-store']], body }
}

/** Sends any error with its HTTP status in the error envelope. */
export function sendError(options: ErrorResponseOptions, ctx: Context, error: unknown) {
  const { requestId, operation } = ctx.state
  const { status, headers, body } = errorReply(options, { requestId, operation }, error)
  for (const [name, value] of headers) ctx.set(name, value)
  ctx.status = status
  sendJson(ctx, body)
}

/** Most downloads are addressed by version, so their content never changes. */
const IMMUTABLE = 'max-age=31536000, immutable'
const CHANGEABLE = 'no-cache'

type Bytes = Exclude<Download, { readonly at: string }>

/** Sends a download: whole (200), the requested range (206), or 304 if the client's copy is current. */
export async function sendDownload(ctx: Context, download: Download): Promise<void> {
  if ('at' in download) return redirectToStore(ctx, download.at)
  ctx.compress = false
  setDownloadHeaders(ctx, download)
  if (ctx.fresh) {
    ctx.status = 304
    return
  }
  const range = rangeOf(ctx, download)
  if (range === 'unsatisfiable') return sendUnsatisfiable(ctx, download.size)
  const { start, end } = range ?? { start: 0, end: download.size - 1 }
  ctx.status = range ? 206 : 200
  if (range) ctx.set('Content-Range', `bytes ${start}-${end}/${download.size}`)
  ctx.length = end - start + 1
  if (ctx.method === 'HEAD') return
  ctx.body = await download.open(range)
}

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

/** The requested range; undefined for the whole content, also for several ranges or a non-matching If-Range. */
function rangeOf(ctx: Context, { size, etag }: Bytes): { start: number; end: number } | 'unsatisfiable' | undefined {
  const { range, 'if-range': condition } = ctx.headers
  if (!range || (condition !== undefined && condition !== etag)) return undefined
  const ranges = parseRange(size, range)
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1) return undefined
  return ranges[0]
}

function sendUnsatisfiable(ctx: Context, size: number) {
  ctx.status = 416
  ctx.set('Content-Range', `bytes */${size}`)
  ctx.body = ''
}
