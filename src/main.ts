import { makeApp } from './app.ts'
import { ensureDemo } from './demo/ensure.ts'
import { beginDemoLife } from './demo/life.ts'
import { greet } from './greeting.ts'
import { openPlatform } from './platform/open.ts'
import type { Platform } from './platform/platform.ts'
import { readSettings } from './settings.ts'

/** The first of the signals that end a server; those that follow change nothing. */
const signalled = new Promise<string>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal))
})

/** From the doors' opening to the last answer. A signal that comes before they are open is obeyed right after. */
async function serve(platform: Platform): Promise<void> {
  const app = await makeApp(platform)
  const demo = await ensureDemo(platform, app.outside)
  greet(platform.settings, await app.listen(), demo)
  const life = demo ? await beginDemoLife(app.outside).catch(withoutLife(platform)) : nobody
  platform.log.info({ signal: await signalled }, 'stopping')
  life()
  await app.drain()
}

const nobody = () => {}
/** A demo without people in it is no reason to stop. */
const withoutLife =
  ({ log }: Platform) =>
  (error: unknown) => {
    log.warn({ err: error }, 'the people of the demo did not come')
    return nobody
  }

async function main(): Promise<void> {
  const platform = await openPlatform(readSettings(process.env))
  await serve(platform).finally(() => platform.close())
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
