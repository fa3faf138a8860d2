import { Counter, Histogram, type Registry } from 'prom-client'
import type { Log } from '../../../kernel/log.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import { activeTracer } from '../../../kernel/tracer.ts'
import type { GraphContext } from '../context.ts'
import type { ResultWithErrors } from '../errors.ts'

/** Records operations in the log and the metrics. */
export interface OperationRecorder {
  record(context: GraphContext, outcome: string): void
}

const LONGEST_NAME = 64
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const labelNames = ['type', 'field', 'outcome'] as const
type Labels = Readonly<Record<(typeof labelNames)[number], string>>

/** Metric labels are names of the schema, never texts of clients: the operation name is only logged. */
export function createOperationRecorder(log: Log, registry: Registry): OperationRecorder {
  const count = operationCounter(registry)
  return {
    record({ operationInfo, scope, requestId, startedAt }, outcome) {
      const labels = { type: operationInfo?.type ?? 'none', field: operationInfo?.field ?? 'none', outcome }
      const milliseconds = performance.now() - startedAt
      count(labels, milliseconds / 1_000)
      const name = operationInfo?.name?.slice(0, LONGEST_NAME)
      if (activeTracer()) recordSpan(labels, name, startedAt)
      log.info({ requestId, ...labels, name, viewer: scope.viewer?.id, ms: Math.round(milliseconds) }, 'graphql')
    },
  }
}

/** The span of an operation that has ended. */
function recordSpan({ type, field, outcome }: Labels, name: string | undefined, startedAt: number): void {
  const attributes = {
    'graphql.operation.type': type,
    'plaza.graphql.first_field': field,
    'plaza.outcome': outcome,
    ...(name !== undefined && { 'graphql.operation.name': name }),
  }
  activeTracer()
    ?.start(`graphql ${type} ${field}`, { attributes, startedAt })
    .end(outcome === 'ok' ? undefined : outcome)
}

/** Counts operations. The counters of each set of labels are looked up once, because looking them up costs most of it. */
function operationCounter(registry: Registry) {
  const count = new Counter({
    name: 'plaza_graphql_operations_total',
    help: 'GraphQL operations by first field and outcome.',
    labelNames,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'plaza_graphql_operation_duration_seconds',
    help: 'Time that GraphQL operations took.',
    labelNames,
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })

  const counters = new Map<string, (taken: number) => void>()
  const open = (labels: Labels) => {
    const [ofLabels, time] = [count.labels(labels), seconds.labels(labels)]
    return (taken: number) => {
      ofLabels.inc()
      time.observe(taken)
    }
  }
  return (labels: Labels, taken: number) =>
    getOrCreate(counters, `${labels.type} ${labels.field} ${labels.outcome}`, () => open(labels))(taken)
}

/** Records an operation with the outcome `ok` or the code of its first error. */
export function recordOutcome(
  recorder: OperationRecorder,
  context: GraphContext,
  result: ResultWithErrors | AsyncIterable<unknown>,
) {
  const error = 'errors' in result ? result.errors?.[0] : undefined
  const code = error?.extensions.code
  recorder.record(context, error ? String(code) : 'ok')
}
