import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { lookUp } from '../../kernel/maps.ts'
import { PACKAGE_FOLDER } from '../packageFolder.ts'

export const MIGRATIONS_FOLDER = join(PACKAGE_FOLDER, 'prisma/migrations')

export interface Migration {
  /** `<timestamp>_<name>`, the name of its folder. */
  readonly name: string
  readonly sql: string
  /** Prisma's checksum: SHA-256 of the file, in hex. */
  readonly checksum: string
  /** Checksums of the file before it was replaced by one that leads to the same schema. */
  readonly replaced: readonly string[]
}

/** File beside the migrations: for each that was replaced, by name, the checksums that databases may have recorded. */
const REPLACED_FILE = 'replacedChecksums.json'
const ReplacedChecksums = z.record(z.string(), z.array(z.string().regex(/^[0-9a-f]{64}$/)))

/** The migrations of a folder, in order. */
export function readMigrations(folder: string = MIGRATIONS_FOLDER): Migration[] {
  const replaced = readReplacedChecksums(folder)
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const migrations = names.map(({ name }) => ({
    ...readMigration(folder, name),
    replaced: lookUp(replaced, name) ?? [],
  }))
  return migrations.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The names of the migrations of this build, in order. */
export const migrationNames = (folder: string = MIGRATIONS_FOLDER): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

function readMigration(folder: string, name: string) {
  const file = readFileSync(join(folder, name, 'migration.sql'))
  return { name, sql: file.toString('utf8'), checksum: createHash('sha256').update(file).digest('hex') }
}

function readReplacedChecksums(folder: string): z.infer<typeof ReplacedChecksums> {
  const path = join(folder, REPLACED_FILE)
  return existsSync(path) ? ReplacedChecksums.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
}

/** A part of a migration that is applied, and recorded, by itself. */
export type MigrationStep =
  /** Statements in one transaction. */
  | { readonly kind: 'transaction'; readonly sql: string }
  /** A statement outside of a transaction: CREATE or DROP INDEX CONCURRENTLY of this index. */
  | { readonly kind: 'concurrently'; readonly sql: string; readonly index: string; readonly creates: boolean }
  /** Ends connections of nodes before 0.2.0, which fail for good once a table changes that they read by SELECT *. */
  | { readonly kind: 'reconnect' }
  /** A statement for rows of the table whose key, text or a positive number, is greater than $1 and at most $2: a transaction for each batch. */
  | { readonly kind: 'batches'; readonly sql: string; readonly table: string; readonly key: string }

/** The first line of a migration in steps. */
const STEPS_MARK = /^-- migration: steps\r?\n/
const STEP_LINE = /^-- step(?:: (.*))?$/
const BATCHES = /^batches of "(\w+)" by "(\w+)"$/
const CREATE_INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "(\w+)"/
const DROP_INDEX = /^DROP INDEX CONCURRENTLY IF EXISTS "(\w+)"/

/**
 * The steps of a migration whose first line is `-- migration: steps`, which begin with a line `-- step`,
 * `-- step: concurrently`, `-- step: batches of "Table" by "key"` or `-- step: reconnect`. Null for others, which are one transaction.
 */
export function stepsOf({ name, sql }: Pick<Migration, 'name' | 'sql'>): MigrationStep[] | null {
  if (!STEPS_MARK.test(sql)) return null
  const steps: { heading: string; lines: string[] }[] = []
  for (const line of sql.split(/\r?\n/).slice(1)) {
    const found = STEP_LINE.exec(line)
    if (found) steps.push({ heading: found[1] ?? '', lines: [] })
    else if (steps.length > 0) steps.at(-1)?.lines.push(line)
    else if (!isComment(line)) throw new Error(`Migration ${name} has a statement before its first line "-- step".`)
  }
  return steps.map(({ heading, lines }, at) => readStep(`Step ${at + 1} of migration ${name}`, heading, lines))
}

const isComment = (line: string) => line.trim() === '' || line.startsWith('--')

function readStep(what: string, heading: string, lines: readonly string[]): MigrationStep {
  const sql = lines.join('\n').trim()
  if (heading === 'reconnect') return { kind: 'reconnect' }
  if (lines.every(isComment)) throw new Error(`${what} has no statement.`)
  if (heading === '') return { kind: 'transaction', sql }
  if (heading === 'concurrently') return readConcurrently(what, lines)
  const [, table, key] = BATCHES.exec(heading) ?? []
  if (!table || !key) throw new Error(`${what} is of an unknown kind: ${heading}`)
  if (!/\$1\b/.test(sql) || !/\$2\b/.test(sql)) throw new Error(`${what} lacks the bounds $1 and $2 of a batch.`)
  return { kind: 'batches', sql, table, key }
}

function readConcurrently(what: string, lines: readonly string[]): MigrationStep {
  const sql = lines.filter((line) => !isComment(line)).join('\n')
  const [created, dropped] = [CREATE_INDEX.exec(sql)?.[1], DROP_INDEX.exec(sql)?.[1]]
  const index = created ?? dropped
  if (!index)
    throw new Error(`${what} is neither CREATE INDEX CONCURRENTLY "name" nor DROP INDEX CONCURRENTLY IF EXISTS "name".`)
  return { kind: 'concurrently', sql, index, creates: created !== undefined }
}
