import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlStateOf } from '../../src/platform/database/connectionErrors.ts'
import { type Cluster, openCluster, spawnOptions } from '../../src/platform/database/embedded/cluster.ts'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { databaseUrl, stopPostmaster } from '../../src/platform/database/embedded/postmaster.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/platform/database/embedded/server.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { openPool } from '../../src/platform/database/openDatabase.ts'
import { queryOnce } from '../../src/platform/database/queryOnce.ts'
import { sendSignal } from '../../src/platform/processes.ts'
import { silentLog } from './databaseFixture.ts'
import { eventually } from './eventually.ts'

/** A PostgreSQL that follows a primary by streaming. */
export interface Standby {
  readonly url: string
  /** Stops applying the log; reads go on, and are ever older. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  /** Lets no process of it run, as on a machine that hangs: connections stay, and nothing answers. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
  start(): Promise<void>
  /** Resolves when it has applied all that the primary has written until now. */
  catchUp(): Promise<void>
}

/** A migrated database, and a streaming replica of its server. */
export interface ReplicatedDatabase {
  readonly url: string
  readonly standby: Standby
  /** Runs a statement on the primary. */
  query(text: string): Promise<object[]>
  /** Stops both servers, and deletes their folders. */
  close(): Promise<void>
}

const NAME = 'plaza'
const PRIMARY_SETTINGS = [
  ...['wal_level=replica', 'max_wal_senders=4', 'wal_keep_size=512MB', 'synchronous_commit=on'],
  ...['autovacuum=off', 'shared_buffers=64MB', 'max_connections=100'],
]
const STANDBY_SETTINGS = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'hot_standby=on', 'fsync=off'],
  ...['io_method=sync', 'shared_buffers=64MB', 'max_connections=100', 'max_standby_streaming_delay=1s'],
]

/** Makes both servers of the embedded binaries: the replica begins as a copy of a folder whose server has never run. */
export async function aReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-replica-'))
  const [dataDir, copy] = [join(folder, 'primary'), join(folder, 'standby')]
  mkdirSync(dataDir, { mode: 0o755 })
  await openCluster(dataDir, false)
  execFileSync('chmod', ['755', folder])
  execFileSync('cp', ['-a', dataDir, copy])
  const primary = await startEmbeddedServer({ dataDir, log: silentLog, durable: false, settings: PRIMARY_SETTINGS })
  await queryOnce(primary.url('postgres'), `CREATE DATABASE ${NAME} TEMPLATE template0 ENCODING 'UTF8'`)
  const url = primary.url(NAME)
  const standby = await openStandby(copy, primary)
  const pool = openPool(url, 1, silentLog)
  await migrate(pool)
  await pool.end()
  const kill = () => sendSignal(primary.pid, 'SIGQUIT')
  process.once('exit', kill)
  return {
    url,
    standby,
    query: (text) => queryOnce(url, text),
    async close() {
      process.removeListener('exit', kill)
      standby.thaw()
      await standby.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const STOP_TIMEOUTS = { fast: 10_000, immediate: 5_000 }

async function openStandby(dataDir: string, primary: EmbeddedServer): Promise<Standby> {
  const cluster = await openCluster(dataDir, false)
  const port = await findFreePort()
  const url = databaseUrl(cluster, port, NAME)
  follow(cluster, primary)
  const state = { pid: await launch(cluster, port) }
  const kill = () => sendSignal(state.pid, 'SIGKILL')
  process.once('exit', kill)
  const run = (text: string) => retryConflicts(() => queryOnce(url, text))
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [state.pid, ...childrenOf(state.pid)]) sendSignal(pid, signal)
  }
  return {
    url,
    pauseReplay: async () => {
      await run('SELECT pg_wal_replay_pause()')
      await eventually(async () => (await run("SELECT WHERE pg_get_wal_replay_pause_state() = 'paused'")).length > 0)
    },
    resumeReplay: async () => void (await run('SELECT pg_wal_replay_resume()')),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async stop() {
      process.removeListener('exit', kill)
      await stopPostmaster(state.pid, STOP_TIMEOUTS)
    },
    async start() {
      state.pid = await launch(cluster, port)
      process.once('exit', kill)
    },
    async catchUp() {
      const [end] = await queryOnce<{ at: string }>(primary.url(NAME), 'SELECT pg_current_wal_flush_lsn()::text AS at')
      await eventually(async () => {
        const [found] = await queryOnce<{ done: boolean }>(
          url,
          'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS done',
          [end?.at],
        )
        return found?.done === true
      })
    },
  }
}

/** Runs a statement again that the replay has cancelled, as rows that it might read are gone. */
async function retryConflicts<R>(run: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (sqlStateOf(error) !== '40001') throw error
    }
  }
}

/** Makes the server of a folder a standby of the primary. */
function follow({ folder, password }: Cluster, { port }: EmbeddedServer): void {
  const options = `host=127.0.0.1 port=${port} user=plaza password=${password} application_name=standby`
  appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${options}'\n`)
  writeFileSync(join(folder, 'standby.signal'), '')
}

/** Starts a standby; resolves with its process id when it can be read. */
async function launch(cluster: Cluster, port: number): Promise<number> {
  const settings = STANDBY_SETTINGS.flatMap((setting) => ['-c', setting])
  const { program, args, options } = cluster.postgres(['-p', String(port), ...settings])
  const log = openSync(cluster.logFile, 'a')
  const child = spawn(program, args, { ...options, ...spawnOptions(cluster.env), stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  const { pid } = child
  if (pid === undefined) throw new Error(`${program} can't be started`)
  const answers = () => queryOnce(databaseUrl(cluster, port, 'postgres'), 'SELECT 1').then(Boolean, () => false)
  await eventually(answers, () => `the standby does not start: ${readFileSync(cluster.logFile, 'utf8')}`)
  return pid
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
