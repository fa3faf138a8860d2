import { Failure, type FailureKind } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { RefusalReason } from '../../kernel/refusalReasons.ts'
import type { HeaderList } from '../responseHeaders.ts'

/** HTTP statuses of failures. Conflicts are 400, because legacy clients don't know 409. */
const STATUS_BY_KIND: Record<FailureKind, number> = {
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  invalid: 400,
  conflict: 400,
  exhausted: 429,
  unavailable: 503,
}

/** Unusual statuses that legacy clients expect, by the reason of the failure. */
const STATUS_OVERRIDES: Readonly<Partial<Record<RefusalReason, number>>> = {
  analysis_pending: 202,
  files_of_others: 500,
  messages_of_others: 401,
  unsupported_media_type: 415,
  middle_version: 500,
  upload_complete: 504,
}

/** An HTTP-level error: unknown path, unsupported media type, body too large. */
export class HttpError extends Error {
  readonly status: number
  /** Of the response. */
  readonly headers: HeaderList
  constructor(status: number, message: string, headers: HeaderList = []) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** The HTTP status of a refusal. */
export const statusOfFailure = ({ reason, kind }: Failure): number => STATUS_OVERRIDES[reason] ?? STATUS_BY_KIND[kind]

/** The error envelope. `requestId` is told where the log has more about it. */
export const errorBody = (status: number, message: string, requestId?: string) => ({
  error: { message, status_code: status, ...(status >= 500 && { request_id: requestId }) },
})

export const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8'] as const

export interface ErrorReplyOptions {
  readonly log: Log
  readonly isDatabaseUnavailable: (error: unknown) => boolean
}

/** The request that an error belongs to, for the log. */
interface FailedRequest {
  readonly requestId: string
  /** Name in the contract; undefined for anything else than an operation. */
  readonly operation: string | undefined
}

/** What a client is told of an error. */
interface ErrorAnswer {
  readonly status: number
  readonly message: string
  /** Seconds. */
  readonly retryAfter?: number | undefined
  readonly headers?: HeaderList
  /** Further members of the body. */
  readonly more?: Failure['body']
}

function refusalOf(error: unknown): ErrorAnswer | null {
  if (error instanceof HttpError) return error
  if (!(error instanceof Failure)) return null
  return { status: statusOfFailure(error), message: error.message, retryAfter: error.retryAfter, more: error.body }
}

const MASKED: ErrorAnswer = { status: 500, message: 'Internal error' }
/** The database is down or too busy, which one line for each request tells without alarm. */
const UNAVAILABLE: ErrorAnswer = { status: 503, message: 'The service is not available right now', retryAfter: 1 }

/** Logs a fault of the server, of which clients see the request id alone. */
function reportFault(options: ErrorReplyOptions, request: FailedRequest, error: unknown): ErrorAnswer {
  const isUnavailable = options.isDatabaseUnavailable(error)
  options.log[isUnavailable ? 'warn' : 'error']({ err: error, ...request }, 'request failed')
  return isUnavailable ? UNAVAILABLE : MASKED
}

/** Makes the response for any error, not cacheable, and logs server faults. */
export function errorReply(options: ErrorReplyOptions, request: FailedRequest, error: unknown) {
  const answer = refusalOf(error) ?? reportFault(options, request, error)
  const { status, message, retryAfter, headers = [], more } = answer
  const retry: HeaderList = retryAfter === undefined ? [] : [['Retry-After', String(retryAfter)]]
  const all: HeaderList = [...retry, ...headers, ['Cache-Control', 'no-store'], JSON_TYPE]
  return { status, headers: all, body: JSON.stringify({ ...more, ...errorBody(status, message, request.requestId) }) }
}
