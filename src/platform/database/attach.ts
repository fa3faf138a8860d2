import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isLocked } from './lock.ts'
import { DATABASE } from './open.ts'
import { isPostmasterOf, readPostmaster } from './postmaster.ts'
import { readIfThere, waitUntil } from './processes.ts'
import { addressOf } from './running.ts'

/** How long a server that is starting may take until its database is ready. Milliseconds. */
const STARTING = 15_000

/**
 * The address of the embedded database that a living server runs on this folder, so that a second process can use it
 * too. Null when no server lives on it. Throws when one does and its database can't be reached.
 */
export async function attachEmbedded(dataDir: string): Promise<string | null> {
  if (!isLocked(dataDir)) return null
  await waitUntil(() => portOf(dataDir) !== null || !isLocked(dataDir), STARTING)
  if (!isLocked(dataDir)) return null
  const port = portOf(dataDir)
  if (port === null)
    throw new Error(`The server on ${dataDir} runs, but its database is not ready. Look at ${join(dataDir, 'db.log')}.`)
  const passwordFile = join(dataDir, 'db.password')
  const password = readIfThere(passwordFile).trim()
  if (password === '') throw new Error(`${passwordFile} can't be read. Run this as the user who runs the server.`)
  return addressOf({ password }, port, DATABASE)
}

function portOf(dataDir: string): number | null {
  const postmaster = readPostmaster(join(realpathSync(dataDir), 'db'))
  const isReady = postmaster?.state === 'ready' && isPostmasterOf(join(dataDir, 'db'), postmaster.pid)
  return isReady ? postmaster.port : null
}
