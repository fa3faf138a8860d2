import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The folder, or the nearest one above it that exists. */
export function standing(folder: string): string {
  return existsSync(folder) ? folder : standing(dirname(folder))
}

/** Throws unless files can be written in the folder or, while it is not there, the folder can be made. */
export async function mustBeWritable(folder: string): Promise<void> {
  const nearest = standing(folder)
  if (!(await stat(nearest)).isDirectory()) throw new Error(`${nearest} is no folder`)
  if (nearest !== folder) return access(nearest, constants.W_OK | constants.X_OK)
  const probe = join(folder, `.doctor-${randomBytes(6).toString('hex')}`)
  await writeFile(probe, 'A file of no use.', { flush: true })
  await rm(probe)
}
