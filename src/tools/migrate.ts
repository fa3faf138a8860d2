import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrateDeployCommand } from '../cli/migrate.ts'
import { startEmbeddedServer } from '../platform/database/embedded/server.ts'
import { MIGRATIONS_FOLDER, readMigrations } from '../platform/database/migrations.ts'
import { openPool } from '../platform/database/openDatabase.ts'
import { findMigrationFaults } from './migrationCheck.ts'
import { diffSchema, type SchemaFile } from './schemaEngine.ts'

const SCHEMA = fileURLToPath(new URL('../../prisma/schema', import.meta.url))
const quietLog = { debug() {}, info() {}, warn() {}, error: console.error }

/** Writes a migration that updates the database to the schema. */
async function create(name: string | undefined): Promise<void> {
  if (!name || !/^[a-z0-9_]+$/.test(name))
    throw new Error('Usage: npm run migrate -- new NAME, in lower case letters, digits and _')
  const sql = await schemaDifference()
  if (sql === '') return console.log('The migrations agree with the schema.')
  const folder = join(MIGRATIONS_FOLDER, `${timestamp()}_${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), sql)
  console.log(
    `Wrote ${folder}/migration.sql. Read it before you commit it, and make it safe: docs/migrations.md says how.`,
  )
}

async function check(): Promise<void> {
  const faults = await findMigrationFaults()
  if (faults.length > 0) {
    console.error(
      `Migrations that are not safe beside running nodes; docs/migrations.md says how they are:\n\n${faults.join('\n')}\n`,
    )
    process.exitCode = 1
  }
  const sql = await schemaDifference()
  if (sql === '') return console.log('The migrations agree with the schema.')
  console.error(
    `The migrations do not lead to the schema. What is missing:\n\n${sql}\nRun: npm run migrate -- new NAME`,
  )
  process.exitCode = 1
}

/** Compares migrations and schema on a temporary server. */
async function schemaDifference(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plaza-migrate-'))
  const server = await startEmbeddedServer({ dataDir, log: quietLog, durable: false })
  const pool = openPool(server.url('postgres'), 4, quietLog)
  try {
    return await diffSchema({ folder: MIGRATIONS_FOLDER, migrations: readMigrations(), schema: readSchema(), pool })
  } finally {
    await pool.end()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function readSchema(): SchemaFile[] {
  const names = readdirSync(SCHEMA).filter((name) => name.endsWith('.prisma'))
  return names.map((name) => ({ path: join(SCHEMA, name), content: readFileSync(join(SCHEMA, name), 'utf8') }))
}

/** Timestamp of a migration's name: UTC, to the second. */
const timestamp = () => new Date().toISOString().replace(/\D/g, '').slice(0, 14)

/** Does what `plaza migrate deploy` does, unless the first word is another command. */
async function run(args: string[]): Promise<void> {
  const [command, name] = args
  if (command === 'new') return create(name)
  if (command === 'check') return check()
  process.exitCode = await migrateDeployCommand.read(args)({ env: process.env, print: console.log })
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
