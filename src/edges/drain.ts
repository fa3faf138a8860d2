import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

export interface DrainTimes {
  /** Milliseconds for which connections are still accepted, while load balancers notice. */
  readonly drainNotice: number
  /** Milliseconds that requests in flight may take after that. */
  readonly drainTimeout: number
}

/** Milliseconds for which a connection without a request is kept after the last was accepted: one may be on its way. */
const IDLE_GRACE = 2_000
/** Milliseconds between two looks for connections that have become idle. */
const CHECK_INTERVAL = 100

/**
 * Prepares the end of a server that loses no request of a proxy in front of it. Returns what ends it: it goes on for the
 * notice, but each answer closes its connection, so that proxies keep none; then it accepts no more, and closes connections
 * whose proxy has sent nothing for a while. Resolves once all connections are closed.
 */
export function prepareDrain(server: Server): (times: DrainTimes) => Promise<void> {
  const open = new Set<ServerResponse>()
  let isDraining = false
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return async (times) => {
    isDraining = true
    for (const response of open) response.shouldKeepAlive = false
    await pause(times.drainNotice)
    await close(server, times)
  }
}

async function close(server: Server, { drainNotice, drainTimeout }: DrainTimes): Promise<void> {
  // Right after the event loop has accepted the connections that waited: the operating system resets those that still do.
  await nextTurn()
  // The method of HTTP servers would close idle connections at once.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  const timeout = setTimeout(() => server.closeAllConnections(), drainTimeout)
  await Promise.race([closed, pause(Math.min(IDLE_GRACE, drainNotice))])
  server.closeIdleConnections()
  const idle = setInterval(() => server.closeIdleConnections(), CHECK_INTERVAL)
  await closed
  clearInterval(idle)
  clearTimeout(timeout)
}
