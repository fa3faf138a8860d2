import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from './attack.ts'

/** Opens connections that send a request and never read. */
function openUnread(origin: string, count: number, request: string): Socket[] {
  const { hostname, port } = new URL(origin)
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(request))
    return socket.on('error', () => {}).pause()
  })
}

const SOCKETS = 200
const MAX_GROWTH = 32

/** Attacks with responses that nobody reads. */
export const responseAttacks: readonly Attack[] = [
  {
    name: 'unread-graphiql',
    what: `${SOCKETS} connections ask for GraphiQL and never read it`,
    async run({ startProcess }) {
      const server = await startProcess()
      // The first request renders the page.
      await (await fetch(`${server.origin}/graphql`, { headers: { accept: 'text/html' } })).text()
      let sockets: Socket[] = []
      const growth = await server.growthDuring(async () => {
        sockets = openUnread(server.origin, SOCKETS, 'GET /graphql HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n')
        await delay(10_000)
      })
      for (const socket of sockets) socket.destroy()
      return { harmless: growth < MAX_GROWTH, figures: `memory grew by ${growth.toFixed(1)} MiB of ${MAX_GROWTH}` }
    },
  },
]
