import { PothosValidationError } from '@pothos/core'
import { type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql'
import { Failure, type FailureKind, SECOND_FACTOR_REQUIRED } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'

/** The codes of refusals. Beside them: INTERNAL for faults, and GraphQL's own for documents that can't be executed. */
const CODE: Record<FailureKind, string> = {
  unauthenticated: 'UNAUTHENTICATED',
  forbidden: 'FORBIDDEN',
  missing: 'NOT_FOUND',
  invalid: 'BAD_INPUT',
  conflict: 'CONFLICT',
  exhausted: 'RATE_LIMITED',
  unavailable: 'UNAVAILABLE',
}

/** Codes that the server's libraries give, in the words of this one. */
const FOREIGN: Readonly<Record<string, string>> = { BAD_REQUEST: 'BAD_INPUT', REQUEST_ENTITY_TOO_LARGE: 'BAD_INPUT' }
const FORBIDDEN_STATUS = 403

export interface Presenter {
  readonly log: Log
  /** Whether an error means that the database can't be reached. */
  readonly isDatabaseDown: (error: unknown) => boolean
}

interface Issue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

/** The refusal of arguments that break a rule; `field` is the innermost input field. */
export function invalidInput(issues: readonly Issue[]): Failure {
  const [first] = issues
  const names = (first?.path ?? []).map((step) => (typeof step === 'object' ? step.key : step))
  const field = names.filter((name) => typeof name === 'string' && name !== 'input').at(-1)
  const message = first?.message ?? 'malformed input'
  if (field === undefined) return new Failure('invalid', message)
  const name = String(field)
  return new Failure('invalid', message.includes(name) ? message : `${name}: ${message}`, { field: name })
}

/** Makes an error fit to be shown: with its code and the request's id, and without what is nobody's business. */
export function present(presenter: Presenter, error: GraphQLError, requestId: string): GraphQLError {
  if (error.extensions.requestId === requestId) return error
  const { message, extensions } = described(presenter, error, requestId)
  const { nodes = null, source = null, positions = null, path = null } = error
  return new GraphQLError(message, { nodes, source, positions, path, extensions: { ...extensions, requestId } })
}

export interface Errors {
  readonly errors?: readonly GraphQLError[] | undefined
}

interface Result extends Errors {
  readonly data?: Record<string, unknown> | null | undefined
}

/** A result with every error presented. */
export function presented<R extends Errors>(presenter: Presenter, result: R, requestId: string): R {
  if (!result.errors) return result
  return { ...result, errors: result.errors.map((error) => present(presenter, error, requestId)) }
}

/** A result as it is sent: without what errors say to the HTTP layer. */
export function formatted({ errors, data }: Result): FormattedExecutionResult {
  return { ...(errors && { errors: errors.map(withoutHttp) }), ...(data !== undefined && { data }) }
}

function withoutHttp(error: GraphQLError): GraphQLFormattedError {
  const { extensions = {}, ...rest } = error.toJSON()
  const { http: _, ...shown } = extensions
  return { ...rest, extensions: shown }
}

/** What was thrown, as GraphQL carries it. */
export function asGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  const originalError = error instanceof Error ? error : new Error(String(error))
  return new GraphQLError(originalError.message, { originalError })
}

type Shown = { message: string; extensions: Record<string, unknown> }

function described(presenter: Presenter, error: GraphQLError, requestId: string): Shown {
  const cause = rootOf(error)
  if (cause instanceof Failure) return refused(cause)
  if (cause instanceof PothosValidationError) return { message: cause.message, extensions: { code: CODE.invalid } }
  if (cause instanceof GraphQLError && isClients(cause, error)) return documentFault(error)
  if (presenter.isDatabaseDown(cause)) {
    presenter.log.warn({ err: cause, requestId }, 'database unavailable')
    return { message: 'The service is unavailable', extensions: { code: CODE.unavailable } }
  }
  presenter.log.error({ err: cause, requestId, path: error.path }, 'GraphQL operation failed')
  return { message: 'Internal error', extensions: { code: 'INTERNAL' } }
}

/** What was thrown first, below the layers that the executor puts around it. */
function rootOf(error: GraphQLError): unknown {
  const { originalError } = error
  if (!originalError) return error
  return originalError instanceof GraphQLError ? rootOf(originalError) : originalError
}

function refused({ kind, code, message, field, retryAfter }: Failure): Shown {
  return {
    // REST's texts carry quotes that only its legacy clients compare.
    message: message.replace(/^"(.*)"$/, '$1'),
    extensions: {
      code: code === SECOND_FACTOR_REQUIRED ? 'SECOND_FACTOR_REQUIRED' : CODE[kind],
      ...(code !== kind && { reason: code }),
      ...(field !== undefined && { field }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
  }
}

/** A value that does not fit its type is told by these words alone. */
const VALUE = /^(Variable|Argument) "/

/** Whether the client's document or variables are at fault; an error at a path is otherwise the server's. */
const isClients = (cause: GraphQLError, outer: GraphQLError) => outer.path === undefined || VALUE.test(cause.message)

function documentFault({ message, extensions: { code, http } }: GraphQLError): Shown {
  const field = /^Variable .* at "([^"]+)"/.exec(message)?.[1]?.split('.').at(-1)
  const plain = http?.status === FORBIDDEN_STATUS ? CODE.forbidden : CODE.invalid
  return {
    message,
    extensions: {
      code: typeof code === 'string' ? (FOREIGN[code] ?? code) : plain,
      ...(field !== undefined && { field }),
      ...(http && { http }),
    },
  }
}
