import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDataFolder } from '../../privateFiles.ts'
import { isProcessAlive, processStartId, readFileOrEmpty } from '../../processes.ts'

/** Name of the lock file. It contains `<pid> <process identity>`, so that a reused pid is not taken for the holder. */
const claimOf = (pid: number) => `${pid} ${processStartId(pid) ?? 'gone'}`

/**
 * Locks a data folder for this process, so that two servers never run on it. The lock of a dead process is replaced.
 * Returns a function that unlocks. Throws with the holder's pid while another server runs on the folder.
 */
export function lockFolder(folder: string): () => void {
  createDataFolder(folder)
  const path = join(folder, 'server.pid')
  const claim = claimOf(process.pid)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, claim, { mode: 0o600 })
  try {
    acquireLock(folder, path, draft)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readFileOrEmpty(path) === claim) rmSync(path, { force: true })
  }
}

/** Whether a running server has locked the folder. */
export const isFolderLocked = (folder: string) => isHolderAlive(readFileOrEmpty(join(folder, 'server.pid')))

const MAX_ATTEMPTS = 20

/** Links are created atomically and fail when the name exists, so one of several processes wins. */
function acquireLock(folder: string, path: string, draft: string): void {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (tryLink(draft, path)) return
    const holder = readFileOrEmpty(path)
    if (isHolderAlive(holder)) throw new Error(heldMessage(folder, holder))
    removeStale(path, holder)
  }
  throw new Error(`${path} can't be taken: other servers are starting on ${folder} at this moment.`)
}

function isHolderAlive(holder: string): boolean {
  const pid = pidIn(holder)
  return Number.isInteger(pid) && pid > 0 && isProcessAlive(pid) && claimOf(pid) === holder
}

const pidIn = (holder: string) => Number(holder.split(' ')[0])

const heldMessage = (folder: string, holder: string) =>
  `Another server (pid ${pidIn(holder)}) is running on ${folder}. Stop it first, or give this one its own DATA_DIR.`

/** Moves the file of a dead holder away; restores the file of a live process that has locked the folder meanwhile. */
function removeStale(path: string, holder: string): void {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readFileOrEmpty(aside) !== holder) tryLink(aside, path)
  rmSync(aside, { force: true })
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
