import { Prisma } from '../../../generated/prisma/client.ts'
import { deleteInBatches } from '../../../kernel/retention.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { endOf, type PartitionedTable } from './tables.ts'

/** What the partitions of a table are, beside the one of what has no other. */
export interface Partitions {
  /** Whether what was written before the first span is in a partition of its own. */
  readonly hasFirst: boolean
  /** When the spans that have a partition begin, the earliest first. */
  readonly begins: readonly Date[]
}

interface Name {
  readonly name: string
}

/** How a span is named, such as 20261207. */
const dayOf = (begin: Date) => begin.toISOString().slice(0, 10).replaceAll('-', '')
const timeOf = (day: string) => new Date(day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))

const nameOf = ({ table }: PartitionedTable, part: string) => `${table}_${part}`
const named = (name: string) => Prisma.raw(`"${name}"`)
const partition = (table: PartitionedTable, part: string) => named(nameOf(table, part))
const literal = (text: string) => Prisma.raw(`'${text}'`)

export async function readPartitions({ sql }: Scope, table: PartitionedTable): Promise<Partitions> {
  const rows = await sql<Name>`
    SELECT part.relname AS name FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid
    WHERE inhparent = ${`"${table.table}"`}::regclass ORDER BY name`
  const parts = rows.map(({ name }) => name.slice(table.table.length + 1))
  return { hasFirst: parts.includes('first'), begins: parts.filter((part) => /^\d{8}$/.test(part)).map(timeOf) }
}

/**
 * What others wait for behind a statement that waits for a lock goes on soon; the job tries again later. PostgreSQL ends an
 * autovacuum that others wait for after a second.
 */
const LOCK_TIMEOUT = Prisma.sql`SET LOCAL lock_timeout = '2s'`

const change = (scope: Scope, work: (sql: InTransaction['sql']['custom']) => Promise<unknown>) =>
  transact(scope, async ({ sql }) => {
    await sql.custom(LOCK_TIMEOUT)
    await work(sql.custom)
  })

const END = 'ends_'
const endName = (table: PartitionedTable, end: Date) => `${table.table}_${END}${dayOf(end)}`

/** Until when the first partition is to reach, if that was begun before and not finished. */
export async function readFirstEnd({ sql }: Scope, table: PartitionedTable): Promise<Date | null> {
  const [found] = await sql<Name>`
    SELECT conname AS name FROM pg_constraint
    WHERE conrelid = ${`"${nameOf(table, 'other')}"`}::regclass AND conname LIKE ${`${table.table}\\_${END}%`}`
  return found ? timeOf(found.name.slice(`${table.table}_${END}`.length)) : null
}

/** Lets the partition of what has no other take nothing from a time on. */
export const addFirstEnd = (scope: Scope, table: PartitionedTable, end: Date) =>
  change(
    scope,
    (sql) => sql`
      ALTER TABLE ${partition(table, 'other')} ADD CONSTRAINT ${named(endName(table, end))}
      CHECK (${named(table.key)} < ${literal(table.keyAt(end))}) NOT VALID`,
  )

export const dropFirstEnd = (scope: Scope, table: PartitionedTable, end: Date) =>
  change(scope, (sql) => sql`ALTER TABLE ${partition(table, 'other')} DROP CONSTRAINT ${named(endName(table, end))}`)

/** Reads the whole partition, while others read and write. */
export const validateFirstEnd = (scope: Scope, table: PartitionedTable, end: Date) =>
  change(scope, async (sql) => {
    await sql`SET LOCAL statement_timeout = 0`
    await sql`ALTER TABLE ${partition(table, 'other')} VALIDATE CONSTRAINT ${named(endName(table, end))}`
  })

/** Makes the partition of what has no other the first one, and an empty one in its place. Its end must have been validated. */
export const closeFirst = (scope: Scope, table: PartitionedTable, end: Date) =>
  change(scope, async (sql) => {
    const [parent, other, first] = [named(table.table), partition(table, 'other'), partition(table, 'first')]
    await sql`ALTER TABLE ${parent} DETACH PARTITION ${other}`
    await sql`ALTER TABLE ${other} RENAME TO ${first}`
    await sql`ALTER TABLE ${parent} ATTACH PARTITION ${first} FOR VALUES FROM (MINVALUE) TO (${literal(table.keyAt(end))})`
    await sql`ALTER TABLE ${first} DROP CONSTRAINT ${named(endName(table, end))}`
    await sql`CREATE TABLE ${other} (LIKE ${parent} INCLUDING ALL)`
    await sql`ALTER TABLE ${parent} ATTACH PARTITION ${other} DEFAULT`
    await sql`CREATE TABLE ${partition(table, dayOf(end))} (LIKE ${parent} INCLUDING ALL)`
    await sql`ALTER TABLE ${parent} ATTACH PARTITION ${partition(table, dayOf(end))} ${range(table, end)}`
  })

const range = (table: PartitionedTable, begin: Date) =>
  Prisma.sql`FOR VALUES FROM (${literal(table.keyAt(begin))}) TO (${literal(table.keyAt(endOf(table, begin)))})`

/** Makes the partition of a span, unless rows of it are in the one of what has no other. */
export const addPartition = (scope: Scope, table: PartitionedTable, begin: Date) =>
  change(scope, async (sql) => {
    const [parent, made] = [named(table.table), partition(table, dayOf(begin))]
    const [from, to] = [table.keyAt(begin), table.keyAt(endOf(table, begin))].map(literal)
    const [stray] = await sql`
      SELECT FROM ${partition(table, 'other')} WHERE ${named(table.key)} >= ${from} AND ${named(table.key)} < ${to} LIMIT 1`
    if (stray) return
    await sql`CREATE TABLE ${made} (LIKE ${parent} INCLUDING ALL)`
    await sql`ALTER TABLE ${parent} ATTACH PARTITION ${made} ${range(table, begin)}`
  })

/** Drops the partition of a span, or the first one. */
export const dropPartition = (scope: Scope, table: PartitionedTable, begin: Date | 'first') =>
  change(scope, (sql) => sql`DROP TABLE ${partition(table, begin === 'first' ? begin : dayOf(begin))}`)

/** Deletes what has no partition and is older than a time. Returns the number of rows. */
export const deleteStrays = ({ sql }: Scope, table: PartitionedTable, until: Date): Promise<number> =>
  deleteInBatches(async (limit) => {
    const old = Prisma.sql`${named(table.key)} < ${literal(table.keyAt(until))}`
    const { length: count } = await sql`
      DELETE FROM ${partition(table, 'other')} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${partition(table, 'other')} WHERE ${old} LIMIT ${limit}::int)) AND ${old} RETURNING 1`
    return { count }
  })
