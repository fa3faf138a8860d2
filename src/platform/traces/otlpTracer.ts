import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { MINUTE } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { throttle } from '../../kernel/throttle.ts'
import type { Span, SpanOptions, Tracer } from '../../kernel/tracer.ts'

interface OtlpTracerOptions {
  /** URL of the collector, without the path of traces. */
  readonly endpoint: string
  readonly service: string
  readonly log: Log
}

/** Milliseconds for the collector to take the last spans when the server stops, and for each batch. */
const EXPORT_TIMEOUT = 3_000

/** Sends spans in batches to an OpenTelemetry collector by OTLP over HTTP. While it is away, spans are dropped. */
export function openOtlpTracer({ endpoint, service, log }: OtlpTracerOptions) {
  tellFaults(log)
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_TIMEOUT })],
  })
  return {
    tracer: tracerOn(provider.getTracer('plaza')),
    close: () => provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'traces were not sent')),
  }
}

/** Logs what the library says of its exports, at most once a minute. */
function tellFaults(log: Log): void {
  const line = throttle((message: string) => log.warn({ reason: message }, 'traces could not be sent'), MINUTE)
  const tell = (message: string) => line.take(message)
  const silent = () => {}
  diag.setLogger(
    { error: tell, warn: silent, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

/** A span with the context in which its children begin. */
interface OpenSpan extends Span {
  readonly context: Context
}

function tracerOn(tracer: OtelTracer): Tracer {
  const running = new AsyncLocalStorage<Span>()
  const contexts = new WeakMap<Span, Context>()
  const parentOf = ({ traceparent }: SpanOptions): Context => {
    const remote = traceparent === undefined ? null : parseTraceparent(traceparent)
    if (remote) return trace.setSpanContext(ROOT_CONTEXT, remote)
    const parent = running.getStore()
    return (parent && contexts.get(parent)) ?? ROOT_CONTEXT
  }
  return {
    start(name, options = {}) {
      const { kind = 'internal', attributes = {}, startedAt } = options
      const startTime = startedAt === undefined ? undefined : new Date(performance.timeOrigin + startedAt)
      const parent = parentOf(options)
      const begun = tracer.startSpan(name, { kind: KINDS[kind], attributes, ...(startTime && { startTime }) }, parent)
      const { context, ...span } = openSpan(begun, parent)
      contexts.set(span, context)
      return span
    },
    within: (span, work) => running.run(span, work),
    current: () => running.getStore(),
  }
}

function openSpan(begun: OtelSpan, parent: Context): OpenSpan {
  return {
    traceId: begun.spanContext().traceId,
    context: trace.setSpan(parent, begun),
    describe(name, attributes) {
      begun.updateName(name).setAttributes(attributes)
    },
    end(error) {
      // The message of an error may quote what a person has sent.
      if (error !== undefined)
        begun
          .setStatus({ code: SpanStatusCode.ERROR })
          .setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      begun.end()
    },
  }
}

/** Version, trace id, parent id and flags, as the W3C recommendation Trace Context writes them. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const HEXADECIMAL = 16

/** The span of the sender of a request; null for a malformed header. */
function parseTraceparent(header: string): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(header) ?? []
  const traceFlags = Number.parseInt(flags, HEXADECIMAL) & TraceFlags.SAMPLED
  const context = { traceId, spanId, traceFlags, isRemote: true }
  return isSpanContextValid(context) ? context : null
}
