import { assertPortFree } from './platform/portCheck.ts'
import { readSettings, type Settings } from './settings.ts'
import { readAssignment } from './workers/assignment.ts'

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  // What can be checked is so before the server is loaded, which takes most of the start time.
  const assignment = readAssignment(process.env)
  if (assignment) return (await import('./workers/worker.ts')).serveAsWorker(settings, assignment)
  await serve(settings).catch(async (error: unknown) => {
    const { explainStartError } = await import('./platform/startErrors.ts')
    throw new Error(explainStartError(error, settings), { cause: error })
  })
}

async function serve(settings: Settings): Promise<void> {
  await assertPortFree(settings)
  if (settings.WORKERS > 1) return (await import('./workers/primary.ts')).serveByWorkers(settings)
  return (await import('./serve.ts')).serve(settings)
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
