import type { IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'

/**
 * Reads the body of a request, and ends the decompressor into which it is piped meanwhile. The libraries that read bodies
 * leave it when they refuse the body, with 64 KiB until the garbage collector finds it, and wait for ever when the request
 * is cut.
 */
export async function endingDecompressor<R>(request: IncomingMessage, read: () => Promise<R>): Promise<R> {
  if (request.headers['content-encoding'] === undefined) return read()
  const decompressors = recordPipes(request)
  const end = (error?: Error) => {
    for (const decompressor of decompressors) decompressor.destroy(error)
  }
  request.once('close', () => {
    if (!request.complete) end(new Error('the request was cut'))
  })
  return read().finally(() => end())
}

/** The streams into which a request is piped from now on. */
function recordPipes(request: IncomingMessage): readonly Writable[] {
  const targets: Writable[] = []
  const pipe = request.pipe.bind(request)
  request.pipe = (target, options) => {
    if (target instanceof Writable) targets.push(target)
    return pipe(target, options)
  }
  return targets
}
