import { openLog } from '../platform/log.ts'
import { openPlatform } from '../platform/openPlatform.ts'
import { explainStartError } from '../platform/startErrors.ts'
import { loadApp } from '../serve.ts'
import type { Settings } from '../settings.ts'
import { firstStopSignal } from '../stopSignal.ts'
import { outliveUnexpectedErrors } from '../unexpectedErrors.ts'
import type { WorkerAssignment } from './assignment.ts'
import { remoteDiskLocks } from './diskLocks.ts'
import { openRpc, type PrimaryCall, type Rpc, type WorkerCall } from './rpc.ts'

type Primary = Rpc<PrimaryCall, WorkerCall>

/**
 * Serves requests as one of several processes until a stop signal. Node ends the process when the primary process is
 * gone. A failure is told to the primary process, which reports it.
 */
export async function serveAsWorker(settings: Settings, assignment: WorkerAssignment): Promise<void> {
  const stopSignal = firstStopSignal()
  const primary: Primary = openRpc({
    send: (message) => void process.send?.(message),
    listen: (listener) => void process.on('message', listener),
  })
  try {
    await serveUntil(stopSignal, settings, assignment, primary)
  } catch (error) {
    await primary.call('fail', explainStartError(error, settings))
    process.exit(1)
  }
}

async function serveUntil(
  stopSignal: Promise<string>,
  settings: Settings,
  { number, databaseUrl, port }: WorkerAssignment,
  primary: Primary,
): Promise<void> {
  const log = (await openLog(settings)).child({ worker: number })
  // The primary process has the port of metrics.
  const own = { ...settings, DATABASE_URL: databaseUrl, PORT: port, METRICS_PORT: undefined }
  // One after the other: loading keeps the process busy, so that connections to the running database could time out.
  const makeApp = await loadApp()
  const platform = await openPlatform(own, { log, diskLocks: remoteDiskLocks(primary), isWorker: true })
  platform.metrics.setDefaultLabels({ worker: String(number) })
  primary.handle('metrics', () => platform.metrics.metrics())
  try {
    const app = await makeApp(platform, { readMetrics: () => primary.call('metrics') })
    await app.listen()
    const stopOutliving = outliveUnexpectedErrors(platform)
    log.info({ signal: await stopSignal }, 'stopping')
    await app.drain()
    stopOutliving()
  } finally {
    await platform.close()
  }
}
