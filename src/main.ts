import { readSettings } from './settings.ts'
import { readAssignment } from './workers/assignment.ts'

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const assignment = readAssignment(process.env)
  // Settings are validated before the server is loaded, which takes most of the start time.
  if (assignment) return (await import('./workers/worker.ts')).serveAsWorker(settings, assignment)
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
