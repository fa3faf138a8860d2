import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Log } from './kernel/log.ts'
import type { MigrationProgress } from './platform/database/migrations.ts'
import type { Settings } from './settings.ts'

/** Answers /livez and /readyz at the port of the server while the database is migrated. */
export interface StartProbe {
  /** Tells how far the migrations are; the first call opens the port. */
  tell(progress: MigrationProgress): void
  /** Frees the port for the server. */
  close(): Promise<void>
}

type ProbeOptions = Pick<Settings, 'HOST' | 'PORT'> & { readonly log: Log }

/**
 * A start without pending migrations opens no port before the server's own. Whoever watches the process sees otherwise that
 * it lives, and need not end it, and how far the migrations are. A taken port is left to the server to report.
 */
export function createStartProbe({ HOST, PORT, log }: ProbeOptions): StartProbe {
  let state = ''
  let server: Server | undefined
  return {
    tell({ done, count }) {
      state = count === 0 ? 'migrations by another process' : `migrations ${done} of ${count}`
      // Port 0 stands for any free one, where nobody could look.
      if (PORT > 0) server ??= open({ HOST, PORT, log }, () => state)
    },
    async close() {
      const opened = server
      if (!opened?.listening) return
      await new Promise((resolve) => {
        opened.close(resolve)
        opened.closeAllConnections()
      })
    },
  }
}

function open({ HOST, PORT, log }: ProbeOptions, state: () => string): Server {
  const server = createServer((request, response) => answer(request, response, state()))
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
