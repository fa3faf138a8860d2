import type { Context } from 'koa'
import parseRange from 'range-parser'
import type { Download } from '../../contract/operation.ts'

/** What is named by a version never changes, so whoever has it need not ask again. */
const FOR_EVER = 'max-age=31536000, immutable'

type Bytes = Exclude<Download, { readonly at: string }>

/** Sends bytes, whole or the one range that is asked for; nothing to whoever has them already. */
export async function sendDownload(ctx: Context, download: Download): Promise<void> {
  if ('at' in download) return redirect(ctx, download.at)
  ctx.compress = false
  describe(ctx, download)
  if (ctx.fresh) {
    ctx.status = 304
    return
  }
  const range = rangeOf(ctx, download)
  if (range === 'unsatisfiable') return unsatisfiable(ctx, download.size)
  const { start, end } = range ?? { start: 0, end: download.size - 1 }
  ctx.status = range ? 206 : 200
  if (range) ctx.set('Content-Range', `bytes ${start}-${end}/${download.size}`)
  ctx.length = end - start + 1
  if (ctx.method === 'HEAD') return
  ctx.body = await download.open(range)
}

/** Where the store itself hands it out. The address is for a short time, so nobody keeps the way to it. */
function redirect(ctx: Context, address: string) {
  ctx.status = 302
  ctx.set('Location', address)
  ctx.body = ''
  ctx.remove('Content-Type')
}

function describe(ctx: Context, { contentType, fileName, inline, shared, etag }: Bytes) {
  ctx.attachment(fileName, { type: inline ? 'inline' : 'attachment' })
  // attachment() guesses a type from the name.
  ctx.set('Content-Type', contentType)
  ctx.set('Cache-Control', `${shared ? 'public' : 'private'}, ${FOR_EVER}`)
  ctx.set('ETag', etag)
  ctx.set('Accept-Ranges', 'bytes')
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  ctx.status = 200
}

/** One range; null for the whole, also where several are asked for or the client has another version. */
function rangeOf(ctx: Context, { size, etag }: Bytes): { start: number; end: number } | 'unsatisfiable' | undefined {
  const { range, 'if-range': condition } = ctx.headers
  if (!range || (condition !== undefined && condition !== etag)) return undefined
  const ranges = parseRange(size, range)
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1) return undefined
  return ranges[0]
}

function unsatisfiable(ctx: Context, size: number) {
  ctx.status = 416
  ctx.set('Content-Range', `bytes */${size}`)
  ctx.body = ''
}
