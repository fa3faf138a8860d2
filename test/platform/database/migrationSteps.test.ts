import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { migrate, migrationStatus, readMigrations } from '../../../src/platform/database/migrations.ts'
import { openPool } from '../../../src/platform/database/openDatabase.ts'
import { anEmptyDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'

const told: { fields: object; message: string | undefined }[] = []
const tell = (fields: object, message?: string) => void told.push({ fields, message })
const log = { debug: tell, info: tell, warn: tell, error: tell }
const messages = () => told.map(({ message }) => message)

let pool: Pool
let folder = ''

beforeEach(async () => {
  told.length = 0
  pool = openPool((await anEmptyDatabase()).url, 8, { ...log, warn() {} })
  folder = mkdtempSync(join(tmpdir(), 'plaza-steps-'))
  write('1_table', 'CREATE TABLE item (id text PRIMARY KEY, count int NOT NULL DEFAULT 0);')
})

afterEach(async () => {
  vi.restoreAllMocks()
  await pool.end()
  rmSync(folder, { recursive: true, force: true })
})

function write(name: string, sql: string) {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'migration.sql'), sql)
}

const steps = (...parts: [heading: string, sql: string][]) =>
  ['-- migration: steps', ...parts.flatMap(([heading, sql]) => [`-- step${heading && `: ${heading}`}`, sql])].join('\n')

const COUNT_ALL: [string, string] = [
  'batches of "item" by "id"',
  'UPDATE item SET count = count + 1 WHERE id > $1 AND id <= $2;',
]
const CREATE_INDEX: [string, string] = ['concurrently', 'CREATE INDEX CONCURRENTLY "item_count" ON item (count);']

const run = () => migrate(pool, folder, { log })
const read = async <Row extends object>(sql: string) => (await pool.query<Row>(sql)).rows
const fill = (rows: number) => pool.query(`INSERT INTO item (id) SELECT 'i' || n FROM generate_series(1, ${rows}) AS n`)

/** Runs work while another transaction has run a statement; the transaction is rolled back after it. */
async function beside<R>(sql: string, work: (other: PoolClient) => Promise<R>): Promise<R> {
  const other = await pool.connect()
  await other.query(`BEGIN; ${sql}`)
  try {
    return await work(other)
  } finally {
    await other.query('ROLLBACK')
    other.release()
  }
}

/** Ends the connection that runs a statement, as the death of its process would. */
const killStatement = (like: string) =>
  eventually(async () => {
    const killed = await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND wait_event_type = 'Lock' AND query LIKE $1`,
      [like],
    )
    return killed.rowCount === 1
  })

it('applies steps in their order, each by itself, and records the migration like one that Prisma applied', async () => {
  await run()
  await fill(2_500)
  write(
    '2_steps',
    steps(
      ['', "ALTER TABLE item ADD COLUMN extra int; INSERT INTO item (id) VALUES ('a;b');"],
      CREATE_INDEX,
      COUNT_ALL,
    ),
  )
  expect(await run()).toEqual({ applied: ['2_steps'] })
  expect(await read('SELECT count, count(*)::int AS items FROM item GROUP BY 1')).toEqual([{ count: 1, items: 2_501 }])
  expect(await read(`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'item_count'::regclass`)).toEqual([
    { valid: true },
  ])
  const [record] = await read(
    `SELECT finished_at IS NOT NULL AS finished, logs, applied_steps_count AS steps, checksum
       FROM _prisma_migrations WHERE migration_name = '2_steps'`,
  )
  const checksum = readMigrations(folder)[1]?.checksum
  expect(record).toEqual({ finished: true, logs: null, steps: 1, checksum })
  expect(messages()).toEqual(
    expect.arrayContaining(['migrations are pending', 'migration begins', 'step applied', 'migration applied']),
  )
})

it('tells every some seconds of a migration that is at work', async () => {
  await run()
  write('2_slow', 'SELECT pg_sleep(6)')
  await run()
  const slow = messages().filter((message) => message?.startsWith('migration '))
  expect(slow.slice(-3)).toEqual(['migration begins', 'migration at work', 'migration applied'])
})

it('goes on where a killed run was, and builds an index anew that was left invalid', async () => {
  await run()
  write('2_steps', steps(['', "INSERT INTO item (id) VALUES ('once')"], CREATE_INDEX))
  // A transaction that has changed the table keeps the index from being completed.
  await beside(`INSERT INTO item (id) VALUES ('other')`, async () => {
    const killed = expect(run()).rejects.toThrow()
    await killStatement('CREATE INDEX CONCURRENTLY%')
    await killed
  })
  const state = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'item_count'::regclass`
  expect(await read(state)).toEqual([{ valid: false }])
  expect((await migrationStatus(pool, folder)).pending).toEqual(['2_steps'])
  expect(await run()).toEqual({ applied: ['2_steps'] })
  expect(await read(state)).toEqual([{ valid: true }])
  expect(await read('SELECT id FROM item')).toEqual([{ id: 'once' }])
})

it('goes on after the last batch of a killed run, and applies none twice', async () => {
  await run()
  await fill(2_500)
  await pool.query(`INSERT INTO item (id) VALUES ('last')`)
  write('2_steps', steps(COUNT_ALL))
  await beside(`SELECT FROM item WHERE id = 'last' FOR UPDATE`, async () => {
    const killed = expect(run()).rejects.toThrow()
    await killStatement('UPDATE item SET count = count + 1%')
    await killed
  })
  // Batches that take long are made smaller.
  const [applied] = await read("SELECT count(*)::int AS items FROM item WHERE count = 1 AND id <> 'last'")
  expect(applied).toEqual({ items: expect.toSatisfy((items: number) => items > 0 && items < 2_500) })
  await run()
  expect(await read('SELECT count, count(*)::int AS items FROM item GROUP BY 1')).toEqual([{ count: 1, items: 2_501 }])
})

it('tells how many rows the batches have changed', async () => {
  await run()
  await fill(620)
  write('2_steps', steps(COUNT_ALL))
  let now = 0
  // Every batch seems to take longer than the time between two lines, so that the batches after the first are the smallest.
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 11_000))
  await run()
  const rows = told.filter(({ message }) => message === 'batches applied').map(({ fields }) => fields)
  expect(rows).toMatchObject([{ rows: 500 }, { rows: 550 }, { rows: 600 }, { rows: 620 }])
})

it('refuses a start after a step that failed, and goes on from it when it was fixed and is retried', async () => {
  await run()
  await fill(10)
  const good = COUNT_ALL
  write('2_steps', steps(good, ['', 'SELECT nonsense']))
  await expect(run()).rejects.toThrow(/2_steps failed at step 2: .*nonsense/)
  await expect(run()).rejects.toThrow(/2_steps failed earlier/)
  write('2_steps', steps(good, ['', 'SELECT 1']))
  await expect(run()).rejects.toThrow(/2_steps failed earlier/)
  expect(await migrate(pool, folder, { retry: '2_steps' })).toEqual({ applied: ['2_steps'] })
  expect(await read('SELECT DISTINCT count FROM item')).toEqual([{ count: 1 }])
  expect((await migrationStatus(pool, folder)).edited).toEqual([])
})

it('repeats a transaction that waits for a lock, and keeps nobody waiting behind it meanwhile', async () => {
  await run()
  write('2_column', 'ALTER TABLE item ADD COLUMN extra int;')
  const migrated = await beside('SELECT count(*) FROM item', async () => {
    const running = run()
    await eventually(() => messages().includes('a migration waits for a lock; it is tried again'))
    // A read is answered between two attempts, although the first transaction goes on.
    await pool.query('SELECT count(*) FROM item')
    return { running }
  })
  expect(await migrated.running).toEqual({ applied: ['2_column'] })
})

it('lets a second node wait for the first, also while that builds an index concurrently', async () => {
  await run()
  write('2_index', steps(CREATE_INDEX))
  const { first, second } = await beside(`INSERT INTO item (id) VALUES ('new')`, async () => {
    const first = run()
    await eventually(async () => {
      const found = await pool.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`)
      return found.rowCount === 1
    })
    const progress: object[] = []
    const second = migrate(pool, folder, { log, onProgress: (now) => void progress.push(now) })
    await eventually(() => progress.length > 0)
    expect(progress).toEqual([{ done: 0, count: 0 }])
    return { first, second }
  })
  expect(await Promise.all([first, second])).toEqual([{ applied: ['2_index'] }, { applied: [] }])
  expect(messages()).toContain('waiting for another process that migrates the database or backs it up')
})

it('accepts the checksums of a file that was replaced, and records that of the file', async () => {
  await run()
  const [before] = readMigrations(folder)
  write('1_table', 'CREATE TABLE item (id text PRIMARY KEY, count int DEFAULT 0 NOT NULL);')
  await expect(run()).rejects.toThrow(/1_table was edited/)
  writeFileSync(join(folder, 'replacedChecksums.json'), JSON.stringify({ '1_table': [before?.checksum] }))
  expect((await migrationStatus(pool, folder)).edited).toEqual([])
  expect(await run()).toEqual({ applied: [] })
  const recorded = await read<{ checksum: string }>('SELECT checksum FROM _prisma_migrations')
  expect(recorded).toEqual([{ checksum: readMigrations(folder)[0]?.checksum }])
})

it('calls the callback before the first pending migration of a database that is in use, and never else', async () => {
  const calls: (readonly string[])[] = []
  const beforeApplying = async (pending: readonly string[]) => {
    calls.push(pending)
    expect((await migrationStatus(pool, folder)).pending).toEqual(pending)
  }
  await migrate(pool, folder, { beforeApplying })
  await migrate(pool, folder, { beforeApplying })
  expect(calls).toEqual([])
  write('2_a', 'SELECT 1')
  write('3_b', 'SELECT 1')
  await migrate(pool, folder, { beforeApplying })
  expect(calls).toEqual([['2_a', '3_b']])
  write('4_c', 'SELECT 1')
  const failing = { beforeApplying: () => Promise.reject(new Error('no room')) }
  await expect(migrate(pool, folder, failing)).rejects.toThrow('no room')
  expect((await migrationStatus(pool, folder)).pending).toEqual(['4_c'])
})

it.each([
  ['-- migration: steps\nSELECT 1\n-- step\nSELECT 2', 'has a statement before its first line "-- step"'],
  [steps(['', '-- nothing']), 'Step 1 of migration 2_bad has no statement'],
  [steps(['slowly', 'SELECT 1']), 'is of an unknown kind: slowly'],
  [steps(['concurrently', 'DROP INDEX "item_count"']), 'is neither CREATE INDEX CONCURRENTLY'],
  [steps(['batches of "item" by "id"', 'UPDATE item SET count = 1 WHERE id > $1']), 'lacks the bounds $1 and $2'],
])('refuses a migration whose steps are malformed: %j', async (sql, reason) => {
  write('2_bad', sql)
  await expect(run()).rejects.toThrow(reason)
})
