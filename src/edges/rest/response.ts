import type { Context } from 'koa'
import parseRange from 'range-parser'
import type { Download } from '../../contract/operation.ts'
import type { Log } from '../../kernel/log.ts'
import { errorResponseOf } from './errors.ts'

export interface ErrorResponseOptions {
  readonly log: Log
  readonly isDatabaseUnavailable: (error: unknown) => boolean
}

/** The database is down or too busy, which one line for each request tells without alarm. */
const UNAVAILABLE = 503

export function sendJson(ctx: Context, value: unknown) {
  ctx.set('Content-Type', 'application/json; charset=utf-8')
  ctx.body = JSON.stringify(value)
}

/** Sends any error with its HTTP status in the error envelope, not cacheable, and logs server faults. */
export function sendError({ log, isDatabaseUnavailable }: ErrorResponseOptions, ctx: Context, error: unknown) {
  const { requestId, operation } = ctx.state
  const response = errorResponseOf(error, requestId, isDatabaseUnavailable)
  const level = response.status === UNAVAILABLE ? 'warn' : 'error'
  if (response.isServerFault) log[level]({ err: error, requestId, operation }, 'request failed')
  if (response.retryAfter !== undefined) ctx.set('Retry-After', String(response.retryAfter))
  ctx.set('Cache-Control', 'no-store')
  ctx.status = response.status
  sendJson(ctx, response.body)
}

/** Downloads are addressed by version, so their content never changes. */
const IMMUTABLE = 'max-age=31536000, immutable'

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
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  ctx.set('Location', address)
  ctx.body = ''
  ctx.remove('Content-Type')
}

function setDownloadHeaders(ctx: Context, { contentType, fileName, inline, shared, etag }: Bytes) {
  ctx.attachment(fileName, { type: inline ? 'inline' : 'attachment' })
  // Overrides the type that attachment() guessed from the file name.
  ctx.set('Content-Type', contentType)
  ctx.set('Cache-Control', `${shared ? 'public' : 'private'}, ${IMMUTABLE}`)
  ctx.set('ETag', etag)
  ctx.set('Accept-Ranges', 'bytes')
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
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
