/** The closed family of refusals. Each door maps a kind to its own numbers or codes in one file. */
export type FailureKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'invalid'
  | 'conflict'
  | 'exhausted'
  | 'unavailable'

export interface FailureOptions {
  /** Stable code for machines, snake_case; the kind when nothing finer is known. */
  code?: string
  /** The input field at fault. */
  field?: string
  /** Seconds until a new try can succeed. */
  retryAfter?: number
  /** Further members of the REST error body, for the few operations whose clients read them. */
  body?: Readonly<Record<string, unknown>>
}

/** A refusal that the caller is told about. Everything else that is thrown is a fault: masked and logged. */
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

/** Code of the refusal for a session that still owes its second factor. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required'

/** Legacy clients compare these texts letter by letter, the inner quotes included. */
export const missingCredentials = () => new Failure('unauthenticated', '"Missing Credentials"')
export const secondFactorRequired = () =>
  new Failure('unauthenticated', '"Requires Two-Factor Authentication"', { code: SECOND_FACTOR_REQUIRED })
export const adminOnly = () => new Failure('forbidden', '"Invalid Admin Credentials"', { code: 'admin_only' })

export const invalid = (field: string, message: string, code?: string) =>
  new Failure('invalid', message, code ? { field, code } : { field })

/** Of somebody who is unknown, erased, or not there for whoever asks. */
export const noSuchUser = (id: string) => new Failure('missing', `User ${id} not found`)
