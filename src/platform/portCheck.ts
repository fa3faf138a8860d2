import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { reachableHost, type Settings } from '../settings.ts'

/** A port on which hardly anybody listens. */
const DISCARD = 9
/** Milliseconds to wait for an answer, where there is none: the port is free then, too. */
const TIMEOUT = 1_000
/** Of errors with which the system refuses to bind a port. */
const TAKEN = ['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES']

/**
 * Throws what a server would that listens on the port, so that a start fails at once if another process has it. It binds a
 * client to the port: a balancer would send requests to something that listens, if only for a moment. At port 0 the system
 * chooses a free one.
 */
export async function assertPortFree({ HOST, PORT: port }: Pick<Settings, 'HOST' | 'PORT'>): Promise<void> {
  if (port === 0) return
  const { address } = await lookup(HOST)
  const host = address === '::' ? '::1' : reachableHost(address)
  const client = connect({ host, port: DISCARD, localAddress: address, localPort: port })
  const code = await new Promise<string>((resolve) => {
    client.once('connect', () => resolve(''))
    client.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    client.setTimeout(TIMEOUT, () => resolve(''))
  })
  client.destroy()
  if (!TAKEN.includes(code)) return
  throw Object.assign(new Error(`listen ${code}: ${address}:${port}`), { code, syscall: 'listen', address, port })
}
