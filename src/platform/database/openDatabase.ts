import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import { escapeIdentifier, Pool } from 'pg'
import { PrismaClient } from '../../generated/prisma/client.ts'
import type { Log } from '../../kernel/log.ts'
import { isStalePlan } from '../../kernel/transaction.ts'
import { PACKAGE_VERSION } from '../packageFolder.ts'
import type { Database, DatabaseAccess } from '../platform.ts'
import { readFileOrEmpty, waitUntil } from '../processes.ts'
import { BACKGROUND_POOL_SIZE } from './connectionCounts.ts'
import { isDatabaseDown, isOutOfConnections, readOnlyError } from './connectionErrors.ts'
import { isFolderLocked } from './embedded/folderLock.ts'
import { CONNECT_TIMEOUT_MS, databaseUrl, isPostmasterOf, readPostmaster } from './embedded/postmaster.ts'
import { startEmbeddedServer } from './embedded/server.ts'
import { createPrismaJoiner } from './prismaInTransaction.ts'
import { queryOnce } from './queryOnce.ts'
import {
  type DatabaseTimeouts,
  JOB_TIMEOUTS,
  NO_TIMEOUTS,
  REQUEST_TIMEOUTS,
  sessionSettings,
} from './sessionTimeouts.ts'
import { assertOwnSessions } from './sharedSessions.ts'
import { sqlOn } from './sql.ts'
import { runOnPool, type StatementText, type WatchStatement } from './statement.ts'
import { makeStatementNamer } from './statementNames.ts'
import { createStatementSlots } from './statementSlots.ts'
import { transactionsOn } from './transactions.ts'

export interface DatabaseOptions {
  /** URL of a PostgreSQL 15 or later; by default an embedded one runs in `dataDir` as a child process. */
  readonly url?: string | undefined
  /** URL of the same database without a pooler in between, for background jobs; `url` by default. */
  readonly directUrl?: string | undefined
  /** What messages call the URL; `DATABASE_URL` by default. */
  readonly urlName?: string
  readonly dataDir: string
  readonly poolSize: number
  /** Number of single reads of requests that are at work at a time, but for slow ones; `poolSize` by default. */
  readonly statementsAtOnce?: number | undefined
  /** Connections that an embedded database must accept at a time; those of any command by default. */
  readonly connections?: number
  /** Work that blocks the event loop: the pool is opened after it, as the time limit of its connections would pass meanwhile. */
  readonly beforeConnecting?: Promise<unknown> | undefined
  /** Of the connections of requests; `REQUEST_TIMEOUTS` by default. */
  readonly timeouts?: DatabaseTimeouts | undefined
  /** The name of the connections, by which commands are told from nodes; `plaza` and the version by default. */
  readonly applicationName?: string
  /** Told of each statement of requests and jobs. */
  readonly watch?: WatchStatement | undefined
  readonly log: Log
}

export type OpenDatabase = Database

/** Opens the database. Closing it closes the pool and stops the embedded server. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { url, dataDir, poolSize, beforeConnecting, timeouts = REQUEST_TIMEOUTS, log } = options
  const access = {
    poolSize,
    statementsAtOnce: options.statementsAtOnce ?? poolSize,
    timeouts,
    log,
    watch: options.watch,
  }
  if (url !== undefined && url !== '') {
    await beforeConnecting
    const named = withName(url, options.applicationName)
    const directUrl = withName(options.directUrl ?? url, options.applicationName)
    const database = await connect({ ...access, url: named, directUrl, urlName: options.urlName, stop: async () => {} })
    await assertOwnSessions(url, options.urlName ?? 'DATABASE_URL', timeouts.connection).catch(
      async (error: unknown) => {
        await database.close()
        throw error
      },
    )
    return database
  }
  const embedded = await startEmbeddedServer({ dataDir, log, connections: options.connections ?? 0 })
  try {
    await Promise.all([ensureDatabase(embedded.url('postgres'), EMBEDDED_DATABASE_NAME), beforeConnecting])
    const own = withName(embedded.url(EMBEDDED_DATABASE_NAME), options.applicationName)
    return await connect({ ...access, url: own, directUrl: own, stop: embedded.stop })
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** The URL with the name of its connections, in place of one that it has: commands tell nodes by theirs. */
function withName(url: string, name: string | undefined): string {
  const named = new URL(url)
  if (name === undefined && !named.searchParams.has('application_name')) return url
  named.searchParams.delete('application_name')
  if (name !== undefined) named.searchParams.set('application_name', name)
  return named.href
}

/** Name of the database in the embedded server. */
export const EMBEDDED_DATABASE_NAME = 'plaza'

async function ensureDatabase(url: string, name: string): Promise<void> {
  const found = await queryOnce(url, 'SELECT FROM pg_database WHERE datname = $1', [name], CONNECT_TIMEOUT_MS)
  if (found.length === 0) await queryOnce(url, `CREATE DATABASE ${escapeIdentifier(name)}`, [], CONNECT_TIMEOUT_MS)
}

interface ConnectOptions {
  readonly url: string
  readonly directUrl: string
  readonly urlName?: string | undefined
  readonly poolSize: number
  readonly statementsAtOnce: number
  readonly timeouts: DatabaseTimeouts
  readonly log: Log
  readonly watch: WatchStatement | undefined
  readonly stop: () => Promise<void>
}

async function connect(options: ConnectOptions): Promise<OpenDatabase> {
  const { url, directUrl, urlName = 'DATABASE_URL', poolSize, statementsAtOnce, timeouts, log, watch, stop } = options
  const pool = openPool(url, poolSize, log, timeouts)
  const supported = assertServerSupported(pool, urlName)
  const { access, end } = openAccess({ pool, timeouts, statementsAtOnce, watch })
  // Copying reads `client` and so makes it, while PostgreSQL accepts the connection rather than when a request waits for it.
  const accessOfRequests = { ...access }
  try {
    await supported
  } catch (error) {
    await end()
    throw isDatabaseDown(error) ? unreachableError(url, urlName, error) : error
  }
  const background = openBackgroundAccess(directUrl, log, watch)
  const close = async () => {
    await Promise.all([end(), background.end()])
    await stop()
  }
  let closed: Promise<void> | undefined
  return {
    url,
    directUrl,
    ...accessOfRequests,
    background: background.access,
    ping: () => assertWritable(pool),
    close: () => (closed ??= close()),
  }
}

interface OpenAccess {
  readonly access: DatabaseAccess
  end(): Promise<void>
}

interface AccessOptions {
  readonly pool: Pool
  readonly timeouts: DatabaseTimeouts
  readonly statementsAtOnce: number
  readonly watch: WatchStatement | undefined
}

/** What runs on a pool. */
export function openAccess({ pool, timeouts, statementsAtOnce, watch }: AccessOptions): OpenAccess {
  const { connection: maxWait, transaction: timeout } = timeouts
  // Each has its own names: neither uses up those of the other.
  const [nameStatement, nameSql] = [makeStatementNamer(), makeStatementNamer()]
  const joiner = createPrismaJoiner(pool, watch)
  const inSlot = createStatementSlots(statementsAtOnce)
  let client: PrismaClient | undefined
  const makeClient = () =>
    new PrismaClient({
      adapter: joiner.adapt(new PrismaPg(joiner.pool, { statementNameGenerator: nameStatement })),
      transactionOptions: { maxWait, timeout },
    })
  const openClient = () => {
    client ??= makeClient()
    return client
  }
  const run = <Row>(statement: StatementText): Promise<Row[]> =>
    inSlot(() => runOnPool<Row>(pool, statement, watch)).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error
      nameSql.renew()
      return runOnPool<Row>(pool, { ...statement, name: null }, watch)
    })
  return {
    access: {
      pool,
      get client() {
        return openClient()
      },
      sql: sqlOn(run, nameSql),
      begin: transactionsOn({
        pool,
        join: (connection) => joiner.join(openClient(), connection),
        nameStatement: nameSql,
        watch,
        timeout,
      }),
    },
    async end() {
      await client?.$disconnect()
      await Promise.race([pool.end(), delay(POOL_END_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/** Opens the access of background jobs when it is first used: many processes run none. */
function openBackgroundAccess(url: string, log: Log, watch: WatchStatement | undefined) {
  let opened: OpenAccess | undefined
  return {
    access: () => {
      opened ??= openAccess({
        pool: openPool(url, BACKGROUND_POOL_SIZE, log, JOB_TIMEOUTS),
        timeouts: JOB_TIMEOUTS,
        statementsAtOnce: BACKGROUND_POOL_SIZE,
        watch,
      })
      return opened.access
    },
    end: async () => opened?.end(),
  }
}

/** Maximum milliseconds to wait for queries in flight and leaked connections at the end. */
const POOL_END_TIMEOUT_MS = 2_000

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message || cause.name : String(cause))

/** Error with host and database, without the password. */
function unreachableError(url: string, urlName: string, cause: unknown): Error {
  const { host, pathname } = new URL(url)
  const problem = isOutOfConnections(cause)
    ? 'has no connection to spare. Raise its max_connections, or lower DATABASE_POOL_SIZE of the nodes that run.'
    : `does not answer. Check ${urlName}, and that PostgreSQL runs there.`
  return new Error(`The database ${host}${pathname} ${problem} (${messageOf(cause)})`, { cause })
}

/** A pool that survives lost connections: only the affected queries fail. */
export function openPool(url: string, size: number, log: Log, timeouts = NO_TIMEOUTS): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    keepAlive: true,
    // Statements are sent without waiting for the answers to earlier ones.
    pipeline: true,
    connectionTimeoutMillis: timeouts.connection,
    // With the version: migrations end the connections of releases that had none.
    application_name: `plaza ${PACKAGE_VERSION}`,
  })
  const lost = (error: Error) => {
    if (!pool.ending) log.warn({ err: error }, 'database connection lost')
  }
  pool.on('error', lost)
  const settings = sessionSettings(url, timeouts)
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // It is sent before the statement that the connection was opened for, which fails with it when the connection is lost.
    client.query(settings).catch(lost)
  })
  return pool
}

const MIN_SERVER_VERSION = 150_000

async function assertServerSupported(pool: Pool, urlName: string): Promise<void> {
  const found = await pool.query<{ version: string; number: number; encoding: string; zone: string }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
            current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone`,
  )
  const server = found.rows[0]
  if (!server || server.number < MIN_SERVER_VERSION)
    throw new Error(`${urlName} leads to PostgreSQL ${server?.version}; 15 or later is needed.`)
  if (server.encoding !== 'UTF8')
    throw new Error(`The database at ${urlName} is encoded in ${server.encoding}; make it with ENCODING 'UTF8'.`)
  if (server.zone !== 'UTC')
    throw new Error(
      `The sessions at ${urlName} are in the time zone ${server.zone}, whatever they set; a pooler in between must keep sessions apart.`,
    )
}

/** Throws when the database does not answer or takes no writes, as a standby. A connection to one is closed. */
async function assertWritable(pool: Pool): Promise<void> {
  const connection = await pool.connect()
  let isWritable = false
  try {
    const { rows } = await connection.query<{ readOnly: string }>(
      `SELECT current_setting('transaction_read_only') AS "readOnly"`,
    )
    isWritable = rows[0]?.readOnly === 'off'
  } finally {
    connection.release(!isWritable)
  }
  if (!isWritable) throw readOnlyError()
}

/** Maximum milliseconds until the database of a starting server is ready. */
const START_TIMEOUT_MS = 15_000

/**
 * URL of the embedded database of a server that runs on this folder, for use by a second process. Null without a running
 * server. Throws when the server runs but its database can't be reached.
 */
export async function findRunningEmbeddedUrl(dataDir: string): Promise<string | null> {
  if (!isFolderLocked(dataDir)) return null
  await waitUntil(() => readyPortOf(dataDir) !== null || !isFolderLocked(dataDir), START_TIMEOUT_MS)
  if (!isFolderLocked(dataDir)) return null
  const port = readyPortOf(dataDir)
  if (port === null)
    throw new Error(`The server on ${dataDir} runs, but its database is not ready. Look at ${join(dataDir, 'db.log')}.`)
  const passwordFile = join(dataDir, 'db.password')
  const password = readFileOrEmpty(passwordFile).trim()
  if (password === '') throw new Error(`${passwordFile} can't be read. Run this as the user who runs the server.`)
  return databaseUrl({ password }, port, EMBEDDED_DATABASE_NAME)
}

function readyPortOf(dataDir: string): number | null {
  const postmaster = readPostmaster(join(realpathSync(dataDir), 'db'))
  const isReady = postmaster?.state === 'ready' && isPostmasterOf(join(dataDir, 'db'), postmaster.pid)
  return isReady ? postmaster.port : null
}
