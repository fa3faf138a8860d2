import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../kernel/log.ts'
import { SPARE_CONNECTIONS } from '../connectionCounts.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { lockFolder } from './folderLock.ts'
import { findFreePort } from './freePort.ts'
import {
  adoptOrphan,
  DEFAULT_MAX_CONNECTIONS,
  databaseUrl,
  findOrphan,
  launchPostgres,
  maxConnectionsOf,
  type RunningPostgres,
  stopPostmaster,
  trimLog,
} from './postmaster.ts'

interface EmbeddedServerOptions {
  readonly dataDir: string
  readonly log: Log
  /** Off is faster, for databases that may be lost. */
  readonly durable?: boolean
  /** Connections that it must accept at a time; it accepts 100 at least. */
  readonly connections?: number
  /** Further settings of PostgreSQL, as `name=value`. */
  readonly settings?: readonly string[]
}

/** A PostgreSQL that this process owns, and restarts when it dies. */
export interface EmbeddedServer {
  readonly port: number
  /** Changes with a restart of the postmaster. */
  readonly pid: number
  /** URL of one of its databases. */
  url(database: string): string
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL 18 on DATA_DIR/db: adopts one whose server was killed, or starts it, and creates the folder if missing.
 * Throws with the pid when another server runs on the folder.
 */
export async function startEmbeddedServer({
  dataDir,
  log,
  durable = true,
  connections = 0,
  settings = [],
}: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const unlock = lockFolder(dataDir)
  try {
    const cluster = await openCluster(dataDir, durable)
    const flags = [...(durable ? [] : NOT_DURABLE), ...connectionFlags(connections), ...settings]
    const running = (await adoptOrStopOrphan(cluster, connections, log)) ?? (await startOnFreePort(cluster, flags))
    return supervise({ cluster, flags, log, running, unlock })
  } catch (error) {
    unlock()
    throw error
  }
}

const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=1GB']

function connectionFlags(connections: number): string[] {
  const most = connections + SPARE_CONNECTIONS
  return most > DEFAULT_MAX_CONNECTIONS ? [`max_connections=${most}`] : []
}

const ORPHAN_STOP_TIMEOUTS = { fast: 1_000, immediate: 500 }

/** Adopts the PostgreSQL of a killed server, or stops it when it does not answer or accepts too few connections. */
async function adoptOrStopOrphan(cluster: Cluster, connections: number, log: Log): Promise<RunningPostgres | null> {
  const adopted = await adoptOrphan(cluster)
  if (adopted && (await maxConnectionsOf(cluster, adopted)) > connections) {
    log.info({ pid: adopted.pid }, 'adopted the database of a killed server')
    return adopted
  }
  const orphan = findOrphan(cluster)
  if (orphan) await stopPostmaster(orphan.pid, ORPHAN_STOP_TIMEOUTS)
  return null
}

const START_RETRY_MS = 5_000

/** Retries while the port is in use, or processes of a killed postmaster hold its shared memory. */
async function startOnFreePort(cluster: Cluster, flags: readonly string[]): Promise<RunningPostgres> {
  const deadline = performance.now() + START_RETRY_MS
  for (;;) {
    try {
      return await launchPostgres(cluster, await findFreePort(), flags)
    } catch (error) {
      if (performance.now() > deadline || !/in use|already exists/.test(String(error))) throw error
      await delay(50)
    }
  }
}

interface SupervisorState {
  readonly cluster: Cluster
  readonly flags: readonly string[]
  readonly log: Log
  readonly unlock: () => void
  running: RunningPostgres
}

const STOP_TIMEOUTS = { fast: 6_000, immediate: 2_000 }
const LOG_CHECK_INTERVAL_MS = 60_000

function supervise(state: SupervisorState): EmbeddedServer {
  const {
    cluster,
    running: { port },
  } = state
  const stop = new AbortController()
  const watch = restartWhenExited(state, stop.signal)
  const trimming = setInterval(() => trimLog(cluster.logFile), LOG_CHECK_INTERVAL_MS).unref()

  const halt = async () => {
    // The child is unreferenced; this timer keeps the process alive while it waits for the child's end.
    const awake = setInterval(() => {}, LOG_CHECK_INTERVAL_MS)
    stop.abort()
    clearInterval(trimming)
    try {
      await stopPostmaster(state.running.pid, STOP_TIMEOUTS)
      await watch
      // The watcher may have started a new postmaster meanwhile.
      await stopPostmaster(state.running.pid, STOP_TIMEOUTS)
    } finally {
      state.unlock()
      clearInterval(awake)
    }
  }
  let halted: Promise<void> | undefined
  return {
    port,
    get pid() {
      return state.running.pid
    },
    url: (database) => databaseUrl(cluster, port, database),
    stop: () => (halted ??= halt()),
  }
}

async function restartWhenExited(state: SupervisorState, stop: AbortSignal): Promise<void> {
  for (;;) {
    await state.running.gone
    if (stop.aborted) return
    state.log.error({ pid: state.running.pid }, 'database died; restarting')
    state.running = (await restartServer(state, stop)) ?? state.running
    if (stop.aborted) return
    state.log.info({ pid: state.running.pid }, 'database restarted')
  }
}

/** Restarts PostgreSQL on the same port, with retries; null when it is stopped meanwhile. */
async function restartServer(
  { cluster, flags, log, running }: SupervisorState,
  stop: AbortSignal,
): Promise<RunningPostgres | null> {
  for (let pause = 25; !stop.aborted; pause = Math.min(pause * 2, 1_000)) {
    try {
      return await launchPostgres(cluster, running.port, flags)
    } catch (error) {
      log.warn({ err: error }, 'database restart failed; retrying')
      await delay(pause, undefined, { ref: false })
    }
  }
  return null
}
