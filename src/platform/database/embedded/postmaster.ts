import { spawn } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandLineOf, isPidTaken, isProcessAlive, readFileOrEmpty, sendSignal, waitUntil } from '../../processes.ts'
import { queryOnce } from '../queryOnce.ts'
import { type Cluster, DATABASE_USER, spawnOptions } from './cluster.ts'
import { memoryOfHost, sharedBuffersOf } from './sharedBuffers.ts'

/** Contents of postmaster.pid. */
interface Postmaster {
  readonly pid: number
  readonly port: number
  /** `starting`, `ready`, `stopping`; empty right after the start. */
  readonly state: string
}

const pidFilePath = (folder: string) => join(folder, 'postmaster.pid')

/** Reads postmaster.pid, whose lines are defined in PostgreSQL's miscadmin.h; null without the file. */
export function readPostmaster(folder: string): Postmaster | null {
  const lines = readFileOrEmpty(pidFilePath(folder)).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3] ?? 0), state: (lines[7] ?? '').trim() } : null
}

/** Whether the process is alive and the PostgreSQL of this folder; pids are reused. */
export function isPostmasterOf(folder: string, pid: number): boolean {
  const command = commandLineOf(pid)
  return isProcessAlive(pid) && /postgres/.test(command) && command.includes(` ${realpathSync(folder)} `)
}

/**
 * Repairs a stale postmaster.pid with which PostgreSQL would refuse to start: an empty file, or one whose pid belongs to
 * another process or a zombie. The file can't be deleted, because PostgreSQL finds processes of a killed postmaster by its
 * other lines. With the pid of its own parent process in it, PostgreSQL checks those and starts.
 */
function repairPidFile(folder: string): void {
  const left = readPostmaster(folder)
  if (!left) rmSync(pidFilePath(folder), { force: true })
  else if (isPidTaken(left.pid) && !isPostmasterOf(folder, left.pid)) replacePid(folder)
}

function replacePid(folder: string): void {
  const [, ...rest] = readFileSync(pidFilePath(folder), 'utf8').split('\n')
  writeFileSync(pidFilePath(folder), [String(process.pid), ...rest].join('\n'))
}

/** Maximum milliseconds of a fast shutdown, which writes a checkpoint, and of an immediate one. */
interface StopTimeouts {
  readonly fast: number
  readonly immediate: number
}

const KILL_TIMEOUT_MS = 1_000

/** Stops a postmaster by fast shutdown, immediate shutdown or SIGKILL. None of them loses committed data. */
export async function stopPostmaster(pid: number, patience: StopTimeouts): Promise<void> {
  const gone = () => !isProcessAlive(pid)
  if (gone()) return
  sendSignal(pid, 'SIGINT')
  if (await waitUntil(gone, patience.fast)) return
  sendSignal(pid, 'SIGQUIT')
  if (await waitUntil(gone, patience.immediate)) return
  sendSignal(pid, 'SIGKILL')
  if (await waitUntil(gone, KILL_TIMEOUT_MS)) return
  throw new Error(`PostgreSQL (pid ${pid}) does not stop.`)
}

/** A running PostgreSQL. */
export interface RunningPostgres {
  readonly pid: number
  readonly port: number
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>
}

export const DEFAULT_MAX_CONNECTIONS = 100

/** Server settings: durable, local, modest, and with a recovery of a second or two after a crash. */
const SERVER_FLAGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  `max_connections=${DEFAULT_MAX_CONNECTIONS}`,
  'superuser_reserved_connections=3',
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'min_wal_size=64MB',
  'checkpoint_timeout=2min',
  `shared_buffers=${sharedBuffersOf(memoryOfHost())}MB`,
  'io_method=sync',
  'max_logical_replication_workers=0',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'scram_iterations=4096',
  'log_checkpoints=off',
  'log_min_messages=log',
  'log_min_error_statement=panic',
]

const START_TIMEOUT_MS = 60_000
/** Time limit of a connection during a start: loading the server blocks the event loop for seconds on a slow machine. */
export const CONNECT_TIMEOUT_MS = 60_000
const PING_TIMEOUT_MS = 1_000

/** Starts PostgreSQL on the port and resolves when it accepts connections. Throws with the last lines of its log. */
export async function launchPostgres(
  cluster: Cluster,
  port: number,
  flags: readonly string[],
): Promise<RunningPostgres> {
  repairPidFile(cluster.folder)
  trimLog(cluster.logFile)
  const { program, args, options } = cluster.postgres([
    '-p',
    String(port),
    ...[...SERVER_FLAGS, ...flags].flatMap((flag) => ['-c', flag]),
  ])
  const log = openSync(cluster.logFile, 'a', 0o600)
  const child = spawn(program, args, { ...options, ...spawnOptions(cluster.env), stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const pid = child.pid
  if (pid === undefined)
    throw new Error(`${program} can't be started. PostgreSQL needs it to run here as another user than root.`)
  await waitUntilReady(cluster, pid, port)
  return { pid, port, gone }
}

async function waitUntilReady(cluster: Cluster, pid: number, port: number): Promise<void> {
  const isReady = () => {
    const postmaster = readPostmaster(cluster.folder)
    return postmaster?.pid === pid && postmaster.state === 'ready'
  }
  await waitUntil(() => isReady() || !isProcessAlive(pid), START_TIMEOUT_MS)
  if (!isReady() || !isProcessAlive(pid)) throw new Error(`PostgreSQL does not start: ${lastLines(cluster.logFile)}`)
  await ping(cluster, port, START_TIMEOUT_MS)
}

/** Maximum milliseconds for an orphaned server to answer when it is ready, and when it is starting or stopping. */
const ORPHAN_PING_TIMEOUT_MS = 500
const ORPHAN_READY_TIMEOUT_MS = 2_500

/** Adopts a PostgreSQL whose server has died. Null without one, or when it does not answer. */
export async function adoptOrphan(cluster: Cluster): Promise<RunningPostgres | null> {
  const found = findOrphan(cluster)
  if (!found) return null
  const { pid } = found
  await waitUntil(() => findOrphan(cluster)?.state === 'ready' || !isProcessAlive(pid), ORPHAN_READY_TIMEOUT_MS)
  const orphan = findOrphan(cluster)
  if (orphan?.pid !== pid || orphan.state !== 'ready') return null
  const answers = await waitUntil(
    () =>
      ping(cluster, orphan.port).then(
        () => true,
        () => false,
      ),
    ORPHAN_PING_TIMEOUT_MS,
    50,
  )
  return answers ? { pid, port: orphan.port, gone: waitForExit(pid) } : null
}

/** The number of connections that a running PostgreSQL accepts at a time. */
export async function maxConnectionsOf(cluster: Cluster, { port }: RunningPostgres): Promise<number> {
  const url = databaseUrl(cluster, port, 'postgres')
  const text = "SELECT current_setting('max_connections')::int AS most"
  const [row] = await queryOnce<{ most: number }>(url, text, [], CONNECT_TIMEOUT_MS)
  return row?.most ?? 0
}

/** The running postmaster of the cluster, started by any process. */
export function findOrphan({ folder }: Cluster): Postmaster | null {
  const found = readPostmaster(folder)
  return found && isPostmasterOf(folder, found.pid) ? found : null
}

const ping = (cluster: Cluster, port: number, within = PING_TIMEOUT_MS) =>
  queryOnce(databaseUrl(cluster, port, 'postgres'), 'SELECT 1', [], within)

/** URL of a database of the cluster. */
export const databaseUrl = ({ password }: Pick<Cluster, 'password'>, port: number, database: string) =>
  `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${port}/${database}`

const EXIT_POLL_MS = 200

async function waitForExit(pid: number): Promise<void> {
  while (isProcessAlive(pid)) await delay(EXIT_POLL_MS, undefined, { ref: false })
}

const MAX_LOG_BYTES = 8 * 1024 * 1024

/** Moves the content of a large log to `db.log.1` and truncates it; PostgreSQL appends, so this is safe while it runs. */
export function trimLog(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size <= MAX_LOG_BYTES) return
  const older = `${path}.1`
  try {
    copyFileSync(path, older)
  } catch {
    // Without room for a copy, the log must give its own.
    rmSync(older, { recursive: true, force: true })
  }
  truncateSync(path)
}

const lastLines = (path: string) => readFileSync(path, 'utf8').trim().split('\n').slice(-4).join(' | ')
