import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import { hasUnfinishedMigration } from './catalogue.ts'
import { backupNames } from './names.ts'
import { openFolder } from './places.ts'
import type { Tell } from './progress.ts'
import { withSession } from './session.ts'
import { writeBackup } from './writeBackup.ts'

const KEPT = 3

/**
 * Backs up the embedded database, without files, to DATA_DIR/backups before a new version changes it: there is no other way
 * back. The caller holds the lock of migrations. Throws when there is no room for it; that outdated ones stay is only told.
 * Other databases are their operator's.
 * No backup is made once a migration was begun: the one from before the first attempt is the way back.
 */
export async function backUpBeforeMigrations(settings: Settings, databaseUrl: string, tell: Tell): Promise<void> {
  if (settings.BACKUP_BEFORE_MIGRATE === 'off' || settings.DATABASE_URL !== undefined) return
  const place = openFolder(join(settings.DATA_DIR, 'backups'))
  const names = backupNames('before-migrations.tar.zst')
  const name = names.at(new Date())
  try {
    if (await withSession(databaseUrl, hasUnfinishedMigration)) return
    tell(`Backing up the database to ${place.nameOf(name)} before migrations.`)
    const source = { databaseUrl, blobs: null, key: null, tell, isMigrationLocked: true }
    await writeBackup(source, async (chunks) => void (await place.write(name, chunks)))
  } catch (error) {
    throw new Error(
      `The backup before the migrations failed: ${errorText(error)} BACKUP_BEFORE_MIGRATE=off starts without one.`,
      { cause: error },
    )
  }
  try {
    for (const outdated of names.outdated(await place.list(), KEPT)) await place.remove(outdated)
  } catch (error) {
    tell(`An outdated backup could not be deleted: ${errorText(error)}`)
  }
}

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error))
