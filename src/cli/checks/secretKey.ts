import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readSecretKey } from '../../platform/secrets.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { type Check, type Finding, fail, messageOf, ok, warn } from './finding.ts'
import { faultsIn } from './settings.ts'

export const secretKeyCheck: Check = {
  name: 'secret key',
  needs: ['SECRET_KEY', 'DATA_DIR'],
  look: async ({ settings }) => [settings.SECRET_KEY ? lookAtSetting(settings.SECRET_KEY) : await lookAtFile(settings)],
}

/** What production would refuse is a warning before. */
function lookAtSetting(key: string): Finding {
  const [weakness] = faultsIn(() => readSettings({ NODE_ENV: 'production', SECRET_KEY: key }))
  return weakness ? warn(weakness) : ok('SECRET_KEY is strong.')
}

async function lookAtFile(settings: Settings): Promise<Finding> {
  const path = join(settings.DATA_DIR, 'secret.key')
  const file = await stat(path).catch(() => null)
  if (!file) return ok(`${path} is made at the first start.`)
  try {
    await readSecretKey(settings)
  } catch (error) {
    return fail(messageOf(error))
  }
  if ((file.mode & 0o077) !== 0) return warn(`Others can read ${path}. Run: chmod 600 ${path}`)
  if (settings.DATABASE_URL && settings.NODE_ENV === 'production')
    return warn(`Kept in ${path}. Where several nodes use the database, give each the same SECRET_KEY.`)
  return ok(`Kept in ${path}.`)
}
