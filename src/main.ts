import { readSettings } from './settings.ts'

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  // Settings are validated before the server is loaded, which takes most of the start time.
  const { serve } = await import('./serve.ts')
  await serve(settings)
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
