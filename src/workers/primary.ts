import type { App } from '../app.ts'
import { ensureEconomySeed } from '../areas/economy/seed.ts'
import { ensureSeedData } from '../areas/system/seed/ensureSeedData.ts'
import { backUpBeforeMigrations } from '../backup/beforeMigrations.ts'
import type { MetricsServer } from '../edges/metricsServer.ts'
import { SECOND } from '../kernel/clock.ts'
import { systemScope } from '../kernel/scope.ts'
import { isAnswering, openMetricsPort } from '../metricsPort.ts'
import { type DiskLocks, openDiskLocks } from '../platform/blobs/disk/mutexes.ts'
import { openLog } from '../platform/log.ts'
import { openPlatform } from '../platform/openPlatform.ts'
import { rememberPublicUrl } from '../platform/ownUrls.ts'
import { type Platform, servicesOf } from '../platform/platform.ts'
import { openRestartCounter } from '../platform/watch/carrierMetrics.ts'
import { serveOn } from '../serve.ts'
import type { Settings } from '../settings.ts'
import { createStartProbe } from '../startProbe.ts'
import { firstStopSignal } from '../stopSignal.ts'
import { lendDiskLocks } from './diskLocks.ts'
import { mergeMetrics } from './mergedMetrics.ts'
import { openWorkerSet, type WorkerSet } from './workerSet.ts'

/**
 * Runs the server in several processes behind one port until a stop signal. This process owns the embedded database, the
 * migrations, the demo data and the locks of the disk store; its workers answer requests and run jobs, like several nodes
 * on one database. A worker ends when this process does.
 */
export async function serveByWorkers(settings: Settings): Promise<void> {
  const stopSignal = firstStopSignal()
  const diskLocks = openDiskLocks()
  const log = await openLog(settings)
  const probe = createStartProbe({ settings, log })
  const beforeMigrating = (url: string) => backUpBeforeMigrations(settings, url, (line) => log.info(line))
  const platform = await openPlatform(
    { ...settings, JOBS: 'off' },
    { log, diskLocks, onMigration: probe.tell, beforeMigrating },
  )
  const makeApp = (opened: Platform) => makeWorkers(opened, diskLocks, stopSignal)
  await serveOn({ platform, makeApp, probe, stopSignal }).finally(() => platform.close())
}

async function makeWorkers(platform: Platform, diskLocks: DiskLocks, stopSignal: Promise<string>): Promise<App> {
  const services = servicesOf(platform, await rememberPublicUrl(platform))
  await ensureSeedData(systemScope(services))
  // The demo data, which the primary process makes before a worker has started, needs the plans of subscriptions.
  await ensureEconomySeed(systemScope(services))
  const workers = openWorkers(platform, diskLocks)
  void stopSignal.then(workers.release)
  const state = { draining: false }
  const isReady = async () => !state.draining && workers.hasListening() && (await isAnswering(platform.database))
  let metrics: MetricsServer | null = null
  return {
    services,
    async listen() {
      metrics = await openMetricsPort(platform, { readMetrics: workers.readMetrics, isReady })
      return workers.start()
    },
    async drain() {
      state.draining = true
      await workers.stop()
      await metrics?.close()
    },
    failed: workers.failed,
  }
}

/** Milliseconds for a worker to close its platform, after its requests in flight. */
const CLOSE_TIMEOUT = 15 * SECOND

interface Workers extends WorkerSet {
  /** The metrics of all processes. */
  readMetrics(): Promise<string>
  hasListening(): boolean
}

function openWorkers({ settings, database, metrics, log }: Platform, diskLocks: DiskLocks): Workers {
  metrics.setDefaultLabels({ worker: 'primary' })
  const readMetrics = async () =>
    mergeMetrics(await Promise.all([metrics.metrics(), ...workers.listening().map((worker) => worker.readMetrics())]))
  const workers = openWorkerSet({
    count: settings.WORKERS,
    databaseUrl: database.url,
    port: settings.PORT,
    stopTimeout: settings.DRAIN_NOTICE_MS + settings.DRAIN_TIMEOUT_MS + CLOSE_TIMEOUT,
    log,
    onRestart: openRestartCounter(metrics),
    serve(rpc) {
      rpc.handle('metrics', readMetrics)
      return lendDiskLocks(diskLocks, rpc)
    },
  })
  return { ...workers, readMetrics, hasListening: () => workers.listening().length > 0 }
}
