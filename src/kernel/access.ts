import { addMilliseconds, type Clock, MINUTE } from './clock.ts'
import type { Sql } from './database.ts'
import { adminOnly, Failure, missingCredentials, notOwn, secondFactorRequired } from './failure.ts'
import type { Scope, Viewer, ViewerScope } from './scope.ts'
import { logSecurityEvent } from './securityLog.ts'
import { type SessionEnd, sessionEnded } from './sessionEnd.ts'
import type { StaffPermission } from './staff.ts'

type Acting = Pick<Scope, 'viewer'> & Partial<Pick<Scope, 'sessionEnd'>>

/** The refusal of a request without a session, or whose session has ended. */
export const noSession = (end: SessionEnd | null = null): Failure => (end ? sessionEnded(end) : missingCredentials())

/** Throws `unauthenticated` unless the viewer has a session that has completed its login. */
export function assertFinished<S extends Acting>(scope: S): asserts scope is S & Pick<ViewerScope, 'viewer'> {
  const { viewer, sessionEnd } = scope
  if (!viewer) throw noSession(sessionEnd)
  if (viewer.pendingFactors.length > 0) throw secondFactorRequired()
}

/** Throws unless the viewer is an admin whose session has completed its login. */
export function assertAdmin<S extends Scope>(scope: S): asserts scope is S & ViewerScope {
  assertFinished(scope)
  if (!scope.viewer.admin) throw adminOnly()
}

/** What of a viewer decides whether they are an admin. */
interface Ranked {
  readonly viewer: Pick<Viewer, 'admin' | 'pendingFactors'> | null
}

/** What of a viewer decides what they may do as one of the staff. */
interface Entrusted {
  readonly viewer: Pick<Viewer, 'admin' | 'pendingFactors' | 'staff'> | null
}

/** Whether the viewer has one of these permissions of the staff, as admins have, and has completed the login. */
export const isStaff = ({ viewer }: Entrusted, ...anyOf: readonly StaffPermission[]): boolean =>
  isAdmin({ viewer }) ||
  (viewer !== null &&
    viewer.pendingFactors.length === 0 &&
    anyOf.some((permission) => viewer.staff.includes(permission)))

/** Throws unless the viewer has one of these permissions of the staff, as admins have, and has completed the login. */
export function assertStaff<S extends Scope>(
  scope: S,
  ...anyOf: readonly StaffPermission[]
): asserts scope is S & ViewerScope {
  assertFinished(scope)
  if (!isStaff(scope, ...anyOf)) throw adminOnly()
}

/** Whether the viewer may see content that is private, hidden or not yet shown, to judge it. */
export const judgesContent = (scope: Entrusted): boolean => isStaff(scope, 'content', 'reports')

/** Whether the viewer is an admin whose session has completed its login. */
export const isAdmin = ({ viewer }: Ranked): boolean => viewer?.admin === true && viewer.pendingFactors.length === 0

export const isOwnerOrAdmin = ({ viewer }: Acting, ownerId: string): boolean =>
  viewer !== null && (viewer.admin || viewer.id === ownerId)

/** Throws `refusal` unless the viewer is this owner or an admin. */
export function assertOwnerOrAdmin(scope: Acting, ownerId: string, refusal: () => Failure = notOwn): void {
  if (!isOwnerOrAdmin(scope, ownerId)) throw refusal()
}

const CONFIRMATION_LIFETIME = 10 * MINUTE

/**
 * Until when a session counts as confirmed. A login counts, too: the person has just given the same proof, and whoever is
 * asked for a password at every turn learns to type it without a thought.
 */
export const confirmedUntil = ({ createdAt, confirmedAt }: { createdAt: Date; confirmedAt: Date | null }): Date =>
  addMilliseconds(confirmedAt ?? createdAt, CONFIRMATION_LIFETIME)

/**
 * Throws `forbidden` unless the session was opened, or confirmed by `confirmIdentity`, in the last 10 minutes;
 * `unauthenticated` if the session has ended.
 */
export async function assertConfirmed(scope: ViewerScope): Promise<void> {
  const session = await scope.db.session.findUnique({
    where: { id: scope.viewer.sessionId },
    select: { createdAt: true, confirmedAt: true },
  })
  if (!session) throw missingCredentials()
  if (confirmedUntil(session) > scope.now) return
  logSecurityEvent(scope, 'identity-required', { accountId: scope.viewer.id })
  const text = 'Confirm your identity first, by your password or a code'
  throw new Failure('forbidden', text, { reason: 'confirmation_required' })
}

/** A person and the location of an instance that they might enter. */
export interface PlaceVisit {
  readonly userId: string
  readonly location: string
  /** Whether the rights of an admin of the platform count, which the person has. */
  readonly isAdmin?: boolean
}

/** Whether a person may enter an instance, or lists also show it to them: of those of others' groups only public ones. */
type VisitRule = 'enter' | 'list'

/** A visit as the key of a set. */
export const visitKey = ({ userId, location }: PlaceVisit): string => `${userId} ${location}`

/**
 * Finds out who may enter which instance of a group, for areas that show where people are, and which the area of instances
 * depends on. Returns the keys of those visits; others than to groups are none. `rule` is `enter` by default. One statement.
 */
export type FindPossibleVisits = (
  services: { readonly sql: Sql; readonly clock: Clock },
  visits: readonly PlaceVisit[],
  rule?: VisitRule,
) => Promise<ReadonlySet<string>>
