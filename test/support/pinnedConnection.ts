import { Agent, type IncomingMessage, request } from 'node:http'
import { eventually } from './eventually.ts'
import type { ReadyServer } from './serverProcess.ts'

export interface PinnedRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** One kept-alive connection to a server of several processes: the same worker answers all its requests. */
export interface PinnedConnection {
  readonly worker: number
  /** Sends a request; resolves to its status. */
  send(path: string, options?: PinnedRequest): Promise<number>
  /** Sends a request; the body of the response is not read yet. */
  open(path: string, options?: PinnedRequest): Promise<IncomingMessage>
  close(): void
}

let requests = 0

async function aPinnedConnection(server: ReadyServer): Promise<PinnedConnection> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const open = (path: string, { method = 'GET', headers = {}, body = '' }: PinnedRequest = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request(`${server.origin}${path}`, { agent, method, headers }, resolve).on('error', reject).end(body)
    })
  const send = async (path: string, options?: PinnedRequest) => {
    const response = await open(path, options)
    for await (const _ of response.resume());
    return response.statusCode ?? 0
  }
  const requestId = `pinned-connection-${++requests}`
  await send('/livez', { headers: { 'x-request-id': requestId } })
  const line = () =>
    server
      .output()
      .split('\n')
      .find((text) => text.includes(requestId))
  await eventually(() => line() !== undefined)
  const worker = Number(/"worker":(\d+)/.exec(line() ?? '')?.[1])
  return { worker, send, open, close: () => agent.destroy() }
}

/** A connection to the worker of this number: connections are opened until it takes one. */
export async function connectionTo(server: ReadyServer, worker: number): Promise<PinnedConnection> {
  for (;;) {
    const connection = await aPinnedConnection(server)
    if (connection.worker === worker) return connection
    connection.close()
  }
}
