import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findSecretKey } from '../../platform/secretKey.ts'
import { readSettings, type Settings, settingRows } from '../../settings.ts'
import { misspeltSettings } from '../../settingTypos.ts'
import { settingWarnings } from '../../settingWarnings.ts'
import type { Environment } from '../command.ts'
import { type Check, errorMessage, type Finding, fail, ok, warn } from './check.ts'

export interface ReadableSettings {
  /** Valid settings; invalid ones have their defaults. */
  readonly settings: Settings
  /** Names of the invalid settings. */
  readonly wrong: ReadonlySet<string>
  readonly findings: readonly Finding[]
}

/** Reads the valid settings even if some are invalid, so that one mistake does not hide other findings. */
export function readValidSettings(env: Environment): ReadableSettings {
  const faults = settingErrors(() => readSettings(env))
  const wrong = new Set(faults.map((fault) => fault.split(' ', 1).join()))
  const settings = readSettings(Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name))))
  const findings = faults.length > 0 ? faults.map(fail) : [ok(`${settingRows().length} settings are understood.`)]
  const doubts = [...misspeltSettings(env), ...settingWarnings(settings)]
  return { settings, wrong, findings: [...findings, ...doubts.map(warn)] }
}

/** The lines of the error for invalid settings; each begins with the name of its setting. */
function settingErrors(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    const [, ...faults] = errorMessage(error).split('\n')
    return faults.map((fault) => fault.trim())
  }
}

export const secretKeyCheck: Check = {
  name: 'secret key',
  needs: ['SECRET_KEY', 'DATA_DIR'],
  look: async ({ settings }) => [
    settings.SECRET_KEY ? checkKeySetting(settings.SECRET_KEY) : await checkKeyFile(settings),
  ],
}

/** Outside production, a warning for what production refuses. */
function checkKeySetting(key: string): Finding {
  const [weakness] = settingErrors(() => readSettings({ NODE_ENV: 'production', SECRET_KEY: key }))
  return weakness ? warn(weakness) : ok('SECRET_KEY is strong.')
}

async function checkKeyFile(settings: Settings): Promise<Finding> {
  const path = join(settings.DATA_DIR, 'secret.key')
  const file = await stat(path).catch(() => null)
  if (!file) return ok(`${path} is made at the first start.`)
  try {
    await findSecretKey(settings)
  } catch (error) {
    return fail(errorMessage(error))
  }
  if ((file.mode & 0o077) !== 0) return warn(`Others can read ${path}. Run: chmod 600 ${path}`)
  if (settings.DATABASE_URL && settings.NODE_ENV === 'production')
    return warn(`Kept in ${path}. Where several nodes use the database, give each the same SECRET_KEY.`)
  return ok(`Kept in ${path}.`)
}
