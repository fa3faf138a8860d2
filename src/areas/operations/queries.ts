import type { Sql } from '../../kernel/database.ts'
import type { HealthFinding, NodeCounts, ServerNode } from '../../kernel/serverNode.ts'

type WithSql = { readonly sql: Sql }

/** What a process has used of its machine. */
export interface NodeLoad {
  /** Share of a processor. */
  readonly cpu: number
  /** Bytes. */
  readonly memory: number
  /** Milliseconds by which the event loop was late, at most. */
  readonly delay: number
}

interface NodeMinuteReport {
  readonly node: ServerNode
  readonly counts: NodeCounts
  readonly load: NodeLoad
  /** The minute to which the counts are added. */
  readonly at: Date
  readonly now: Date
}

/** Writes that a process is there, and adds what it has counted, by one statement. */
export const saveNodeMinute = ({ sql }: WithSql, { node, counts, load, at, now }: NodeMinuteReport) => sql`
  WITH seen AS (
    INSERT INTO "ServerNode" (id, host, pid, version, "nodeVersion", "startedAt", "seenAt", cpu, memory, delay)
    VALUES (${node.id}, ${node.host}, ${node.pid}::int, ${node.version}, ${node.nodeVersion}, ${node.startedAt}, ${now},
      ${load.cpu}::float8, ${load.memory}::bigint, ${load.delay}::float8)
    ON CONFLICT (id) DO UPDATE SET "seenAt" = EXCLUDED."seenAt", cpu = EXCLUDED.cpu, memory = EXCLUDED.memory,
      delay = EXCLUDED.delay
  )
  INSERT INTO "NodeMinute" AS known (at, "nodeId", requests, errors, sockets, durations, refusals)
  VALUES (${at}, ${node.id}, ${counts.requests}::int, ${counts.errors}::int, ${counts.sockets}::int,
    ${[...counts.durations]}::int[], ${JSON.stringify(Object.fromEntries(counts.refusals))}::jsonb)
  ON CONFLICT (at, "nodeId") DO UPDATE SET
    requests = known.requests + EXCLUDED.requests, errors = known.errors + EXCLUDED.errors, sockets = EXCLUDED.sockets,
    durations = ARRAY(
      SELECT coalesce(one, 0) + coalesce(other, 0)
      FROM unnest(known.durations, EXCLUDED.durations) WITH ORDINALITY AS both_counts (one, other, place) ORDER BY place
    ),
    refusals = known.refusals || (
      SELECT coalesce(jsonb_object_agg(name, added::bigint + coalesce((known.refusals ->> name)::bigint, 0)), '{}')
      FROM jsonb_each_text(EXCLUDED.refusals) AS refused (name, added)
    )`

/** Writes what the checks of a process have found. */
export const saveFindings = ({ sql }: WithSql, nodeId: string, findings: readonly HealthFinding[], now: Date) => sql`
  UPDATE "ServerNode" SET findings = ${JSON.stringify(findings)}::jsonb, "checkedAt" = ${now} WHERE id = ${nodeId}`

/** Counts of all processes together, in a minute. */
interface NodeSums {
  readonly at: Date
  readonly requests: number
  readonly errors: number
  readonly sockets: number
  readonly durations: readonly number[]
}

export interface Period {
  readonly from: Date
  /** Not included. */
  readonly until: Date
}

/** Sums the counts of all processes by minutes, oldest first. */
export const sumNodeMinutes = ({ sql }: WithSql, { from, until }: Period) => sql<NodeSums>`
  WITH bucket AS (
    SELECT at, place, sum(count)::float8 AS count
    FROM "NodeMinute", unnest(durations) WITH ORDINALITY AS bucket (count, place)
    WHERE at >= ${from} AND at < ${until} GROUP BY at, place
  ), spread AS (
    SELECT at, array_agg(count ORDER BY place) AS durations FROM bucket GROUP BY at
  ), summed AS (
    SELECT at, sum(requests)::float8 AS requests, sum(errors)::float8 AS errors, sum(sockets)::float8 AS sockets
    FROM "NodeMinute" WHERE at >= ${from} AND at < ${until} GROUP BY at
  )
  SELECT at, requests, errors, sockets, coalesce(durations, '{}') AS durations
  FROM summed LEFT JOIN spread USING (at) ORDER BY at`

/** Refusals of all processes, by the name of the rate limit, those with most first. */
export const sumRefusals = ({ sql }: WithSql, { from, until }: Period) => sql<{ limit: string; count: number }>`
  SELECT name AS "limit", sum(count::bigint)::float8 AS count
  FROM "NodeMinute", jsonb_each_text(refusals) AS refused (name, count)
  WHERE at >= ${from} AND at < ${until} GROUP BY name ORDER BY count DESC, name LIMIT 100`

/** Numbers of people who have registered, and of tokens that were moved, by minutes. Both are read by an index of their time. */
export const countByMinute = ({ sql }: WithSql, { from, until }: Period) => sql<{
  at: Date
  signUps: number
  tokensMoved: number
}>`
  WITH signed AS (
    SELECT date_trunc('minute', "createdAt") AS at, count(*)::float8 AS "signUps"
    FROM "User" WHERE "createdAt" >= ${from} AND "createdAt" < ${until} GROUP BY 1
  ), moved AS (
    SELECT date_trunc('minute', transfer.at) AS at, sum(amount)::float8 AS "tokensMoved"
    FROM "LedgerTransfer" transfer JOIN "LedgerEntry" entry ON entry."transferId" = transfer.id AND amount > 0
    WHERE transfer.at >= ${from} AND transfer.at < ${until} GROUP BY 1
  )
  SELECT at, coalesce("signUps", 0) AS "signUps", coalesce("tokensMoved", 0) AS "tokensMoved"
  FROM signed FULL JOIN moved USING (at)`

/** Most open reports that are counted. */
const MOST_REPORTS = 100_000

/** Open reports, read from the index of their states, at most 100,000. */
export async function countOpenReports({ sql }: WithSql): Promise<number> {
  const [row] = await sql<{ count: number }>`
    SELECT count(*)::int AS count
    FROM (SELECT FROM "ModerationReport" WHERE status = 'open' LIMIT ${MOST_REPORTS}::int) AS report`
  return row?.count ?? 0
}

/** Bytes of all stored files: a sum over a large table, which takes about a second for five million files. */
export async function sumStoredBytes({ sql }: WithSql): Promise<number> {
  const [row] = await sql<{ bytes: number }>`
    SELECT coalesce(sum("sizeInBytes"), 0)::float8 AS bytes FROM "FileData" WHERE "completedAt" IS NOT NULL`
  return row?.bytes ?? 0
}

/** Writes figures; values that a row has already stay unless they are given. */
export const saveFigures = (
  { sql }: WithSql,
  step: 'minute' | 'hour',
  rows: readonly { readonly at: Date; readonly values: object }[],
) => sql`
  INSERT INTO "FigureRow" AS known (step, at, values)
  SELECT ${step}, at::timestamptz, values::jsonb FROM unnest(
    ${rows.map(({ at }) => at.toISOString())}::text[], ${rows.map(({ values }) => JSON.stringify(values))}::text[]
  ) AS given (at, values)
  ON CONFLICT (step, at) DO UPDATE SET values = known.values || EXCLUDED.values`

/** Deletes figures and processes that were kept long enough. */
export async function deleteOldFigures(
  { sql }: WithSql,
  { minutesBefore, hoursBefore }: { readonly minutesBefore: Date; readonly hoursBefore: Date },
): Promise<void> {
  await sql`DELETE FROM "NodeMinute" WHERE at < ${minutesBefore}`
  await sql`DELETE FROM "FigureRow" WHERE step = 'minute' AND at < ${minutesBefore}`
  await sql`DELETE FROM "FigureRow" WHERE step = 'hour' AND at < ${hoursBefore}`
  await sql`DELETE FROM "ServerNode" WHERE "seenAt" < ${minutesBefore}`
}
