import { makeApp } from './app.ts'
import { ensureDemo } from './demo/ensure.ts'
import { openPlatform } from './platform/open.ts'
import { readSettings } from './settings.ts'
import { greet } from './greeting.ts'

/** The process: settings, platform, app; then the signals that end it. */
async function main() {
  const settings = readSettings(process.env)
  const platform = await openPlatform(settings)
  const app = await makeApp(platform).catch(async (error) => {
    await platform.close()
    throw error
  })
  greet(settings, app.port, await ensureDemo(platform, app.outside))

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    platform.log.info({ signal }, 'stopping')
    await app.drain()
    await platform.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal))
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
