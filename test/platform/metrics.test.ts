import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, expect, it } from 'vitest'
import { queryOnce } from '../../src/platform/database/queryOnce.ts'
import { PACKAGE_FOLDER } from '../../src/platform/packageFolder.ts'
import { openRestartCounter, openUnpublishedCounter } from '../../src/platform/watch/carrierMetrics.ts'
import { openJobWatch } from '../../src/platform/watch/jobMetrics.ts'
import { openReplicaCounters, openReplicaGauges } from '../../src/platform/watch/replicaMetrics.ts'
import { openServerGauges } from '../../src/platform/watch/serverGauges.ts'
import { openStartGauges } from '../../src/platform/watch/startMetrics.ts'
import { openApp } from '../support/app.ts'
import { aDatabase } from '../support/database.ts'
import { silentLog } from '../support/databaseFixture.ts'
import { aDatabaseProxy } from '../support/databaseProxy.ts'
import { aUser } from '../support/users.ts'

const database = await aDatabase()
const line = await aDatabaseProxy(database.url)
const app = await openApp({ DATABASE_URL: line.url, METRICS_PORT: '0' })
afterAll(async () => {
  await app.close()
  await line.cut()
})

/** The metrics of registries by their names, those with the prefix of the server alone. */
const namesIn = (...registries: readonly Registry[]) =>
  registries
    .flatMap((registry) => registry.getMetricsAsArray().map(({ name }) => name))
    .filter((name) => name.startsWith('plaza_'))
    .sort()

/** Metrics of servers with Redis, with a replica, with worker processes or with migrations under way. */
function metricsElsewhere(): Registry {
  const registry = new Registry()
  openUnpublishedCounter(registry)
  openReplicaCounters(registry)
  openReplicaGauges(registry, { age: () => 250, isFresh: () => true })
  openRestartCounter(registry)
  openStartGauges(registry, () => ({ done: 1, count: 3 }))
  return registry
}

/** A sample in the text format; undefined without it. */
function sampleIn(text: string, sample: string): number | undefined {
  const found = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return found === undefined ? undefined : Number(found.slice(sample.length))
}

it('has a row in docs/metrics.md for each metric, and a metric for each row', () => {
  const rows = readFileSync(join(PACKAGE_FOLDER, 'docs/metrics.md'), 'utf8')
    .split('\n')
    .filter((each) => each.startsWith('| `plaza_'))
  const documented = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(plaza_\w+)`/g)].map(([, name]) => name),
  )
  const registered = new Set(namesIn(app.platform.metrics, metricsElsewhere()))
  expect(documented.toSorted()).toEqual([...registered].sort())
})

it('knows how many migrations are left while the server starts', async () => {
  expect(sampleIn(await metricsElsewhere().metrics(), 'plaza_migrations_pending')).toBe(2)
})

it('counts statements, pools and refusals, and knows what the database and the disk have', async () => {
  const person = await aUser(app)
  const limit = { name: 'test-limit', points: 1, window: 60 }
  await app.platform.limits.take(limit, person.id)
  await expect(app.platform.limits.take(limit, person.id)).rejects.toThrow()
  const text = await app.platform.metrics.metrics()
  expect(sampleIn(text, 'plaza_rate_limit_refusals_total{limit="test-limit"}')).toBe(1)
  expect(sampleIn(text, 'plaza_database_statement_duration_seconds_count')).toBeGreaterThan(10)
  expect(sampleIn(text, 'plaza_database_pool_size{pool="requests"}')).toBe(6)
  expect(sampleIn(text, 'plaza_database_pool_waiting{pool="jobs"}')).toBe(0)
  const present = ['plaza_disk_free_bytes', 'plaza_disk_size_bytes', 'plaza_database_size_bytes', 'plaza_database_up']
  for (const name of present) expect(sampleIn(text, name)).toBeGreaterThan(0)
  const none = ['plaza_outbox_events', 'plaza_payments_waiting', 'plaza_migrations_pending']
  for (const name of [...none, 'plaza_database_connections_exhausted']) expect(sampleIn(text, name)).toBe(0)
})

it('reads the database at most once in a while over all scrapes, and leaves out what it does not know', async () => {
  const near = new Registry()
  const far = new Registry()
  const options = { databaseUrl: line.url, dataDir: app.platform.settings.DATA_DIR, log: silentLog }
  const opened = [
    openServerGauges({ ...options, registry: near, keptFor: 60_000 }),
    openServerGauges({ ...options, registry: far, keptFor: 0 }),
  ]
  const outbox = async (registry: Registry) => sampleIn(await registry.metrics(), 'plaza_outbox_events')
  expect(await outbox(near)).toBe(0)
  const createdAt = new Date(Date.now() - 90_000)
  await app.scope().db.outbox.create({ data: { topic: 'test', subject: 'x', ids: {}, createdAt } })
  expect([await outbox(near), await outbox(far)]).toEqual([0, 1])
  expect(sampleIn(await far.metrics(), 'plaza_outbox_oldest_seconds')).toBeGreaterThan(89)
  await app.scope().db.outbox.deleteMany()

  await line.cut()
  const text = await far.metrics()
  expect([sampleIn(text, 'plaza_database_up'), sampleIn(text, 'plaza_outbox_events')]).toEqual([0, undefined])
  expect(sampleIn(text, 'plaza_disk_free_bytes')).toBeGreaterThan(0)
  await line.restore()
  expect(sampleIn(await far.metrics(), 'plaza_database_up')).toBe(1)
  for (const one of opened) await one.close()
})

it('tells a server without a backup from one whose backups are not known', async () => {
  const registry = new Registry()
  const options = { databaseUrl: database.url, dataDir: app.platform.settings.DATA_DIR, log: silentLog }
  const gauges = openServerGauges({ ...options, registry, keptFor: 0 })
  const last = async () => sampleIn(await registry.metrics(), 'plaza_backup_last_success_timestamp_seconds')
  const sql = (text: string) => queryOnce(database.url, text)
  expect(await last()).toBe(0)
  await sql(
    `INSERT INTO "Backup" (id, target, "startedAt", "aliveAt", "finishedAt") VALUES ('planted', 'x', now(), now(), to_timestamp(9))`,
  )
  expect(await last()).toBe(9)
  await sql('ALTER TABLE "Backup" RENAME COLUMN "finishedAt" TO elsewhere')
  expect(await last()).toBeUndefined()
  await sql('ALTER TABLE "Backup" RENAME COLUMN elsewhere TO "finishedAt"; DELETE FROM "Backup"')
  await gauges.close()
})

it('counts the requests that fail because of the database', async () => {
  const person = await aUser(app)
  await line.cut()
  expect((await person.api.try('getUser', { userId: person.id })).status).toBe(503)
  expect(sampleIn(await app.platform.metrics.metrics(), 'plaza_database_errors_total{error="down"}')).toBeGreaterThan(0)
  await line.restore()
})

it('notes the runs of jobs and the time between them', async () => {
  const registry = new Registry()
  const watch = openJobWatch(registry)
  const run = async () => {}
  const schedules = {
    minutely: '* * * * *',
    often: '*/10 * * * *',
    hourly: '7 * * * *',
    daily: '0 3 * * *',
    weekly: '0 3 * * 1',
  }
  for (const [name, schedule] of Object.entries(schedules)) watch.know({ name, schedule, run })
  watch.know({ name: 'queued', run })
  watch.ran('daily', 'failed', 2_000)
  watch.ran('daily', 'done', 3_000)
  const text = await registry.metrics()
  const intervals = Object.keys(schedules).map((job) => sampleIn(text, `plaza_job_interval_seconds{job_name="${job}"}`))
  expect(intervals).toEqual([60, 600, 3_600, 86_400, 604_800])
  expect(sampleIn(text, 'plaza_job_interval_seconds{job_name="queued"}')).toBeUndefined()
  expect(sampleIn(text, 'plaza_job_runs_total{job_name="queued",outcome="failed"}')).toBe(0)
  expect(sampleIn(text, 'plaza_job_runs_total{job_name="daily",outcome="failed"}')).toBe(1)
  expect(sampleIn(text, 'plaza_job_duration_seconds_sum{job_name="daily"}')).toBe(5)
  expect(sampleIn(text, 'plaza_job_last_success_timestamp_seconds{job_name="daily"}')).toBeGreaterThan(1e9)
})
