import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../kernel/log.ts'
import { getOrCreate } from '../kernel/maps.ts'
import { activeTracer, type Span } from '../kernel/tracer.ts'

interface RequestMetrics {
  readonly requests: { labels(labels: RequestLabels & { status: number }): { inc(): void } }
  readonly duration: { labels(labels: RequestLabels): { observe(seconds: number): void } }
}

interface RequestLabels {
  readonly operation: string
  readonly method: string
}

/**
 * Gives a request its id, keeping a valid one of a proxy, and logs and counts the request once it has closed.
 * `operationOf` then answers its name in the contract, or undefined for a page.
 */
export type TraceRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  operationOf: () => string | undefined,
) => string

interface RequestLine extends RequestLabels {
  readonly requestId: string
  readonly status: number
  readonly ms: number
  readonly traceId?: string
}

/** Names the span of a request by its operation: paths may have ids, and queries tokens. */
function endSpan(span: Span, { operation, method, status, requestId }: RequestLine): void {
  span.describe(`${method} ${operation}`, {
    'http.request.method': method,
    'http.route': operation,
    'http.response.status_code': status,
    'plaza.request_id': requestId,
  })
  span.end(status >= 500 ? `status ${status}` : undefined)
}

const VALID_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

export function traceRequestsBy(log: Log, metrics: RequestMetrics): TraceRequest {
  const count = requestCounter(metrics)
  const record = (line: RequestLine, seconds: number) => {
    count(line, seconds)
    if (line.status >= 500) log.warn(line, 'request')
    else log.info(line, 'request')
  }
  return (request, response, operationOf) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(request)
    const { method = '' } = request
    const span = activeTracer()?.current()
    response.once('close', () => {
      const operation = operationOf() ?? 'page'
      const milliseconds = performance.now() - startedAt
      const ms = Math.round(milliseconds * 10) / 10
      const line = { requestId, operation, method, status: response.statusCode, ms }
      record(span ? { ...line, traceId: span.traceId } : line, milliseconds / 1000)
      if (span) endSpan(span, line)
    })
    return requestId
  }
}

function requestIdOf({ headers }: IncomingMessage): string {
  const received = headers['x-request-id']
  return typeof received === 'string' && VALID_REQUEST_ID.test(received) ? received : randomUUID()
}

/** Counts requests. The counters of each set of labels are looked up once, because looking them up costs most of it. */
function requestCounter({ requests, duration }: RequestMetrics) {
  const counters = new Map<string, (seconds: number) => void>()
  const open = ({ operation, method, status }: RequestLabels & { status: number }) => {
    const [total, seconds] = [requests.labels({ operation, method, status }), duration.labels({ operation, method })]
    return (taken: number) => {
      total.inc()
      seconds.observe(taken)
    }
  }
  return (labels: RequestLabels & { status: number }, seconds: number) =>
    getOrCreate(counters, `${labels.operation} ${labels.method} ${labels.status}`, () => open(labels))(seconds)
}
