import { Prisma } from '../../../generated/prisma/client.ts'
import { inTransaction, type Sql } from '../../../kernel/database.ts'
import type { PersonalTable, PersonalTables } from '../../../kernel/personalData.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** Rows that are read at a time. */
const BATCH_SIZE = 100

const named = (name: string) => Prisma.raw(`"${name}"`)

/** The condition of a row of the table that is about a person. */
function rowsAbout(tables: PersonalTables, { of = [], through = [] }: PersonalTable, userId: string): Prisma.Sql {
  const own = of.map((column) => Prisma.sql`${named(column)} = ${userId}`)
  const linked = through.map(({ column, table, key = 'id' }) => {
    const other = rowsAbout(tables, tables.get(table) ?? {}, userId)
    return Prisma.sql`${named(column)} IN (SELECT ${named(key)} FROM ${named(table)} WHERE ${other})`
  })
  return Prisma.join([...own, ...linked], ' OR ')
}

/** The row as JSON, without the columns that are left out, of all rows and of those that are about the person by another column. */
function exportedRow({ without = {}, onlyFor = {} }: PersonalTable, userId: string): Prisma.Sql {
  const never = Prisma.sql`to_jsonb(whole_row) - ${Object.keys(without)}::text[]`
  return Object.entries(onlyFor).reduce((row, [column, leftOut]) => {
    const names = Object.keys(leftOut)
    return Prisma.sql`${row} - CASE WHEN ${named(column)} = ${userId} THEN '{}' ELSE ${names}::text[] END`
  }, never)
}

export type ExportedRow = Record<string, unknown>

/** A blob that a row of the person names. */
export interface ExportedBlob {
  readonly key: string
  /** Values of the columns that make the folder. */
  readonly folder: readonly (string | number | null)[]
  readonly fileName: string
}

/** Reads what is kept about a person. */
export interface PersonalReader {
  /** The rows of a table that are about the person, without the columns that are left out, some at a time. */
  rows(table: string): AsyncIterable<readonly ExportedRow[]>
  /** The blobs that the rows name, some at a time. */
  blobs(table: string): AsyncIterable<readonly ExportedBlob[]>
}

/** Reads all tables as they are at one time. */
export const readPersonalData = <R>(
  { begin }: Pick<Scope, 'begin'>,
  { tables, userId }: { readonly tables: PersonalTables; readonly userId: string },
  work: (reader: PersonalReader) => Promise<R>,
): Promise<R> =>
  inTransaction(begin, async ({ sql }) => {
    await sql.custom`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`
    const about = (table: PersonalTable) => rowsAbout(tables, table, userId)
    return work({
      async *rows(name) {
        const table = tables.get(name) ?? {}
        const select = Prisma.sql`
          SELECT ${exportedRow(table, userId)} AS value FROM ${named(name)} AS whole_row WHERE ${about(table)}`
        yield* cursor<ExportedRow>(sql, select)
      },
      async *blobs(name) {
        const table = tables.get(name) ?? {}
        if (!table.content) return
        const folder = Prisma.join(table.content.folder.map(named))
        const select = Prisma.sql`
          SELECT jsonb_build_object('key', "blobKey", 'folder', jsonb_build_array(${folder}),
            'fileName', ${named(table.content.fileName)}) AS value
          FROM ${named(name)} WHERE "blobKey" IS NOT NULL AND (${about(table)})`
        yield* cursor<ExportedBlob>(sql, select)
      },
    })
  })

/** The values of a query in the open transaction, some at a time. */
async function* cursor<V>(sql: Sql, select: Prisma.Sql): AsyncGenerator<V[]> {
  await sql.custom`DECLARE personal_data NO SCROLL CURSOR FOR ${select}`
  for (;;) {
    const rows = await sql.custom<{ value: V }>`FETCH ${Prisma.raw(String(BATCH_SIZE))} FROM personal_data`
    if (rows.length > 0) yield rows.map(({ value }) => value)
    if (rows.length < BATCH_SIZE) break
  }
  await sql.custom`CLOSE personal_data`
}
