import { type MetricsServer, openMetricsServer } from './edges/metricsServer.ts'
import type { Log } from './kernel/log.ts'
import type { Platform } from './platform/platform.ts'
import { hostInUrl, type Settings } from './settings.ts'

type MetricsSource = Pick<Parameters<typeof openMetricsServer>[0], 'isReady'> & { readMetrics(): Promise<string> }

/** Opens the port of metrics, if the settings have one. */
export async function openMetricsPort(
  { settings, log }: { readonly settings: Settings; readonly log: Log },
  { readMetrics, isReady }: MetricsSource,
): Promise<MetricsServer | null> {
  const { METRICS, METRICS_HOST: host, METRICS_PORT: port } = settings
  if (port === undefined) return null
  const server = await openMetricsServer({
    host,
    port,
    readMetrics: METRICS === 'on' ? readMetrics : null,
    isReady,
    log,
  })
  log.info({ url: `http://${hostInUrl(host)}:${server.port}/metrics` }, 'metrics are served')
  return server
}

/** Whether the database answers. */
export const isAnswering = (database: Platform['database']): Promise<boolean> =>
  database.ping().then(
    () => true,
    () => false,
  )

/** Whether the server can serve requests: it has started, does not stop, and its database answers. */
export const makeReadiness =
  ({ database }: Platform, state: { readonly isServing: boolean }) =>
  async () =>
    state.isServing && (await isAnswering(database))
