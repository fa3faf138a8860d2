import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TIME_BOUNDS } from '../kernel/bounds.ts'
import { hasBody } from './requestBody.ts'

/** Limits of time for the connections of a server; in milliseconds, and the rate of bodies in bytes a second. */
export type TimeBounds = Readonly<Record<keyof typeof TIME_BOUNDS, number>>

/**
 * Closes the connections of clients that are too slow, whatever they asked for: that do not read a response, or do not
 * send a body at the least rate. Websockets, which leave the server by their upgrade, are watched by sockets.ts.
 */
export function cutSlowClients(server: Server, bounds: TimeBounds = TIME_BOUNDS): void {
  const inFlight = new WeakMap<Socket, number>()
  const count = (socket: Socket, by: number) => inFlight.set(socket, (inFlight.get(socket) ?? 0) + by)
  server.timeout = bounds.unread
  // Node calls this when a connection made no progress for that time, and, between requests, after keepAliveTimeout.
  server.on('timeout', (socket: Socket) => {
    const isIdle = (inFlight.get(socket) ?? 0) === 0
    if (isIdle || socket.writableLength > 0) socket.destroy()
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    count(socket, 1)
    response.once('close', () => count(socket, -1))
    cutSlowBody(request, bounds)
    cutUnwantedBody(request, response, bounds)
  })
}

/** Closes the connection when a body has not come at the least rate during a grace period, and is not complete. */
function cutSlowBody(request: IncomingMessage, { bodyGrace, bodyRate, body }: TimeBounds): void {
  if (!hasBody(request)) return
  const { socket } = request
  const least = (bodyRate * bodyGrace) / 1_000
  const latest = performance.now() + (isPartUpload(request) ? Number.POSITIVE_INFINITY : body)
  let received = socket.bytesRead
  const check = () => {
    if (request.complete) return clearInterval(timer)
    // Bytes that wait show that the server is slow, not the client.
    const isSlow = socket.bytesRead - received < least && request.readableLength === 0
    received = socket.bytesRead
    if (isSlow || performance.now() > latest) request.destroy()
  }
  const timer = setInterval(check, bodyGrace).unref()
  request.once('close', () => clearInterval(timer))
}

/** Parts of files have as long as their signed URL is valid. */
const isPartUpload = ({ url }: IncomingMessage) => url?.startsWith('/upload/') === true

/**
 * After a response that did not wait for the body, the rest is read and discarded, so that the connection can go on. A
 * client that sends for longer has had a moment to read the response and to stop.
 */
function cutUnwantedBody(request: IncomingMessage, response: ServerResponse, { unwantedBody }: TimeBounds): void {
  response.once('finish', () => {
    if (request.complete) return
    // Whoever has stopped in the middle of the body may have left it paused.
    request.resume()
    const timer = setTimeout(() => request.complete || request.destroy(), unwantedBody).unref()
    request.once('close', () => clearTimeout(timer))
  })
}
