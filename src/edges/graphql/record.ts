import { Counter, Histogram, type Registry } from 'prom-client'
import type { Log } from '../../kernel/log.ts'
import type { GraphContext } from './context.ts'
import type { Errors } from './failure.ts'

/** Notes each operation in the log and the metrics. */
export interface Recorder {
  operation(context: GraphContext, outcome: string): void
}

const LONGEST_NAME = 64
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Labels come from the schema, never from the client: an operation's own name goes to the log alone. */
export function makeRecorder(log: Log, registry: Registry): Recorder {
  const labelNames = ['type', 'field', 'outcome'] as const
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
    buckets: SECONDS,
    registers: [registry],
  })

  return {
    operation({ facts, scope, requestId, startedAt }, outcome) {
      const labels = { type: facts?.type ?? 'none', field: facts?.field ?? 'none', outcome }
      const milliseconds = performance.now() - startedAt
      count.inc(labels)
      seconds.observe(labels, milliseconds / 1_000)
      const name = facts?.name?.slice(0, LONGEST_NAME)
      log.info({ requestId, ...labels, name, viewer: scope.viewer?.id, ms: Math.round(milliseconds) }, 'graphql')
    },
  }
}

/** `ok`, or the code of the first error. */
export function settle(recorder: Recorder, context: GraphContext, result: Errors | AsyncIterable<unknown>) {
  const error = 'errors' in result ? result.errors?.[0] : undefined
  const code = error?.extensions.code
  recorder.operation(context, error ? String(code) : 'ok')
}
