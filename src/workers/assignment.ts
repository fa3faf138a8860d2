import { z } from 'zod'

/** What the primary process tells a worker at its start. */
const WorkerAssignment = z.object({
  /** Counted from 1; the replacement of a worker that ended has the same number. */
  number: z.number(),
  databaseUrl: z.string(),
  /** The port to listen on; 0 for any free port, which all workers share. */
  port: z.number(),
})
export type WorkerAssignment = z.output<typeof WorkerAssignment>

/** Environment variable that makes a process a worker; no setting, as only the primary process sets it. */
const VARIABLE = 'PLAZA_WORKER'

export const assignmentVariable = (assignment: WorkerAssignment) => ({ [VARIABLE]: JSON.stringify(assignment) })

/** The assignment of this process; null when it is no worker. */
export function readAssignment(env: Readonly<Record<string, string | undefined>>): WorkerAssignment | null {
  const text = env[VARIABLE]
  return text ? WorkerAssignment.parse(JSON.parse(text)) : null
}
