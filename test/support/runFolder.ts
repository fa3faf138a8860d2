import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFolderLocked, lockFolder } from '../../src/platform/database/embedded/folderLock.ts'
import { isPostmasterOf, readPostmaster, stopPostmaster } from '../../src/platform/database/embedded/postmaster.ts'

const PREFIX = 'plaza-run-'

const GIBIBYTE = 2 ** 30
/** The file system in memory of Linux. */
const MEMORY = '/dev/shm'
/** Bytes that a run may take there, and of free memory for that, the workers and the servers and browsers that they start. */
const ROOM = { files: 12 * GIBIBYTE, memory: 32 * GIBIBYTE }

/** Whether a run's files have room in memory, and programs among them may be run there. */
function hasRoomInMemory(): boolean {
  if (!existsSync('/proc/mounts')) return false
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY)
  if (!mount?.includes(' tmpfs ') || mount.includes('noexec')) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM.files && freemem() >= ROOM.memory
}

/**
 * Global setup: makes a folder for all temporary files of the run, TMPDIR of its processes, which is deleted at the end
 * of the run. It is in memory where that has room, as a run creates hundreds of thousands of files. Deleting a database
 * earlier would slow the creation of the next on a disk: ext4 passes over recently deleted files one by one.
 */
export async function setup(): Promise<() => void> {
  if (hasRoomInMemory()) process.env.TMPDIR = MEMORY
  await removeAbandonedFolders()
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  // PostgreSQL may run as another user, and has folders of its own in it.
  chmodSync(folder, 0o711)
  lockFolder(folder)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.env.TMPDIR = folder
  process.once('exit', remove)
  return () => {
    process.removeListener('exit', remove)
    remove()
  }
}

/** Milliseconds after which an unlocked folder counts as abandoned. */
const ABANDONED_AFTER = 60_000
const STOP_AT_ONCE = { fast: 0, immediate: 2_000 }

/** Stops the database servers that killed test runs left behind, and deletes their folders. */
async function removeAbandonedFolders(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (age < ABANDONED_AFTER || isFolderLocked(folder)) continue
    for (const dataDir of readdirSync(folder)) await stopOrphan(join(folder, dataDir, 'db'))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function stopOrphan(cluster: string): Promise<void> {
  const orphan = readPostmaster(cluster)
  if (orphan && isPostmasterOf(cluster, orphan.pid)) await stopPostmaster(orphan.pid, STOP_AT_ONCE)
}
