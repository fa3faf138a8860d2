import type { GraphError } from './refusal.ts'

/** Reasons after which nothing more can be read in this page. */
const END_REASONS = new Set([
  'SIGNED_OUT',
  'SESSION_ENDED',
  'SESSION_REVOKED',
  'SESSION_EXPIRED',
  'CREDENTIALS_CHANGED',
  'ACCOUNT_DELETED',
  'VIEWER_CHANGED',
  'SECOND_FACTOR_REQUIRED',
])

export const isSessionEnd = ({ extensions }: GraphError): boolean =>
  END_REASONS.has(extensions?.reason ?? '') ||
  (extensions?.reason === 'ACCOUNT_SUSPENDED' && extensions.code === 'UNAUTHENTICATED')

let hasEnded = false
/** An act that ends the session on purpose, and the reason if one has come meanwhile. */
let held: { reason: string | null } | null = null

/**
 * Leaves the page for the one to sign in, by loading it: nothing of the person stays in memory. If somebody else is signed
 * in by now, the page is loaded again for them.
 */
export function endSession(reason: string): void {
  if (held) {
    held.reason ??= reason
    return
  }
  if (hasEnded) return
  hasEnded = true
  const here = `${location.pathname}${location.search}`
  // The server closes a socket whose session has ended without a reason of its own.
  const notice = END_REASONS.has(reason) || reason === 'ACCOUNT_SUSPENDED' ? reason : 'SESSION_ENDED'
  const search = new URLSearchParams({ notice, ...(reason !== 'SIGNED_OUT' && { to: here }) })
  location.assign(reason === 'VIEWER_CHANGED' ? '/' : `/sign-in?${search}`)
}

/**
 * While an act runs that ends the session on purpose, the page stays until the answer is there. Call what this returns when
 * it is, unless the page is left for another one: it ends the session if that has come about meanwhile.
 */
export function holdSessionEnd(): () => void {
  const hold = { reason: null }
  held = hold
  return () => {
    held = null
    if (hold.reason !== null) endSession(hold.reason)
  }
}
