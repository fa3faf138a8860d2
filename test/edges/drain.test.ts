import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createHttpServer } from '../../src/edges/server.ts'
import { runEvenly } from '../../src/edges/webSocketLimits.ts'

/** Far longer than a test takes. */
const NEVER = 600_000

interface Times {
  readonly drainNotice: number
  readonly drainTimeout?: number
}

async function aServer({ drainNotice, drainTimeout = NEVER }: Times, listener: RequestListener = answer) {
  const options = { host: '127.0.0.1', port: 0, upgrades: new Map(), log: pino({ level: 'silent' }) }
  const server = createHttpServer(listener, { ...options, drainNotice, drainTimeout })
  return { port: await server.listen(), drain: () => server.drain() }
}

const answer: RequestListener = (_request, response) => void response.end('served')

const REQUEST = 'POST / HTTP/1.1\r\nHost: plaza.test\r\nContent-Length: 0\r\n\r\n'

async function aConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Sends a request, and reads what arrives first. */
async function ask(socket: Socket): Promise<string> {
  socket.write(REQUEST)
  const [answered] = await once(socket, 'data')
  return String(answered)
}

describe('a server that stops', () => {
  it('answers on connections that proxies keep and on new ones during the notice, and closes each after its answer', async () => {
    const { port, drain } = await aServer({ drainNotice: 1_000 })
    const kept = await aConnection(port)
    expect(await ask(kept)).toMatch(/^HTTP\/1.1 200 .*Connection: keep-alive/s)
    const drained = drain()
    const isClosed = once(kept, 'close')
    expect(await ask(kept)).toMatch(/^HTTP\/1.1 200 .*Connection: close/s)
    await isClosed
    expect(await ask(await aConnection(port))).toMatch(/^HTTP\/1.1 200 .*Connection: close/s)
    await drained
    await expect(aConnection(port)).rejects.toThrow('ECONNREFUSED')
  })

  it('answers a request that arrives on a young connection after the last was accepted', async () => {
    const { port, drain } = await aServer({ drainNotice: 1_000 })
    const young = await aConnection(port)
    const drained = drain()
    for (;;) if (!(await isAccepted(port))) break
    expect(await ask(young)).toMatch(/^HTTP\/1.1 200 .*Connection: close/s)
    await drained
  })

  it('lets a request in flight finish, and closes its connection', async () => {
    const held: (() => void)[] = []
    const { port, drain } = await aServer({ drainNotice: 0 }, (_request, response) =>
      held.push(() => void response.end('served')),
    )
    const answered = ask(await aConnection(port))
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const drained = drain()
    for (const finish of held) finish()
    expect(await answered).toMatch(/^HTTP\/1.1 200 .*Connection: close/s)
    await drained
  })

  it('closes connections without a request, and cuts requests that take too long', async () => {
    const { port, drain } = await aServer({ drainNotice: 1, drainTimeout: 100 }, () => {})
    const [idle, busy] = [await aConnection(port), await aConnection(port)]
    busy.on('error', () => {}).write(REQUEST)
    const closed = [idle, busy].map((socket) => once(socket.resume(), 'close'))
    await drain()
    await Promise.all(closed)
  })

  it('closes websockets one after the other, over the time of the notice', async () => {
    const begun = performance.now()
    const times: number[] = []
    await runEvenly([1, 2, 3, 4], 400, (item) => times.push(item, performance.now() - begun))
    expect(times.filter((_, at) => at % 2 === 0)).toEqual([1, 2, 3, 4])
    expect(times.at(-1)).toBeGreaterThanOrEqual(299)
    expect(times[1]).toBeLessThan(times.at(-1) ?? 0)
  })
})

/** Whether the server still takes a connection, which is closed at once. */
const isAccepted = (port: number): Promise<boolean> =>
  aConnection(port).then(
    (socket) => {
      socket.destroy()
      return true
    },
    () => false,
  )
