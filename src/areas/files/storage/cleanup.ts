import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** Uploads must finish within this time, and blobs without a row are deleted after it. */
const RETENTION = DAY
const BATCH_SIZE = 500

/**
 * Deletes versions that were not completely uploaded within 24 hours, and uploads and blobs in the store that no row
 * refers to. Returns the number of all of them.
 */
export async function cleanUpFiles(scope: Scope): Promise<number> {
  const before = addMilliseconds(scope.clock.now(), -RETENTION)
  const versions = await deleteUnfinishedVersions(scope, before)
  const uploads = await abortStaleUploads(scope, before)
  return versions + uploads + (await deleteUnusedBlobs(scope, before))
}

/** Also deletes data of these versions that was completed; the numbers of the versions are not used again. */
async function deleteUnfinishedVersions({ sql }: Scope, before: Date): Promise<number> {
  const deleted = await sql`
    WITH unfinished AS (
      SELECT DISTINCT v."fileId", v.version FROM "FileVersion" v
      JOIN "FileData" d ON d."fileId" = v."fileId" AND d.version = v.version AND d.status <> 'complete'
      WHERE v."createdAt" < ${before} AND v."deletedAt" IS NULL
        AND coalesce(d."startedAt", v."createdAt") < ${before}),
    gone AS (
      DELETE FROM "FileData" d USING unfinished u WHERE d."fileId" = u."fileId" AND d.version = u.version)
    UPDATE "FileVersion" v SET "deletedAt" = now() FROM unfinished u
    WHERE v."fileId" = u."fileId" AND v.version = u.version RETURNING v.version`
  return deleted.length
}

const abortStaleUploads = ({ sql, blobs }: Scope, before: Date): Promise<number> =>
  removeUnused(blobs.uploadsBegunBefore(before), {
    readUsed: (refs) => sql`
      SELECT "uploadRef" AS name FROM "FileData" WHERE "uploadRef" = ANY(${refs})
      UNION SELECT "uploadRef" FROM "Upload" WHERE "uploadRef" = ANY(${refs})`,
    remove: (ref) => blobs.abortUpload(ref),
  })

const deleteUnusedBlobs = ({ sql, blobs }: Scope, before: Date): Promise<number> =>
  removeUnused(blobs.storedBefore(before), {
    readUsed: (keys) => sql`
      SELECT "blobKey" AS name FROM "FileData" WHERE "blobKey" = ANY(${keys})
      UNION SELECT "blobKey" FROM "FileThumbnail" WHERE "blobKey" = ANY(${keys})
      UNION SELECT "blobKey" FROM "Upload" WHERE "blobKey" = ANY(${keys})
      UNION SELECT "uploadRef" FROM "FileData" WHERE "uploadRef" = ANY(${keys})`,
    remove: (key) => blobs.remove(key, before),
  })

interface StoreCleanup {
  /** Reads which of the names a row refers to. */
  readonly readUsed: (names: string[]) => Promise<{ readonly name: string }[]>
  readonly remove: (name: string) => Promise<unknown>
}

/** Removes the names that no row refers to, and returns their number. */
async function removeUnused(names: AsyncIterable<string>, { readUsed, remove }: StoreCleanup): Promise<number> {
  let removed = 0
  for await (const batch of batches(names)) {
    const used = new Set((await readUsed(batch)).map(({ name }) => name))
    const unused = batch.filter((name) => !used.has(name))
    for (const name of unused) await remove(name)
    removed += unused.length
  }
  return removed
}

async function* batches(items: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
