import type { Prisma } from '../../../generated/prisma/client.ts'
import { DAY, HOUR } from '../../../kernel/clock.ts'
import { firstIdAt } from '../../../kernel/ids.ts'
import type { Retention } from '../../../kernel/retention.ts'

type Span = 'week' | 'year'

/** A table whose rows are in partitions by time. */
export interface PartitionedTable {
  readonly table: Prisma.ModelName
  /** The column that tells the partition of a row. */
  readonly key: string
  /** The value of the column with which a time begins. */
  readonly keyAt: (time: Date) => string
  readonly span: Span
  /** Milliseconds after which no row of a time is needed; null for never. */
  readonly kept: (retention: Retention) => number | null
}

/** Every statement looks into each partition unless it knows the time, so that there are few of them. */
export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  {
    table: 'FeedEntry',
    key: 'at',
    keyAt: (time) => time.toISOString(),
    span: 'week',
    // One hour of tolerance: an entry is dated before its transaction commits.
    kept: ({ feed }) => feed + HOUR,
  },
  { table: 'AuditEntry', key: 'id', keyAt: (time) => firstIdAt('auditEntry', time), span: 'year', kept: () => null },
]

/** 1970 began on a Thursday. */
const FIRST_MONDAY = 4 * DAY
const WEEK = 7 * DAY

const BEGINS: Readonly<Record<Span, (time: Date) => Date>> = {
  week: (time) => new Date(Math.floor((time.getTime() - FIRST_MONDAY) / WEEK) * WEEK + FIRST_MONDAY),
  year: (time) => new Date(Date.UTC(time.getUTCFullYear(), 0)),
}
const NEXT: Readonly<Record<Span, (begin: Date) => Date>> = {
  week: (begin) => new Date(begin.getTime() + WEEK),
  year: (begin) => new Date(Date.UTC(begin.getUTCFullYear() + 1, 0)),
}

/** The first moment of the week, from Monday, or of the year of a time, in UTC. */
export const beginOf = ({ span }: PartitionedTable, time: Date): Date => BEGINS[span](time)
/** The first moment after a span that begins then. */
export const endOf = ({ span }: PartitionedTable, begin: Date): Date => NEXT[span](begin)
