import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapeIdentifier } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedServer } from '../../src/platform/database/embedded/server.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { openPool } from '../../src/platform/database/openDatabase.ts'
import { queryOnce } from '../../src/platform/database/queryOnce.ts'
import { sendSignal } from '../../src/platform/processes.ts'

/** The PostgreSQL server of a test run. */
export interface DatabaseServer {
  /** The URL of the database from which others are created. */
  readonly url: string
  /** The name of the migrated database that tests clone. */
  readonly template: string
  /** The prefix of the names of this run's databases. */
  readonly prefix: string
  /** The folder of its Unix socket, which costs less than TCP; null if there is none. */
  readonly socketFolder: string | null
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
  }
}

interface Server {
  readonly url: string
  readonly socketFolder: string | null
  /** Stops what was started for the run, whose folder is deleted, or drops the databases with the prefix. */
  stop(prefix: string): Promise<void>
}

/** Global setup: provides an embedded server or the one at DATABASE_URL, with a migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL
  const server = url ? externalServer(url) : await embeddedServer()
  const prefix = `plaza_test_${randomBytes(4).toString('hex')}_`
  const template = `${prefix}template`
  await queryOnce(server.url, `CREATE DATABASE ${escapeIdentifier(template)} TEMPLATE template0 ENCODING 'UTF8'`)
  await migrateTemplate(databaseAt(server.url, template))
  project.provide('databaseServer', { url: server.url, template, prefix, socketFolder: server.socketFolder })
  return () => server.stop(prefix)
}

const externalServer = (url: string): Server => ({
  url,
  socketFolder: null,
  stop: (prefix) => dropAll(url, prefix),
})

const silentLog = { debug() {}, info() {}, warn() {}, error() {} }

async function embeddedServer(): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plaza-database-'))
  const socketFolder = join(dataDir, 'db').length <= MAX_SOCKET_FOLDER ? join(dataDir, 'db') : null
  // Vacuuming would visit each of the hundreds of databases once a minute, and their creation all buffers.
  const settings = ['autovacuum=off', 'shared_buffers=128MB', `unix_socket_directories=${socketFolder ?? ''}`]
  const embedded = await startEmbeddedServer({ dataDir, log: silentLog, durable: false, settings })
  const stopAtExit = () => sendSignal(embedded.pid, 'SIGQUIT')
  process.once('exit', stopAtExit)
  const stop = async () => {
    await embedded.stop()
    process.removeListener('exit', stopAtExit)
  }
  return { url: embedded.url('postgres'), socketFolder, stop }
}

/** Systems limit the path of a socket to about 100 bytes, of which its name takes 16. */
const MAX_SOCKET_FOLDER = 84

async function migrateTemplate(url: string): Promise<void> {
  const pool = openPool(url, 1, silentLog)
  await migrate(pool)
  await pool.end()
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const pool = openPool(url, 1, silentLog)
  const named = 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)'
  const { rows } = await pool.query<{ name: string }>(named, [prefix])
  for (const { name } of rows) await pool.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
  await pool.end()
}

/** The URL of a database by the Unix socket in this folder, or by TCP without one. */
export function byUnixSocket(url: string, socketFolder: string | null): string {
  if (socketFolder === null) return url
  const address = new URL(url)
  address.searchParams.set('host', socketFolder)
  return address.href
}

/** The URL of another database on the server. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
