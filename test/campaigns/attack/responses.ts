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
const NESTED_REQUESTS = 20
/** Milliseconds. */
const MAX_NESTED_CPU = 30
const TOO_LARGE = 413
/** The server may close the connection while the client still sends. */
const CUT = 0
const SLOW_BODIES = 50

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
  {
    name: 'nested-json',
    what: `${NESTED_REQUESTS} anonymous bodies of 800 kB of nested arrays`,
    async run({ startProcess }) {
      const server = await startProcess()
      const register = async (size: number) => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '['.repeat(size) }
        return (await fetch(`${server.origin}/api/1/auth/register`, init).catch(() => ({ status: CUT }))).status
      }
      await register(1)
      const before = server.cpuTime()
      const statuses = new Set<number>()
      for (let count = 0; count < NESTED_REQUESTS; count++) statuses.add(await register(800_000))
      const each = (server.cpuTime() - before) / NESTED_REQUESTS
      const isRefused = [...statuses].every((status) => status === TOO_LARGE || status === CUT)
      const figures = `${[...statuses].join(', ')} (${CUT}: cut while sending), ${each.toFixed(0)} ms of CPU each`
      return { harmless: isRefused && each < MAX_NESTED_CPU, figures }
    },
  },
  {
    name: 'slow-bodies',
    what: `${SLOW_BODIES} bodies of which a byte comes every second`,
    async run({ startProcess }) {
      const { origin } = await startProcess()
      const request =
        'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n'
      const sockets = openUnread(origin, SLOW_BODIES, request)
      for (const socket of sockets) socket.resume()
      let seconds = 0
      for (; seconds < 60 && sockets.some(({ destroyed }) => !destroyed); seconds++) {
        await delay(1_000)
        for (const socket of sockets) socket.write('x')
      }
      const left = sockets.filter(({ destroyed }) => !destroyed).length
      for (const socket of sockets) socket.destroy()
      // Sooner would mean that the request was refused for another reason.
      return { harmless: left === 0 && seconds > 15, figures: `${left} are left after ${seconds} s` }
    },
  },
  {
    name: 'metrics-from-elsewhere',
    what: 'somebody behind a proxy reads the metrics',
    async run({ startApp }) {
      const { origin } = await startApp({ TRUST_PROXY: '0' })
      const ask = async (headers: Record<string, string>) => (await fetch(`${origin}/metrics`, { headers })).status
      const statuses = [await ask({ 'x-forwarded-for': '127.0.0.1' }), await ask({ forwarded: 'for=127.0.0.1' })]
      return { harmless: statuses.every((status) => status === 403), figures: statuses.join(', ') }
    },
  },
]
