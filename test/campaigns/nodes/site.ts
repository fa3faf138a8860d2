import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../src/platform/database/embedded/freePort.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../../src/platform/database/embedded/server.ts'
import { queryOnce } from '../../../src/platform/database/queryOnce.ts'
import { type RunningServer, STANDALONE_ENVIRONMENT, startProcess } from '../../bench/processes.ts'
import { silentLog } from '../../support/databaseFixture.ts'

export interface SiteOptions {
  /** The arguments that Node needs to start a server. */
  readonly server: readonly string[]
  readonly nodes: number
  /** The URL of the Redis that carries events; empty for PostgreSQL. */
  readonly redisUrl: string
  /** Milliseconds for which a node that stops goes on. */
  readonly drainNotice: number
}

/** Nodes on one database, as in production. */
export interface NodesSite {
  readonly folder: string
  readonly ports: readonly number[]
  readonly database: EmbeddedServer
  readonly databaseUrl: string
  /** Stops a node by SIGTERM, and starts it again. */
  restart(at: number): Promise<void>
  /** Kills a node by SIGKILL, and starts it again. */
  crash(at: number): Promise<void>
  close(): Promise<void>
}

const CONNECTIONS = 200

export async function openNodesSite(options: SiteOptions): Promise<NodesSite> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-nodes-'))
  const database = await startEmbeddedServer({ dataDir: folder, log: silentLog, connections: CONNECTIONS })
  await queryOnce(database.url('postgres'), 'CREATE DATABASE plaza')
  const databaseUrl = database.url('plaza')
  const env = {
    ...{ ...STANDALONE_ENVIRONMENT, NODE_ENV: 'production', DATABASE_URL: databaseUrl, DATA_DIR: folder },
    ...{ REDIS_URL: options.redisUrl, SECRET_KEY: randomBytes(36).toString('base64'), TRUST_PROXY: '1' },
    ...{ PUBLIC_URL: 'http://127.0.0.1:3000', REGISTRATIONS_PER_HOUR: '0', LOG_LEVEL: 'error' },
    DRAIN_NOTICE_MS: String(options.drainNotice),
  }
  const start = (port: number) => startProcess({ args: options.server, env, port, ready: '/readyz' })
  const running: { readonly port: number; server: RunningServer }[] = []
  for (let node = 0; node < options.nodes; node++) {
    const port = await findFreePort()
    running.push({ port, server: await start(port) })
  }
  const again = async (at: number, end: (server: RunningServer) => Promise<unknown>) => {
    const node = running[at]
    if (!node) throw new Error(`there is no node ${at}`)
    await end(node.server)
    node.server = await start(node.port)
  }
  return {
    folder,
    ports: running.map(({ port }) => port),
    database,
    databaseUrl,
    restart: (at) => again(at, (server) => server.stop()),
    crash: (at) => again(at, (server) => server.kill()),
    async close() {
      await Promise.all(running.map(({ server }) => server.kill()))
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
