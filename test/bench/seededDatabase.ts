import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { isFolderLocked } from '../../src/platform/database/embedded/folderLock.ts'
import { startEmbeddedServer } from '../../src/platform/database/embedded/server.ts'
import { migrate, readMigrations } from '../../src/platform/database/migrations.ts'
import { EMBEDDED_DATABASE_NAME, openPool } from '../../src/platform/database/openDatabase.ts'
import { queryOnce } from '../../src/platform/database/queryOnce.ts'
import { parentOf } from './cpuTime.ts'
import { DEFAULT_ROWS, datasetHash, seedDatabase } from './dataset.ts'

/** A migrated database with the rows of the data set. */
export interface SeededDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** The data folder of the embedded PostgreSQL, which keeps filled databases for later runs. */
const DATABASE_FOLDER = join(tmpdir(), 'plaza-bench-database')

const errorLog = { debug() {}, info() {}, warn() {}, error: console.error }
const PREFIX = 'plaza_bench_'
/** The name of the copy that one run works on. */
const copyName = (rows: number) => `${PREFIX}run_${rows}`
/** The product stores the use of a session once an hour, which must not depend on the age of the filled database. */
const USE_SESSIONS = 'UPDATE "Session" SET "lastUsedAt" = now()'
/** A database that is not yet filled. */
const DRAFT = `${PREFIX}draft`

/** Opens a copy of the filled database with `rows` users and worlds, as `openSeededDatabases`. */
export async function openSeededDatabase(rows = DEFAULT_ROWS): Promise<SeededDatabase> {
  const { urls, drop } = await openSeededDatabases([rows])
  return { url: urls[0] ?? '', drop }
}

/** Copies of filled databases on one server. */
export interface SeededDatabases {
  /** A URL for each wanted size. */
  readonly urls: readonly string[]
  /** Drops all copies. */
  drop(): Promise<void>
}

/**
 * Opens copies of filled databases of several sizes on the server at BENCH_DATABASE_URL, or on an embedded PostgreSQL. A
 * database of a size, with so many users and worlds, is filled once, and kept until the data set or the migrations change.
 */
export async function openSeededDatabases(sizes: readonly number[]): Promise<SeededDatabases> {
  for (const rows of sizes) await fillTemplate(rows, openServer)
  const server = await openServer(true)
  const drop = async () => {
    for (const rows of sizes) await dropDatabase(server.url, copyName(rows))
    await server.stop()
  }
  try {
    for (const rows of sizes) {
      await copyTemplate(server.url, rows, copyName(rows))
      await queryOnce(urlOf(server.url, copyName(rows)), USE_SESSIONS)
    }
    return { urls: sizes.map((rows) => urlOf(server.url, copyName(rows))), drop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/**
 * Runs `work` with a data folder as an earlier start of the server has left it, with a filled database; no PostgreSQL runs
 * on it at first.
 */
export async function withFilledDataFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  await fillTemplate(DEFAULT_ROWS, openEmbedded)
  await withEmbedded((url) => copyTemplate(url, DEFAULT_ROWS, EMBEDDED_DATABASE_NAME))
  try {
    return await work(DATABASE_FOLDER)
  } finally {
    await withEmbedded((url) => dropDatabase(url, EMBEDDED_DATABASE_NAME))
  }
}

async function withEmbedded(work: (url: string) => Promise<unknown>): Promise<void> {
  const server = await openEmbedded(true)
  await work(server.url).finally(() => server.stop())
}

/** Deletes the kept databases. */
export async function deleteDatabases(): Promise<void> {
  await waitForOtherRun()
  rmSync(DATABASE_FOLDER, { recursive: true, force: true })
}

/** The pid of the PostgreSQL server of a database; it must run on this machine. */
export async function postmasterOf({ url }: Pick<SeededDatabase, 'url'>): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const pid = parentOf(rows[0]?.pid ?? 0)
  await client.end()
  if (pid === 0) throw new Error('the database does not run on this machine')
  return pid
}

interface DatabaseServer {
  /** URL of the database `postgres`. */
  readonly url: string
  stop(): Promise<void>
}

/** `durable` off is faster, for a database that may be lost. */
type OpenServer = (durable: boolean) => Promise<DatabaseServer>

const openServer: OpenServer = async (durable) => {
  const url = process.env.BENCH_DATABASE_URL
  return url ? { url, stop: async () => {} } : openEmbedded(durable)
}

const openEmbedded: OpenServer = async (durable) => {
  await waitForOtherRun()
  const embedded = await startEmbeddedServer({ dataDir: DATABASE_FOLDER, log: errorLog, durable })
  return { url: embedded.url('postgres'), stop: embedded.stop }
}

/** Two benches at once would measure each other. */
async function waitForOtherRun(): Promise<void> {
  if (isFolderLocked(DATABASE_FOLDER)) console.error(`waiting for another bench on ${DATABASE_FOLDER} to end`)
  while (isFolderLocked(DATABASE_FOLDER)) await delay(200)
}

function templateName(rows: number): string {
  const schema = readMigrations().map(({ checksum }) => checksum)
  const hash = createHash('sha256').update([datasetHash(rows), ...schema].join())
  return `${templatePrefix(rows)}${hash.digest('hex').slice(0, 12)}`
}

const templatePrefix = (rows: number) => `${PREFIX}${rows}_`

async function copyTemplate(url: string, rows: number, copy: string): Promise<void> {
  await dropDatabase(url, copy)
  await queryOnce(url, `CREATE DATABASE ${copy} TEMPLATE ${templateName(rows)} STRATEGY FILE_COPY`)
}

/** Makes the template database unless it exists, on a server that does not wait for the disk. */
async function fillTemplate(rows: number, open: OpenServer): Promise<void> {
  const server = await open(false)
  try {
    const names = await databasesLike(server.url, templatePrefix(rows))
    if (names.includes(templateName(rows))) return
    for (const outdated of [...names, DRAFT]) await dropDatabase(server.url, outdated)
    const begun = performance.now()
    await queryOnce(server.url, `CREATE DATABASE ${DRAFT} TEMPLATE template0 ENCODING 'UTF8'`)
    await fill(urlOf(server.url, DRAFT), rows)
    await queryOnce(server.url, `ALTER DATABASE ${DRAFT} RENAME TO ${templateName(rows)}`)
    console.error(
      `filled a database with ${rows} users and worlds in ${Math.round((performance.now() - begun) / 1_000)} s`,
    )
  } finally {
    await server.stop()
  }
}

async function fill(url: string, rows: number): Promise<void> {
  const pool = openPool(url, 1, errorLog)
  await migrate(pool)
  await pool.end()
  const client = new Client({ connectionString: url })
  await client.connect()
  await seedDatabase(client, rows)
  await client.end()
}

async function databasesLike(url: string, prefix: string): Promise<string[]> {
  const text = 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)'
  return (await queryOnce<{ name: string }>(url, text, [prefix])).map(({ name }) => name)
}

const dropDatabase = (url: string, name: string) => queryOnce(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
