import { hash } from 'node:crypto'
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'

/** The Prisma client, or an open transaction. */
export type Tx = Prisma.TransactionClient
export type Db = PrismaClient

/**
 * Runs a named, prepared statement on Prisma's connection pool. Each `name` belongs to one `text`. Without a name the
 * statement is planned for each execution: a cached plan may date from when its table was almost empty.
 */
export type NamedQuery = <Row>(name: string | null, text: string, values: readonly unknown[]) => Promise<Row[]>

/** The name of a statement whose text has many forms, by a hash: PostgreSQL tells names apart by their first 63 characters. */
export const statementName = (subject: string, text: string) => `${subject}-${hash('sha256', text).slice(0, 40)}`

/**
 * A parameter of a named statement that is a list of texts, for `= ANY(…)` and `unnest(…)`. It stands in a sub-select, so that
 * PostgreSQL keeps the plan of the statement. For a list with one text it would otherwise plan each time, which takes longer
 * than the statement itself, because it counts with ten in a plan for any list, and takes that for dearer.
 */
export const textList = (parameter: string) => `(SELECT ${parameter}::text[])::text[]`

/** A text that PostgreSQL does not know when it plans a named statement, so that no plan for it seems cheaper than one for any. */
export const unknownText = (parameter: string) => `(SELECT ${parameter}::text)`

const KNOWN_LIMITS = [128, 256, 512, 1_024]

/**
 * A limit for the text of a named statement that reads the rows up to the end of a page, around which a statement with a
 * parameter limits them to the page; undefined far from the start of a list. PostgreSQL takes a plan for a parameter that is a
 * limit for dearer than one for a small limit, and would plan each time. The limits of pages themselves would be too many, as
 * each makes a statement, and a connection keeps 500.
 */
export const knownLimit = (rows: number) => KNOWN_LIMITS.find((limit) => limit >= rows)

/**
 * A condition that is always true, by which PostgreSQL plans a named statement for its values each time, without parsing it
 * again. Of values that it knows, `true` is all that is left of the condition; a plan for any values would have to count a
 * billion rows, and so is never the cheaper one.
 */
export const plannedForValues = (bind: (value: unknown) => string) =>
  `(${bind(true)}::boolean OR (SELECT count(*) FROM generate_series(1, 1000000000)) > 0)`

type RunSql = <Row>(query: TemplateStringsArray | Prisma.Sql, ...values: readonly unknown[]) => Promise<Row[]>

/**
 * Runs one SQL statement, written as a tagged template, and returns its rows. A column of type bigint is a bigint. A statement
 * that is repeated is prepared, and PostgreSQL may keep one plan for all values.
 */
export interface Sql extends RunSql {
  /** Plans the statement for its values each time, because a plan for others may be much worse. */
  readonly custom: RunSql
}

/** A transaction that has begun. One of its functions ends it. */
interface OpenTransaction {
  readonly db: Tx
  readonly sql: Sql
  readonly read: NamedQuery
  /** Commits after the statements that were sent before, even if they are not answered yet. Throws unless all worked. */
  commit(): Promise<void>
  /** Does nothing after a commit. Never throws. */
  rollBack(): Promise<void>
}

export type Begin = () => Promise<OpenTransaction>

/** Runs `work` in a transaction, which is rolled back if it throws. */
export async function inTransaction<R>(begin: Begin, work: (tx: OpenTransaction) => Promise<R>): Promise<R> {
  const tx = await begin()
  try {
    const result = await work(tx)
    await tx.commit()
    return result
  } catch (error) {
    await tx.rollBack()
    throw error
  }
}

/**
 * Selects a time column as milliseconds since 1970, because the driver parses timestamps slowly. Convert the value by
 * `dateOfMilliseconds` or `dateOfMillisecondsOrNull`.
 */
export const epochMillisecondsColumn = (column: string) => `date_part('epoch', "${column}") * 1000 AS "${column}"`

/** Selects a text[] column as JSON, because the driver parses arrays slowly. */
export const jsonColumn = (column: string) => `to_json("${column}") AS "${column}"`

const dateOfMilliseconds = (milliseconds: number) => new Date(Math.round(milliseconds))
export const dateOfMillisecondsOrNull = (milliseconds: number | null) =>
  milliseconds === null ? null : dateOfMilliseconds(milliseconds)
