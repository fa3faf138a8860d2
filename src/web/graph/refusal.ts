/** What is wrong with one field of an input. */
export interface Issue {
  /** From `input` on; lists by their index. */
  readonly path: readonly (string | number)[]
  readonly reason: string
  readonly min?: number
  readonly max?: number
}

export interface Suspension {
  /** As a moderator wrote it. */
  readonly reason: string
  /** ISO 8601; null for a permanent suspension. */
  readonly endsAt: string | null
  /** By which a person who has given the right password appeals. */
  readonly appealToken?: string
}

/** The part of an error of the graph by which texts are chosen. */
interface ErrorExtensions {
  readonly code?: string
  readonly reason?: string
  readonly requestId?: string
  readonly issues?: readonly Issue[]
  /** Seconds. */
  readonly retryAfter?: number
  readonly suspension?: Suspension
}

export interface GraphError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: ErrorExtensions
}

/** Why the server did not do what was asked, or why no answer came. The message is for logs, never shown. */
export class Refusal extends Error {
  /** UNAUTHENTICATED, BAD_INPUT, …; UNREACHABLE if no answer came. */
  readonly code: string
  /** A published reason of the graph, or one of `UNREACHABLE` and `INTERNAL`. */
  readonly reason: string
  /** Null if no answer came. */
  readonly requestId: string | null
  readonly issues: readonly Issue[]
  /** Seconds after which the request may succeed; null if unknown. */
  readonly retryAfter: number | null
  readonly suspension: Suspension | null

  constructor(message: string, extensions: ErrorExtensions) {
    super(message)
    this.name = 'Refusal'
    this.code = extensions.code ?? 'INTERNAL'
    this.reason = extensions.reason ?? this.code
    this.requestId = extensions.requestId ?? null
    this.issues = extensions.issues ?? []
    this.retryAfter = extensions.retryAfter ?? null
    this.suspension = extensions.suspension ?? null
  }
}

export const unreachable = (cause: unknown) =>
  new Refusal(cause instanceof Error ? cause.message : String(cause), { code: 'UNREACHABLE', reason: 'UNREACHABLE' })

/** A refusal that names other fields. */
export const withIssues = (refusal: Refusal, issues: readonly Issue[]): Refusal => {
  const { message, code, reason, requestId, retryAfter, suspension } = refusal
  return new Refusal(message, {
    ...{ code, reason, issues },
    ...(requestId !== null && { requestId }),
    ...(retryAfter !== null && { retryAfter }),
    ...(suspension && { suspension }),
  })
}

export const refusalOfError = ({ message, extensions = {} }: GraphError): Refusal => new Refusal(message, extensions)

/** Any thrown value as a refusal. Errors of the Apollo client hold those of the graph in `errors`. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const [first] = errorsIn(error)
  return first ? refusalOfError(first) : unreachable(error)
}

const errorsIn = (error: unknown): readonly GraphError[] => {
  const { errors } = Object(error)
  return Array.isArray(errors) ? errors : []
}
