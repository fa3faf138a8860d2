import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, lifeOf, readIfThere } from './processes.ts'

/** Who holds a data folder: `<pid> <life>`, so that a later process with the same number is not taken for the holder. */
const claimOf = (pid: number) => `${pid} ${lifeOf(pid) ?? 'gone'}`

/**
 * Takes a data folder for this process, so that two servers never run on it. A holder that died loses it at once.
 * Returns the way to give it back. Throws, naming the holder's pid, while another server lives on it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'server.pid')
  const claim = claimOf(process.pid)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, claim, { mode: 0o600 })
  try {
    take(folder, path, draft)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readIfThere(path) === claim) rmSync(path, { force: true })
  }
}

/** Whether a living server holds the folder. */
export const isLocked = (folder: string) => isHeld(readIfThere(join(folder, 'server.pid')))

const TRIES = 20

/** A link is made whole and only where none stands: of several processes one wins. */
function take(folder: string, path: string, draft: string): void {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (link(draft, path)) return
    const holder = readIfThere(path)
    if (isHeld(holder)) throw new Error(heldMessage(folder, holder))
    removeStale(path, holder)
  }
  throw new Error(`${path} can't be taken: other servers are starting on ${folder} at this moment.`)
}

function isHeld(holder: string): boolean {
  const pid = pidIn(holder)
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) && claimOf(pid) === holder
}

const pidIn = (holder: string) => Number(holder.split(' ')[0])

const heldMessage = (folder: string, holder: string) =>
  `Another server (pid ${pidIn(holder)}) is running on ${folder}. Stop it first, or give this one its own DATA_DIR.`

/** Moves the dead holder's file away; when a living one took the place in between, its file is put back. */
function removeStale(path: string, holder: string): void {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readIfThere(aside) !== holder) link(aside, path)
  rmSync(aside, { force: true })
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
