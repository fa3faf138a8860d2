import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  addFirstEnd,
  addPartition,
  closeFirst,
  deleteStrays,
  dropFirstEnd,
  dropPartition,
  readFirstEnd,
  readPartitions,
  validateFirstEnd,
} from './queries.ts'
import { beginOf, endOf, PARTITIONED_TABLES, type PartitionedTable } from './tables.ts'

/** Spans that have a partition before they begin. What is written later has none until the job has run again. */
const SPANS_AHEAD = 2

/**
 * Makes the partitions of the next spans of time, and drops those of spans of which nothing is needed any more, so that no
 * rows are deleted one by one. What a crash leaves is done by the next run. A row without a partition is kept in one for all
 * others, so that no write fails without the job.
 */
export async function maintainPartitions(scope: Scope): Promise<void> {
  for (const table of PARTITIONED_TABLES) await maintain(scope, table)
}

async function maintain(scope: Scope, table: PartitionedTable): Promise<void> {
  if ((await readPartitions(scope, table)).begins.length === 0) await beginPartitions(scope, table)
  await addAhead(scope, table)
  const kept = table.kept(scope.rules.retention)
  if (kept !== null) await dropBefore(scope, table, addMilliseconds(scope.now, -kept))
}

/** The first span begins so much later that the job can be late by days before writes of it come. */
const FIRST_AHEAD = 7 * DAY
/** An end that is nearer was left by a run of long ago: nothing could be written from then on. */
const LEAST_AHEAD = DAY

/** Gives what was written until now a partition of its own, which ends where the first span begins. */
async function beginPartitions(scope: Scope, table: PartitionedTable): Promise<void> {
  const left = await readFirstEnd(scope, table)
  const isLate = left !== null && left < addMilliseconds(scope.now, LEAST_AHEAD)
  if (isLate) await dropFirstEnd(scope, table, left)
  const end = left === null || isLate ? endOf(table, beginOf(table, addMilliseconds(scope.now, FIRST_AHEAD))) : left
  if (end !== left) await addFirstEnd(scope, table, end)
  await validateFirstEnd(scope, table, end)
  await closeFirst(scope, table, end)
}

async function addAhead(scope: Scope, table: PartitionedTable): Promise<void> {
  const { begins } = await readPartitions(scope, table)
  const known = new Set(begins.map((begin) => begin.getTime()))
  const [first] = begins
  let begin = beginOf(table, scope.now)
  for (let ahead = 0; ahead <= SPANS_AHEAD; ahead++) {
    if (first && begin > first && !known.has(begin.getTime())) await addPartition(scope, table, begin)
    begin = endOf(table, begin)
  }
}

async function dropBefore(scope: Scope, table: PartitionedTable, time: Date): Promise<void> {
  const { hasFirst, begins } = await readPartitions(scope, table)
  const [first] = begins
  if (hasFirst && first && first <= time) await dropPartition(scope, table, 'first')
  for (const begin of begins) if (endOf(table, begin) <= time) await dropPartition(scope, table, begin)
  const count = await deleteStrays(scope, table, time)
  if (count > 0) scope.log.warn({ table: table.table, count }, 'rows were written before their partition was made')
}
