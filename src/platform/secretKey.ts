import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '../settings.ts'
import { createDataFolder, PRIVATE_FILE } from './privateFiles.ts'

type KeySettings = Pick<Settings, 'SECRET_KEY' | 'DATA_DIR'>

/** Where a key is kept that is not set by SECRET_KEY. */
export const keyFileOf = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>) => join(DATA_DIR, 'secret.key')

/** Where a key rotation keeps the new key until the database belongs to it. */
export const nextKeyFileOf = (settings: Pick<Settings, 'DATA_DIR'>) => `${keyFileOf(settings)}.new`

/** The key for signing and encryption: SECRET_KEY, or the one in DATA_DIR/secret.key; undefined when there is none yet. */
export async function findSecretKey(settings: KeySettings): Promise<string | undefined> {
  if (settings.SECRET_KEY) return settings.SECRET_KEY
  const path = keyFileOf(settings)
  const key = await readExistingKey(path)
  if (key !== undefined && key.length < 32)
    throw new Error(
      `${path} holds no key. Restore it from a backup, or remove it and run "plaza rotate-key --lost", which removes every second factor.`,
    )
  return key
}

/** The key of `findSecretKey`; one is made in DATA_DIR/secret.key when there is none. */
export const readSecretKey = async (settings: KeySettings): Promise<string> =>
  (await findSecretKey(settings)) ?? createKey(keyFileOf(settings))

export const newSecretKey = () => randomBytes(48).toString('base64url')

export const readExistingKey = (path: string) =>
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
  await writeFile(aside, `${newSecretKey()}\n`, { mode: PRIVATE_FILE, flush: true })
  await link(aside, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(aside)
  return (await readFile(path, 'utf8')).trim()
}
