import { connect, type Socket } from 'node:net'

/** What a server answered in one round. */
export interface Round {
  readonly requests: number
  readonly seconds: number
  /** Milliseconds, one a request, sorted. */
  readonly latencies: readonly number[]
}

export interface Load {
  readonly port: number
  /** Whole HTTP/1.1 requests, sent in turn. */
  readonly requests: readonly Buffer[]
  readonly connections: number
  readonly seconds: number
}

/** An HTTP/1.1 request as it goes over the wire, on a connection that is kept. */
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
 * Keeps `connections` requests in flight for `seconds`. It writes and reads bare sockets, so that it takes little of
 * the processor that the servers run on. Throws at the first answer that is not 200.
 */
export async function drive(load: Load): Promise<Round> {
  const latencies: number[] = []
  const begun = performance.now()
  const until = begun + load.seconds * 1000
  let sent = 0
  const next = () => load.requests[sent++ % load.requests.length]
  const lanes = Array.from({ length: load.connections }, () => drivenLane(load.port, next, until, latencies))
  await Promise.all(lanes)
  return {
    requests: latencies.length,
    seconds: (performance.now() - begun) / 1000,
    latencies: latencies.sort((a, b) => a - b),
  }
}

async function drivenLane(port: number, next: () => Buffer | undefined, until: number, latencies: number[]) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  try {
    while (performance.now() < until) {
      const request = next()
      if (!request) return
      const begun = performance.now()
      const answer = exchange(socket)
      socket.write(request)
      await answer
      latencies.push(performance.now() - begun)
    }
  } finally {
    socket.destroy()
  }
}

/** Reads one answer to its end. */
function exchange(socket: Socket): Promise<void> {
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
      const answer = chunks.length === 1 ? chunk : Buffer.concat(chunks)
      if (!isWhole(answer)) return
      const status = answer.toString('latin1', 9, 12)
      settle(status === '200' ? undefined : new Error(`unexpected answer: ${answer.toString('utf8', 0, 500)}`))
    }
    socket.on('data', onData).on('error', settle).on('close', onClose)
  })
}

const LAST_CHUNK = '\r\n0\r\n\r\n'

function isWhole(answer: Buffer): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.toString('latin1', 0, end))?.[1]
  if (length !== undefined) return answer.length >= end + 4 + Number(length)
  return answer.toString('latin1', answer.length - LAST_CHUNK.length) === LAST_CHUNK
}
