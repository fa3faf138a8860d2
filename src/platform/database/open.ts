import { setTimeout as delay } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import { escapeIdentifier, Pool } from 'pg'
import { PrismaClient } from '../../generated/prisma/client.ts'
import type { NamedRead } from '../../kernel/database.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../platform.ts'
import { isDatabaseDown } from './down.ts'
import { startEmbedded } from './embedded.ts'
import { queryOnce } from './once.ts'
import { makeStatementNames } from './statements.ts'

export interface DatabaseOptions {
  /** An existing PostgreSQL 15 or later; without it one runs as a child of this process, in `dataDir`. */
  readonly url?: string | undefined
  readonly dataDir: string
  readonly poolSize: number
  readonly log: Log
}

export interface OpenDatabase extends Database {
  /** The address, with the password: for what needs connections of its own. */
  readonly url: string
}

/** Opens the database. Closing it closes the pool and stops the embedded server. */
export async function openDatabase({ url, dataDir, poolSize, log }: DatabaseOptions): Promise<OpenDatabase> {
  if (url !== undefined && url !== '') return connect({ url, poolSize, log, stop: async () => {} })
  const embedded = await startEmbedded({ dataDir, log })
  try {
    await ensureDatabase(embedded.url('postgres'), DATABASE)
    return await connect({ url: embedded.url(DATABASE), poolSize, log, stop: embedded.stop })
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** The embedded server's database. */
export const DATABASE = 'plaza'

async function ensureDatabase(url: string, name: string): Promise<void> {
  const found = await queryOnce(url, 'SELECT FROM pg_database WHERE datname = $1', [name])
  if (found.length === 0) await queryOnce(url, `CREATE DATABASE ${escapeIdentifier(name)}`)
}

interface Connecting {
  readonly url: string
  readonly poolSize: number
  readonly log: Log
  readonly stop: () => Promise<void>
}

async function connect({ url, poolSize, log, stop }: Connecting): Promise<OpenDatabase> {
  const pool = openPool(url, poolSize, log)
  try {
    await checkServer(pool)
  } catch (error) {
    await pool.end()
    throw isDatabaseDown(error) ? unreachable(url, error) : error
  }
  const client = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: makeStatementNames() }) })
  const read: NamedRead = async (name, text, values) =>
    (await pool.query({ ...(name !== null && { name }), text, values: [...values] })).rows
  const close = async () => {
    await client.$disconnect()
    await Promise.race([pool.end(), delay(ENDING, undefined, { ref: false })])
    await stop()
  }
  let closed: Promise<void> | undefined
  return {
    url,
    client,
    pool,
    read,
    ping: async () => void (await pool.query('SELECT 1')),
    close: () => (closed ??= close()),
  }
}

/** Milliseconds that a query in flight, or a connection nobody gave back, may hold up the end. */
const ENDING = 2_000

/** Names the place, never the password. */
function unreachable(url: string, cause: unknown): Error {
  const { host, pathname } = new URL(url)
  return new Error(
    `The database ${host}${pathname} does not answer. Check DATABASE_URL, and that PostgreSQL runs there.`,
    { cause },
  )
}

const CONNECTING = 5_000

/** A pool that survives the loss of its connections: each failure goes to the query it met, never to the process. */
export function openPool(url: string, size: number, log: Log): Pool {
  const pool = new Pool({
    connectionString: inUtc(url),
    max: size,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTING,
    application_name: 'plaza',
  })
  const lost = (error: Error) => {
    if (!pool.ending) log.warn({ err: error }, 'lost a connection to the database')
  }
  pool.on('error', lost)
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** Prisma's adapter writes and reads times without a zone and takes them as UTC, so each session has to be in UTC. */
function inUtc(url: string): string {
  const address = new URL(url)
  const options = address.searchParams.get('options')
  address.searchParams.set('options', `${options ?? ''} -c TimeZone=UTC`.trim())
  return address.href
}

const OLDEST = 150_000

async function checkServer(pool: Pool): Promise<void> {
  const found = await pool.query<{ version: string; number: number; encoding: string; zone: string }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
            current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone`,
  )
  const server = found.rows[0]
  if (!server || server.number < OLDEST)
    throw new Error(`DATABASE_URL leads to PostgreSQL ${server?.version}; 15 or later is needed.`)
  if (server.encoding !== 'UTF8')
    throw new Error(`The database at DATABASE_URL is encoded in ${server.encoding}; make it with ENCODING 'UTF8'.`)
  if (server.zone !== 'UTC')
    throw new Error(
      `The sessions at DATABASE_URL are in the time zone ${server.zone}; a pooler in between must let the option TimeZone through.`,
    )
}
