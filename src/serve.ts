import type { App } from './app.ts'
import { readFirstAdminCode } from './areas/accounts/account/firstAdmin.ts'
import { backUpBeforeMigrations } from './backup/beforeMigrations.ts'
import { bringDemoUsersOnline } from './demo/onlineUsers.ts'
import { warnOfDemoAccounts } from './demo/productionCheck.ts'
import { ensureDemoData } from './demo/seed.ts'
import { systemScope } from './kernel/scope.ts'
import { openLog } from './platform/log.ts'
import { awaitAll, openPlatform } from './platform/openPlatform.ts'
import type { Platform } from './platform/platform.ts'
import type { Settings } from './settings.ts'
import { misspeltSettings } from './settingTypos.ts'
import { settingWarnings } from './settingWarnings.ts'
import { createStartProbe, type StartProbe } from './startProbe.ts'
import { printStartupBanner } from './startupBanner.ts'
import { firstStopSignal } from './stopSignal.ts'
import { outliveUnexpectedErrors } from './unexpectedErrors.ts'

type MakeApp = typeof import('./app.ts').makeApp

/** Runs the server until a stop signal. A signal during the start stops it right after the start. */
export async function serve(settings: Settings): Promise<void> {
  const stopSignal = firstStopSignal()
  const loaded = loadApp()
  const log = await openLog(settings)
  const probe = createStartProbe({ settings, log })
  const beforeMigrating = (url: string) => backUpBeforeMigrations(settings, url, (line) => log.info(line))
  const opening = openPlatform(settings, { log, beforeConnecting: loaded, onMigration: probe.tell, beforeMigrating })
  const [platform, makeApp] = await awaitAll(opening, loaded)
  await serveOn({ platform, makeApp, probe, stopSignal }).finally(() => platform.close())
}

/** Loads the app and builds the GraphQL schema, which takes about as long as the database needs to start beside it. */
export async function loadApp(): Promise<MakeApp> {
  const { makeApp } = await import('./app.ts')
  const { graphSchema } = await import('./edges/graphql/schema.ts')
  graphSchema()
  return makeApp
}

interface Serving {
  readonly platform: Platform
  readonly makeApp: (platform: Platform) => Promise<App>
  readonly probe: StartProbe
  readonly stopSignal: Promise<string>
}

/** Starts the server on the open platform and drains it at the stop signal. Throws when it can't go on. */
export async function serveOn({ platform, makeApp, probe, stopSignal }: Serving): Promise<void> {
  for (const warning of [...misspeltSettings(process.env), ...settingWarnings(platform.settings)])
    platform.log.warn(warning)
  // A server that can't write would fail at some later part of its start.
  await platform.database.ping()
  const app = await makeApp(platform)
  await warnOfDemoAccounts(platform, app.services)
  const demo = await ensureDemoData(platform, app.services)
  await probe.close()
  const port = await app.listen()
  const stopOutliving = outliveUnexpectedErrors(platform)
  printStartupBanner(platform.settings, {
    port,
    demo,
    firstAdminCode: await readFirstAdminCode(systemScope(app.services)),
  })
  const takeOffline = demo ? await bringDemoUsersOnline(app.services).catch(logDemoFailure(platform)) : noop
  const signal = await Promise.race([stopSignal, ...(app.failed ? [app.failed] : [])])
  platform.log.info({ signal }, 'stopping')
  takeOffline()
  await app.drain()
  stopOutliving()
}

const noop = () => {}
/** The server runs on when the demo users can't be brought online. */
const logDemoFailure =
  ({ log }: Platform) =>
  (error: unknown) => {
    log.warn({ err: error }, 'demo users could not be brought online')
    return noop
  }
