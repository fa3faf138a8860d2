import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { FindPossibleVisits } from '../kernel/access.ts'
import type { AvatarAnalyser } from '../kernel/avatarAnalyser.ts'
import { type AvatarGalleries, noAvatarGalleries } from '../kernel/avatarGalleries.ts'
import type { Blobs } from '../kernel/blobs.ts'
import { isLoopbackHost } from '../kernel/clientAddress.ts'
import { type Clock, DAY } from '../kernel/clock.ts'
import type { Counters } from '../kernel/counters.ts'
import type { Begin, Db, Sql, Tx } from '../kernel/database.ts'
import type { EventBus } from '../kernel/events.ts'
import type { ImageProcessor } from '../kernel/images.ts'
import type { ImpostorBuilder } from '../kernel/impostors.ts'
import type { Mailer } from '../kernel/mail.ts'
import type { NotificationResponders } from '../kernel/notificationResponders.ts'
import type { PasswordHasher } from '../kernel/passwordHasher.ts'
import type { PaymentProvider } from '../kernel/payments.ts'
import type { Presence } from '../kernel/presence.ts'
import type { RateLimiter } from '../kernel/rateLimit.ts'
import { createRecordCache } from '../kernel/records.ts'
import type { Retention } from '../kernel/retention.ts'
import type { DeletionRequestHook, FindWithheldAssets, Services } from '../kernel/scope.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { SecurityLog } from '../kernel/securityLog.ts'
import { idleNode, type ServerNode } from '../kernel/serverNode.ts'
import type { Spool } from '../kernel/spool.ts'
import { type Settings, storeOriginOf } from '../settings.ts'
import type { UploadReceiver } from './blobs/disk/uploadReceiver.ts'
import type { Replica } from './database/replica/openReplica.ts'
import type { OwnUrls } from './ownUrls.ts'

/** A connection pool and what runs on it. */
export interface DatabaseAccess {
  readonly client: Db
  /** The pool that `client` uses, too. */
  readonly pool: Pool
  readonly sql: Sql
  readonly begin: Begin
}

/** The open database, embedded or at DATABASE_URL, with the connections of requests. */
export interface Database extends DatabaseAccess {
  /** URL with the password, for additional connections. */
  readonly url: string
  /** URL of the database without a pooler in between, for what needs a session of PostgreSQL of its own. */
  readonly directUrl: string
  /** The connections of background jobs, which run longer and must neither delay requests nor wait for them. */
  background(): DatabaseAccess
  /** Throws when the database does not answer, or takes no writes. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Background work. */
export interface Job {
  /** Kebab case, unique. */
  readonly name: string
  /** Cron expression in UTC; absent for jobs that run only when queued. */
  readonly schedule?: string
  /** Whether each node that runs jobs also runs it when it starts, and no run waits for another one. */
  readonly runsAtStart?: boolean
  run(data: Readonly<Record<string, unknown>>): Promise<void>
}

export interface Jobs {
  /** Creates the queues and starts processing. Called once, with all jobs. */
  start(jobs: readonly Job[]): Promise<void>
  /** Queues a job; resolves when it is stored. */
  send(name: string, data?: Readonly<Record<string, unknown>>): Promise<void>
  /** Queues a job in a transaction: it runs if and only if that commits. Call `wake` after the commit. */
  stage(tx: Tx, name: string, data: Readonly<Record<string, unknown>>): Promise<void>
  /** Lets this node look for queued jobs at once rather than at its next poll. */
  wake(name: string): void
  /** Lets running jobs finish. */
  close(): Promise<void>
}

export interface Closable {
  close(): Promise<void>
}

/** Everything outside the process, opened by the settings, for app.ts. */
export interface Platform {
  readonly settings: Settings
  readonly log: Logger
  readonly metrics: Registry
  readonly clock: Clock
  readonly counters: Counters
  readonly database: Database
  /** A replica of the database; null without one. */
  readonly replica: Replica | null
  readonly events: EventBus & Closable
  readonly limits: RateLimiter & Closable
  readonly presence: Presence & Closable
  readonly images: ImageProcessor
  /** Who rates avatars. */
  readonly analyser: AvatarAnalyser
  /** Who builds impostors of avatars. */
  readonly impostors: ImpostorBuilder
  readonly blobs: Blobs
  /** Receives uploads; null when clients upload to an object store. */
  readonly intake: UploadReceiver | null
  /** Holds files of forms while a request is served, and rows of an export while they are read. */
  readonly spool: Spool
  readonly jobs: Jobs
  readonly mail: Mailer
  readonly passwords: PasswordHasher
  /** Who takes money. */
  readonly payments: PaymentProvider
  readonly secrets: Secrets
  readonly securityLog: SecurityLog
  /** Closes everything, the embedded database last. */
  close(): Promise<void>
}

function demoLoginsOf({ NODE_ENV, DEMO_REMOTE }: Settings) {
  if (NODE_ENV === 'production') return 'nowhere'
  return DEMO_REMOTE === 'on' ? 'anywhere' : 'local'
}

const MEBIBYTE = 2 ** 20

/** What areas answer for areas that they depend on; tools of the command line go without. */
interface AreaServices {
  readonly responders?: NotificationResponders
  readonly avatarGalleries?: AvatarGalleries
  readonly findPossibleVisits?: FindPossibleVisits
  readonly findWithheldAssets?: FindWithheldAssets
  readonly deletionHooks?: readonly DeletionRequestHook[]
  readonly node?: ServerNode
}

/** The services that acts and reads get. */
export function servicesOf(
  platform: Platform,
  ownUrls: OwnUrls,
  {
    responders = {},
    avatarGalleries = noAvatarGalleries,
    findPossibleVisits = async () => new Set(),
    findWithheldAssets = async () => new Set(),
    deletionHooks = [],
    node = idleNode(platform.clock.now()),
  }: AreaServices = {},
): Services {
  const { settings, database } = platform
  return {
    analyser: platform.analyser,
    client: database.client,
    sql: database.sql,
    begin: database.begin,
    avatarGalleries,
    blobs: platform.blobs,
    clock: platform.clock,
    deletionHooks,
    counters: platform.counters,
    events: platform.events,
    findPossibleVisits,
    findWithheldAssets,
    images: platform.images,
    impostors: platform.impostors,
    jobs: platform.jobs,
    limits: platform.limits,
    log: platform.log,
    mail: platform.mail,
    node,
    oldReads: platform.replica,
    passwords: platform.passwords,
    payments: platform.payments,
    presence: platform.presence,
    records: createRecordCache(settings.RECORD_CACHE_MIB * MEBIBYTE),
    responders,
    secrets: platform.secrets,
    securityLog: platform.securityLog,
    spool: platform.spool,
    rules: rulesOf(settings, ownUrls),
  }
}

/** The services on the connections of background jobs, which may take long. */
export function backgroundServicesOf({ database }: Platform, services: Services): Services {
  const { client, sql, begin } = database.background()
  return { ...services, client, sql, begin }
}

const days = (count: number): number => count * DAY
/** 0 is for ever. */
const daysOrNull = (count: number): number | null => (count === 0 ? null : days(count))

const retentionOf = (settings: Settings): Retention => ({
  feed: days(settings.RETENTION_FEED_DAYS),
  notifications: days(settings.RETENTION_NOTIFICATIONS_DAYS),
  sessions: days(settings.RETENTION_SESSIONS_DAYS),
  endedSessions: days(settings.RETENTION_ENDED_SESSIONS_DAYS),
  loginPlaces: days(settings.RETENTION_LOGIN_PLACES_DAYS),
  deletedGroups: days(settings.RETENTION_DELETED_GROUPS_DAYS),
  deletedEvents: days(settings.RETENTION_DELETED_EVENTS_DAYS),
  impostorJobs: days(settings.RETENTION_IMPOSTOR_JOBS_DAYS),
  dataExports: days(settings.RETENTION_DATA_EXPORTS_DAYS),
  groupAudit: daysOrNull(settings.RETENTION_GROUP_AUDIT_DAYS),
  openNotifications: daysOrNull(settings.RETENTION_OPEN_NOTIFICATIONS_DAYS),
  closedReports: daysOrNull(settings.RETENTION_CLOSED_REPORTS_DAYS),
  paymentEvents: daysOrNull(settings.RETENTION_PAYMENT_EVENTS_DAYS),
  worldVisitors: daysOrNull(settings.RETENTION_WORLD_VISITORS_DAYS),
  pastNames: daysOrNull(settings.RETENTION_PAST_NAMES_DAYS),
  backupRuns: daysOrNull(settings.RETENTION_BACKUP_RUNS_DAYS),
})

/** What acts and reads depend on of the settings. */
const rulesOf = (settings: Settings, ownUrls: OwnUrls): Services['rules'] => ({
  ...ownUrls,
  retention: retentionOf(settings),
  serverName: settings.SERVER_NAME,
  publicUrl: settings.PUBLIC_URL,
  webUrl: settings.WEB_URL,
  maxSessions: settings.MAX_SESSIONS,
  registrationOpen: settings.REGISTRATION === 'open',
  registrationsPerHour: settings.REGISTRATIONS_PER_HOUR,
  loginPlaceCheck: settings.LOGIN_PLACE_CHECK === 'on',
  demoLogins: demoLoginsOf(settings),
  anonymousWorlds: settings.ANONYMOUS_WORLDS === 'on',
  uploadOrigin: storeOriginOf(settings) ?? settings.PUBLIC_URL,
  maxUploadBytes: settings.MAX_UPLOAD_BYTES,
  maxStoredBytes: settings.MAX_STORED_BYTES,
  legacyStatusTimeout: settings.LEGACY_STATUS_TIMEOUT_MS,
  economyFeeBasisPoints: settings.ECONOMY_FEE_BASIS_POINTS,
  externalStoreName: settings.EXTERNAL_STORE_PATH,
  setup: {
    publicUrl: !isLoopbackHost(new URL(settings.PUBLIC_URL).hostname),
    https: settings.PUBLIC_URL.startsWith('https:'),
    mail: settings.SMTP_URL !== undefined,
    secretKey: settings.SECRET_KEY !== undefined,
    production: settings.NODE_ENV === 'production',
  },
})
