import { createServer } from 'node:net'
import type { Settings } from '../settings.ts'

/**
 * Throws what a server would that listens on the port, so that a start fails at once if another process has it. At port 0
 * the system chooses a free one.
 */
export async function assertPortFree({ HOST: host, PORT: port }: Pick<Settings, 'HOST' | 'PORT'>): Promise<void> {
  if (port === 0) return
  const probe = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}
