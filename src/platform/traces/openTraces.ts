import type { Log } from '../../kernel/log.ts'
import { setTracer } from '../../kernel/tracer.ts'
import type { Settings } from '../../settings.ts'
import type { Closable } from '../platform.ts'

/** Sends traces to the collector of the settings; does nothing without one. */
export async function openTraces(settings: Settings, log: Log): Promise<Closable> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: service } = settings
  if (endpoint === undefined) return { close: async () => {} }
  // Loaded on demand: most servers have no traces.
  const { openOtlpTracer } = await import('./otlpTracer.ts')
  const { tracer, close } = openOtlpTracer({ endpoint, service, log })
  setTracer(tracer)
  return {
    async close() {
      setTracer(null)
      await close()
    },
  }
}
