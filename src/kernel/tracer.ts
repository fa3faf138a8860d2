/** A value of a span. None is of a person: no ids, names, addresses or tokens. */
export type SpanValue = string | number | boolean

export type SpanAttributes = Readonly<Record<string, SpanValue>>

/** A piece of work, as traces show it. */
export interface Span {
  /** In hexadecimal, as the log shows it. */
  readonly traceId: string
  /** Replaces the name, and adds attributes. */
  describe(name: string, attributes: SpanAttributes): void
  /** `error` is why the work failed. */
  end(error?: unknown): void
}

export interface SpanOptions {
  /** What the work is to others: `server` answers a request, `client` asks another system. */
  readonly kind?: 'server' | 'client' | 'internal'
  readonly attributes?: SpanAttributes
  /** The `traceparent` header of a request, by which its sender knows the trace. */
  readonly traceparent?: string | undefined
  /** When the work began, by `performance.now()`, if that was before. */
  readonly startedAt?: number
}

export interface Tracer {
  /** Begins a span within the current one. */
  start(name: string, options?: SpanOptions): Span
  /** Runs work within a span. */
  within<R>(span: Span, work: () => R): R
  /** The span in which this runs; undefined outside of any. */
  current(): Span | undefined
}

let active: Tracer | null = null

/** The tracer of this process; null while traces are off, which then cost no more than this look. */
export const activeTracer = (): Tracer | null => active

/** Sets the tracer of this process; null turns traces off. */
export function setTracer(tracer: Tracer | null): void {
  active = tracer
}

/** Runs work within a span of its own. */
export async function traced<R>(name: string, options: SpanOptions, work: () => Promise<R>): Promise<R> {
  const tracer = active
  if (!tracer) return work()
  const span = tracer.start(name, options)
  try {
    const result = await tracer.within(span, work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
