import type { Blobs } from './blobs.ts'
import type { Clock } from './clock.ts'
import type { Db, NamedRead, Tx } from './database.ts'
import type { EventBus } from './events.ts'
import type { SessionId, UserId } from './ids.ts'
import type { Images } from './images.ts'
import type { JobQueue } from './jobs.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail.ts'
import type { Passwords } from './password.ts'
import type { Presence, Via } from './presence.ts'
import type { Responders } from './responders.ts'
import type { Secrets } from './secrets.ts'

/** A way to give the second factor: a time-based code, a recovery code, a code sent by e-mail. */
export type SecondFactor = 'totp' | 'otp' | 'emailOtp'

/** Who acts: a person with a session. */
export interface Viewer {
  readonly id: UserId
  readonly sessionId: SessionId
  readonly admin: boolean
  /** Second factors, one of which must be given before the session counts. Empty: the session is finished. */
  readonly owes: readonly SecondFactor[]
}

/** Where a request came from. */
export interface Origin {
  /** The client's IP address; IPv4-mapped IPv6 written as IPv4. */
  readonly address: string
  readonly userAgent: string
  /** As what the person is here; presence alone asks. */
  readonly via: Via
}

/** The rules of the house that acts know, taken from the settings. */
export interface Rules {
  readonly publicUrl: string
  readonly webUrl: string
  readonly maxSessions: number
  readonly registrationOpen: boolean
  readonly loginPlaceCheck: boolean
  readonly anonymousWorlds: boolean
  readonly maxUploadBytes: number
  /** Milliseconds. */
  readonly legacyStatusTimeout: number
}

/** The outside world as acts see it: the same for every request of a process. */
export interface Outside {
  readonly client: Db
  readonly read: NamedRead
  readonly blobs: Blobs
  readonly clock: Clock
  readonly rules: Rules
  readonly events: EventBus
  readonly images: Images
  readonly jobs: JobQueue
  readonly limits: Limits
  readonly log: Log
  readonly mail: Mail
  readonly passwords: Passwords
  readonly presence: Presence
  /** What answers to notifications mean. */
  readonly responders: Responders
  readonly secrets: Secrets
}

/** What every act and read is given, by either door, by jobs and by tests alike; never an HTTP context. */
export interface Scope extends Outside {
  readonly viewer: Viewer | null
  readonly db: Tx
  readonly now: Date
  readonly origin: Origin
}

/** The scope of somebody who is logged in. */
export interface SignedScope extends Scope {
  readonly viewer: Viewer
}

/** Which scope an operation's handler gets, by the access its row declares. */
export interface ScopeOf {
  optional: Scope
  login: Scope
  unfinished: SignedScope
  session: SignedScope
  admin: SignedScope
}

/** The scope of the platform itself: jobs, command line, demo data. */
export function platformScope(outside: Outside): Scope {
  return {
    ...outside,
    db: outside.client,
    viewer: null,
    now: outside.clock.now(),
    origin: { address: 'local', userAgent: 'plaza', via: 'client' },
  }
}
