import type { Services } from './scope.ts'

/**
 * Whether a table has each of these rows, found by a unique key of text columns.
 * Seeds ask this at each start before they insert what is missing: the first statements of Prisma in a process take a fifth
 * of a second. One statement.
 */
export async function hasRows<Column extends string>(
  { read }: Pick<Services, 'read'>,
  rows: readonly Readonly<Record<Column, string>>[],
  { table, columns: names }: { readonly table: string; readonly columns: readonly Column[] },
): Promise<boolean> {
  const keys = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
  const columns = names.map((name) => `"${name}"`)
  const wanted = columns.map((column) => `${column} text`).join(', ')
  const text = `SELECT count(*)::int AS count FROM "${table}"
    JOIN jsonb_to_recordset($1) AS wanted (${wanted}) USING (${columns.join(', ')})`
  const [found] = await read<{ readonly count: number }>(null, text, [JSON.stringify(keys)])
  return found?.count === keys.length
}
