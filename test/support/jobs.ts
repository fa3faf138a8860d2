import type { TestApp } from './app.ts'
import { aName } from './users.ts'

interface GivenRun {
  /** Name of the queue, which is made. */
  readonly queue?: string
  readonly state?: 'created' | 'active' | 'failed'
  readonly error?: string
  readonly data?: object
}

interface InsertedRun {
  readonly uuid: string
  readonly queue: string
}

/** A run of a job in the queue, which nobody works at. */
export async function aRun(
  app: TestApp,
  { queue = aName('job-'), state = 'failed', error = 'It broke.', data = {} }: GivenRun = {},
): Promise<InsertedRun> {
  await app.platform.jobs.send(queue, { ...data, isSent: true })
  const output = state === 'created' ? null : JSON.stringify({ message: error, stack: `Error: ${error}` })
  const { rows } = await app.platform.database.pool.query<{ uuid: string }>(
    `UPDATE pgboss.job SET state = $1::pgboss.job_state, output = $2::jsonb, retry_count = 1, data = data - 'isSent',
       started_on = CASE WHEN $1 = 'created' THEN NULL ELSE now() END, completed_on = CASE WHEN $1 = 'failed' THEN now() END
     WHERE name = $3 AND data ? 'isSent' RETURNING id AS uuid`,
    [state, output, queue],
  )
  const [run] = rows
  if (!run) throw new Error('the run was not queued')
  return { uuid: run.uuid, queue }
}

/** The state of a run in the queue; undefined if it is gone. */
export async function stateOfRun(app: TestApp, uuid: string): Promise<string | undefined> {
  const { rows } = await app.platform.database.pool.query<{ state: string }>(
    'SELECT state::text AS state FROM pgboss.job WHERE id = $1',
    [uuid],
  )
  return rows[0]?.state
}

/** A mail that could not be sent, or waits. */
export const aQueuedMail = (
  app: TestApp,
  {
    to,
    subject = 'Your login code',
    state = 'failed',
    error,
  }: Omit<GivenRun, 'data'> & { to: string; subject?: string },
) => {
  const message = { to, subject, text: 'A text with a code', id: aName(), at: app.clock.now() }
  const sealed = app.platform.secrets.seal('send-mail', JSON.stringify(message))
  return aRun(app, { queue: 'send-mail', state, data: { sealed }, ...(error === undefined ? {} : { error }) })
}
