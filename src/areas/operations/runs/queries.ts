import { Prisma } from '../../../generated/prisma/client.ts'
import type { Sql } from '../../../kernel/database.ts'
import { ID_PREFIXES } from '../../../kernel/ids.ts'
import { MAIL_JOB } from '../../../kernel/mail.ts'
import type { KeysetPage, TimeKey } from '../../../kernel/page.ts'

type WithSql = { readonly sql: Sql }

/** The queue of the job that delivers mail. */
export const MAIL_QUEUE = MAIL_JOB

/** States of a run in the queue. */
export const RUN_STATES = ['waiting', 'active', 'done', 'failed', 'cancelled'] as const
export type RunState = (typeof RUN_STATES)[number]

/** A run of a job as the queue has it, for half a day after its end. */
export interface JobRun {
  /** `<prefix>_<uuid>`. */
  readonly id: string
  readonly name: string
  readonly state: RunState
  readonly createdAt: Date
  /** From when on it is run, if it waits. */
  readonly startsAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  /** How often it was begun. */
  readonly attempts: number
  /** What the last attempt has failed by. */
  readonly error: string | null
  /** What a mail consists of, encrypted. */
  readonly sealed: string | null
}

export interface QueueCounts {
  readonly name: string
  readonly waiting: number
  readonly active: number
  readonly failed: number
}

/** pg-boss makes its tables when the first job is sent. */
async function hasQueues(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }>`SELECT to_regclass('pgboss.job') IS NOT NULL AS found`
  return row?.found === true
}

/** Counts runs by queue. The table has what waits, and what has ended in the last half day. */
export async function countQueues({ sql }: WithSql): Promise<readonly QueueCounts[]> {
  if (!(await hasQueues(sql))) return []
  return sql<QueueCounts>`
    SELECT name, count(*) FILTER (WHERE state < 'active')::int AS waiting, count(*) FILTER (WHERE state = 'active')::int AS active,
      count(*) FILTER (WHERE state = 'failed')::int AS failed
    FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed') AND name NOT LIKE '\\_\\_%' GROUP BY name ORDER BY name`
}

/** The states of the queue of which a state consists. */
const STATES_OF: Readonly<Record<RunState, readonly string[]>> = {
  waiting: ['created', 'retry'],
  active: ['active'],
  done: ['completed'],
  failed: ['failed'],
  cancelled: ['cancelled'],
}

export interface RunFilter {
  /** Mails, or all other jobs. */
  readonly isMail: boolean
  readonly names?: readonly string[] | undefined
  readonly states?: readonly RunState[] | undefined
  readonly ids?: readonly string[] | undefined
}

/** The time of a run to the millisecond, by which the list is sorted. */
const CREATED_AT = Prisma.sql`date_trunc('milliseconds', created_on)`

const ID_OF = { mail: ID_PREFIXES.queuedMail, job: ID_PREFIXES.jobRun }
const prefixOf = ({ isMail }: Pick<RunFilter, 'isMail'>) => (isMail ? ID_OF.mail : ID_OF.job)

/** The UUID of an id, in the queue. */
export const uuidOf = (id: string) => id.slice(id.indexOf('_') + 1)

function conditionOf(filter: RunFilter): Prisma.Sql {
  const { isMail, names, states, ids } = filter
  const stateNames = states?.flatMap((state) => STATES_OF[state])
  return Prisma.join(
    [
      isMail ? Prisma.sql`name = ${MAIL_QUEUE}` : Prisma.sql`name <> ${MAIL_QUEUE} AND name NOT LIKE '\\_\\_%'`,
      ...(names ? [Prisma.sql`name = ANY(${[...names]}::text[])`] : []),
      ...(stateNames ? [Prisma.sql`state::text = ANY(${stateNames}::text[])`] : []),
      ...(ids ? [Prisma.sql`id = ANY(${ids.map(uuidOf)}::uuid[])`] : []),
    ],
    ' AND ',
  )
}

const beyond = (key: TimeKey | undefined, operator: Prisma.Sql) =>
  key ? [Prisma.sql`(${CREATED_AT}, id) ${operator} (${key[0]}, ${uuidOf(key[1])}::uuid)`] : []

/** Reads runs in the order of their creation. */
export async function listRuns({ sql }: WithSql, filter: RunFilter, page: KeysetPage<TimeKey>): Promise<JobRun[]> {
  if (!(await hasQueues(sql))) return []
  const where = [conditionOf(filter), ...beyond(page.above, Prisma.sql`>`), ...beyond(page.below, Prisma.sql`<`)]
  const direction = page.descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
  return sql<JobRun>`
    SELECT ${prefixOf(filter)} || '_' || id AS id, name, ${CREATED_AT} AS "createdAt", start_after AS "startsAt", started_on AS "startedAt",
      completed_on AS "endedAt", retry_count + CASE WHEN state < 'active' THEN 0 ELSE 1 END AS attempts, data ->> 'sealed' AS sealed,
      coalesce(output ->> 'message', output -> 'value' ->> 'message', output ->> 'value') AS error,
      CASE state WHEN 'active' THEN 'active' WHEN 'completed' THEN 'done' WHEN 'failed' THEN 'failed' WHEN 'cancelled' THEN 'cancelled'
        ELSE 'waiting' END AS state
    FROM pgboss.job WHERE ${Prisma.join(where, ' AND ')}
    ORDER BY ${CREATED_AT} ${direction}, id ${direction} LIMIT ${page.limit}::int`
}

/** Counts runs. */
export async function countRuns({ sql }: WithSql, filter: RunFilter): Promise<number> {
  if (!(await hasQueues(sql))) return 0
  const [row] = await sql<{ count: number }>`SELECT count(*)::int AS count FROM pgboss.job WHERE ${conditionOf(filter)}`
  return row?.count ?? 0
}

/** Whether a statement has found its run, and changed it. */
type Changed = Promise<boolean>

/** Lets a run that has failed begin once more, at once. */
export async function requeueRun({ sql }: WithSql, filter: RunFilter): Changed {
  const rows = await sql`
    UPDATE pgboss.job SET state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = NULL,
      keep_until = now() + interval '14 days'
    WHERE ${conditionOf({ ...filter, states: ['failed'] })} RETURNING id`
  return rows.length > 0
}

/** Lets a run that waits for another attempt begin at once. */
export async function hastenRun({ sql }: WithSql, filter: RunFilter): Changed {
  const rows = await sql`
    UPDATE pgboss.job SET start_after = now() WHERE ${conditionOf({ ...filter, states: ['waiting'] })} RETURNING id`
  return rows.length > 0
}

/** Ends a run that waits. */
export async function cancelRun({ sql }: WithSql, filter: RunFilter): Changed {
  const rows = await sql`
    UPDATE pgboss.job SET state = 'cancelled', completed_on = now()
    WHERE ${conditionOf({ ...filter, states: ['waiting'] })} RETURNING id`
  return rows.length > 0
}

/** Deletes a run that waits or has failed, with its data. */
export async function deleteRun({ sql }: WithSql, filter: RunFilter): Changed {
  const rows = await sql`
    DELETE FROM pgboss.job WHERE ${conditionOf({ ...filter, states: ['waiting', 'failed'] })} RETURNING id`
  return rows.length > 0
}

interface RanJob {
  readonly name: string
  readonly startedAt: Date
  /** Milliseconds. */
  readonly duration: number
  readonly failure: string | null
}

/** Notes the last run of a job. */
export const saveJobRecord = ({ sql }: WithSql, { name, startedAt, duration, failure }: RanJob) => sql`
  INSERT INTO "JobRecord" AS known (name, "startedAt", duration, failure, "succeededAt", runs, failures)
  VALUES (${name}, ${startedAt}, ${duration}::int, ${failure}::text, CASE WHEN ${failure}::text IS NULL THEN ${startedAt}::timestamptz END, 1,
    (${failure}::text IS NOT NULL)::int)
  ON CONFLICT (name) DO UPDATE SET "startedAt" = EXCLUDED."startedAt", duration = EXCLUDED.duration, failure = EXCLUDED.failure,
    "succeededAt" = coalesce(EXCLUDED."succeededAt", known."succeededAt"), runs = known.runs + 1,
    failures = known.failures + EXCLUDED.failures`
