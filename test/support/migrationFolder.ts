import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MIGRATIONS_FOLDER } from '../../src/platform/database/migrations.ts'

/** Creates a temporary folder that has some of the migrations, as an earlier version had them. */
export function aMigrationFolder(names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-some-migrations-'))
  for (const name of names) cpSync(join(MIGRATIONS_FOLDER, name), join(folder, name), { recursive: true })
  return folder
}
