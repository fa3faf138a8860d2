import { channel } from 'node:diagnostics_channel'
import type { ReasonOf, RefusalReason } from './refusalReasons.ts'

/** Kinds of client errors. REST maps them to HTTP statuses, GraphQL to error codes. */
export type FailureKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'invalid'
  | 'conflict'
  | 'exhausted'
  | 'unavailable'

/** The bounds that a value exceeds, in characters, entries, bytes or as a number, or the values that a field accepts. */
interface Limits {
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly values?: readonly string[] | undefined
}

/** Names of fields and indices of lists, from the outermost. */
export type InputPath = readonly (string | number)[]

/** One fault of an input. */
export interface InputIssue extends Limits {
  readonly path: InputPath
  readonly reason: RefusalReason
  readonly message: string
}

/** What a suspended person may read of the suspension. */
export interface SuspensionNotice {
  readonly reason: string
  /** Null for a permanent suspension. */
  readonly endsAt: Date | null
  /** By which a person who can not log in appeals; only for who has given the right password. */
  readonly appealToken?: string
}

interface FailureOptions<K extends FailureKind> extends Limits {
  readonly reason: ReasonOf<K>
  /** The input field at fault, if it is one: its name, or its path if it is within another. */
  readonly field?: string | InputPath | undefined
  /** All faults of the input, if there are several. */
  readonly issues?: readonly InputIssue[] | undefined
  /** Seconds until a retry can succeed. */
  readonly retryAfter?: number | undefined
  /** The suspension because of which it is refused. */
  readonly suspension?: SuspensionNotice | undefined
  /** Who of the staff has taken the matter on, if it is refused for that. */
  readonly assigneeId?: string | undefined
  /** Additional members of the REST error body, for the few operations whose clients read them. */
  readonly body?: Readonly<Record<string, unknown>> | undefined
}

type FailureArguments = {
  [K in FailureKind]: readonly [kind: K, message: string, options: FailureOptions<K>]
}[FailureKind]

/** Tells of each refusal by its reason, for diagnosis; nobody listens by default. */
export const refusals = channel('plaza:refusal')

type IssueOptions = Pick<InputIssue, 'reason' | keyof Limits>

/** An error whose message clients see. Any other thrown error is a server fault: masked and logged. */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly reason: RefusalReason
  /** Faults of the input; empty when the failure is about no field. The first is the one of message and reason. */
  issues: readonly InputIssue[]
  readonly retryAfter: number | undefined
  readonly suspension: SuspensionNotice | undefined
  readonly assigneeId: string | undefined
  readonly body: Readonly<Record<string, unknown>> | undefined

  constructor(...[kind, message, options]: FailureArguments) {
    super(message)
    const { reason, field } = options
    this.name = 'Failure'
    this.kind = kind
    this.reason = reason
    this.issues = options.issues ?? (field === undefined ? [] : [issueOf(field, message, options)])
    this.retryAfter = options.retryAfter
    this.suspension = options.suspension
    this.assigneeId = options.assigneeId
    this.body = options.body
    refusals.publish(reason)
    for (const issue of this.issues) refusals.publish(issue.reason)
  }
}

const issueOf = (
  field: string | InputPath,
  message: string,
  { reason, min, max, values }: IssueOptions,
): InputIssue => ({
  path: typeof field === 'string' ? [field] : field,
  reason,
  message,
  min,
  max,
  values,
})

/** Legacy clients compare this exact text, inner quotes included. */
export const missingCredentials = () =>
  new Failure('unauthenticated', '"Missing Credentials"', { reason: 'signed_out' })
export const secondFactorRequired = () =>
  new Failure('unauthenticated', '"Requires Two-Factor Authentication"', { reason: 'second_factor_required' })
/** The object belongs to another user. */
export const notOwn = () => new Failure('forbidden', 'User ID must be your own.', { reason: 'not_own' })
export const adminOnly = () => new Failure('forbidden', '"Invalid Admin Credentials"', { reason: 'admin_only' })

/** A reason with the bounds that clients can show in their own words. */
interface BoundReason extends Limits {
  readonly reason: ReasonOf<'invalid'>
}

/** The failure of one input field, by its name or path. */
export const invalid = (field: string | InputPath, message: string, reason: ReasonOf<'invalid'> | BoundReason) =>
  new Failure('invalid', message, { field, ...(typeof reason === 'string' ? { reason } : reason) })

/** For a user who is unknown, deleted, or invisible to the viewer. */
export const userNotFound = (id: string) => new Failure('missing', `User ${id} not found`, { reason: 'user_not_found' })
