import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port of 127.0.0.1 that nobody listens on. Below the range from which systems give ports to outgoing connections:
 * so none of those takes it while the database restarts, and a client can't connect to itself there.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
