import { Failure, type FailureKind } from '../../kernel/failure.ts'
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

interface ErrorResponse {
  readonly status: number
  readonly body: object
  /** Seconds. */
  readonly retryAfter?: number | undefined
  /** Server faults are logged. */
  readonly isServerFault: boolean
}

/** Maps any error to a response `{ error: { message, status_code } }`; server faults only show the request id. */
export function errorResponseOf(
  error: unknown,
  requestId: string,
  isDatabaseUnavailable: (error: unknown) => boolean,
): ErrorResponse {
  if (error instanceof Failure) return failureResponse(error, requestId)
  const body = (status: number, message: string) => ({ status, body: errorBody(status, message, requestId) })
  if (error instanceof HttpError) return { ...body(error.status, error.message), isServerFault: false }
  if (isDatabaseUnavailable(error))
    return { ...body(503, 'The service is not available right now'), retryAfter: 1, isServerFault: true }
  return { ...body(500, 'Internal error'), isServerFault: true }
}

function failureResponse(failure: Failure, requestId: string): ErrorResponse {
  const status = STATUS_OVERRIDES[failure.reason] ?? STATUS_BY_KIND[failure.kind]
  return {
    status,
    body: { ...failure.body, ...errorBody(status, failure.message, requestId) },
    retryAfter: failure.retryAfter,
    isServerFault: false,
  }
}

/** The error envelope. `requestId` is told where the log has more about it. */
export const errorBody = (status: number, message: string, requestId?: string) => ({
  error: { message, status_code: status, ...(status >= 500 && { request_id: requestId }) },
})
