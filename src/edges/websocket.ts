import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Milliseconds for the other side to answer a close. */
const GRACE = 2_000

/** Closes a websocket, after two seconds by force; resolves when it has gone. */
export function closeSocket(socket: WebSocket, code: number, reason: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), GRACE)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.close(code, reason)
  })
}

/** Answers a connection that asked for a websocket, and gets none. */
export function turnAway(socket: Duplex, status: string) {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
