import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '../../src/platform/database/embedded.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { queryOnce } from '../../src/platform/database/once.ts'
import { openPool } from '../../src/platform/database/open.ts'
import { fill } from './data.ts'

/** A migrated database full of people. */
export interface Filled {
  readonly url: string
  drop(): Promise<void>
}

const quiet = { debug() {}, info() {}, warn() {}, error: console.error }
const NAME = `plaza_bench_${process.pid}`

/** On an embedded PostgreSQL in a folder of its own, or on the server at BENCH_DATABASE_URL. */
export async function openFilled(): Promise<Filled> {
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
  const embedded = await startEmbedded({ dataDir, log: quiet })
  const stop = async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: embedded.url('postgres'), stop }
}

async function prepare(url: string) {
  const pool = openPool(url, 1, quiet)
  await migrate(pool)
  await pool.end()
  const client = new Client({ connectionString: url })
  await client.connect()
  await fill(client)
  await client.end()
}
