import type { IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'

/**
 * Reads the body of a request, and destroys its decompressor afterwards, or as soon as the client leaves. koa-body does
 * neither: the 64 KiB of a decompressor would stay until the garbage is collected after a body that is too large, and a
 * compressed body that ends early would be waited for for ever.
 */
export async function readAndDestroyDecompressor<R>(request: IncomingMessage, read: () => Promise<R>): Promise<R> {
  if (request.headers['content-encoding'] === undefined) return read()
  const decompressors = recordPipeTargets(request)
  const destroyAll = (error?: Error) => {
    for (const decompressor of decompressors) decompressor.destroy(error)
  }
  request.once('close', () => {
    if (!request.complete) destroyAll(new Error('the client left before the end of the body'))
  })
  return read().finally(() => destroyAll())
}

/** The streams into which the request is piped from now on. koa-body, which pipes it, does not tell them. */
function recordPipeTargets(request: IncomingMessage): readonly Writable[] {
  const targets: Writable[] = []
  const pipe = request.pipe.bind(request)
  request.pipe = (target, options) => {
    if (target instanceof Writable) targets.push(target)
    return pipe(target, options)
  }
  return targets
}
