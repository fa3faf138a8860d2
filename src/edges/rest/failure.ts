import { Failure, type FailureKind } from '../../kernel/failure.ts'

/** The one place where refusals become HTTP numbers. Conflicts are 400 on this wire: its clients know no 409. */
const STATUS: Record<FailureKind, number> = {
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  invalid: 400,
  conflict: 400,
  exhausted: 429,
  unavailable: 503,
}

/** What clients of the platform know by an odd number, by the failure's code. */
const ODD: Readonly<Record<string, number>> = {
  analysis_pending: 202,
  files_of_others: 500,
  messages_of_others: 401,
  middle_version: 500,
  upload_complete: 504,
}

/** A refusal of the door itself: a body too large, a type it can't read, a path that leads nowhere. */
export class Turned extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface Refusal {
  readonly status: number
  readonly body: object
  /** Seconds. */
  readonly retryAfter?: number | undefined
  /** Whether it is a fault of ours, to be logged. */
  readonly fault: boolean
}

/** What a client hears of an error: `{error:{message,status_code}}`, of faults nothing but the request's id. */
export function refusalOf(error: unknown, requestId: string, isDatabaseDown: (error: unknown) => boolean): Refusal {
  if (error instanceof Failure) return ofFailure(error, requestId)
  if (error instanceof Turned)
    return { status: error.status, body: envelope(error.status, error.message, requestId), fault: false }
  if (isDatabaseDown(error))
    return {
      status: 503,
      body: envelope(503, 'The service is not available right now', requestId),
      retryAfter: 1,
      fault: true,
    }
  return { status: 500, body: envelope(500, 'Internal error', requestId), fault: true }
}

function ofFailure(failure: Failure, requestId: string): Refusal {
  const status = ODD[failure.code] ?? STATUS[failure.kind]
  return {
    status,
    body: { ...failure.body, ...envelope(status, failure.message, requestId) },
    retryAfter: failure.retryAfter,
    fault: false,
  }
}

const envelope = (status: number, message: string, requestId: string) => ({
  error: { message, status_code: status, ...(status >= 500 && { request_id: requestId }) },
})
