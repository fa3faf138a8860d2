import { connect, createServer, type Socket } from 'node:net'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'

/** A TCP proxy to the database that can be interrupted. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
}

export async function aDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const address = new URL(url)
  const target = { host: address.hostname, port: Number(address.port || 5432) }
  const port = await findFreePort()
  const sockets = new Set<Socket>()
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from.on('error', () => to.destroy()))
    from.pipe(to)
  }
  const server = createServer((client) => {
    const upstream = connect(target)
    forward(client, upstream)
    forward(upstream, client)
  })
  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen()
  address.hostname = '127.0.0.1'
  address.port = String(port)
  return {
    url: address.href,
    restore: listen,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
        sockets.clear()
      }),
  }
}
