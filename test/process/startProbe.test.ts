import { once } from 'node:events'
import { createServer } from 'node:net'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { anEmptyDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { aServerFolder, startServerProcess, statusOf } from '../support/serverProcess.ts'

/** A port that was free a moment ago. */
async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** The lock that the process holds that migrates or backs up. */
const MIGRATION_LOCK = 72_707_369

/** Metrics that a server has before its database is migrated. */
const EARLY_SAMPLES = [
  /^plaza_starting 1$/m,
  /^plaza_build_info\{.+\} 1$/m,
  /^process_cpu_seconds_total \S/m,
  /^plaza_password_hashes_total 0$/m,
]

const textOf = async (address: string) => (await fetch(address)).text()

it.each(['1', '2'])(
  'answers while the database is migrated that it lives, and is not ready, with %s workers',
  async (WORKERS) => {
    const [site, database, port, metricsPort] = [
      aServerFolder(),
      await anEmptyDatabase(),
      await aFreePort(),
      await aFreePort(),
    ]
    const other = new Client({ connectionString: database.url })
    await other.connect()
    await other.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const server = startServerProcess({
      DATA_DIR: site.dataDir,
      DATABASE_URL: database.url,
      DEMO: 'off',
      WORKERS,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'info',
    })
    const origin = `http://127.0.0.1:${port}`
    await eventually(async () => (await statusOf(`${origin}/livez`)) === 200, server.output)
    const ready = await fetch(`${origin}/readyz`)
    expect([ready.status, await ready.text()]).toEqual([
      503,
      'not ready: another process migrates the database or backs it up',
    ])
    expect(await statusOf(`${origin}/api/1/config`)).toBe(503)

    const metrics = `http://127.0.0.1:${metricsPort}`
    await eventually(async () => (await statusOf(`${metrics}/livez`)) === 200, server.output)
    expect(await statusOf(`${metrics}/readyz`)).toBe(503)
    const early = await textOf(`${metrics}/metrics`)
    for (const sample of EARLY_SAMPLES) expect(early).toMatch(sample)
    // It is not known what the other process does.
    expect(early).not.toMatch(/^plaza_migrations_pending /m)

    await other.end()
    await eventually(async () => (await statusOf(`${origin}/readyz`)) === 200, server.output)
    const later = await textOf(`${metrics}/metrics`)
    expect(later).toMatch(/^plaza_database_up(\{.+\})? 1$/m)
    expect(later).toMatch(/^plaza_migrations_pending(\{.+\})? 0$/m)
    expect(later).not.toContain('plaza_starting')
    expect(server.output()).toContain('waiting for another process that migrates the database or backs it up')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await site.clear([server])
  },
)
