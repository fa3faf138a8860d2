import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { MIGRATIONS_FOLDER, readMigrations } from '../platform/database/migrationFiles.ts'
import { migrationFaults } from './migrationRules.ts'

/** File beside the migrations: those that are no harm though a rule refuses them, by name, with the reason. */
const EXCEPTIONS_FILE = 'checkExceptions.json'
const Exceptions = z.record(z.string(), z.string().min(1))

/** What is wrong with the migrations of a folder, and with their exceptions: a line each. */
export async function findMigrationFaults(folder: string = MIGRATIONS_FOLDER): Promise<string[]> {
  const exceptions = readExceptions(folder)
  const needed = new Set<string>()
  const faults: string[] = []
  for (const migration of readMigrations(folder)) {
    const found = await migrationFaults(migration)
    if (found.length > 0) needed.add(migration.name)
    if (!Object.hasOwn(exceptions, migration.name)) faults.push(...found.map((fault) => `${migration.name} ${fault}.`))
  }
  const unneeded = Object.keys(exceptions).filter((name) => !needed.has(name))
  return [...faults, ...unneeded.map((name) => `${name} needs no exception in ${EXCEPTIONS_FILE}.`)]
}

function readExceptions(folder: string): z.infer<typeof Exceptions> {
  const path = join(folder, EXCEPTIONS_FILE)
  return existsSync(path) ? Exceptions.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
}
