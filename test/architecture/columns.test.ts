import { expect, it } from 'vitest'
import { readSources } from '../../src/tools/importGraph.ts'

/**
 * Answers all columns of a table, whatever they are: prepared, such a statement fails when a migration adds one while it is in
 * use, and one that inserts so writes null to it.
 */
const ALL_COLUMNS = [
  /\bSELECT\s+(?:DISTINCT\s+)?\*/,
  /\bRETURNING\s+\*/,
  /[\w"}]\.\*(?=\s*(?:,|FROM\b|\))|`|$)/m,
  /\bSELECT\b[^`]*,\s*\*\s+FROM\b/,
]

/** Files in which some of that is harmless: all columns of a sub-select, of which the outer SELECT names those that it answers. */
const SUB_SELECTS: Readonly<Record<string, string>> = {
  'src/kernel/list/pageSql.ts': 'rows of a page, whose columns the SELECT around them names',
  'src/areas/calendar/discovery/queries.ts': 'rows of pages, whose columns the SELECT around them names',
}

/** A regular expression or a comment that looks like it. */
const NO_SQL = /^\s*(?:\*|\/\/|\/\*)/

const allColumnsIn = (text: string) => {
  const code = text
    .split('\n')
    .filter((line) => !NO_SQL.test(line) && !/^(?:export|import) \*/.test(line))
    .join('\n')
  return ALL_COLUMNS.flatMap((pattern) => pattern.exec(code)?.[0] ?? [])
}

it.each([
  'SELECT * FROM "User"',
  'SELECT DISTINCT * FROM "User"',
  'DELETE FROM "User" RETURNING *',
  'SELECT u.*, 1 FROM "User" AS u',
  'SELECT "User".* FROM "User"',
  'INSERT INTO "User" SELECT * FROM json_populate_recordset(NULL::"User", $1)',
  'SELECT 1 AS one, * FROM "User"',
])('finds %s', (sql) => expect(allColumnsIn(sql)).not.toEqual([]))

it('statements name the columns that they answer', () => {
  const found = [...readSources()]
    .filter(
      ([path, text]) =>
        !path.startsWith('src/generated/') && !path.startsWith('src/web/') && allColumnsIn(text).length > 0,
    )
    .map(([path]) => path)
  expect(found.sort()).toEqual(Object.keys(SUB_SELECTS).sort())
})
