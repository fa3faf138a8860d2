import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/platform/database/migrations.ts'
import { openDatabase } from '../../src/platform/database/openDatabase.ts'
import { waitUntil } from '../../src/platform/processes.ts'
import { silentLog } from './databaseFixture.ts'
import { PATIENCE } from './patience.ts'

/** A data folder with a stopped, migrated database. The first worker that needs it makes it, for all of the run. */
const template = () => join(tmpdir(), 'plaza-migrated')

/** Fills a data folder, which need not exist, with a migrated database that no server has used yet. */
export async function fillWithMigrated(dataDir: string): Promise<void> {
  if (isFirst()) await makeTemplate()
  if (!(await waitUntil(() => existsSync(template()), PATIENCE))) throw new Error('no worker made the template')
  execFileSync('cp', ['-a', `${template()}/.`, dataDir])
}

/** Creates a temporary data folder with a migrated database. */
export async function aMigratedFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plaza-process-'))
  await fillWithMigrated(dataDir)
  return dataDir
}

/** Whether this worker is the first that needs the template. */
function isFirst(): boolean {
  try {
    mkdirSync(`${template()}-begun`)
    return true
  } catch {
    return false
  }
}

async function makeTemplate(): Promise<void> {
  const made = mkdtempSync(join(tmpdir(), 'plaza-migrated-'))
  const database = await openDatabase({ dataDir: made, poolSize: 1, log: silentLog })
  await migrate(database.pool)
  await database.close()
  renameSync(made, template())
}
