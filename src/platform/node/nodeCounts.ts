import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { DURATION_BUCKETS, type NodeCounts } from '../../kernel/serverNode.ts'

type Value = MetricValue<string>

/** Reads the values of a metric; none if the process has no such metric. */
async function valuesOf(registry: Registry, name: string): Promise<readonly Value[]> {
  const metric = registry.getSingleMetric(name)
  if (!metric) return []
  const read: MetricObjectWithValues<Value> = await metric.get()
  return read.values
}

const sumOf = (values: readonly Value[], counts: (labels: Value['labels']) => boolean = () => true) =>
  values.reduce((sum, { labels, value }) => (counts(labels) ? sum + value : sum), 0)

const FIRST_ERROR_STATUS = 500

/** Numbers since the process began, in the form of those since the last time. */
async function readTotals(registry: Registry): Promise<NodeCounts> {
  const [requests, operations, durations, graphSockets, legacySockets, refusals] = await Promise.all([
    valuesOf(registry, 'plaza_http_requests_total'),
    valuesOf(registry, 'plaza_graphql_operations_total'),
    valuesOf(registry, 'plaza_http_request_duration_seconds'),
    valuesOf(registry, 'plaza_graphql_sockets'),
    valuesOf(registry, 'plaza_pipeline_sockets'),
    valuesOf(registry, 'plaza_rate_limit_refusals_total'),
  ])
  return {
    requests: sumOf(requests),
    errors:
      sumOf(requests, ({ status }) => Number(status) >= FIRST_ERROR_STATUS) +
      sumOf(operations, ({ outcome }) => outcome === 'INTERNAL'),
    durations: bucketsOf(durations),
    sockets: sumOf(graphSockets) + sumOf(legacySockets),
    refusals: new Map(refusals.map(({ labels, value }) => [String(labels.limit), value])),
  }
}

/** Buckets of a histogram have all values up to their bound, those of the result only what is above the one before. */
function bucketsOf(values: readonly Value[]): number[] {
  const bounds: readonly (number | string)[] = [...DURATION_BUCKETS, '+Inf']
  const upTo = new Map(bounds.map((bound) => [String(bound), 0]))
  for (const { labels, value } of values) {
    const bound = String(labels.le)
    const sum = upTo.get(bound)
    if (sum !== undefined) upTo.set(bound, sum + value)
  }
  const sums = [...upTo.values()]
  return sums.map((sum, at) => sum - (sums[at - 1] ?? 0))
}

const subtracted = (now: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>) =>
  new Map(
    [...now]
      .map(([name, count]): [string, number] => [name, count - (before.get(name) ?? 0)])
      .filter(([, added]) => added > 0),
  )

/** Answers what the metrics of a process have counted since the call before. */
export function openNodeCounts(registry: Registry): () => Promise<NodeCounts> {
  let before: NodeCounts = { requests: 0, errors: 0, durations: [], sockets: 0, refusals: new Map() }
  return async () => {
    const totals = await readTotals(registry)
    const taken = {
      requests: totals.requests - before.requests,
      errors: totals.errors - before.errors,
      durations: totals.durations.map((count, at) => count - (before.durations[at] ?? 0)),
      sockets: totals.sockets,
      refusals: subtracted(totals.refusals, before.refusals),
    }
    before = totals
    return taken
  }
}
