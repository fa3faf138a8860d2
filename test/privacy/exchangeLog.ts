import { readFileSync } from 'node:fs'
import { z } from 'zod'

const ExchangeLine = z.object({
  method: z.string(),
  path: z.string(),
  status: z.int(),
  body: z.unknown(),
  /** The viewer, or null without a session; `id` is null where the owner of the session is unknown. */
  viewer: z.object({ id: z.string().nullable(), admin: z.boolean(), session: z.string() }).nullable(),
  /** The body of a GraphQL request. */
  sent: z.string().optional(),
})

/** A request with its response, as recorded by tests. */
export type Exchange = z.output<typeof ExchangeLine>
export type Viewer = Exchange['viewer']

/** Reads the exchanges of a log, in order. */
export const readExchangeLog = (path: string): Exchange[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ExchangeLine.parse(JSON.parse(line)))
