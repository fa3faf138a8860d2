import type { ViewerScope } from '../../../kernel/scope.ts'

/** Durations that the mean counts, the latest, and the seconds of one while there are none. */
const DURATIONS = 100
const FIRST_GUESS = 60

interface Queue {
  /** Open jobs up to the latest of the viewer; 0 without one. */
  readonly place: number
  readonly open: number
  /** Mean duration in seconds; null without any. */
  readonly mean: number | null
}

const readQueue = ({ sql, viewer }: ViewerScope) => sql<Queue>`
  WITH own AS (
    SELECT "createdAt", id FROM "ImpostorJob" WHERE "requesterId" = ${viewer.id} AND "openKey" IS NOT NULL
    ORDER BY "createdAt" DESC, id DESC LIMIT 1
  ), done AS (
    SELECT "startedAt", "endedAt" FROM "ImpostorJob" WHERE state = 'DONE' ORDER BY "endedAt" DESC LIMIT ${DURATIONS}
  )
  SELECT
    (SELECT count(*)::int FROM own JOIN "ImpostorJob" AS job
      ON job.state IN ('QUEUED', 'RUNNING') AND (job."createdAt", job.id) <= (own."createdAt", own.id)) AS place,
    (SELECT count(*)::int FROM "ImpostorJob" WHERE state IN ('QUEUED', 'RUNNING')) AS open,
    (SELECT avg(date_part('epoch', "endedAt" - "startedAt"))::float8 FROM done) AS mean`

/**
 * An estimate of the seconds until the impostors are there that the viewer has queued last, or would queue now; 0 without a
 * builder. One statement.
 */
export async function estimateImpostorSeconds(scope: ViewerScope): Promise<number> {
  const { impostors } = scope
  if (!impostors.isConnected) return 0
  const [queue] = await readQueue(scope)
  const { place, open, mean } = { place: 0, open: 0, mean: null, ...queue }
  return Math.ceil(((place || open + 1) * (mean ?? FIRST_GUESS)) / impostors.workers)
}
