import { connect } from 'node:net'

/** The result of one round of load. */
export interface LoadRound {
  readonly requests: number
  readonly seconds: number
  /** The latency of each request in milliseconds, sorted. */
  readonly latencies: readonly number[]
}

export interface Load {
  readonly port: number
  /** Complete HTTP/1.1 requests, sent round robin. */
  readonly requests: readonly Buffer[]
  readonly connections: number
  readonly seconds: number
  /** Requests per second; by default as many as the server answers. */
  readonly perSecond?: number
}

/** The bytes of an HTTP/1.1 request on a kept-alive connection. */
export function rawRequest(method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): Buffer {
  const all = {
    host: '127.0.0.1',
    'user-agent': 'plaza-bench/1',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/**
 * Keeps `connections` requests in flight for `seconds`. Uses plain sockets, to take little CPU time from the servers on
 * the same machine. Throws at the first response that is not 200.
 */
export async function runLoad(load: Load): Promise<LoadRound> {
  const latencies: number[] = []
  const begun = performance.now()
  const interval = load.perSecond === undefined ? 0 : 1_000 / load.perSecond
  let sent = 0
  const next = () => {
    const [request, due] = [load.requests[sent % load.requests.length], begun + sent * interval]
    sent++
    const until = begun + load.seconds * 1_000
    return request && due < until && performance.now() < until ? { request, due } : null
  }
  await Promise.all(Array.from({ length: load.connections }, () => runConnection(load.port, next, latencies)))
  return {
    requests: latencies.length,
    seconds: (performance.now() - begun) / 1_000,
    latencies: latencies.sort((a, b) => a - b),
  }
}

/** The next request and the time when it is due; null when none is left. */
type NextRequest = () => { readonly request: Buffer; readonly due: number } | null

const READ_BYTES = 65_536

/** Sends requests over one connection, one after the other, until none is left. */
function runConnection(port: number, next: NextRequest, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const read = createResponseReader()
    let begun = 0
    const onread = {
      buffer: Buffer.allocUnsafe(READ_BYTES),
      callback(count: number, buffer: Uint8Array) {
        const status = read(Buffer.from(buffer.buffer, buffer.byteOffset, count))
        if (status === null) return true
        latencies.push(performance.now() - begun)
        if (status === '200') sendNext()
        else finish(new Error(`a response with status ${status}`))
        return true
      },
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    socket.on('error', finish).on('close', () => finish(new Error('the server closed the connection')))
    sendNext()

    function sendNext() {
      const turn = next()
      if (turn === null) return finish()
      const wait = turn.due - performance.now()
      if (wait > 0) setTimeout(send, wait, turn.request)
      else send(turn.request)
    }
    function send(request: Buffer) {
      begun = performance.now()
      socket.write(request)
    }
    function finish(error?: Error) {
      socket.destroy()
      if (error) reject(error)
      else resolve()
    }
  })
}

const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = '\r\n0\r\n\r\n'

/**
 * Reads the responses of one connection, which come one after the other. The function takes what has arrived, and returns
 * the status of the response that is complete with it, or null. Bodies are counted, and not kept.
 */
function createResponseReader(): (bytes: Buffer) => string | null {
  let head = ''
  let status = ''
  /** Bytes of the body that are yet to come; Infinity when it comes in chunks. */
  let missing = 0
  let last = ''

  function readHead(bytes: Buffer): boolean {
    head += bytes.toString('latin1')
    const end = head.indexOf(HEAD_END)
    if (end < 0) return false
    status = head.slice(9, 12)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end + 2))?.[1]
    missing = length === undefined ? Number.POSITIVE_INFINITY : Number(length) - (head.length - end - HEAD_END.length)
    last = head.slice(-LAST_CHUNK.length)
    head = ''
    return true
  }
  function readBody(bytes: Buffer): void {
    missing -= bytes.length
    last = (last + bytes.toString('latin1', Math.max(0, bytes.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length)
  }
  return (bytes) => {
    if (status !== '') readBody(bytes)
    else if (!readHead(bytes)) return null
    if (missing > 0 && !(missing === Number.POSITIVE_INFINITY && last === LAST_CHUNK)) return null
    const complete = status
    status = ''
    return complete
  }
}
