import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import type { Log } from './kernel/log.ts'
import { openMetricsPort } from './metricsPort.ts'
import type { MigrationProgress } from './platform/database/migrations.ts'
import { openStartGauges } from './platform/watch/startMetrics.ts'
import type { Settings } from './settings.ts'

/** Answers /livez and /readyz at the port of the server, and /metrics at METRICS_PORT, while the database is migrated. */
export interface StartProbe {
  /** Tells how far the migrations are; the first call opens the ports, and serves these metrics. */
  tell(progress: MigrationProgress, metrics: Registry): void
  /** Frees the ports for the server. */
  close(): Promise<void>
}

interface ProbeOptions {
  readonly settings: Settings
  readonly log: Log
}

/**
 * A start without pending migrations opens no port before the server's own. Whoever watches the process sees otherwise that
 * it lives, and need not end it, and how far the migrations are. A taken port is left to the server to report.
 */
export function createStartProbe(options: ProbeOptions): StartProbe {
  const { PORT, METRICS_PORT } = options.settings
  let progress: MigrationProgress = { done: 0, count: 0 }
  let server: Server | undefined
  let metrics: Promise<() => Promise<void>> | undefined
  return {
    tell(told, registry) {
      progress = told
      // Port 0 stands for any free one, where nobody could look.
      if (PORT > 0) server ??= open(options, () => progress)
      if (METRICS_PORT) metrics ??= openMetricsOfStart(options, registry, () => progress)
    },
    async close() {
      await Promise.all([closeServer(server), metrics?.then((closeMetrics) => closeMetrics())])
    },
  }
}

async function closeServer(opened: Server | undefined): Promise<void> {
  if (!opened?.listening) return
  await new Promise((resolve) => {
    opened.close(resolve)
    opened.closeAllConnections()
  })
}

type ReadProgress = () => MigrationProgress

const describe = ({ done, count }: MigrationProgress) =>
  count === 0 ? 'another process migrates the database or backs it up' : `migrations ${done} of ${count}`

/** Metrics of the platform as far as it is open, and those of the start until the returned function is called. */
async function openMetricsOfStart(
  { settings, log }: ProbeOptions,
  registry: Registry,
  progress: ReadProgress,
): Promise<() => Promise<void>> {
  const removeGauges = settings.METRICS === 'on' ? openStartGauges(registry, progress) : () => {}
  const source = { readMetrics: () => registry.metrics(), isReady: async () => false }
  const server = await openMetricsPort({ settings, log }, source).catch((error) => {
    log.warn({ err: error }, 'the port of metrics can not tell how far the migrations are')
    return null
  })
  return async () => {
    removeGauges()
    await server?.close()
  }
}

function open({ settings: { HOST, PORT }, log }: ProbeOptions, progress: ReadProgress): Server {
  const server = createServer((request, response) => answer(request, response, describe(progress())))
  server.on('error', (error) => log.warn({ err: error }, 'the port can not tell how far the migrations are'))
  return server.listen(PORT, HOST)
}

function answer({ url = '' }: IncomingMessage, response: ServerResponse, state: string): void {
  const isAlive = url.split('?')[0] === '/livez'
  response.writeHead(isAlive ? 200 : 503, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(isAlive ? {} : { 'Retry-After': '1' }),
    Connection: 'close',
  })
  response.end(isAlive ? 'ok' : `not ready: ${state}`)
}
