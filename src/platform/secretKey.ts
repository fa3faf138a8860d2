import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '../settings.ts'
import { createDataFolder, PRIVATE_FILE } from './privateFiles.ts'

/**
 * The key for signing and encryption: SECRET_KEY, or the one in DATA_DIR/secret.key, which is created when missing.
 */
export async function readSecretKey({
  SECRET_KEY,
  DATA_DIR,
}: Pick<Settings, 'SECRET_KEY' | 'DATA_DIR'>): Promise<string> {
  if (SECRET_KEY) return SECRET_KEY
  const path = join(DATA_DIR, 'secret.key')
  const key = (await readExistingKey(path)) ?? (await createKey(path))
  if (key.length < 32)
    throw new Error(
      `${path} holds no key. Restore it, or remove it to have a new one made: that ends every session's trust and every second factor.`,
    )
  return key
}

const readExistingKey = (path: string) =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )

/** Writes a temporary file and links it into place, so that concurrent starts agree on one key and never read a part. */
async function createKey(path: string): Promise<string> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  createDataFolder(dirname(path))
  await writeFile(aside, `${randomBytes(48).toString('base64url')}\n`, { mode: PRIVATE_FILE, flush: true })
  await link(aside, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(aside)
  return (await readFile(path, 'utf8')).trim()
}
