import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Found from the sources and from the build alike: both lie three folders below the package. */
export const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))

export interface Migration {
  /** `<timestamp>_<name>`: the name of its folder. */
  readonly name: string
  readonly sql: string
  /** What Prisma writes too: SHA-256 of the file, in hex. */
  readonly checksum: string
}

/** The migrations of a folder in the order in which they apply. */
export function readMigrations(folder: string = MIGRATIONS): Migration[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries.map((entry) => readMigration(folder, entry.name)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function readMigration(folder: string, name: string): Migration {
  const file = readFileSync(join(folder, name, 'migration.sql'))
  return { name, sql: file.toString('utf8'), checksum: createHash('sha256').update(file).digest('hex') }
}
