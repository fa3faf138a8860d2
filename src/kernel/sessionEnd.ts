import { Failure, type SuspensionNotice } from './failure.ts'

/** Why a session has ended. These are reasons of refusals, by which clients tell what to show. */
const SESSION_END_REASONS = [
  'signed_out',
  'session_revoked',
  'session_expired',
  'credentials_changed',
  'account_suspended',
  'account_deleted',
  'session_ended',
] as const
export type SessionEndReason = (typeof SESSION_END_REASONS)[number]

/** Null for another text. */
export const sessionEndReasonOf = (text: string): SessionEndReason | null =>
  SESSION_END_REASONS.find((reason) => reason === text) ?? null

/** The end of a session whose token a client still sends. */
export interface SessionEnd {
  readonly reason: SessionEndReason
  /** The suspension that has ended it, while it is in force. */
  readonly suspension?: SuspensionNotice | undefined
}

const TEXTS: Readonly<Record<SessionEndReason, string>> = {
  signed_out: 'The session was signed out',
  session_revoked: 'The session was ended from elsewhere',
  session_expired: 'The session has expired',
  credentials_changed: 'The session has ended because the password or the second factor was changed',
  account_suspended: 'The account was suspended',
  account_deleted: 'The account was deleted',
  session_ended: 'The session has ended',
}

export const sessionEnded = ({ reason, suspension }: SessionEnd): Failure =>
  new Failure('unauthenticated', TEXTS[reason], { reason, suspension })
