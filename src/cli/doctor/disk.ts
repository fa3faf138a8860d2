import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Check, errorMessage, type Finding, fail, ok, warn } from './check.ts'

/** The folder, or its nearest existing parent. */
function nearestExistingFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestExistingFolder(dirname(folder))
}

/** Throws unless the folder is writable or can be created. */
export async function assertWritable(folder: string): Promise<void> {
  const nearest = nearestExistingFolder(folder)
  if (!(await stat(nearest)).isDirectory()) throw new Error(`${nearest} is no folder`)
  if (nearest !== folder) return access(nearest, constants.W_OK | constants.X_OK)
  const probe = join(folder, `.doctor-${randomBytes(6).toString('hex')}`)
  await writeFile(probe, 'A file of no use.', { flush: true })
  await rm(probe)
}

const MB = 1024 * 1024
const FAIL_BELOW_BYTES = 200 * MB
const WARN_BELOW_BYTES = 1024 * MB

export const diskCheck: Check = {
  name: 'disk',
  needs: ['DATA_DIR'],
  async look({ settings: { DATA_DIR } }) {
    try {
      await assertWritable(DATA_DIR)
    } catch (error) {
      return [
        fail(`${DATA_DIR} can't be written: ${errorMessage(error)}. Give it to the server's user, or set DATA_DIR.`),
      ]
    }
    const { bavail, bsize } = await statfs(nearestExistingFolder(DATA_DIR))
    return [describeSpace(DATA_DIR, bavail * bsize), ...(await describeAccess(DATA_DIR))]
  },
}

/** Warns of a folder that others can enter; the server creates it for itself alone. */
async function describeAccess(folder: string): Promise<Finding[]> {
  const found = await stat(folder).catch(() => null)
  if (!found || (found.mode & 0o077) === 0) return []
  return [warn(`Other users of this machine can enter ${folder}. Run: chmod 700 ${folder}`)]
}

function describeSpace(folder: string, free: number): Finding {
  const told = `${folder} can be written, ${Math.floor(free / MB)} MB are free.`
  if (free >= WARN_BELOW_BYTES) return ok(told)
  return (free < FAIL_BELOW_BYTES ? fail : warn)(`${told} Make room, or let DATA_DIR lead to a larger disk.`)
}
