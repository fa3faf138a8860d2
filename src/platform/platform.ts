import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Blobs } from '../kernel/blobs.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Db, NamedRead } from '../kernel/database.ts'
import type { EventBus } from '../kernel/events.ts'
import type { Images } from '../kernel/images.ts'
import type { Limits } from '../kernel/limits.ts'
import type { Mail } from '../kernel/mail.ts'
import type { Passwords } from '../kernel/password.ts'
import type { Presence } from '../kernel/presence.ts'
import type { Responders } from '../kernel/responders.ts'
import type { Outside } from '../kernel/scope.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { Settings } from '../settings.ts'
import type { Intake } from './blobs/disk-intake.ts'

/** The database that is open: embedded or at DATABASE_URL. */
export interface Database {
  readonly client: Db
  /** The pool that `client` runs on too. */
  readonly pool: Pool
  readonly read: NamedRead
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A piece of work that runs outside any request. */
export interface Job {
  /** Kebab case, unique. */
  readonly name: string
  /** Cron in UTC; absent for jobs that are only sent. */
  readonly schedule?: string
  run(data: Readonly<Record<string, unknown>>): Promise<void>
}

export interface Jobs {
  /** Makes the queues and starts working on them. Called once, with every job of every area. */
  start(jobs: readonly Job[]): Promise<void>
  /** Queues a job; resolves when it is stored. */
  send(name: string, data?: Readonly<Record<string, unknown>>): Promise<void>
  /** Lets running jobs finish. */
  close(): Promise<void>
}

export interface Closing {
  close(): Promise<void>
}

/** Everything outside the process, opened from the settings; what app.ts is given. */
export interface Platform {
  readonly settings: Settings
  readonly log: Logger
  readonly metrics: Registry
  readonly clock: Clock
  readonly database: Database
  readonly events: EventBus & Closing
  readonly limits: Limits & Closing
  readonly presence: Presence & Closing
  readonly images: Images
  readonly blobs: Blobs
  /** Takes what clients upload, where they send it to this server; null where an object store takes it. */
  readonly intake: Intake | null
  readonly jobs: Jobs
  readonly mail: Mail
  readonly passwords: Passwords
  readonly secrets: Secrets
  /** Closes everything, in the order that loses nothing; the embedded database last. */
  close(): Promise<void>
}

/** The part of the platform that acts and reads are given. */
export function outsideOf(platform: Platform, responders: Responders): Outside {
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
    rules: {
      publicUrl: settings.PUBLIC_URL,
      webUrl: settings.WEB_URL,
      maxSessions: settings.MAX_SESSIONS,
      registrationOpen: settings.REGISTRATION === 'open',
      loginPlaceCheck: settings.LOGIN_PLACE_CHECK === 'on',
      anonymousWorlds: settings.ANONYMOUS_WORLDS === 'on',
      maxUploadBytes: settings.MAX_UPLOAD_BYTES,
      legacyStatusTimeout: settings.LEGACY_STATUS_TIMEOUT_MS,
    },
  }
}
