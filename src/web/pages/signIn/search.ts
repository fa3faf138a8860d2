/** What the page to sign in says first: reasons of the server why a session ended, and what a mailed link has done. */
const NOTICES = [
  ...(['emailConfirmed', 'placeApproved', 'passwordChanged'] as const),
  ...(['SIGNED_OUT', 'SESSION_ENDED', 'SESSION_REVOKED', 'SESSION_EXPIRED', 'CREDENTIALS_CHANGED'] as const),
  ...(['ACCOUNT_SUSPENDED', 'ACCOUNT_DELETED'] as const),
] as const
export type Notice = (typeof NOTICES)[number]

interface SignInSearch {
  /** Path of the page to show afterwards. */
  readonly to?: string | undefined
  readonly notice?: Notice | undefined
  /** When that comes about which the notice is about; ISO 8601. */
  readonly at?: string | undefined
}

/** A path of this site; anything else could lead to a foreign one. */
const ownPath = (value: unknown) => (typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined)

const timeOf = (value: unknown) => (typeof value === 'string' && Date.parse(value) > 0 ? value : undefined)

/** Reads the address; what is unknown in it is left out. */
export const signInSearchOf = ({ to, notice, at }: Record<string, unknown>): SignInSearch => ({
  to: ownPath(to),
  notice: NOTICES.find((one) => one === notice),
  at: timeOf(at),
})
