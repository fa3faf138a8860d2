/** Kinds of client errors. REST maps them to HTTP statuses, GraphQL to error codes. */
export type FailureKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'invalid'
  | 'conflict'
  | 'exhausted'
  | 'unavailable'

export interface FailureOptions {
  /** Stable machine-readable code in snake_case; the kind by default. */
  code?: string
  /** Name of the invalid input field. */
  field?: string
  /** Seconds until a retry can succeed. */
  retryAfter?: number
  /** Additional members of the REST error body, for the few operations whose clients read them. */
  body?: Readonly<Record<string, unknown>>
}

/** An error whose message clients see. Any other thrown error is a server fault: masked and logged. */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly code: string
  readonly field: string | undefined
  readonly retryAfter: number | undefined
  readonly body: Readonly<Record<string, unknown>> | undefined

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    super(message)
    this.name = 'Failure'
    this.kind = kind
    this.code = options.code ?? kind
    this.field = options.field
    this.retryAfter = options.retryAfter
    this.body = options.body
  }
}

/** Failure code for a session that still requires its second factor. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required'

/** Legacy clients compare this exact text, inner quotes included. */
export const missingCredentials = () => new Failure('unauthenticated', '"Missing Credentials"')
export const secondFactorRequired = () =>
  new Failure('unauthenticated', '"Requires Two-Factor Authentication"', { code: SECOND_FACTOR_REQUIRED })
/** The object belongs to another user. */
export const notOwn = () => new Failure('forbidden', 'User ID must be your own.', { code: 'not_own' })
export const adminOnly = () => new Failure('forbidden', '"Invalid Admin Credentials"', { code: 'admin_only' })

export const invalid = (field: string, message: string, code?: string) =>
  new Failure('invalid', message, code ? { field, code } : { field })

/** For a user who is unknown, deleted, or invisible to the viewer. */
export const userNotFound = (id: string) => new Failure('missing', `User ${id} not found`)
