import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { AvatarAnalyser } from '../kernel/avatarAnalyser.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import type { Sql } from '../kernel/database.ts'
import type { ImpostorBuilder } from '../kernel/impostors.ts'
import type { Log } from '../kernel/log.ts'
import { type MailTransport, unqueuedMail } from '../kernel/mail.ts'
import { createPasswordHasher, type PasswordHashCost } from '../kernel/passwordHasher.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { Settings } from '../settings.ts'
import { openAnalyser } from './analysers/analysers.ts'
import { type DiskLocks, openDiskLocks } from './blobs/disk/mutexes.ts'
import { freeSpaceCheck } from './blobs/freeSpace.ts'
import { openBlobs } from './blobs/openBlobs.ts'
import { connectionsOfNode } from './database/connectionCounts.ts'
import { MIGRATIONS_FOLDER, type MigrationProgress, migrate } from './database/migrations.ts'
import { type DatabaseOptions, type OpenDatabase, openDatabase } from './database/openDatabase.ts'
import { openReplica, type Replica } from './database/replica/openReplica.ts'
import type { DatabaseTimeouts } from './database/sessionTimeouts.ts'
import { openPostgresEvents } from './events/postgres.ts'
import { openRedisEvents } from './events/redis.ts'
import { openImages } from './images.ts'
import { openImpostors } from './impostors/builders.ts'
import { openJobs } from './jobs.ts'
import { openLog } from './log.ts'
import { makeQueuedMail, openFileMail, openSmtpMail } from './mail.ts'
import { imageMetrics, openCounters, openMetrics, passwordMetrics } from './metrics.ts'
import { openPayments } from './payments/providers.ts'
import type { Closable, Jobs, Platform } from './platform.ts'
import { openPresence } from './presence/presence.ts'
import { createDataFolder } from './privateFiles.ts'
import { openPostgresRateLimits, openRedisRateLimits } from './rateLimits.ts'
import { openSecurityLog } from './securityLog.ts'
import { openSecrets } from './serverKey.ts'
import { openTraces } from './traces/openTraces.ts'
import { openRefusalCounter, openUnpublishedCounter, watchCarriers } from './watch/carrierMetrics.ts'
import { openPoolGauges, openStatementHistogram } from './watch/databaseMetrics.ts'
import { openJobWatch } from './watch/jobMetrics.ts'
import { openReplicaCounters, openReplicaGauges } from './watch/replicaMetrics.ts'
import { openServerGauges } from './watch/serverGauges.ts'
import { statementWatch } from './watch/statementWatch.ts'

interface ResourceStack extends Closable {
  /** Registers something to close, before everything that was registered earlier. */
  register<T extends Closable>(opened: T): T
}

/** Collects what was opened. Closes in reverse order, and goes on when a part fails to close. */
function openResourceStack(log: Log): ResourceStack {
  const opened: Closable[] = []
  const closeAll = async () => {
    for (const one of opened.toReversed()) {
      await one.close().catch((error) => log.error({ err: error }, 'closing a part of the platform failed'))
    }
  }
  let closed: Promise<void> | undefined
  return {
    register(one) {
      opened.push(one)
      return one
    },
    close() {
      closed ??= closeAll()
      return closed
    },
  }
}

/** Waits for all, even if one fails: a part that opens late would otherwise never be closed. */
export async function awaitAll<T extends readonly unknown[]>(...parts: T) {
  await Promise.allSettled(parts)
  return Promise.all(parts)
}

interface SharedServicesOptions {
  readonly database: OpenDatabase
  readonly redis: Redis | null
  /** Maximum milliseconds until the event bus is connected. */
  readonly timeout?: number | undefined
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Registry
  readonly closers: ResourceStack
}

type SharedServices = Pick<Platform, 'events' | 'limits' | 'presence'>

/** Event bus and rate limits, which nodes share by Redis if there is one, else by PostgreSQL. */
async function openSharedServices(options: SharedServicesOptions): Promise<SharedServices> {
  const { database, clock, log, metrics, closers } = options
  const onRefused = openRefusalCounter(metrics)
  const carriers = await (options.redis
    ? openOnRedis(options, onRefused, options.redis)
    : openOnPostgres(options, onRefused))
  watchCarriers(metrics, carriers.events, options.redis)
  const presence = closers.register(
    openPresence({ sql: database.sql, begin: database.begin, events: carriers.events, clock, log }),
  )
  return { ...carriers, presence }
}

type OnRefused = ReturnType<typeof openRefusalCounter>

async function openOnPostgres(
  { database, timeout, log, closers }: SharedServicesOptions,
  onRefused: OnRefused,
): Promise<Omit<SharedServices, 'presence'>> {
  const [events, limits] = await awaitAll(
    openPostgresEvents({ url: database.directUrl, log, timeout }).then(closers.register),
    openPostgresRateLimits(database.pool, onRefused).then(closers.register),
  )
  return { events, limits }
}

async function openOnRedis(
  { database, clock, log, metrics, closers }: SharedServicesOptions,
  onRefused: OnRefused,
  redis: Redis,
): Promise<Omit<SharedServices, 'presence'>> {
  const prefix = await installationKeyPrefix(database)
  const onUnpublished = openUnpublishedCounter(metrics)
  const options = { redis, client: database.client, clock, log, prefix, onUnpublished }
  const events = closers.register(await openRedisEvents(options))
  const limits = closers.register(openRedisRateLimits(redis, prefix, onRefused))
  return { events, limits }
}

/** Prefix of this installation's keys in a shared Redis: unique to its database. */
async function installationKeyPrefix({ pool }: Pick<OpenDatabase, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT concat_ws(':', 'plaza', datname, oid, (SELECT system_identifier FROM pg_control_system())) AS name
     FROM pg_database WHERE datname = current_database()`,
  )
  return rows[0]?.name ?? 'plaza'
}

/** Parts that are replaced: clock, mail, the analyser of avatars, the builder of impostors, cheap password hashes and long timeouts by tests, log and locks by the processes of one server. */
export interface PlatformOverrides {
  readonly clock: Clock
  readonly log: Logger
  readonly mail: MailTransport
  readonly analyser: AvatarAnalyser
  readonly impostors: ImpostorBuilder
  readonly passwordHashCost: PasswordHashCost
  readonly diskLocks: DiskLocks
  readonly databaseTimeouts: DatabaseTimeouts
  /** Whether this is one of several processes of a server, of which another one has the metrics of the whole. */
  readonly isWorker: boolean
  /** Work that blocks the event loop while the embedded database starts; connections are opened after it. */
  readonly beforeConnecting: Promise<unknown>
  /** Told how far the migrations are while there are some; gets the metrics of the platform. */
  readonly onMigration: (progress: MigrationProgress, metrics: Registry) => void
  /** Awaited before the first migration of a database that is in use; gets the URL of the database. */
  readonly beforeMigrating: (databaseUrl: string) => Promise<void>
}

interface OpenContext extends Pick<PlatformOverrides, 'clock' | 'log'> {
  readonly settings: Settings
  readonly closers: ResourceStack
  readonly given: Partial<PlatformOverrides>
}

/**
 * Opens everything outside the process and migrates the database. When one part fails to open, the others are closed
 * before this throws.
 */
export async function openPlatform(settings: Settings, given: Partial<PlatformOverrides> = {}): Promise<Platform> {
  const log = given.log ?? (await openLog(settings))
  const closers = openResourceStack(log)
  try {
    return await openParts({ settings, log, clock: given.clock ?? systemClock, given, closers })
  } catch (error) {
    await closers.close()
    throw error
  }
}

/** Connects to Redis. Its client library is loaded here, as most servers run without Redis. */
const connectToRedis = async (url: string, log: Log) => (await import('./redis.ts')).openRedis(url, log)

async function openParts(site: OpenContext): Promise<Platform> {
  const { settings, log, clock, closers } = site
  createDataFolder(settings.DATA_DIR)
  const { registry: metrics } = closers.register(openMetrics(settings))
  closers.register(await openTraces(settings, log))
  const [database, redis, passwords] = await awaitAll(
    openDatabase(databaseOptions(site, metrics)).then(closers.register),
    settings.REDIS_URL ? connectToRedis(settings.REDIS_URL, log).then(closers.register) : null,
    createPasswordHasher(hashCounter(metrics), site.given.passwordHashCost),
  )
  const timeout = site.given.databaseTimeouts?.connection
  // What runs all the time is opened after the migrations, which can take long, and without which it would fail.
  await migrate(database.background().pool, MIGRATIONS_FOLDER, migrateOptions(site, database.directUrl, metrics))
  const secrets = await openSecrets(database.sql, settings)
  const carriers = await openSharedServices({
    database,
    redis: redis?.client ?? null,
    timeout,
    clock,
    log,
    metrics,
    closers,
  })
  const queue = closers.register(openQueue(site, database, metrics))
  watchDatabase(site, database, metrics)
  const post = openMail(site, { jobs: queue, sql: database.sql, secrets })
  const { blobs, intake, spool } = closers.register(await openStore(site, secrets, metrics))
  return {
    settings,
    log,
    metrics,
    clock,
    counters: openCounters(metrics),
    database,
    replica: await openReplicaOf(site, database, metrics),
    ...carriers,
    ...post,
    blobs,
    intake,
    analyser: site.given.analyser ?? openAnalyser(settings),
    impostors: site.given.impostors ?? openImpostors(settings),
    images: openImages({}, imageCounter(metrics)),
    spool,
    passwords,
    payments: openPayments(settings, secrets, clock),
    secrets,
    securityLog: openSecurityLog(log, metrics),
    close: closers.close,
  }
}

const openQueue = ({ settings, log }: OpenContext, database: OpenDatabase, metrics: Registry) =>
  openJobs({
    pool: database.pool,
    background: database.background().pool,
    log,
    works: settings.JOBS === 'on',
    watch: openJobWatch(metrics),
  })

const migrateOptions = (
  { log, given: { onMigration, beforeMigrating } }: OpenContext,
  databaseUrl: string,
  metrics: Registry,
) => ({
  log,
  ...(onMigration ? { onProgress: (progress: MigrationProgress) => onMigration(progress, metrics) } : {}),
  ...(beforeMigrating ? { beforeApplying: () => beforeMigrating(databaseUrl) } : {}),
})

/** The store of files of the settings. */
const openStore = ({ settings, log, clock, given }: OpenContext, secrets: Secrets, metrics: Registry) =>
  openBlobs(settings, {
    secrets,
    clock,
    assertRoom: freeSpaceCheck(settings.DATA_DIR, settings.MIN_FREE_BYTES),
    locks: given.diskLocks ?? openDiskLocks(),
    log,
    metrics,
  })

/** Metrics of the database, and those of the whole installation unless another process of this server has them. */
function watchDatabase(
  { settings, given, log, closers }: OpenContext,
  database: OpenDatabase,
  registry: Registry,
): void {
  openPoolGauges(registry, { requests: () => database.pool, jobs: () => database.background().pool })
  if (settings.METRICS === 'on' && !given.isWorker)
    closers.register(openServerGauges({ registry, databaseUrl: database.directUrl, dataDir: settings.DATA_DIR, log }))
}

const databaseOptions = ({ settings, given, log }: OpenContext, registry: Registry): DatabaseOptions => ({
  url: settings.DATABASE_URL,
  directUrl: settings.DIRECT_DATABASE_URL,
  dataDir: settings.DATA_DIR,
  poolSize: settings.DATABASE_POOL_SIZE,
  statementsAtOnce: statementsAtOnce(settings),
  connections: connectionsOfNode(settings),
  beforeConnecting: given.beforeConnecting,
  timeouts: given.databaseTimeouts,
  watch: statementWatch(settings, () => openStatementHistogram(registry)),
  log,
})

/** The replica of the settings, with its metrics; null without one. */
async function openReplicaOf(
  { settings, log, closers }: OpenContext,
  database: OpenDatabase,
  registry: Registry,
): Promise<Replica | null> {
  const { DATABASE_REPLICA_URL: url, DATABASE_REPLICA_MAX_LAG_MS: maxLag, DATABASE_POOL_SIZE: poolSize } = settings
  if (url === undefined) return null
  const { observeStatement, ...counters } = openReplicaCounters(registry)
  const watch = statementWatch(settings, () => observeStatement)
  const atOnce = statementsAtOnce(settings)
  const replica = await openReplica({
    url,
    database,
    poolSize,
    statementsAtOnce: atOnce,
    maxLag,
    log,
    watch,
    ...counters,
  })
  openReplicaGauges(registry, replica)
  return closers.register(replica)
}

const statementsAtOnce = ({ DATABASE_STATEMENTS_AT_ONCE, WORKERS }: Settings) =>
  DATABASE_STATEMENTS_AT_ONCE ?? shareOfProcessors(WORKERS)

/** Twice the processors of this machine, which PostgreSQL may share, divided among the workers; at least 2. */
const shareOfProcessors = (workers: number) => Math.max(2, Math.ceil((2 * availableParallelism()) / workers))

function imageCounter(metrics: Registry): () => void {
  const { images } = imageMetrics(metrics)
  return () => images.inc()
}

function hashCounter(metrics: Registry): () => void {
  const { hashes } = passwordMetrics(metrics)
  return () => hashes.inc()
}

/** The mail service, and the jobs with the one that delivers mail. */
function openMail(
  { settings, clock, given: { mail }, closers }: OpenContext,
  { jobs, sql, secrets }: { readonly jobs: Jobs; readonly sql: Sql; readonly secrets: Secrets },
): Pick<Platform, 'mail' | 'jobs'> {
  if (mail) return { mail: unqueuedMail(mail), jobs }
  const { SMTP_URL, MAIL_FROM: from, DATA_DIR } = settings
  const transport = SMTP_URL
    ? closers.register(openSmtpMail({ url: SMTP_URL, from }))
    : openFileMail({ folder: join(DATA_DIR, 'mail'), from, clock })
  const queued = makeQueuedMail({ sql, transport, jobs, secrets, clock })
  return { mail: queued.mail, jobs: { ...jobs, start: (others) => jobs.start([...others, queued.job]) } }
}
