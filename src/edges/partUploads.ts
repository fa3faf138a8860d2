import type Router from '@koa/router'
import type { Context } from 'koa'
import { Failure } from '../kernel/failure.ts'
import type { RefusalReason } from '../kernel/refusalReasons.ts'
import type { UploadReceiver } from '../platform/blobs/disk/uploadReceiver.ts'
import { pageRouter } from './koa.ts'
import { HttpError } from './rest/errors.ts'

const ALLOWED_METHODS = 'PUT, OPTIONS'
/** Milliseconds that a refused client may go on sending, so that it reads the response before the connection closes. */
const DRAIN_TIMEOUT = 5_000

/**
 * Receives upload parts at the signed URLs of the disk blob store, without a session. Responds as an object store would:
 * empty, with an ETag.
 */
export const partUploads = (receiver: UploadReceiver): Router =>
  pageRouter().all('/upload/:token', async (ctx) => {
    ctx.state.operation = 'uploadPart'
    ctx.append('Access-Control-Expose-Headers', 'ETag')
    if (ctx.method === 'PUT') return receivePart(receiver, ctx, ctx.params.token ?? '')
    ctx.set('Allow', ALLOWED_METHODS)
    if (ctx.method !== 'OPTIONS') throw new HttpError(405, 'Only PUT is taken at this address')
    ctx.status = 204
  })

async function receivePart(receiver: UploadReceiver, ctx: Context, token: string): Promise<void> {
  try {
    const etag = await receiver.receive(token, {
      // Keeps the connection open after an error, so that the client receives the response.
      content: ctx.req.iterator({ destroyOnReturn: false }),
      length: ctx.request.length ?? null,
      md5: ctx.get('Content-MD5') || null,
      contentType: ctx.get('Content-Type') || null,
    })
    ctx.status = 200
    ctx.set('ETag', etag)
    ctx.body = ''
  } catch (error) {
    drainBriefly(ctx)
    throw asUploadError(error) ?? (isAborted(ctx) ? new HttpError(400, 'The body broke off') : error)
  }
}

function asUploadError(error: unknown): HttpError | null {
  const status = error instanceof Failure ? UPLOAD_STATUSES[error.reason] : undefined
  return error instanceof Failure && status !== undefined ? new HttpError(status, error.message) : null
}

/** Statuses of an object store, by the reason of the failure. */
const UPLOAD_STATUSES: Readonly<Partial<Record<RefusalReason, number>>> = { too_large: 413, part_in_transfer: 409 }

const isAborted = ({ req }: Context) => req.destroyed && !req.complete

/** Discards further bytes for a few seconds, then closes the connection. */
function drainBriefly({ req }: Context): void {
  if (req.complete || req.destroyed) return
  req.resume()
  const cut = setTimeout(() => req.destroy(), DRAIN_TIMEOUT).unref()
  req.once('close', () => clearTimeout(cut))
}
