import type { Sql } from '../kernel/database.ts'
import { createSecrets, type Secrets, TOTP_PURPOSE } from '../kernel/secrets.ts'
import type { Settings } from '../settings.ts'
import { findSecretKey, keyFileOf, nextKeyFileOf, readExistingKey, readSecretKey } from './secretKey.ts'

type KeySettings = Pick<Settings, 'SECRET_KEY' | 'DATA_DIR'>

/** Purpose of the encryption of former keys. */
const FORMER_KEYS_PURPOSE = 'former-keys'

/** Text that tells keys apart and does not reveal them. */
export const keyFingerprint = (key: string) => createSecrets(key).mac('key-fingerprint', 'plaza')

interface KeyRow {
  readonly fingerprint: string
  readonly formerKeys: readonly string[]
}

async function readKeyRow(sql: Sql): Promise<KeyRow | null> {
  const [row] = await sql<KeyRow>`SELECT fingerprint, "formerKeys" FROM "ServerKey" WHERE id = 1`
  return row ?? null
}

/**
 * Keeps nodes from starting, and others from replacing the key, until the end of the transaction. Throws unless the database
 * belongs to the key that is to be replaced; null for a lost one.
 */
export async function lockServerKey(sql: Sql, replaced: string | null): Promise<void> {
  const unknown = replaced === null ? '' : keyFingerprint(replaced)
  await sql`
    INSERT INTO "ServerKey" (id, fingerprint, "setAt") VALUES (1, ${unknown}, clock_timestamp()) ON CONFLICT (id) DO NOTHING`
  const [row] = await sql<KeyRow>`SELECT fingerprint, "formerKeys" FROM "ServerKey" WHERE id = 1 FOR UPDATE`
  if (replaced !== null && row?.fingerprint !== keyFingerprint(replaced))
    throw new Error('Another command has replaced the key meanwhile.')
}

/**
 * The fingerprint of the key that the database belongs to; null before the first start with a key, and in a database of a
 * version that stored none.
 */
export async function storedFingerprint(sql: Sql): Promise<string | null> {
  const [table] = await sql<{ there: boolean }>`SELECT to_regclass('"ServerKey"') IS NOT NULL AS there`
  return table?.there ? ((await readKeyRow(sql))?.fingerprint ?? null) : null
}

/**
 * The secrets of the server. The first start makes a key if none is set, and records its fingerprint in the database. Throws
 * with what to do for a key that the database does not belong to.
 */
export async function openSecrets(sql: Sql, settings: KeySettings): Promise<Secrets> {
  // Waits for a key rotation that is at work.
  await sql`SELECT FROM "ServerKey" WHERE id = 1 FOR SHARE`
  const known = await readKeyRow(sql)
  if (known) return secretsOf(known, await findSecretKey(settings), settings)
  const key = await readSecretKey(settings)
  if (await hasForeignSecrets(sql, key)) throw await wrongKey(settings, null)
  await sql`
    INSERT INTO "ServerKey" (id, fingerprint, "setAt") VALUES (1, ${keyFingerprint(key)}, clock_timestamp())
    ON CONFLICT (id) DO NOTHING`
  return secretsOf(await readKeyRow(sql), key, settings)
}

async function secretsOf(row: KeyRow | null, key: string | undefined, settings: KeySettings): Promise<Secrets> {
  if (key === undefined) throw missingKey(settings)
  if (row?.fingerprint !== keyFingerprint(key)) throw await wrongKey(settings, row?.fingerprint ?? null)
  return createSecrets(key, openFormerKeys(createSecrets(key), row.formerKeys))
}

const openFormerKeys = (secrets: Secrets, sealed: readonly string[]) =>
  sealed.map((text) => secrets.open(FORMER_KEYS_PURPOSE, text))

/** Whether the database holds a secret that the key does not open: it comes from a version that stored no fingerprint. */
async function hasForeignSecrets(sql: Sql, key: string): Promise<boolean> {
  const [row] = await sql<{ sealed: string }>`
    SELECT "totpSecret" AS sealed FROM "Account" WHERE "totpSecret" IS NOT NULL LIMIT 1`
  return row !== undefined && !canOpen(createSecrets(key), row.sealed)
}

function canOpen(secrets: Secrets, sealed: string): boolean {
  try {
    secrets.open(TOTP_PURPOSE, sealed)
    return true
  } catch {
    return false
  }
}

const LOST =
  'If the key is lost, stop all nodes and run "plaza rotate-key --lost", which removes every second factor and voids every code of a reward.'

export const missingKey = (settings: KeySettings) =>
  new Error(
    `The key that encrypted this database is missing. Set SECRET_KEY to it, or restore ${keyFileOf(settings)}. ${LOST}`,
  )

/**
 * The new key of a rotation that was cut short after the database had changed, and before the key came into its place; null
 * if there is none. What a rotation leaves that failed earlier is not the key of the `fingerprint` that the database stores.
 */
export async function findInterruptedKey(settings: KeySettings, fingerprint: string | null): Promise<string | null> {
  if (settings.SECRET_KEY !== undefined) return null
  const key = await readExistingKey(nextKeyFileOf(settings))
  return key !== undefined && keyFingerprint(key) === fingerprint ? key : null
}

/** The error for a key that the database does not belong to; `fingerprint` is the stored one, null if there is none. */
export async function wrongKey(settings: KeySettings, fingerprint: string | null): Promise<Error> {
  const remedy = settings.SECRET_KEY ? 'Set SECRET_KEY to that one' : `Restore ${keyFileOf(settings)}`
  const isInterrupted = (await findInterruptedKey(settings, fingerprint)) !== null
  return new Error(
    `The secret key is not the one that encrypted this database. ${isInterrupted ? 'A key rotation was interrupted: run "plaza rotate-key" again.' : `${remedy}. ${LOST}`}`,
  )
}

/**
 * Records another key as the one that the database belongs to. `former` is the key that it replaces; null when that is lost,
 * which loses the keys before it, too.
 */
export async function recordNewKey(sql: Sql, key: string, former: string | null): Promise<void> {
  const row = await readKeyRow(sql)
  const formerKeys = former === null ? [] : [former, ...openFormerKeys(createSecrets(former), row?.formerKeys ?? [])]
  const secrets = createSecrets(key)
  const sealed = formerKeys.map((one) => secrets.seal(FORMER_KEYS_PURPOSE, one))
  await sql`
    INSERT INTO "ServerKey" (id, fingerprint, "formerKeys", "setAt")
    VALUES (1, ${keyFingerprint(key)}, ${sealed}, clock_timestamp())
    ON CONFLICT (id) DO UPDATE
      SET fingerprint = excluded.fingerprint, "formerKeys" = excluded."formerKeys", "setAt" = excluded."setAt"`
}
