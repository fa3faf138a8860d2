import { Prisma } from '../generated/prisma/client.ts'
import type { Services } from './scope.ts'

/**
 * Whether a table has each of these rows, found by a unique key of text columns.
 * Seeds ask this at each start before they insert what is missing: the first statements of Prisma in a process take a fifth
 * of a second. One statement.
 */
export async function hasRows<Column extends string>(
  { sql }: Pick<Services, 'sql'>,
  rows: readonly Readonly<Record<Column, string>>[],
  { table, columns: names }: { readonly table: string; readonly columns: readonly Column[] },
): Promise<boolean> {
  const keys = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
  const columns = names.map((name) => `"${name}"`)
  const wanted = columns.map((column) => `${column} text`).join(', ')
  const [found] = await sql<{ readonly count: number }>`
    SELECT count(*)::int AS count FROM ${Prisma.raw(`"${table}"`)}
    JOIN jsonb_to_recordset(${JSON.stringify(keys)}) AS wanted (${Prisma.raw(wanted)})
      USING (${Prisma.raw(columns.join(', '))})`
  return found?.count === keys.length
}
