import { Prisma } from '../../../generated/prisma/client.ts'
import { firstIdAt } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { AgeingTable } from './ageingTables.ts'

/** Keys of a batch, which is one statement. */
const BATCH_SIZE = 1_000

const named = (name: string) => Prisma.raw(`"${name}"`)

interface Batch {
  /** The last key of the batch; null if there is none. */
  readonly last: string | null
  /** Rows that were deleted. */
  readonly count: number
}

/** Ids begin with their time. */
const isOldKey = ({ kind }: AgeingTable['by'], horizon: Date) =>
  kind === undefined ? Prisma.sql`true` : Prisma.sql`id < ${firstIdAt(kind, horizon)}`

/** Deletes the rows of the next so many keys that have aged since before a time. */
export async function deleteAgedBatch(
  { sql }: Pick<Scope, 'sql'>,
  { table, since, by }: AgeingTable,
  { after, horizon }: { readonly after: string; readonly horizon: Date },
): Promise<Batch> {
  const [batch] = await sql<Batch>`
    WITH batch AS (
      SELECT id FROM ${named(by.table)} WHERE id > ${after} AND ${isOldKey(by, horizon)} ORDER BY id LIMIT ${BATCH_SIZE}::int
    ), gone AS (
      DELETE FROM ${named(table)}
      WHERE ${named(by.column)} IN (SELECT id FROM batch) AND ${named(since)} < ${horizon} RETURNING 1
    )
    SELECT (SELECT max(id) FROM batch) AS last, (SELECT count(*)::int FROM gone) AS count`
  return batch ?? { last: null, count: 0 }
}
