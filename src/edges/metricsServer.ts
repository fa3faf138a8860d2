import { createServer, type ServerResponse } from 'node:http'
import { Registry } from 'prom-client'
import type { Log } from '../kernel/log.ts'

interface MetricsServerOptions {
  readonly host: string
  readonly port: number
  /** Reads the metrics in the text format of Prometheus. Null: they are off. */
  readonly readMetrics: (() => Promise<string>) | null
  isReady(): Promise<boolean>
  readonly log: Log
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly type?: string
}

/**
 * Serves /metrics, /livez and /readyz on a port of their own, without a token: who reaches the port may read them. It
 * answers as long as the process lives, also while the server drains.
 */
export async function openMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { host, port, log } = options
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    answerAt(options, path).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        log.error({ err: error, path }, 'request to the port of metrics failed')
        send(response, { status: 500, text: 'Internal error' })
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answerAt({ readMetrics, isReady }: MetricsServerOptions, path: string): Promise<Answer> {
  if (path === '/livez') return { status: 200, text: 'ok' }
  if (path === '/readyz') return (await isReady()) ? { status: 200, text: 'ready' } : { status: 503, text: 'not ready' }
  if (path === '/metrics' && readMetrics)
    return { status: 200, text: await readMetrics(), type: Registry.PROMETHEUS_CONTENT_TYPE }
  return { status: 404, text: 'not found' }
}

function send(response: ServerResponse, { status, text, type = 'text/plain; charset=utf-8' }: Answer): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  response.end(text)
}
