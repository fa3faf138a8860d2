import { Prisma } from '../../src/generated/prisma/client.ts'
import type { Sql } from '../../src/kernel/database.ts'

export type Row = Readonly<Record<string, unknown>>

/** A table with its schema, as SQL names it. */
export interface TableName {
  readonly name: string
  readonly sql: string
}

/** All tables of the server and of its job queue, not their partitions, but for unlogged ones, which know who is here now and are in no backup. */
export async function readTableNames(sql: Sql): Promise<TableName[]> {
  return sql<TableName>`
    SELECT CASE WHEN schemaname = 'public' THEN tablename ELSE schemaname || '.' || tablename END AS name,
      quote_ident(schemaname) || '.' || quote_ident(tablename) AS sql
    FROM pg_tables JOIN pg_class AS c ON c.relname = tablename AND c.relnamespace = schemaname::regnamespace
    WHERE schemaname IN ('public', 'pgboss') AND tablename <> '_prisma_migrations' AND c.relpersistence = 'p'
      AND NOT c.relispartition ORDER BY 1`
}

/** All columns of the tables, not of their partitions. */
export const readColumns = (sql: Sql) =>
  sql<{ table: string; name: string }>`
    SELECT table_name AS "table", column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND NOT (SELECT relispartition FROM pg_class WHERE oid = quote_ident(table_name)::regclass)`

/** Columns that refer to rows of other tables by foreign keys. */
export const readReferences = (sql: Sql) =>
  sql<{ table: string; column: string; to: string; key: string }>`
    SELECT t.relname AS "table", a.attname AS "column", o.relname AS "to", k.attname AS "key"
    FROM pg_constraint AS c JOIN pg_class AS t ON t.oid = c.conrelid JOIN pg_class AS o ON o.oid = c.confrelid
    JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
    JOIN pg_attribute AS k ON k.attrelid = c.confrelid AND k.attnum = c.confkey[array_position(c.conkey, a.attnum)]
    WHERE c.contype = 'f' AND t.relnamespace = 'public'::regnamespace`

/** The rows of a table in which one of the texts occurs in any column, in capitals or not. */
export async function findRows(sql: Sql, table: TableName, texts: readonly string[]): Promise<Row[]> {
  const patterns = texts.map((text) => `%${text}%`)
  const rows = await sql.custom<{ row: Row }>`
    SELECT to_jsonb(whole_row) AS row FROM ${Prisma.raw(table.sql)} AS whole_row WHERE whole_row::text ILIKE ANY(${patterns})`
  return rows.map(({ row }) => row)
}

const holds = (value: unknown, texts: readonly string[]) => {
  const stored = JSON.stringify(value)?.toLowerCase() ?? ''
  return texts.some((text) => stored.includes(text.toLowerCase()))
}

/** The columns of a row in which one of the texts occurs. */
export const columnsWith = (row: Row, texts: readonly string[]): string[] =>
  Object.entries(row)
    .filter(([, value]) => holds(value, texts))
    .map(([name]) => name)

interface Column {
  readonly name: string
  readonly type: string
  readonly isArray: boolean
}

/**
 * Inserts a row about a person into a table that has none: the columns `of` hold the person, others some value of their type.
 * Foreign keys and triggers are off.
 */
export async function insertRowAbout(
  sql: Sql,
  table: string,
  { userId, of, text }: { readonly userId: string; readonly of: readonly string[]; readonly text: string },
): Promise<void> {
  const columns = await sql.custom<Column>`
    SELECT column_name AS name, data_type = 'ARRAY' AS "isArray", udt_name AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER'
      AND (is_nullable = 'NO' AND column_default IS NULL OR column_name = ANY(${[...of]}::text[]))`
  const keys = await readKeys(sql, table, userId)
  const values = columns.map((column) =>
    of.includes(column.name) ? userId : (keys.get(column.name) ?? someValue(column, text)),
  )
  const names = columns.map(({ name }) => Prisma.raw(`"${name}"`))
  await sql.custom`INSERT INTO ${Prisma.raw(`"${table}"`)} (${Prisma.join(names)}) VALUES (${Prisma.join(values)})`
}

/** A value of a row that there is for each column of a foreign key, if possible one that is not the person's. */
async function readKeys(sql: Sql, table: string, userId: string): Promise<ReadonlyMap<string, unknown>> {
  const keys = new Map<string, unknown>()
  for (const { column, to, key } of (await readReferences(sql)).filter((one) => one.table === table)) {
    const [row] = await sql.custom<{ value: unknown }>`
      SELECT ${Prisma.raw(`"${key}"`)} AS value FROM ${Prisma.raw(`"${to}"`)} AS whole_row
      ORDER BY whole_row::text LIKE ${`%${userId}%`} LIMIT 1`
    keys.set(column, row?.value)
  }
  return keys
}

function someValue({ type, isArray }: Column, text: string): unknown {
  if (isArray) return []
  if (type.startsWith('timestamp') || type === 'date') return new Date()
  if (type === 'bool') return false
  if (type === 'jsonb') return JSON.stringify({ text })
  if (type.startsWith('int') || type.startsWith('float')) return 1
  return text
}

/** Columns in which people write what they like. */
const FREE_TEXTS = [
  ...[
    'bio',
    'description',
    'error',
    'listingDescription',
    'listingSubtitle',
    'managerNotes',
    'memo',
    'message',
    'note',
  ],
  ...['pronouns', 'reviewNotes', 'statusDescription', 'subtitle', 'suspensionReason', 'text', 'title'],
]

/** Writes a text into every free text of rows in which the person occurs. Triggers are off. */
export async function writeFreeTexts(sql: Sql, userId: string, text: string): Promise<void> {
  const columns = await sql.custom<{ table: string; column: string }>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns AS c
    JOIN pg_tables AS t ON t.schemaname = c.table_schema AND t.tablename = c.table_name
    WHERE table_schema = 'public' AND column_name = ANY(${FREE_TEXTS}::text[]) AND data_type = 'text'
      AND is_generated = 'NEVER'`
  for (const { table, column } of columns)
    await sql.custom`
      UPDATE ${Prisma.raw(`"${table}"`)} AS whole_row SET ${Prisma.raw(`"${column}"`)} = ${text}
      WHERE whole_row::text LIKE ${`%${userId}%`}`
}
