import type { Scope } from './scope.ts'

/** Every event of the security log. Operators filter and alert by these names, so they are stable. */
export const SECURITY_EVENTS = [
  'login-failed',
  'login-refused',
  'login-limited',
  'login-new-place',
  'password-wrong',
  'code-wrong',
  'code-limited',
  'identity-confirmed',
  'identity-required',
  'password-changed',
  'password-reset-requested',
  'password-reset',
  'email-changed',
  'second-factor-enabled',
  'second-factor-disabled',
  'sessions-ended',
  'account-suspended',
  'account-unsuspended',
  'admin-act',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

/** Events in which somebody was refused: attempts rather than changes. Logged as warnings. */
export const REFUSALS: ReadonlySet<SecurityEvent> = new Set([
  'login-failed',
  'login-refused',
  'login-limited',
  'password-wrong',
  'code-wrong',
  'code-limited',
  'identity-required',
])

/** Ids and fixed texts only: no password, code, token, mail address or other text that a client has sent. */
interface SecurityDetails {
  /** The account that the event is about; null if nobody has the name that was given. */
  readonly accountId: string | null
  /** Why it was refused, by the code of the refusal. */
  readonly reason?: string
  /** Name of the act of an admin, and the id of what it changed. */
  readonly act?: string
  readonly subjectId?: string
  /** How many sessions were ended. */
  readonly sessions?: number
}

export interface SecurityEntry extends SecurityDetails {
  readonly event: SecurityEvent
  /** Who acted; null without a session. */
  readonly actorId: string | null
  readonly address: string
  readonly requestId: string | null
}

export interface SecurityLog {
  write(entry: SecurityEntry): void
}

/** Writes an event to the security log: in a transaction a change with its commit, a refusal at once, as it ends the transaction. */
export function logSecurityEvent(
  scope: Scope & { readonly securityEntries?: SecurityEntry[] },
  event: SecurityEvent,
  details: SecurityDetails,
): void {
  const { viewer, clientInfo, requestId } = scope
  const entry = { event, ...details, actorId: viewer?.id ?? null, address: clientInfo.address, requestId }
  if (scope.securityEntries && !REFUSALS.has(event)) scope.securityEntries.push(entry)
  else scope.securityLog.write(entry)
}
