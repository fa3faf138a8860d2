import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapeIdentifier } from 'pg'
import type { TestProject } from 'vitest/node'
import { isFolderLocked } from '../../src/platform/database/embedded/folderLock.ts'
import { isPostmasterOf, readPostmaster, stopPostmaster } from '../../src/platform/database/embedded/postmaster.ts'
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
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
  }
}

interface Server {
  readonly url: string
  stop(): Promise<void>
}

/** Global setup: provides an embedded server or the one at DATABASE_URL, with a migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL
  const server = url ? { url, stop: async () => {} } : await embeddedServer()
  const prefix = `plaza_test_${randomBytes(4).toString('hex')}_`
  const template = `${prefix}template`
  await queryOnce(server.url, `CREATE DATABASE ${escapeIdentifier(template)} TEMPLATE template0 ENCODING 'UTF8'`)
  await migrateTemplate(databaseAt(server.url, template))
  project.provide('databaseServer', { url: server.url, template, prefix })
  return async () => {
    await dropAll(server.url, prefix)
    await server.stop()
  }
}

/** Prefixes of the temporary folders of database servers and of servers under test. */
const DATABASE_FOLDERS = 'plaza-test-'
export const APP_FOLDERS = 'plaza-app-'
const silentLog = { debug() {}, info() {}, warn() {}, error() {} }

async function embeddedServer(): Promise<Server> {
  await removeAbandonedServers()
  const dataDir = mkdtempSync(join(tmpdir(), DATABASE_FOLDERS))
  const embedded = await startEmbeddedServer({ dataDir, log: silentLog, durable: false })
  const stopAtExit = () => {
    sendSignal(embedded.pid, 'SIGQUIT')
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.once('exit', stopAtExit)
  const stop = async () => {
    await embedded.stop()
    process.removeListener('exit', stopAtExit)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: embedded.url('postgres'), stop }
}

/** Milliseconds after which an unlocked folder counts as abandoned, by its prefix. */
const ABANDONED_AFTER = { [DATABASE_FOLDERS]: 60_000, [APP_FOLDERS]: 3_600_000 }
const STOP_AT_ONCE = { fast: 0, immediate: 2_000 }

/** Stops servers and deletes folders that killed test runs left behind. */
async function removeAbandonedServers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const [, limit] = Object.entries(ABANDONED_AFTER).find(([prefix]) => name.startsWith(prefix)) ?? []
    const folder = join(tmpdir(), name)
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (limit === undefined || age < limit || isFolderLocked(folder)) continue
    const orphan = readPostmaster(join(folder, 'db'))
    if (orphan && isPostmasterOf(join(folder, 'db'), orphan.pid)) await stopPostmaster(orphan.pid, STOP_AT_ONCE)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function migrateTemplate(url: string): Promise<void> {
  const pool = openPool(url, 1, silentLog)
  await migrate(pool)
  await pool.end()
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const found = await queryOnce<{ datname: string }>(
    url,
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of found)
    await queryOnce(url, `DROP DATABASE IF EXISTS ${escapeIdentifier(datname)} WITH (FORCE)`)
}

/** The URL of another database on the server. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
