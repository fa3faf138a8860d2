import { PothosValidationError } from '@pothos/core'
import { type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql'
import { Failure, type FailureKind, SECOND_FACTOR_REQUIRED } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'

/** Error codes of failures. Further codes: INTERNAL for server faults, and those of GraphQL libraries. */
const CODE_BY_KIND: Record<FailureKind, string> = {
  unauthenticated: 'UNAUTHENTICATED',
  forbidden: 'FORBIDDEN',
  missing: 'NOT_FOUND',
  invalid: 'BAD_INPUT',
  conflict: 'CONFLICT',
  exhausted: 'RATE_LIMITED',
  unavailable: 'UNAVAILABLE',
}

/** Maps error codes of GraphQL libraries to those of this API. */
const LIBRARY_CODES: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'BAD_INPUT',
  REQUEST_ENTITY_TOO_LARGE: 'BAD_INPUT',
}
const FORBIDDEN_STATUS = 403

export interface ErrorPresenter {
  readonly log: Log
  /** Whether an error means that the database is unreachable, or too busy at the moment. */
  readonly isDatabaseUnavailable: (error: unknown) => boolean
}

interface Issue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

/** The failure for invalid arguments; `field` is the innermost input field. */
export function invalidInputFailure(issues: readonly Issue[]): Failure {
  const [first] = issues
  const names = (first?.path ?? []).map((step) => (typeof step === 'object' ? step.key : step))
  const field = names.filter((name) => typeof name === 'string' && name !== 'input').at(-1)
  const message = first?.message ?? 'malformed input'
  if (field === undefined) return new Failure('invalid', message)
  const name = String(field)
  return new Failure('invalid', message.includes(name) ? message : `${name}: ${message}`, { field: name })
}

/** Prepares an error for clients: adds code and request id, masks and logs server faults. */
export function presentError(presenter: ErrorPresenter, error: GraphQLError, requestId: string): GraphQLError {
  if (error.extensions.requestId === requestId) return error
  const { message, extensions } = describeError(presenter, error, requestId)
  const { nodes = null, source = null, positions = null, path = null } = error
  return new GraphQLError(message, { nodes, source, positions, path, extensions: { ...extensions, requestId } })
}

export interface ResultWithErrors {
  readonly errors?: readonly GraphQLError[] | undefined
}

interface Result extends ResultWithErrors {
  readonly data?: Record<string, unknown> | null | undefined
}

/** Applies `presentError` to every error of a result. */
export function presentErrors<R extends ResultWithErrors>(presenter: ErrorPresenter, result: R, requestId: string): R {
  if (!result.errors) return result
  return { ...result, errors: result.errors.map((error) => presentError(presenter, error, requestId)) }
}

/** Serialises a result, without the `http` extension of errors, which is only for the HTTP layer. */
export function formatResult({ errors, data }: Result): FormattedExecutionResult {
  return { ...(errors && { errors: errors.map(withoutHttp) }), ...(data !== undefined && { data }) }
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

function describeError(presenter: ErrorPresenter, error: GraphQLError, requestId: string): PresentedError {
  const cause = rootCause(error)
  if (cause instanceof Failure) return describeFailure(cause)
  if (cause instanceof PothosValidationError)
    return { message: cause.message, extensions: { code: CODE_BY_KIND.invalid } }
  if (cause instanceof GraphQLError && isClientError(cause, error)) return describeDocumentError(error)
  if (presenter.isDatabaseUnavailable(cause)) {
    presenter.log.warn({ err: cause, requestId }, 'database unavailable')
    return { message: 'The service is unavailable', extensions: { code: CODE_BY_KIND.unavailable, retryAfter: 1 } }
  }
  presenter.log.error({ err: cause, requestId, path: error.path }, 'GraphQL operation failed')
  return { message: 'Internal error', extensions: { code: 'INTERNAL' } }
}

/** The originally thrown error, without the GraphQLErrors that the executor wraps around it. */
function rootCause(error: GraphQLError): unknown {
  const { originalError } = error
  if (!originalError) return error
  return originalError instanceof GraphQLError ? rootCause(originalError) : originalError
}

function describeFailure({ kind, code, message, field, retryAfter }: Failure): PresentedError {
  return {
    // Quotes around messages are only for legacy REST clients.
    message: message.replace(/^"(.*)"$/, '$1'),
    extensions: {
      code: code === SECOND_FACTOR_REQUIRED ? 'SECOND_FACTOR_REQUIRED' : CODE_BY_KIND[kind],
      ...(code !== kind && { reason: code }),
      ...(field !== undefined && { field }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
  }
}

/** graphql-js marks values of a wrong type only by this message. */
const VALUE_ERROR = /^(Variable|Argument) "/

/** Whether the client's document or variables are invalid. Any other error with a path is a server fault. */
const isClientError = (cause: GraphQLError, outer: GraphQLError) =>
  outer.path === undefined || VALUE_ERROR.test(cause.message)

function describeDocumentError({ message, extensions: { code, http } }: GraphQLError): PresentedError {
  const field = /^Variable .* at "([^"]+)"/.exec(message)?.[1]?.split('.').at(-1)
  const defaultCode = http?.status === FORBIDDEN_STATUS ? CODE_BY_KIND.forbidden : CODE_BY_KIND.invalid
  return {
    message,
    extensions: {
      code: typeof code === 'string' ? (LIBRARY_CODES[code] ?? code) : defaultCode,
      ...(field !== undefined && { field }),
      ...(http && { http }),
    },
  }
}
