import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedServer } from '../../src/platform/database/embedded/server.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { openPool } from '../../src/platform/database/openDatabase.ts'
import { queryOnce } from '../../src/platform/database/queryOnce.ts'
import { seedDatabase } from './dataset.ts'

/** A migrated database with the rows of the data set. */
export interface SeededDatabase {
  readonly url: string
  drop(): Promise<void>
}

const errorLog = { debug() {}, info() {}, warn() {}, error: console.error }
const NAME = `plaza_bench_${process.pid}`

/** Creates the database on the server at BENCH_DATABASE_URL, or on an embedded PostgreSQL in a temporary folder. */
export async function openSeededDatabase(): Promise<SeededDatabase> {
  const { url, stop } = await openServer()
  try {
    await queryOnce(url, `CREATE DATABASE ${NAME} TEMPLATE template0 ENCODING 'UTF8'`)
    const address = new URL(url)
    address.pathname = `/${NAME}`
    await prepare(address.href)
    const drop = async () => {
      await queryOnce(url, `DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`)
      await stop()
    }
    return { url: address.href, drop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openServer() {
  const url = process.env.BENCH_DATABASE_URL
  if (url) return { url, stop: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'plaza-bench-'))
  const embedded = await startEmbeddedServer({ dataDir, log: errorLog })
  const stop = async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: embedded.url('postgres'), stop }
}

async function prepare(url: string) {
  const pool = openPool(url, 1, errorLog)
  await migrate(pool)
  await pool.end()
  const client = new Client({ connectionString: url })
  await client.connect()
  await seedDatabase(client)
  await client.end()
}
