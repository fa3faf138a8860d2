import { Gauge, type Registry } from 'prom-client'
import { SECOND } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { migrationNames } from '../database/migrations.ts'
import type { Closable } from '../platform.ts'
import { type DatabaseLook, openDatabaseWatch } from './databaseWatch.ts'
import { type DatabaseFacts, readDisk } from './serverFacts.ts'

interface ServerGaugesOptions {
  readonly registry: Registry
  readonly databaseUrl: string
  readonly dataDir: string
  readonly log: Log
  /** Milliseconds for which figures are kept, over all who read them. */
  readonly keptFor?: number
}

const KEPT_FOR = 15 * SECOND

type Numbers = Exclude<
  { [Name in keyof DatabaseFacts]: DatabaseFacts[Name] extends number | null ? Name : never }[keyof DatabaseFacts],
  undefined
>

/** Figures of the database, by the name and help of their metric. */
const DATABASE_GAUGES: readonly (readonly [name: string, fact: Numbers, help: string])[] = [
  ['plaza_database_size_bytes', 'size', 'Size of the database.'],
  ['plaza_database_connections', 'connections', 'Connections that clients have to the database server.'],
  ['plaza_database_max_connections', 'maxConnections', 'Connections that the database server takes.'],
  ['plaza_database_replicas', 'replicas', 'Replicas that are connected to the database.'],
  ['plaza_database_replica_lag_seconds', 'replicaLag', 'Time by which the slowest replica is behind.'],
  ['plaza_database_replica_lag_bytes', 'replicaLagBytes', 'Bytes of the log that the slowest replica has not applied.'],
  ['plaza_outbox_events', 'outboxEvents', 'Events of commits that Redis has not got yet.'],
  ['plaza_outbox_oldest_seconds', 'outboxAge', 'Age of the oldest event that Redis has not got yet.'],
  ['plaza_people_online', 'online', 'People who are present, on all nodes.'],
  ['plaza_payments_waiting', 'paymentsWaiting', 'Payments that the provider has not confirmed yet.'],
  ['plaza_payments_oldest_waiting_seconds', 'paymentsAge', 'Age of the oldest payment that is not confirmed yet.'],
]

/**
 * Gauges of the whole installation and of this machine. Of the processes of one server only one has them, so that nothing
 * is counted twice. Figures that can't be read are absent. Closing ends the connection to the database.
 */
export function openServerGauges(options: ServerGaugesOptions): Closable {
  const { registry, databaseUrl, dataDir, log, keptFor = KEPT_FOR } = options
  const watch = openDatabaseWatch({ url: databaseUrl, log })
  const look = keepFor(keptFor, watch.look)
  openDatabaseGauges(registry, look)
  openQueueGauges(registry, look)
  openMigrationGauge(registry, look)
  openDiskGauges(registry, dataDir)
  return watch
}

/** Concurrent and soon following calls share one result. */
function keepFor<R>(milliseconds: number, load: () => Promise<R>): () => Promise<R> {
  let kept: { readonly result: Promise<R>; until: number } | undefined
  const begin = () => {
    const begun = { result: load(), until: Number.POSITIVE_INFINITY }
    const keep = () => {
      begun.until = performance.now() + milliseconds
    }
    begun.result.then(keep, keep)
    return begun
  }
  return () => {
    if (!kept || kept.until <= performance.now()) kept = begin()
    return kept.result
  }
}

type Look = () => Promise<DatabaseLook>

/** A gauge that is absent while `read` answers null. */
export function openGauge(
  registry: Registry,
  gauge: { name: string; help: string },
  read: () => Promise<number | null>,
): void {
  new Gauge({
    ...gauge,
    registers: [registry],
    async collect() {
      const value = await read()
      if (value === null) this.remove()
      else this.set(value)
    },
  })
}

function openDatabaseGauges(registry: Registry, look: Look): void {
  for (const [name, fact, help] of DATABASE_GAUGES)
    openGauge(registry, { name, help }, async () => (await look()).facts[fact] ?? null)
  const up = { name: 'plaza_database_up', help: 'Whether the database answers.' }
  openGauge(registry, up, async () => Number((await look()).isUp))
  const exhausted = {
    name: 'plaza_database_connections_exhausted',
    help: 'Whether the database refuses the connection of the metrics, as it has none to spare.',
  }
  openGauge(registry, exhausted, async () => Number((await look()).isExhausted))
  const writable = { name: 'plaza_database_writable', help: 'Whether the database takes writes, as no standby does.' }
  openGauge(registry, writable, async () => {
    const { isWritable } = (await look()).facts
    return isWritable === undefined ? null : Number(isWritable)
  })
  const backup = {
    name: 'plaza_backup_last_success_timestamp_seconds',
    help: 'When the last backup was finished, in seconds since 1970; 0 before the first.',
  }
  openGauge(registry, backup, async () => {
    const { lastBackup } = (await look()).facts
    return lastBackup === undefined ? null : (lastBackup?.getTime() ?? 0) / SECOND
  })
}

const QUEUE_GAUGES = [
  ['plaza_jobs_waiting', 'waiting', 'Runs of jobs that wait, also for another attempt; mails are those of send-mail.'],
  ['plaza_jobs_oldest_waiting_seconds', 'oldest', 'Age of the oldest run of a job that waits.'],
  ['plaza_jobs_failed', 'failed', 'Runs of jobs that are not tried any more, of the last 12 hours.'],
] as const

function openQueueGauges(registry: Registry, look: Look): void {
  for (const [name, fact, help] of QUEUE_GAUGES)
    new Gauge({
      name,
      help,
      labelNames: ['job_name'],
      registers: [registry],
      async collect() {
        const { queues = [] } = (await look()).facts
        this.reset()
        for (const queue of queues) this.set({ job_name: queue.job }, queue[fact])
      },
    })
}

export const PENDING_MIGRATIONS = {
  name: 'plaza_migrations_pending',
  help: 'Migrations of this build that the database lacks.',
}

function openMigrationGauge(registry: Registry, look: Look): void {
  const known = migrationNames()
  // Until now it may have been that of the start.
  registry.removeSingleMetric(PENDING_MIGRATIONS.name)
  openGauge(registry, PENDING_MIGRATIONS, async () => {
    const { migrations } = (await look()).facts
    if (!migrations) return null
    const applied = new Set(migrations)
    return known.filter((name) => !applied.has(name)).length
  })
}

function openDiskGauges(registry: Registry, folder: string): void {
  const read = (fact: 'free' | 'size') => async () => (await readDisk(folder).catch(() => null))?.[fact] ?? null
  const free = { name: 'plaza_disk_free_bytes', help: 'Bytes that are free on the disk of DATA_DIR.' }
  openGauge(registry, free, read('free'))
  openGauge(registry, { name: 'plaza_disk_size_bytes', help: 'Size of the disk of DATA_DIR.' }, read('size'))
}
