import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../kernel/log.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { lockFolder } from './lock.ts'
import { freePort } from './ports.ts'
import { haltPostmaster } from './postmaster.ts'
import { addressOf, adopt, launch, orphanOf, type Running, trimLog } from './running.ts'

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Log
  /** Off spares the disk: only for databases that nobody will miss. */
  readonly durable?: boolean
}

/** A PostgreSQL that belongs to this process and is started again when it dies. */
export interface Embedded {
  readonly port: number
  /** Changes when the postmaster was started again. */
  readonly pid: number
  /** The address of one of its databases. */
  url(database: string): string
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL 18 on DATA_DIR/db: adopts one that outlived a killed server, else starts it, and makes the folder
 * when there is none. Throws, naming the pid, when another server runs on the same folder.
 */
export async function startEmbedded({ dataDir, log, durable = true }: EmbeddedOptions): Promise<Embedded> {
  const unlock = lockFolder(dataDir)
  try {
    const cluster = await openCluster(dataDir, durable)
    const flags = durable ? [] : NOT_DURABLE
    const running = (await takeOver(cluster, log)) ?? (await startAnew(cluster, flags))
    return supervise({ cluster, flags, log, running, unlock })
  } catch (error) {
    unlock()
    throw error
  }
}

const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=1GB']

const STOPPING_ORPHAN = { fast: 1_000, immediate: 500 }

/** Adopts the orphan of a killed server; stops it when it does not answer. */
async function takeOver(cluster: Cluster, log: Log): Promise<Running | null> {
  const adopted = await adopt(cluster)
  if (adopted) {
    log.info({ pid: adopted.pid }, 'took over the database of a server that was killed')
    return adopted
  }
  const orphan = orphanOf(cluster)
  if (orphan) await haltPostmaster(orphan.pid, STOPPING_ORPHAN)
  return null
}

const RETRYING = 5_000

/** Tries again while the port was taken a moment ago, or processes of a killed postmaster still hold its memory. */
async function startAnew(cluster: Cluster, flags: readonly string[]): Promise<Running> {
  const deadline = performance.now() + RETRYING
  for (;;) {
    try {
      return await launch(cluster, await freePort(), flags)
    } catch (error) {
      if (performance.now() > deadline || !/in use|already exists/.test(String(error))) throw error
      await delay(50)
    }
  }
}

interface Supervised {
  readonly cluster: Cluster
  readonly flags: readonly string[]
  readonly log: Log
  readonly unlock: () => void
  running: Running
}

const STOPPING = { fast: 6_000, immediate: 2_000 }
const LOG_CHECK = 60_000

function supervise(state: Supervised): Embedded {
  const {
    cluster,
    running: { port },
  } = state
  const stop = new AbortController()
  const watch = watchOver(state, stop.signal)
  const trimming = setInterval(() => trimLog(cluster.logFile), LOG_CHECK).unref()

  const halt = async () => {
    // The child keeps no process alive; while its end is awaited, this does.
    const awake = setInterval(() => {}, LOG_CHECK)
    stop.abort()
    clearInterval(trimming)
    try {
      await haltPostmaster(state.running.pid, STOPPING)
      await watch
      // The watch may have been starting a new one just then.
      await haltPostmaster(state.running.pid, STOPPING)
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
    url: (database) => addressOf(cluster, port, database),
    stop: () => (halted ??= halt()),
  }
}

async function watchOver(state: Supervised, stop: AbortSignal): Promise<void> {
  for (;;) {
    await state.running.gone
    if (stop.aborted) return
    state.log.error({ pid: state.running.pid }, 'the database died; starting it again')
    state.running = (await revive(state, stop)) ?? state.running
    if (stop.aborted) return
    state.log.info({ pid: state.running.pid }, 'the database is back')
  }
}

/** Starts it again on the same port, for as long as it takes; null when told to stop meanwhile. */
async function revive({ cluster, flags, log, running }: Supervised, stop: AbortSignal): Promise<Running | null> {
  for (let pause = 25; !stop.aborted; pause = Math.min(pause * 2, 1_000)) {
    try {
      return await launch(cluster, running.port, flags)
    } catch (error) {
      log.warn({ err: error }, 'the database does not start yet')
      await delay(pause, undefined, { ref: false })
    }
  }
  return null
}
