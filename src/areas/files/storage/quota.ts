import { Failure } from '../../../kernel/failure.ts'
import { lockAdvisory } from '../../../kernel/locks.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { PLATFORM_USER_ID } from '../../users/systemUsers.ts'

/** Most versions of all files of a person, deleted versions included. */
const MAX_VERSIONS = 20_000

/** Locks what a person stores until the transaction ends, so that concurrent uploads do not exceed the limit together. */
export const lockStorage = (tx: InTransaction, ownerId: string) => lockAdvisory(tx, 'storage', ownerId)

interface Usage {
  readonly versions: number
  readonly bytes: number
}

/** Counts what is uploaded and what is announced or not used yet; the size of a delta is unknown until it is uploaded. */
async function readUsage({ sql, rules }: Scope & InTransaction, ownerId: string): Promise<Usage | undefined> {
  const [usage] = await sql<Usage>`
    SELECT (SELECT count(*)::float8 FROM "FileVersion" v JOIN "File" f ON f.id = v."fileId"
        WHERE f."ownerId" = ${ownerId}) AS versions,
      (SELECT coalesce(sum(CASE WHEN d.type = 'delta' AND d.status <> 'complete' AND d."uploadRef" IS NOT NULL
          THEN ${rules.maxUploadBytes}::bigint ELSE d."sizeInBytes" END), 0)::float8
        FROM "FileData" d JOIN "File" f ON f.id = d."fileId" WHERE f."ownerId" = ${ownerId})
        + (SELECT coalesce(sum("sizeInBytes"), 0)::float8 FROM "Upload"
          WHERE "ownerId" = ${ownerId} AND "usedAt" IS NULL) AS bytes`
  return usage
}

/**
 * Called after the rows are written, in a transaction that holds `lockStorage`. Throws `conflict` beyond the limits. The
 * platform stores any number of bytes: it writes its pictures at the start, which no setting may prevent.
 */
export async function assertWithinStorage(tx: Scope & InTransaction, ownerId: string): Promise<void> {
  const { maxStoredBytes } = tx.rules
  const { versions = 0, bytes = 0 } = (await readUsage(tx, ownerId)) ?? {}
  if (versions > MAX_VERSIONS) throw storageFull(`Your files can have at most ${MAX_VERSIONS} versions in all`)
  const isLimited = maxStoredBytes > 0 && ownerId !== PLATFORM_USER_ID
  if (isLimited && bytes > maxStoredBytes) throw storageFull(`Your files can have at most ${maxStoredBytes} bytes`)
}

const storageFull = (message: string) => new Failure('conflict', message, { reason: 'storage_full' })
