import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

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
    return request && due < begun + load.seconds * 1_000 ? { request, due } : null
  }
  const source: RequestSource = { next, until: begun + load.seconds * 1_000 }
  await Promise.all(Array.from({ length: load.connections }, () => runConnection(load.port, source, latencies)))
  return {
    requests: latencies.length,
    seconds: (performance.now() - begun) / 1_000,
    latencies: latencies.sort((a, b) => a - b),
  }
}

interface RequestSource {
  /** The next request and the time when it is due; null when none is left. */
  next(): { readonly request: Buffer; readonly due: number } | null
  readonly until: number
}

async function runConnection(port: number, { next, until }: RequestSource, latencies: number[]) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  try {
    while (performance.now() < until) {
      const turn = next()
      if (!turn) return
      if (turn.due > performance.now()) await delay(turn.due - performance.now())
      const begun = performance.now()
      const response = readResponse(socket)
      socket.write(turn.request)
      await response
      latencies.push(performance.now() - begun)
    }
  } finally {
    socket.destroy()
  }
}

/** Resolves when one complete response has arrived. */
function readResponse(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const settle = (error?: Error) => {
      socket.off('data', onData).off('error', settle).off('close', onClose)
      if (error) reject(error)
      else resolve()
    }
    const onClose = () => settle(new Error('the server closed the connection'))
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      const response = chunks.length === 1 ? chunk : Buffer.concat(chunks)
      if (!isComplete(response)) return
      const status = response.toString('latin1', 9, 12)
      settle(status === '200' ? undefined : new Error(`unexpected response: ${response.toString('utf8', 0, 500)}`))
    }
    socket.on('data', onData).on('error', settle).on('close', onClose)
  })
}

const LAST_CHUNK = '\r\n0\r\n\r\n'

function isComplete(response: Buffer): boolean {
  const end = response.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(response.toString('latin1', 0, end))?.[1]
  if (length !== undefined) return response.length >= end + 4 + Number(length)
  return response.toString('latin1', response.length - LAST_CHUNK.length) === LAST_CHUNK
}
