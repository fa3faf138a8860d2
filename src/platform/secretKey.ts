import { randomBytes } from 'node:crypto'
import { chmod, link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '../settings.ts'
import { syncFolder } from './blobs/disk/durableFiles.ts'
import { createDataFolder, PRIVATE_FILE } from './privateFiles.ts'

type KeySettings = Pick<Settings, 'SECRET_KEY' | 'DATA_DIR'>

/** Where a key is kept that is not set by SECRET_KEY. */
export const keyFileOf = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>) => join(DATA_DIR, 'secret.key')

/** Where a key rotation keeps the new key until the database belongs to it. */
export const nextKeyFileOf = (settings: Pick<Settings, 'DATA_DIR'>) => `${keyFileOf(settings)}.new`

/** Keeps the new key of a rotation beside the present one; a power cut does not lose it. */
export async function writeNextKey(settings: Pick<Settings, 'DATA_DIR'>, key: string): Promise<void> {
  const path = nextKeyFileOf(settings)
  await writeFile(path, `${key}\n`, { mode: PRIVATE_FILE, flush: true })
  await chmod(path, PRIVATE_FILE)
  await syncFolder(dirname(path))
}

/** Puts the new key of a rotation in the place of the present one; a power cut does not undo it. */
export async function useNextKey(settings: Pick<Settings, 'DATA_DIR'>): Promise<void> {
  const path = keyFileOf(settings)
  await rename(nextKeyFileOf(settings), path)
  await syncFolder(dirname(path))
}

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

async function createKey(path: string): Promise<string> {
  await addKeyFile(path, newSecretKey()).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(path, 'utf8')).trim()
}

/**
 * Writes a temporary file and links it into place, so that concurrent starts agree on one key and never read a part, and a
 * power cut does not lose it. Throws when there is a key file.
 */
export async function addKeyFile(path: string, key: string): Promise<void> {
  const folder = dirname(path)
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  createDataFolder(folder)
  await writeFile(aside, `${key}\n`, { mode: PRIVATE_FILE, flush: true })
  await link(aside, path).finally(() => rm(aside, { force: true }))
  await syncFolder(folder)
}
