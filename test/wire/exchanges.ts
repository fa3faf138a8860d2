import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Line = z.object({
  method: z.string(),
  path: z.string(),
  status: z.int(),
  body: z.unknown(),
  /** Who asked; null for nobody. Without an id it is not known who. */
  viewer: z.object({ id: z.string().nullable(), admin: z.boolean(), session: z.string() }).nullable(),
  /** Of the graph, what was asked. */
  sent: z.string().optional(),
})

/** An exchange that tests have recorded. */
export type Exchange = z.output<typeof Line>
export type Viewer = Exchange['viewer']

/** The exchanges of a log, in the order in which they were written. */
export const readLog = (path: string): Exchange[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)))
