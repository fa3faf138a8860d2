import type { OpenDatabase } from '../../platform/database/openDatabase.ts'
import { findSecretKey } from '../../platform/secretKey.ts'
import { keyFingerprint, missingKey, storedFingerprint, wrongKey } from '../../platform/serverKey.ts'
import type { Settings } from '../../settings.ts'
import { type Check, type Finding, fail, ok } from './check.ts'

/** No finding before the database belongs to a key, and without a database. */
export const serverKeyCheck: Check = {
  name: 'key',
  needs: ['SECRET_KEY', 'DATA_DIR', 'DATABASE_URL'],
  look: async ({ database, settings }) => (database ? compareKeys(database, settings) : []),
}

async function compareKeys({ sql }: OpenDatabase, settings: Settings): Promise<readonly Finding[]> {
  const expected = await storedFingerprint(sql)
  if (expected === null) return []
  const key = await findSecretKey(settings)
  if (key === undefined) return [fail(missingKey(settings).message)]
  if (keyFingerprint(key) !== expected) return [fail((await wrongKey(settings, expected)).message)]
  return [ok('The secret key is the one that encrypted the database.')]
}
