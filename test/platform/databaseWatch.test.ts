import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { Registry } from 'prom-client'
import { afterAll, expect, inject, it } from 'vitest'
import { openDatabase } from '../../src/platform/database/openDatabase.ts'
import { queryOnce } from '../../src/platform/database/queryOnce.ts'
import { openOutageCounter } from '../../src/platform/watch/databaseMetrics.ts'
import { openDatabaseWatch } from '../../src/platform/watch/databaseWatch.ts'
import { openServerGauges } from '../../src/platform/watch/serverGauges.ts'
import { aDatabase } from '../support/database.ts'
import { silentLog } from '../support/databaseFixture.ts'
import { aDatabaseProxy } from '../support/databaseProxy.ts'

const database = await aDatabase()
const sql = (text: string) => queryOnce<Record<string, unknown>>(database.url, text)

/** A user who owns nothing: superusers have connections that are reserved for them. */
const role = `plaza_watch_${randomBytes(6).toString('hex')}`
await sql(`CREATE ROLE ${role} LOGIN PASSWORD 'watch'`)
await sql(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`)
const own = new URL(database.url)
own.username = role
own.password = 'watch'
const line = await aDatabaseProxy(own.href)

const warnings: object[] = []
const log = { debug() {}, info() {}, error() {}, warn: (fields: object) => void warnings.push(fields) }
const watch = openDatabaseWatch({ url: line.url, log })

afterAll(async () => {
  await watch.close()
  await line.cut()
  await sql(`DROP OWNED BY ${role}`)
  await queryOnce(inject('databaseServer').url, `DROP ROLE ${role}`)
})

/** Processes of PostgreSQL that serve the watch. */
const sessions = () => sql(`SELECT pid FROM pg_stat_activity WHERE usename = '${role}'`)

it('opens one connection, keeps it, and opens another one when it breaks', async () => {
  expect(await sessions()).toEqual([])
  expect(await watch.look()).toMatchObject({
    isUp: true,
    facts: { isWritable: true, outboxEvents: 0, lastBackup: null },
  })
  const first = await sessions()
  expect(first).toHaveLength(1)
  await watch.look()
  expect(await sessions()).toEqual(first)

  await sql(`SELECT pg_terminate_backend(${first[0]?.pid})`)
  expect(await watch.look()).toMatchObject({ isUp: true, facts: { outboxEvents: 0 } })
  const second = await sessions()
  expect(second).toHaveLength(1)
  expect(second).not.toEqual(first)

  await line.cut()
  expect(await watch.look()).toEqual({ isUp: false, isExhausted: false, facts: {} })
  await line.restore()
  expect(await watch.look()).toMatchObject({ isUp: true, facts: { outboxEvents: 0 } })
})

it('knows all while the connections are used up, and without one of its own that the database is up', async () => {
  await watch.look()
  await sql(`ALTER ROLE ${role} CONNECTION LIMIT 1`)
  const other = openDatabaseWatch({ url: line.url, log })
  expect(await watch.look()).toMatchObject({ isUp: true, isExhausted: false, facts: { outboxEvents: 0 } })
  expect(await other.look()).toEqual({ isUp: true, isExhausted: true, facts: {} })
  await sql(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
  expect(await other.look()).toMatchObject({ isUp: true, isExhausted: false, facts: { outboxEvents: 0 } })
  await other.close()
})

it('a start and a request that find no free connection are not told that the database is down', async () => {
  await sql(`ALTER ROLE ${role} CONNECTION LIMIT 0`)
  const opening = openDatabase({ url: line.url, dataDir: 'unused', poolSize: 1, log: silentLog })
  await expect(opening).rejects.toThrow(
    / has no connection to spare\. Raise its max_connections, .+ \(too many connections/,
  )
  const registry = new Registry()
  const gauges = openServerGauges({ registry, databaseUrl: line.url, dataDir: 'unused', log: silentLog })
  const isOutage = openOutageCounter(registry)
  expect(await queryOnce(line.url, 'SELECT 1').catch(isOutage)).toBe(true)
  const counts = await registry.metrics()
  expect(counts).toContain('plaza_database_errors_total{error="exhausted"} 1')
  expect(counts).toContain('plaza_database_errors_total{error="down"} 0')
  for (const sample of [/^plaza_database_up 1$/m, /^plaza_database_connections_exhausted 1$/m])
    expect(counts).toMatch(sample)
  await gauges.close()
  await sql(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
})

it('leaves out only what it may not read, and what is not there, and tells of each once', async () => {
  await sql(`REVOKE SELECT ON "PaymentTransaction" FROM ${role}`)
  await sql('ALTER TABLE "Outbox" RENAME TO "Elsewhere"')
  for (const { facts } of [await watch.look(), await watch.look()]) {
    for (const absent of ['paymentsWaiting', 'paymentsAge', 'outboxEvents', 'outboxAge'])
      expect(facts).not.toHaveProperty(absent)
    expect(facts).toMatchObject({ online: 0, replicas: 0, migrations: expect.arrayContaining([expect.any(String)]) })
  }
  expect(warnings).toMatchObject([{ part: 'outbox' }, { part: 'payments' }])
  await sql('ALTER TABLE "Elsewhere" RENAME TO "Outbox"')
  await sql(`GRANT SELECT ON "PaymentTransaction" TO ${role}`)
  expect(await watch.look()).toMatchObject({ facts: { outboxEvents: 0, paymentsWaiting: 0 } })
})

it('leaves out what it has no time for, and tells of it', async () => {
  const slow = ['Outbox', 'Presence']
  for (const table of slow) {
    await sql(`ALTER TABLE "${table}" RENAME TO "${table}Elsewhere"`)
    await sql(
      `CREATE VIEW "${table}" AS SELECT kept.* FROM "${table}Elsewhere" AS kept RIGHT JOIN pg_sleep(60) ON true`,
    )
    await sql(`GRANT SELECT ON "${table}" TO ${role}`)
  }
  const told: object[] = []
  const other = openDatabaseWatch({ url: line.url, log: { ...log, warn: (fields: object) => void told.push(fields) } })
  const { isUp, facts } = await other.look()
  expect([isUp, facts.isWritable, facts.lastBackup]).toEqual([true, true, undefined])
  expect(told).toEqual(
    expect.arrayContaining([expect.objectContaining({ part: 'backup', err: expect.stringContaining('not read') })]),
  )
  for (const table of slow) {
    await sql(`DROP VIEW "${table}"`)
    await sql(`ALTER TABLE "${table}Elsewhere" RENAME TO "${table}"`)
  }
  expect(await other.look()).toMatchObject({ facts: { lastBackup: null } })
  await other.close()
})

it('leaves out what is locked for long', async () => {
  const holder = new Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE "Outbox" IN ACCESS EXCLUSIVE MODE')
  const { isUp, facts } = await watch.look()
  expect([isUp, facts.outboxEvents, facts.paymentsWaiting]).toEqual([true, undefined, 0])
  await holder.end()
  expect(await watch.look()).toMatchObject({ facts: { outboxEvents: 0 } })
})

/** Changes the settings of the database or of a user. */
const alter = (text: string) => queryOnce(inject('databaseServer').url, `ALTER ${text}`)
const databaseName = `DATABASE "${own.pathname.slice(1)}"`

it('sees on its old connection that the database was made read-only, and is writable again', async () => {
  await watch.look()
  await alter(`${databaseName} SET default_transaction_read_only = on`)
  const late = openDatabaseWatch({ url: line.url, log })
  for (const one of [watch, late, watch])
    expect(await one.look()).toMatchObject({ isUp: true, facts: { isWritable: false } })
  await alter(`${databaseName} RESET default_transaction_read_only`)
  for (const one of [watch, late]) expect(await one.look()).toMatchObject({ facts: { isWritable: true } })
  await late.close()
})

it('counts what is set for the user before what is set for the database, as PostgreSQL does', async () => {
  await watch.look()
  const steps = [
    [`${databaseName} SET default_transaction_read_only = on`, false],
    [`ROLE ${role} SET default_transaction_read_only = off`, true],
    [`ROLE ${role} IN ${databaseName} SET default_transaction_read_only = on`, false],
    [`ROLE ${role} IN ${databaseName} RESET default_transaction_read_only`, true],
    [`${databaseName} RESET default_transaction_read_only`, true],
    [`ROLE ${role} RESET default_transaction_read_only`, true],
  ] as const
  for (const [change, isWritable] of steps) {
    await alter(change)
    expect(await watch.look()).toMatchObject({ facts: { isWritable } })
    const fresh = (await queryOnce<{ transaction_read_only: string }>(line.url, 'SHOW transaction_read_only'))[0]
    expect(fresh?.transaction_read_only).toBe(isWritable ? 'off' : 'on')
  }
})

it('has no connection once it is closed, also if a look is under way', async () => {
  const closing = openDatabaseWatch({ url: line.url, log })
  const before = await sessions()
  const looks = [closing.look()]
  await closing.close()
  looks.push(closing.look())
  expect((await Promise.all(looks)).at(-1)).toEqual({ isUp: false, isExhausted: false, facts: {} })
  await expect.poll(sessions).toEqual(before)
  await watch.close()
  await expect.poll(sessions).toEqual([])
})
