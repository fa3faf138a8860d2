import { makeApp } from './app.ts'
import { bringDemoUsersOnline } from './demo/onlineUsers.ts'
import { warnOfDemoAccounts } from './demo/productionCheck.ts'
import { ensureDemoData } from './demo/seed.ts'
import { openPlatform } from './platform/openPlatform.ts'
import type { Platform } from './platform/platform.ts'
import { plainHttpWarning, type Settings } from './settings.ts'
import { printStartupBanner } from './startupBanner.ts'

/** Resolves with the first stop signal; later ones have no effect. */
const firstStopSignal = () =>
  new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal))
  })

/** Runs the server until a stop signal. A signal during the start stops it right after the start. */
export async function serve(settings: Settings): Promise<void> {
  const stopSignal = firstStopSignal()
  const platform = await openPlatform(settings)
  await serveOn(platform, stopSignal).finally(() => platform.close())
}

async function serveOn(platform: Platform, stopSignal: Promise<string>): Promise<void> {
  const insecure = plainHttpWarning(platform.settings)
  if (insecure) platform.log.warn(insecure)
  const app = await makeApp(platform)
  await warnOfDemoAccounts(platform, app.services)
  const demo = await ensureDemoData(platform, app.services)
  printStartupBanner(platform.settings, await app.listen(), demo)
  const takeOffline = demo ? await bringDemoUsersOnline(app.services).catch(logDemoFailure(platform)) : noop
  platform.log.info({ signal: await stopSignal }, 'stopping')
  takeOffline()
  await app.drain()
}

const noop = () => {}
/** The server runs on when the demo users can't be brought online. */
const logDemoFailure =
  ({ log }: Platform) =>
  (error: unknown) => {
    log.warn({ err: error }, 'demo users could not be brought online')
    return noop
  }
