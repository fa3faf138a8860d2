import type { FindPossibleVisits } from './access.ts'
import type { AvatarAnalyser } from './avatarAnalyser.ts'
import type { AvatarGalleries } from './avatarGalleries.ts'
import type { Blobs } from './blobs.ts'
import type { Clock } from './clock.ts'
import type { Counters } from './counters.ts'
import type { Begin, Db, Sql, Tx } from './database.ts'
import type { EventBus } from './events.ts'
import type { SessionId, UserId } from './ids.ts'
import type { ImageProcessor } from './images.ts'
import type { ImpostorBuilder } from './impostors.ts'
import type { JobQueue } from './jobs.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import { getOrCreate } from './maps.ts'
import type { NotificationResponders } from './notificationResponders.ts'
import type { OldReads } from './oldReads.ts'
import type { OwnUrlRules } from './ownUrls.ts'
import type { PasswordHasher } from './passwordHasher.ts'
import type { PaymentProvider } from './payments.ts'
import type { Presence, PresenceSource } from './presence.ts'
import type { RateLimiter } from './rateLimit.ts'
import type { RecordCache } from './records.ts'
import type { Retention } from './retention.ts'
import type { Secrets } from './secrets.ts'
import type { SecurityLog } from './securityLog.ts'
import type { ServerNode } from './serverNode.ts'
import type { SessionEnd } from './sessionEnd.ts'
import type { Spool } from './spool.ts'
import type { StaffPermission } from './staff.ts'
import type { InTransaction } from './transaction.ts'

/** A kind of second factor: a time-based code, a recovery code, a code sent by e-mail. */
export type SecondFactor = 'totp' | 'otp' | 'emailOtp'

/** The user on whose behalf an operation runs, identified by their session. */
export interface Viewer {
  readonly id: UserId
  readonly sessionId: SessionId
  readonly admin: boolean
  /** What an admin has entrusted to the person; admins may do all of it without. */
  readonly staff: readonly StaffPermission[]
  /** Second factors, one of which the session still requires. Empty: the login is complete. */
  readonly pendingFactors: readonly SecondFactor[]
  /** When the session expires if it is not used; each use may put it off. Unknown for viewers without a session. */
  readonly expiresAt?: Date
}

/** The client that sent a request. */
export interface ClientInfo {
  /** Canonical IP address, or `unknown`. */
  readonly address: string
  /** What limits and known login places count: the IPv4 address, the /64 of an IPv6 address, or `unknown`. */
  readonly network: string
  /** Whether the client runs on this machine and no proxy can have forwarded its request. */
  readonly local: boolean
  readonly userAgent: string
  /** Only used to record presence. */
  readonly presenceSource: PresenceSource
}

/** What an operator sets before a server is for everybody. */
export const SETUP_STEPS = ['publicUrl', 'https', 'mail', 'secretKey', 'production'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Settings that change the behaviour of operations. */
export interface ServerRules extends OwnUrlRules {
  /** How long rows are kept. */
  readonly retention: Retention
  /** As web clients show it. */
  readonly serverName: string
  readonly webUrl: string
  readonly maxSessions: number
  readonly registrationOpen: boolean
  /** Most registrations in an hour from one network address; 0 for any number. */
  readonly registrationsPerHour: number
  readonly loginPlaceCheck: boolean
  /** From where demo accounts can log in. */
  readonly demoLogins: 'nowhere' | 'local' | 'anywhere'
  readonly anonymousWorlds: boolean
  /** Where clients send uploads: this server, or an object store. */
  readonly uploadOrigin: string
  readonly maxUploadBytes: number
  /** Most bytes of all files of a user; 0 for no limit. */
  readonly maxStoredBytes: number
  /** Most milliseconds that a request for the status of an uploaded version is held open. */
  readonly legacyStatusTimeout: number
  /** Part of the price of a sale that the platform keeps, in hundredths of a percent. */
  readonly economyFeeBasisPoints: number
  /** What an operator should set for people on other machines, and whether it is set. */
  readonly setup: Readonly<Record<SetupStep, boolean>>
  /** Name of the store outside that knows people and payments by ids of its own. */
  readonly externalStoreName: string
}

/** Interfaces to databases, mail and other external systems, shared by all requests of a process. */
export interface Services {
  readonly analyser: AvatarAnalyser
  readonly client: Db
  readonly begin: Begin
  readonly avatarGalleries: AvatarGalleries
  readonly blobs: Blobs
  readonly clock: Clock
  readonly counters: Counters
  readonly rules: ServerRules
  readonly deletionHooks: readonly DeletionRequestHook[]
  readonly events: EventBus
  readonly findPossibleVisits: FindPossibleVisits
  readonly findWithheldAssets: FindWithheldAssets
  readonly images: ImageProcessor
  readonly impostors: ImpostorBuilder
  readonly jobs: JobQueue
  readonly limits: RateLimiter
  readonly log: Log
  readonly mail: Mailer
  readonly node: ServerNode
  /** Where reads go whose answers may be old; null for the database itself. */
  readonly oldReads: OldReads | null
  readonly passwords: PasswordHasher
  readonly payments: PaymentProvider
  readonly presence: Presence
  readonly records: RecordCache
  readonly responders: NotificationResponders
  readonly secrets: Secrets
  readonly securityLog: SecurityLog
  readonly spool: Spool
  /** Runs a statement outside of transactions. */
  readonly sql: Sql
}

/** First parameter of every read and write operation, whether called by REST, GraphQL, a job or a test. */
export interface Scope extends Services {
  readonly viewer: Viewer | null
  readonly db: Tx
  readonly now: Date
  readonly clientInfo: ClientInfo
  /** How the session of the request has ended; null if it has not, or the request has none, or nobody has looked. */
  readonly sessionEnd: SessionEnd | null
  /** Id of the request, as its response and the log show it; null for jobs and the command line. */
  readonly requestId: string | null
}

/** A scope with a logged-in viewer. */
export interface ViewerScope extends Scope {
  readonly viewer: Viewer
}

/** The type of scope that a REST handler receives, by the access that its operation declares. */
export interface ScopeByAccess {
  optional: Scope
  login: Scope
  unfinished: ViewerScope
  session: ViewerScope
  admin: ViewerScope
}

/** A scope without a viewer: for jobs, the command line and demo data. */
export const systemScope = (services: Services): Scope => ({ ...idleScopeOf(services), now: services.clock.now() })

/** The scope of a request, before its session was looked up. */
export const requestScope = (services: Services, request: Pick<Scope, 'clientInfo' | 'requestId'>): Scope => ({
  ...idleScopeOf(services),
  now: services.clock.now(),
  clientInfo: request.clientInfo,
  requestId: request.requestId,
})

const idleScopes = new WeakMap<Services, Scope>()

/**
 * The scope from which all others of these services are copied: V8 copies an object and replaces its values a hundred times
 * faster than it adds properties to a copy of the services.
 */
const idleScopeOf = (services: Services): Scope =>
  getOrCreate(idleScopes, services, () => ({
    ...services,
    db: services.client,
    viewer: null,
    sessionEnd: null,
    now: services.clock.now(),
    clientInfo: { address: 'local', network: 'local', local: true, userAgent: 'plaza', presenceSource: 'client' },
    requestId: null,
  }))

/**
 * What an area ends at once when the deletion of an account is requested, in the transaction of the request. Calling the deletion
 * off does not bring it back.
 */
export type DeletionRequestHook = (tx: Scope & InTransaction, userId: UserId) => Promise<void>

/** The ids among those of files whose content and records are kept from the viewer, as assets that only some may load. */
export type FindWithheldAssets = (scope: Scope, fileIds: readonly string[]) => Promise<ReadonlySet<string>>
