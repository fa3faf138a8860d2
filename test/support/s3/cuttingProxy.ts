import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a server that breaks connections in the middle of answers. */
export interface CuttingProxy {
  readonly endpoint: string
  /** Breaks a connection after each of these numbers of bytes that answers have since the last break. */
  cutAfter(...bytes: readonly number[]): void
  /** Number of open connections. */
  connections(): number
  close(): Promise<void>
}

export async function openCuttingProxy(endpoint: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(endpoint)
  const sockets = new Set<Socket>()
  let cuts: number[] = []
  const pass = (chunk: Buffer, from: Socket, to: Socket) => {
    const [left = Number.POSITIVE_INFINITY] = cuts
    if (chunk.length < left) {
      if (cuts.length > 0) cuts[0] = left - chunk.length
      return to.write(chunk)
    }
    cuts = cuts.slice(1)
    from.destroy()
    return to.end(chunk.subarray(0, left), () => to.destroy())
  }
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) })
    sockets.add(client.on('close', () => sockets.delete(client)))
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => client.destroy()).on('close', () => client.end())
    client.pipe(upstream)
    upstream.on('data', (chunk) => {
      if (pass(Buffer.from(chunk), upstream, client)) return
      upstream.pause()
      client.once('drain', () => upstream.resume())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cutAfter(...bytes) {
      cuts = [...bytes]
    },
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
