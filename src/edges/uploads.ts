import type { Context, Middleware } from 'koa'
import { Failure } from '../kernel/failure.ts'
import type { Intake } from '../platform/blobs/disk-intake.ts'
import { Turned } from './rest/failure.ts'

const ADDRESS = /^\/upload\/([^/]+)$/
const METHODS = 'PUT, OPTIONS'
/** What a refused client may still send, in milliseconds, so that it comes to read why; then the line is cut. */
const FAREWELL = 5_000

/**
 * Takes the parts of uploads at the addresses that a store on this server's disk signs. Whoever has an address needs no
 * session; the answer is an object store's: empty, with the ETag.
 */
export function uploads(intake: Intake): Middleware {
  return async (ctx, next) => {
    const token = ADDRESS.exec(ctx.path)?.[1]
    if (token === undefined) return next()
    ctx.state.operation = 'uploadPart'
    ctx.append('Access-Control-Expose-Headers', 'ETag')
    if (ctx.method === 'PUT') return put(intake, ctx, token)
    ctx.set('Allow', METHODS)
    if (ctx.method !== 'OPTIONS') throw new Turned(405, 'Only PUT is taken at this address')
    ctx.status = 204
  }
}

async function put(intake: Intake, ctx: Context, token: string): Promise<void> {
  try {
    const etag = await intake.receive(token, {
      // The connection outlives a refusal, or the client would not hear of it.
      content: ctx.req.iterator({ destroyOnReturn: false }),
      length: ctx.request.length ?? null,
      md5: ctx.get('Content-MD5') || null,
      contentType: ctx.get('Content-Type') || null,
    })
    ctx.status = 200
    ctx.set('ETag', etag)
    ctx.body = ''
  } catch (error) {
    letGo(ctx)
    if (isTooLarge(error)) throw new Turned(413, error.message)
    throw isBroken(ctx) ? new Turned(400, 'The body broke off') : error
  }
}

const isTooLarge = (error: unknown): error is Failure => error instanceof Failure && error.code === 'too_large'

const isBroken = ({ req }: Context) => req.destroyed && !req.complete

/** Reads on without keeping anything, and not for long. */
function letGo({ req }: Context): void {
  if (req.complete || req.destroyed) return
  req.resume()
  const cut = setTimeout(() => req.destroy(), FAREWELL).unref()
  req.once('close', () => clearTimeout(cut))
}
