import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapeIdentifier } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/platform/database/embedded.ts'
import { isLocked } from '../../src/platform/database/lock.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { queryOnce } from '../../src/platform/database/once.ts'
import { openPool } from '../../src/platform/database/open.ts'
import { haltPostmaster, isPostmasterOf, readPostmaster } from '../../src/platform/database/postmaster.ts'
import { signal } from '../../src/platform/database/processes.ts'

/** Where the tests of this run find PostgreSQL. */
export interface DatabaseServer {
  /** A database of the server from which others are made. */
  readonly url: string
  /** The migrated database that is cloned. */
  readonly template: string
  /** What the names of this run's databases begin with. */
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

/** Once a test run: a server, embedded or at DATABASE_URL, with one migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL
  const server = url ? { url, stop: async () => {} } : await embeddedServer()
  const prefix = `plaza_test_${randomBytes(4).toString('hex')}_`
  const template = `${prefix}template`
  await queryOnce(server.url, `CREATE DATABASE ${escapeIdentifier(template)} TEMPLATE template0 ENCODING 'UTF8'`)
  await fill(databaseAt(server.url, template))
  project.provide('databaseServer', { url: server.url, template, prefix })
  return async () => {
    await dropAll(server.url, prefix)
    await server.stop()
  }
}

const FOLDERS = 'plaza-test-'
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

async function embeddedServer(): Promise<Server> {
  await sweep()
  const dataDir = mkdtempSync(join(tmpdir(), FOLDERS))
  const embedded = await startEmbedded({ dataDir, log: quiet, durable: false })
  const abandon = () => {
    signal(embedded.pid, 'SIGQUIT')
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.once('exit', abandon)
  const stop = async () => {
    await embedded.stop()
    process.removeListener('exit', abandon)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: embedded.url('postgres'), stop }
}

const ABANDONED = 60_000
const AT_ONCE = { fast: 0, immediate: 2_000 }

/** Ends what a killed test run left behind. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(FOLDERS))) {
    const folder = join(tmpdir(), name)
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (age < ABANDONED || isLocked(folder)) continue
    const orphan = readPostmaster(join(folder, 'db'))
    if (orphan && isPostmasterOf(join(folder, 'db'), orphan.pid)) await haltPostmaster(orphan.pid, AT_ONCE)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(url: string): Promise<void> {
  const pool = openPool(url, 1, quiet)
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

/** The address of another database of the same server. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
