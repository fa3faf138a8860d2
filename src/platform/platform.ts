import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Blobs } from '../kernel/blobs.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Db, NamedQuery, Tx } from '../kernel/database.ts'
import type { EventBus } from '../kernel/events.ts'
import type { ImageProcessor } from '../kernel/images.ts'
import type { Mailer } from '../kernel/mail.ts'
import type { NotificationResponders } from '../kernel/notificationResponders.ts'
import type { PasswordHasher } from '../kernel/passwordHasher.ts'
import type { Presence } from '../kernel/presence.ts'
import type { RateLimiter } from '../kernel/rateLimit.ts'
import type { Services } from '../kernel/scope.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { SecurityLog } from '../kernel/securityLog.ts'
import type { Settings } from '../settings.ts'
import type { UploadReceiver } from './blobs/disk/uploadReceiver.ts'
import type { Spool } from './spool.ts'

/** A connection pool and what runs on it. */
export interface DatabaseAccess {
  readonly client: Db
  /** The pool that `client` uses, too. */
  readonly pool: Pool
  readonly read: NamedQuery
}

/** The open database, embedded or at DATABASE_URL, with the connections of requests. */
export interface Database extends DatabaseAccess {
  /** The connections of background jobs, which run longer and must neither delay requests nor wait for them. */
  background(): DatabaseAccess
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Background work. */
export interface Job {
  /** Kebab case, unique. */
  readonly name: string
  /** Cron expression in UTC; absent for jobs that run only when queued. */
  readonly schedule?: string
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
  readonly database: Database
  readonly events: EventBus & Closable
  readonly limits: RateLimiter & Closable
  readonly presence: Presence & Closable
  readonly images: ImageProcessor
  readonly blobs: Blobs
  /** Receives uploads; null when clients upload to an object store. */
  readonly intake: UploadReceiver | null
  /** Holds files of forms while a request is served. */
  readonly spool: Spool
  readonly jobs: Jobs
  readonly mail: Mailer
  readonly passwords: PasswordHasher
  readonly secrets: Secrets
  readonly securityLog: SecurityLog
  /** Closes everything, the embedded database last. */
  close(): Promise<void>
}

function demoLoginsOf({ NODE_ENV, DEMO_REMOTE }: Settings) {
  if (NODE_ENV === 'production') return 'nowhere'
  return DEMO_REMOTE === 'on' ? 'anywhere' : 'local'
}

/** The services that acts and reads get. */
export function servicesOf(platform: Platform, responders: NotificationResponders): Services {
  const { settings, database } = platform
  return {
    client: database.client,
    read: database.read,
    blobs: platform.blobs,
    clock: platform.clock,
    events: platform.events,
    images: platform.images,
    jobs: platform.jobs,
    limits: platform.limits,
    log: platform.log,
    mail: platform.mail,
    passwords: platform.passwords,
    presence: platform.presence,
    responders,
    secrets: platform.secrets,
    securityLog: platform.securityLog,
    rules: {
      publicUrl: settings.PUBLIC_URL,
      webUrl: settings.WEB_URL,
      maxSessions: settings.MAX_SESSIONS,
      registrationOpen: settings.REGISTRATION === 'open',
      registrationsPerHour: settings.REGISTRATIONS_PER_HOUR,
      loginPlaceCheck: settings.LOGIN_PLACE_CHECK === 'on',
      demoLogins: demoLoginsOf(settings),
      anonymousWorlds: settings.ANONYMOUS_WORLDS === 'on',
      maxUploadBytes: settings.MAX_UPLOAD_BYTES,
      maxStoredBytes: settings.MAX_STORED_BYTES,
      legacyStatusTimeout: settings.LEGACY_STATUS_TIMEOUT_MS,
    },
  }
}
