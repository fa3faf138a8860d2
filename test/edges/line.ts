import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../src/platform/database/ports.ts'

/** A way to the database that can be cut. */
export interface Line {
  /** The address of the database by this way. */
  readonly url: string
  cut(): Promise<void>
  mend(): Promise<void>
}

export async function aLine(url: string): Promise<Line> {
  const address = new URL(url)
  const far = { host: address.hostname, port: Number(address.port || 5432) }
  const port = await freePort()
  const ends = new Set<Socket>()
  const join = (from: Socket, to: Socket) => {
    ends.add(from.on('error', () => to.destroy()))
    from.pipe(to)
  }
  const server = createServer((near) => {
    const beyond = connect(far)
    join(near, beyond)
    join(beyond, near)
  })
  const mend = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await mend()
  address.hostname = '127.0.0.1'
  address.port = String(port)
  return {
    url: address.href,
    mend,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const end of ends) end.destroy()
        ends.clear()
      }),
  }
}
