import { PothosValidationError } from '@pothos/core'
import { type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql'
import { Failure, type FailureKind, type InputIssue, refusals, type SuspensionNotice } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { lookUp } from '../../kernel/maps.ts'
import { isRefusalReason, REFUSAL_REASONS, type RefusalReason } from '../../kernel/refusalReasons.ts'
import { inputIssueOf, presentIssue } from './inputIssues.ts'

/** Error codes by the kind of the failure. */
export const CODE_BY_KIND: Readonly<Record<FailureKind | 'internal', string>> = {
  unauthenticated: 'UNAUTHENTICATED',
  forbidden: 'FORBIDDEN',
  missing: 'NOT_FOUND',
  invalid: 'BAD_INPUT',
  conflict: 'CONFLICT',
  exhausted: 'RATE_LIMITED',
  unavailable: 'UNAVAILABLE',
  internal: 'INTERNAL',
}

/** Reasons with a code of their own: clients and their libraries know these. */
export const CODE_BY_REASON: Readonly<Partial<Record<RefusalReason, string>>> = {
  second_factor_required: 'SECOND_FACTOR_REQUIRED',
  // A mistyped password, unlike a session that has ended, is no cause to show the login page.
  wrong_credentials: 'BAD_INPUT',
  syntax_error: 'GRAPHQL_PARSE_FAILED',
  document_invalid: 'GRAPHQL_VALIDATION_FAILED',
  persisted_query_not_supported: 'PERSISTED_QUERY_NOT_SUPPORTED',
}

/** Maps error codes of GraphQL libraries to those of this API. */
const LIBRARY_CODES: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'BAD_INPUT',
  REQUEST_ENTITY_TOO_LARGE: 'BAD_INPUT',
  OPERATION_RESOLUTION_FAILURE: 'BAD_INPUT',
}
/** Reasons of the errors of GraphQL libraries, by their code. */
const LIBRARY_REASONS: Readonly<Record<string, RefusalReason>> = {
  GRAPHQL_PARSE_FAILED: 'syntax_error',
  GRAPHQL_VALIDATION_FAILED: 'document_invalid',
  PERSISTED_QUERY_NOT_SUPPORTED: 'persisted_query_not_supported',
  PERSISTED_QUERY_ONLY: 'document_not_listed',
  PERSISTED_QUERY_NOT_FOUND: 'document_not_listed',
  REQUEST_ENTITY_TOO_LARGE: 'too_large',
  FORBIDDEN: 'preflight_required',
}
const FORBIDDEN_STATUS = 403
const TOO_LARGE_STATUS = 413

export interface ErrorPresenter {
  readonly log: Log
  /** Whether an error means that the database is unreachable, or too busy at the moment. */
  readonly isDatabaseUnavailable: (error: unknown) => boolean
}

/** The failure for arguments that break their schema, with all issues; `input` is what was given. */
export function invalidInputFailure(
  found: ReadonlyArray<Parameters<typeof inputIssueOf>[0]>,
  input: unknown = undefined,
): Failure {
  const issues = found.map((issue) => inputIssueOf(issue, input))
  const [first] = issues
  const name = first?.path.filter((step) => typeof step === 'string' && step !== 'input').at(-1)
  const message = first?.message ?? 'malformed input'
  const isNamed = name === undefined || message.includes(String(name))
  const reason = first && isInputReason(first.reason) ? first.reason : 'malformed'
  return new Failure('invalid', isNamed ? message : `${name}: ${message}`, { reason, issues })
}

const isInputReason = (reason: RefusalReason): reason is keyof typeof REFUSAL_REASONS.invalid =>
  Object.hasOwn(REFUSAL_REASONS.invalid, reason)

export interface ResultWithErrors {
  readonly errors?: readonly GraphQLError[] | undefined
}

interface Result extends ResultWithErrors {
  readonly data?: Record<string, unknown> | null | undefined
  readonly extensions?: Record<string, unknown> | undefined
}

/**
 * Prepares the errors of a result for clients: adds codes and the request id, and masks server faults. These are logged by one
 * line for the result, however many they are.
 */
export function presentErrors<R extends ResultWithErrors>(presenter: ErrorPresenter, result: R, requestId: string): R {
  if (!result.errors) return result
  const faults: ServerFault[] = []
  const errors = result.errors.map((error) => presentError(presenter, error, { requestId, faults }))
  logFaults(presenter, faults, requestId)
  return { ...result, errors }
}

/** An error that is not the client's. */
interface ServerFault {
  readonly cause: unknown
  readonly path: GraphQLError['path']
  readonly isOutage: boolean
}

interface Presentation {
  readonly requestId: string
  /** Where the server faults are collected. */
  readonly faults: ServerFault[]
}

function presentError(presenter: ErrorPresenter, error: GraphQLError, { requestId, faults }: Presentation) {
  if (error.extensions.requestId === requestId) return error
  const { message, extensions } = describeError(presenter, error, faults)
  const { nodes = null, source = null, positions = null, path = null } = error
  return new GraphQLError(message, { nodes, source, positions, path, extensions: { ...extensions, requestId } })
}

/** Logs the first fault of each kind, with how many there are. */
function logFaults({ log }: ErrorPresenter, faults: readonly ServerFault[], requestId: string) {
  const outages = faults.filter(({ isOutage }) => isOutage)
  const others = faults.filter(({ isOutage }) => !isOutage)
  const [outage] = outages
  const [other] = others
  if (outage) log.warn({ err: outage.cause, requestId, errors: outages.length }, 'database unavailable')
  if (other)
    log.error({ err: other.cause, requestId, path: other.path, errors: others.length }, 'GraphQL operation failed')
}

/** Serialises a result, without the `http` extension of errors, which is only for the HTTP layer. */
export function formatResult({ errors, data, extensions }: Result): FormattedExecutionResult {
  return {
    ...(errors && { errors: errors.map(withoutHttp) }),
    ...(data !== undefined && { data }),
    ...(extensions && { extensions }),
  }
}

function withoutHttp(error: GraphQLError): GraphQLFormattedError {
  const { extensions = {}, ...rest } = error.toJSON()
  const { http: _, ...sent } = extensions
  return { ...rest, extensions: sent }
}

/** Wraps a thrown value as a GraphQLError. */
export function asGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  const originalError = error instanceof Error ? error : new Error(String(error))
  return new GraphQLError(originalError.message, { originalError })
}

type PresentedError = { message: string; extensions: Record<string, unknown> }

function describeError(presenter: ErrorPresenter, error: GraphQLError, faults: ServerFault[]): PresentedError {
  const cause = rootCause(error)
  if (cause instanceof Failure) return describeFailure(cause, error)
  if (cause instanceof PothosValidationError)
    return { message: cause.message, extensions: { code: CODE_BY_KIND.invalid, reason: reasonOf('malformed') } }
  if (cause instanceof GraphQLError && isClientError(cause, error)) return describeDocumentError(error)
  const isOutage = presenter.isDatabaseUnavailable(cause)
  faults.push({ cause, path: error.path, isOutage })
  if (isOutage) {
    const extensions = { code: CODE_BY_KIND.unavailable, reason: reasonOf('database_unavailable'), retryAfter: 1 }
    return { message: 'The service is unavailable', extensions }
  }
  return { message: 'Internal error', extensions: { code: CODE_BY_KIND.internal, reason: reasonOf('internal_error') } }
}

/** The name of a reason in the enum RefusalReason. */
export const nameOf = (reason: RefusalReason) => reason.toUpperCase()

/** The `reason` of an error that is no Failure. */
function reasonOf(reason: RefusalReason): string {
  refusals.publish(reason)
  return nameOf(reason)
}

/** The originally thrown error, without the GraphQLErrors that the executor wraps around it. */
function rootCause(error: GraphQLError): unknown {
  const { originalError } = error
  if (!originalError) return error
  return originalError instanceof GraphQLError ? rootCause(originalError) : originalError
}

function describeFailure(failure: Failure, error: GraphQLError): PresentedError {
  const { kind, reason, message, issues, retryAfter, suspension, assigneeId } = failure
  return {
    // Quotes around messages are only for legacy REST clients.
    message: message.replace(/^"(.*)"$/, '$1'),
    extensions: {
      code: CODE_BY_REASON[reason] ?? CODE_BY_KIND[kind],
      reason: nameOf(reason),
      ...(issues.length > 0 && { issues: issues.map((issue) => issueExtension(presentIssue(issue, error))) }),
      ...(retryAfter !== undefined && { retryAfter }),
      ...(suspension && suspensionExtensions(suspension)),
      ...(assigneeId !== undefined && { assigneeId }),
    },
  }
}

function suspensionExtensions({ reason, endsAt, appealToken }: SuspensionNotice) {
  const end = endsAt?.toISOString() ?? null
  const suspension = { reason: reason || null, endsAt: end, ...(appealToken !== undefined && { appealToken }) }
  return { suspendedUntil: end, suspension }
}

const issueExtension = ({ reason, ...issue }: InputIssue) => ({ ...issue, reason: nameOf(reason) })

/** graphql-js marks values of a wrong type only by this message. */
const VALUE_ERROR = /^(Variable|Argument) "/

/** Whether the client's document or variables are invalid. Any other error with a path is a server fault. */
const isClientError = (cause: GraphQLError, outer: GraphQLError) =>
  outer.path === undefined || VALUE_ERROR.test(cause.message)

function describeDocumentError({ message, extensions }: GraphQLError): PresentedError {
  const { http, code: given, reason, originalError: _, ...others } = extensions
  const defaultCode = http?.status === FORBIDDEN_STATUS ? CODE_BY_KIND.forbidden : CODE_BY_KIND.invalid
  const code = typeof given === 'string' ? (lookUp(LIBRARY_CODES, given) ?? given) : defaultCode
  return {
    message,
    extensions: {
      ...others,
      code,
      reason: isRefusalReason(reason) ? reasonOf(reason) : reasonOf(libraryReason(extensions, code)),
      ...(http && { http }),
    },
  }
}

function libraryReason({ code: given, http }: GraphQLError['extensions'], code: string): RefusalReason {
  if (http?.status === TOO_LARGE_STATUS) return 'too_large'
  return lookUp(LIBRARY_REASONS, String(given)) ?? lookUp(LIBRARY_REASONS, code) ?? 'malformed_request'
}
