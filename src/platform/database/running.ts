import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, SURROUNDINGS, USER } from './cluster.ts'
import { queryOnce } from './once.ts'
import { isPostmasterOf, mendPidFile, type Postmaster, readPostmaster } from './postmaster.ts'
import { isAlive, waitUntil } from './processes.ts'

/** A PostgreSQL that answers. */
export interface Running {
  readonly pid: number
  readonly port: number
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>
}

/** Durable, local, and small enough for a laptop; a crash has little to replay, so that it is over in a second or two. */
const FLAGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'superuser_reserved_connections=3',
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'min_wal_size=64MB',
  'checkpoint_timeout=2min',
  'shared_buffers=128MB',
  'io_method=sync',
  'max_logical_replication_workers=0',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'log_checkpoints=off',
  'log_min_messages=log',
  'log_min_error_statement=panic',
]

const STARTING = 60_000
const PINGING = 1_000

/** Starts PostgreSQL on the port and resolves when it answers. Throws with the last lines of its log when it won't. */
export async function launch(cluster: Cluster, port: number, flags: readonly string[]): Promise<Running> {
  mendPidFile(cluster.folder)
  trimLog(cluster.logFile)
  const { program, args, options } = cluster.postgres([
    '-p',
    String(port),
    ...[...FLAGS, ...flags].flatMap((flag) => ['-c', flag]),
  ])
  const log = openSync(cluster.logFile, 'a', 0o600)
  const child = spawn(program, args, { ...options, ...SURROUNDINGS, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const pid = child.pid
  if (pid === undefined)
    throw new Error(`${program} can't be started. PostgreSQL needs it to run here as another user than root.`)
  await settled(cluster, pid, port)
  return { pid, port, gone }
}

async function settled(cluster: Cluster, pid: number, port: number): Promise<void> {
  const isReady = () => {
    const postmaster = readPostmaster(cluster.folder)
    return postmaster?.pid === pid && postmaster.state === 'ready'
  }
  await waitUntil(() => isReady() || !isAlive(pid), STARTING)
  if (!isReady() || !isAlive(pid)) throw new Error(`PostgreSQL does not start: ${lastLines(cluster.logFile)}`)
  await ping(cluster, port, STARTING)
}

/** How long an orphan may take that says it is ready, and one that is recovering or going. Milliseconds. */
const ANSWERING = 500
const TURNING = 2_500

/** Takes over a PostgreSQL that outlived its server. Null when there is none, or none that answers. */
export async function adopt(cluster: Cluster): Promise<Running | null> {
  const found = orphanOf(cluster)
  if (!found) return null
  const { pid } = found
  await waitUntil(() => orphanOf(cluster)?.state === 'ready' || !isAlive(pid), TURNING)
  const orphan = orphanOf(cluster)
  if (orphan?.pid !== pid || orphan.state !== 'ready') return null
  const answers = await waitUntil(
    () =>
      ping(cluster, orphan.port).then(
        () => true,
        () => false,
      ),
    ANSWERING,
    50,
  )
  return answers ? { pid, port: orphan.port, gone: pollGone(pid) } : null
}

/** The living postmaster of the cluster, whoever started it. */
export function orphanOf({ folder }: Cluster): Postmaster | null {
  const found = readPostmaster(folder)
  return found && isPostmasterOf(folder, found.pid) ? found : null
}

const ping = (cluster: Cluster, port: number, within = PINGING) =>
  queryOnce(addressOf(cluster, port, 'postgres'), 'SELECT 1', [], within)

/** The address of a database of the cluster. */
export const addressOf = ({ password }: Pick<Cluster, 'password'>, port: number, database: string) =>
  `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`

const POLL = 200

async function pollGone(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(POLL, undefined, { ref: false })
}

const LOG_LIMIT = 8 * 1024 * 1024

/** Keeps the log bounded. PostgreSQL appends, so that it may be cut while it is written. */
export function trimLog(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_LIMIT) truncateSync(path)
}

const lastLines = (path: string) => readFileSync(path, 'utf8').trim().split('\n').slice(-4).join(' | ')
