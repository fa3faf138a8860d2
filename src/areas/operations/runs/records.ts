import { type Scope, type Services, systemScope } from '../../../kernel/scope.ts'
import { saveJobRecord } from './queries.ts'

/** Characters of an error that are kept. */
const MOST_CHARACTERS = 2_000

const failureOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, MOST_CHARACTERS)

/** Runs a job, and notes how that went: a failure to note it is only logged. Throws what the job throws. */
export async function recordJobRun(
  services: Services,
  name: string,
  run: (scope: Scope) => Promise<unknown>,
): Promise<void> {
  const scope = systemScope(services)
  const startedAt = scope.now
  const begun = performance.now()
  const note = async (failure: string | null) => {
    const duration = Math.round(performance.now() - begun)
    await saveJobRecord(scope, { name, startedAt, duration, failure }).catch((error: unknown) =>
      scope.log.warn({ err: error, job: name }, 'a run of a job could not be noted'),
    )
  }
  try {
    await run(scope)
  } catch (error) {
    await note(failureOf(error))
    throw error
  }
  await note(null)
}
