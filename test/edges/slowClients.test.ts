import { EventEmitter, once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { createHttpServer } from '../../src/edges/server.ts'
import { TIME_BOUNDS } from '../../src/kernel/bounds.ts'

/** More than the operating system buffers for a connection. */
const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x')
const AT_ONCE = 50
/** Far longer than a test takes. */
const NEVER = 600_000
const PATIENT = { ...TIME_BOUNDS, headers: NEVER, bodyGrace: NEVER, body: NEVER, unwantedBody: NEVER, unread: NEVER }

const closers: (() => Promise<void>)[] = []
afterAll(() => Promise.all(closers.map((close) => close())))

/** A server that answers with many bytes, or once it has read the body, or never; impatient in one respect. */
async function aServer(impatience: Partial<Record<keyof typeof TIME_BOUNDS, number>>) {
  const closedResponses = new EventEmitter()
  const arrivals = new EventEmitter()
  const listener: RequestListener = (request, response) => {
    arrivals.emit(String(request.url))
    response.once('close', () => closedResponses.emit(String(request.url)))
    if (request.url === '/large') return response.end(LARGE)
    if (request.url === '/refused') return response.writeHead(413).end()
    if (request.url === '/unread') return
    request.on('error', () => {}).on('end', () => response.end('read'))
    return request.resume()
  }
  const base = {
    host: '127.0.0.1',
    port: 0,
    drainTimeout: 0,
    drainNotice: 0,
    upgrades: new Map(),
    log: pino({ level: 'silent' }),
  }
  const server = createHttpServer(listener, { ...base, timeBounds: { ...PATIENT, ...impatience } })
  closers.push(() => server.drain())
  return { port: await server.listen(), closedResponses, arrivals }
}

async function open(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** A connection whose request has reached an impatient server: one that it has cut before is opened again. */
async function openArrived(
  { port, arrivals }: Awaited<ReturnType<typeof aServer>>,
  path: string,
  text: string,
): Promise<Socket> {
  for (;;) {
    const arrival = once(arrivals, path).then(() => true)
    const socket = await open(port, text)
    if (await Promise.race([arrival, cut(socket).then(() => false)])) return socket
  }
}

/** The end of a connection from which the client reads, also by a reset. */
const cut = (socket: Socket) => new Promise<void>((resolve) => socket.resume().once('close', () => resolve()))

/** All that the server sends until it closes the connection. */
async function received(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  await cut(socket)
  return text
}

const head = (method: string, path: string, ...headers: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: plaza.test', ...headers].join('\r\n')}\r\n\r\n`

describe('a client that does not read the response', () => {
  it('is cut', async () => {
    const server = await aServer({ unread: AT_ONCE })
    // Paused before the response is there to read: it is written in the turn in which the request has arrived.
    const socket = (await openArrived(server, '/large', head('GET', '/large'))).pause()
    await once(server.closedResponses, '/large')
    expect(socket.bytesRead).toBeLessThan(LARGE.length)
    socket.destroy()
  })

  it('gets all of it when it reads after a while', async () => {
    const { port } = await aServer({})
    const socket = (await open(port, head('GET', '/large', 'Connection: close'))).pause()
    await once(socket, 'readable')
    expect((await received(socket)).length).toBeGreaterThan(LARGE.length)
  })

  it('keeps a connection whose response is not yet there', async () => {
    const server = await aServer({ unread: AT_ONCE })
    const socket = await openArrived(server, '/unread', head('GET', '/unread'))
    const idle = await open(server.port, '')
    // The idle connection was opened later and is cut; the one that waits for its response is not.
    await cut(idle)
    expect(socket.destroyed).toBe(false)
    socket.destroy()
  })
})

describe('a client that sends its body', () => {
  it('more slowly than the least rate is cut', async () => {
    const { port } = await aServer({ bodyGrace: AT_ONCE })
    const socket = await open(port, head('POST', '/', 'Content-Length: 10000'))
    expect(await received(socket)).toBe('')
  })

  it('is not cut while the server does not read', async () => {
    const server = await aServer({ bodyGrace: AT_ONCE, unread: AT_ONCE })
    const half = 'x'.repeat(5_000)
    const waiting = await openArrived(server, '/unread', `${head('POST', '/unread', 'Content-Length: 10000')}${half}`)
    const slow = await open(server.port, `${head('POST', '/', 'Content-Length: 10000')}${half}`)
    await cut(slow)
    expect(waiting.destroyed).toBe(false)
    waiting.destroy()
  })

  it('has an end even at the least rate', async () => {
    const { port } = await aServer({ bodyGrace: AT_ONCE, bodyRate: 0, body: 0 })
    const socket = await open(port, head('POST', '/', 'Content-Length: 10000'))
    expect(await received(socket)).toBe('')
  })

  it('is cut when it goes on after a refusal', async () => {
    const { port } = await aServer({ unwantedBody: AT_ONCE })
    const socket = await open(port, head('POST', '/refused', 'Content-Length: 10000'))
    expect(await received(socket)).toMatch(/^HTTP\/1.1 413 /)
  })
})

it('cuts a client whose headers do not arrive', async () => {
  const { port } = await aServer({ headers: AT_ONCE })
  const socket = await open(port, 'GET / HTTP/1.1\r\nHost: ')
  expect(await received(socket)).toMatch(/^HTTP\/1.1 408 /)
})
