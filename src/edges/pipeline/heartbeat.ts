import type { WebSocket } from 'ws'

/** Milliseconds between two pings: whoever stops reading is found out within half a minute, though nothing may wait. */
const EVERY = 14_000

interface Beating {
  readonly socket: WebSocket
}

/** Pings every socket now and then, and ends those that have not answered by the next time. Returns the way to stop. */
export function keepHeartbeat(lines: ReadonlySet<Beating>, every = EVERY): () => void {
  const asked = new WeakSet<WebSocket>()
  const beat = ({ socket }: Beating) => {
    if (asked.has(socket)) return socket.terminate()
    asked.add(socket)
    socket.once('pong', () => asked.delete(socket))
    socket.ping()
  }
  const timer = setInterval(() => {
    for (const line of [...lines]) beat(line)
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
