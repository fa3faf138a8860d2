import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Context } from 'koa'
import { isCurrent } from '../conditionalRequests.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

interface StaticContent {
  /** The media type, or an extension. */
  readonly type: string
  /** Returns the content. Called once, at the first request, and again at the next one if it has failed. */
  readonly load: () => string | Buffer | Promise<string | Buffer>
  /** Seconds during which a client need not ask again; 0 by default. */
  readonly maxAge?: number
}

interface Prepared {
  readonly etag: string
  readonly compressed: Buffer
}

/**
 * Serves content that is equal for everybody. It is compressed once, and all responses share its bytes, so that many
 * clients that read slowly take no more memory than one.
 */
export function staticContent({ type, load, maxAge = 0 }: StaticContent): (ctx: Context) => Promise<void> {
  let prepared: Promise<Prepared> | undefined
  let identity: Promise<Buffer> | undefined
  return async (ctx) => {
    prepared ??= prepare(load).catch((error) => {
      prepared = undefined
      throw error
    })
    const { etag, compressed } = await prepared
    ctx.status = 200
    ctx.set({ ETag: etag, 'Cache-Control': maxAge > 0 ? `public, max-age=${maxAge}` : 'no-cache' })
    ctx.vary('Accept-Encoding')
    if (isCurrent(ctx, etag)) {
      ctx.status = 304
      return
    }
    ctx.type = type
    if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') {
      identity ??= decompress(compressed)
      ctx.body = await identity
      return
    }
    ctx.set('Content-Encoding', 'gzip')
    ctx.body = compressed
  }
}

async function prepare(load: StaticContent['load']): Promise<Prepared> {
  const content = await load()
  const hash = createHash('sha256').update(content).digest('base64url')
  // Weak: one tag for the compressed and the plain bytes.
  return { etag: `W/"${hash}"`, compressed: await compress(content, { level: 9 }) }
}
