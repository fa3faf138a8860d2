import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { openCluster, spawnOptions } from '../../../src/platform/database/embedded/cluster.ts'
import { findFreePort } from '../../../src/platform/database/embedded/freePort.ts'
import { startEmbeddedServer } from '../../../src/platform/database/embedded/server.ts'
import { queryOnce } from '../../../src/platform/database/queryOnce.ts'
import { PACKAGE_FOLDER } from '../../../src/platform/packageFolder.ts'
import { silentLog } from '../../support/databaseFixture.ts'
import { aDatabaseProxy, type DatabaseProxy } from '../../support/databaseProxy.ts'
import { S3Error } from '../../support/s3/errors.ts'
import { openStrictS3, type StrictS3 } from '../../support/s3/server.ts'
import { BUILT_SERVER, type ReadyServer, START_OPTIONS, startReadyServer } from '../../support/serverProcess.ts'
import { type CampaignUser, registerUsers } from '../support/users.ts'

/** A server with everything that it can depend on, each of which a drill can break. */
export interface Site {
  readonly folder: string
  readonly dataDir: string
  readonly metricsPort: number
  readonly server: ReadyServer
  readonly users: readonly CampaignUser[]
  readonly database: DatabaseProxy & { readonly direct: string }
  readonly store: StrictS3
  /** What is broken now. */
  readonly broken: Broken
  startRedis(): Promise<void>
  stopRedis(): Promise<void>
  /** A client of Redis itself. */
  redisClient(): Redis
  /** Starts a standby that applies each commit 70 s late. Returns a function that stops it. */
  startStandby(): Promise<() => Promise<void>>
  close(): Promise<void>
}

interface Broken {
  store: boolean
  mail: boolean
}

/** Raises the fault that a request names, where no code of the server can handle it. */
const FAULTS = `
  import { subscribe } from 'node:diagnostics_channel'
  subscribe('http.server.request.start', ({ request }) => {
    if (request.headers['x-fault']) void Promise.reject(new Error('planted'))
  })
`
const KEYS = { accessKeyId: 'PLAZATEST', secretAccessKey: 'a secret of the campaign' }
const BUCKET = 'plaza-alerts'
const PEOPLE = 12
/** Without a backup an alert is raised. */
const A_BACKUP = `INSERT INTO "Backup" (id, target, "startedAt", "aliveAt", "finishedAt") VALUES ('first', 'x', now(), now(), now())`
const MAX_CONNECTIONS = 60

/** Opens the parts of a site and starts the server on them. Parts are closed in reverse order. */
export async function openSite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-alerts-'))
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const one of closers.toReversed()) await one()
  }
  try {
    return await openParts(folder, closers, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function openParts(folder: string, closers: (() => unknown)[], close: () => Promise<void>): Promise<Site> {
  const broken: Broken = { store: false, mail: false }
  const dataDir = mountDataFolder(folder, closers)
  const database = await openDatabase(folder, closers)
  const redis = await openRedis(closers)
  const store = await openStore(broken, closers)
  const mailPort = await openMailServer(broken, closers)
  const metricsPort = await findFreePort()
  const server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: store.endpoint,
    S3_ACCESS_KEY_ID: KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    METRICS_PORT: String(metricsPort),
  })
  closers.push(() => server.child.kill('SIGKILL') && server.ended)
  const users = await registerUsers(server.origin, PEOPLE)
  await queryOnce(database.direct, A_BACKUP)
  return {
    folder,
    dataDir,
    metricsPort,
    server,
    users,
    database,
    store,
    broken,
    ...redis,
    ...standbyOf(folder, new URL(database.direct)),
    close,
  }
}

/** DATA_DIR is a file system of its own, whose size a drill changes. */
function mountDataFolder(folder: string, closers: (() => unknown)[]): string {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4g', 'plaza-alerts', dataDir])
  if (status !== 0) throw new Error(`This campaign mounts a file system in memory, which needs root: ${stderr}`)
  closers.push(() => spawnSync('umount', [dataDir]))
  return dataDir
}

/** The log is kept from the start on, for a standby that begins there. */
const LOG_FOR_REPLICAS = [
  'wal_level=replica',
  'max_wal_senders=4',
  'wal_keep_size=4GB',
  `max_connections=${MAX_CONNECTIONS}`,
]

async function openDatabase(folder: string, closers: (() => unknown)[]): Promise<Site['database']> {
  const options = { dataDir: join(folder, 'primary'), log: silentLog, durable: false, settings: LOG_FOR_REPLICAS }
  const first = await startEmbeddedServer(options)
  await queryOnce(first.url('postgres'), 'CREATE DATABASE plaza')
  await first.stop()
  // The standby of a later drill begins as a copy of the stopped primary server.
  spawnSync('cp', ['-a', join(folder, 'primary'), join(folder, 'standby')])
  const server = await startEmbeddedServer(options)
  closers.push(() => server.stop())
  const direct = server.url('plaza')
  const proxy = await aDatabaseProxy(direct)
  closers.push(() => proxy.cut().catch(() => {}))
  return { ...proxy, direct }
}

const standbyOf = (folder: string, primary: URL): Pick<Site, 'startStandby'> => ({
  async startStandby() {
    const cluster = await openCluster(join(folder, 'standby'), false)
    writeFileSync(join(cluster.folder, 'standby.signal'), '')
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'hot_standby=off',
      'fsync=off',
      'recovery_min_apply_delay=70s',
      `primary_conninfo=host=127.0.0.1 port=${primary.port} user=${primary.username} password=${primary.password}`,
    ]
    const args = ['-p', String(await findFreePort()), ...settings.flatMap((setting) => ['-c', setting])]
    const { program, args: all, options } = cluster.postgres(args)
    const child = spawn(program, all, { ...options, ...spawnOptions({}), stdio: 'ignore' })
    return async () => {
      child.kill('SIGQUIT')
      await once(child, 'exit')
    }
  },
})

async function openRedis(closers: (() => unknown)[]) {
  const port = await findFreePort()
  let child: ChildProcess | undefined
  const stopRedis = async () => {
    if (!child || child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
    child = undefined
  }
  const startRedis = async () => {
    child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' })
    child.on('error', () => {
      throw new Error('This campaign needs redis-server.')
    })
    const client = new Redis(port, '127.0.0.1')
    client.on('error', () => {})
    await client.ping()
    client.disconnect()
  }
  await startRedis()
  closers.push(stopRedis)
  return { port, startRedis, stopRedis, redisClient: () => new Redis(port, '127.0.0.1') }
}

async function openStore(broken: Broken, closers: (() => unknown)[]): Promise<StrictS3> {
  const before = async () => {
    if (broken.store) throw new S3Error(500, 'InternalError', 'planted')
  }
  const store = await openStrictS3({ keys: KEYS, bucket: BUCKET, smallestPart: 5_000, page: 1_000, before })
  closers.push(store.close)
  return store
}

async function openMailServer(broken: Broken, closers: (() => unknown)[]): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_, __, done) => done(broken.mail ? new Error('planted') : null),
    onData: (stream, _, done) => {
      stream.resume()
      stream.once('end', () => done())
    },
  })
  const port = await findFreePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return port
}

const startServer = (env: Record<string, string>): Promise<ReadyServer> =>
  startReadyServer(
    {
      ...env,
      WORKERS: '2',
      DATABASE_POOL_SIZE: '2',
      NODE_ENV: 'test',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      LOGIN_PLACE_CHECK: 'off',
    },
    {
      program: process.execPath,
      args: [...START_OPTIONS, '--import', `data:text/javascript,${encodeURIComponent(FAULTS)}`, BUILT_SERVER],
      cwd: PACKAGE_FOLDER,
    },
  )

/** Runs a statement on the database itself, past the proxy, in a session that can write and does what triggers forbid. */
export async function runSql(site: Site, text: string): Promise<pg.QueryResult['rows']> {
  const client = new pg.Client({ connectionString: site.database.direct })
  await client.connect()
  try {
    await client.query('SET default_transaction_read_only = off; SET session_replication_role = replica')
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
