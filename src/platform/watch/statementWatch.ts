import { SECOND } from '../../kernel/clock.ts'
import { activeTracer } from '../../kernel/tracer.ts'
import type { Settings } from '../../settings.ts'
import type { WatchStatement } from '../database/statement.ts'
import { statementSummary } from '../database/statementSummary.ts'
import type { ObserveStatement } from './databaseMetrics.ts'

/** Statements are watched only where somebody reads the metrics or traces. */
export function statementWatch(settings: Settings, openObserver: () => ObserveStatement): WatchStatement | undefined {
  if (settings.METRICS === 'off' && settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined
  const observe = openObserver()
  return (text) => {
    const startedAt = performance.now()
    const span = activeTracer()?.start(statementSummary(text), SQL_SPAN)
    return (error) => {
      observe((performance.now() - startedAt) / SECOND)
      span?.end(error)
    }
  }
}

const SQL_SPAN = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const
