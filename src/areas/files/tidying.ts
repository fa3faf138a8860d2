import { DAY, later } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'

/** How long an upload may take, and bytes that nothing names are kept. */
const PATIENCE = DAY
const BATCH = 500

/**
 * Takes away what was never finished and what nothing names any more: versions whose upload has not come in 24 hours,
 * uploads in the store, and blobs. Answers how many of all.
 */
export async function tidyFiles(scope: Scope): Promise<number> {
  const before = later(scope.clock.now(), -PATIENCE)
  const versions = await dropUnfinished(scope, before)
  const uploads = await dropUploads(scope, before)
  return versions + uploads + (await dropBlobs(scope, before))
}

/** Their numbers are not given again. What of their data did come goes with them: half a version is none. */
async function dropUnfinished({ client }: Scope, before: Date): Promise<number> {
  return client.$executeRaw`
    WITH unfinished AS (
      SELECT DISTINCT v."fileId", v.version FROM "FileVersion" v
      JOIN "FileData" d ON d."fileId" = v."fileId" AND d.version = v.version AND d.status <> 'complete'
      WHERE v."createdAt" < ${before} AND v."deletedAt" IS NULL
        AND coalesce(d."startedAt", v."createdAt") < ${before}),
    gone AS (
      DELETE FROM "FileData" d USING unfinished u WHERE d."fileId" = u."fileId" AND d.version = u.version)
    UPDATE "FileVersion" v SET "deletedAt" = now() FROM unfinished u
    WHERE v."fileId" = u."fileId" AND v.version = u.version`
}

async function dropUploads({ client, blobs }: Scope, before: Date): Promise<number> {
  let dropped = 0
  for await (const refs of batches(blobs.begunBefore(before))) {
    const alive = await client.fileData.findMany({ where: { uploadRef: { in: refs } }, select: { uploadRef: true } })
    const kept = new Set(alive.map(({ uploadRef }) => uploadRef))
    const dead = refs.filter((ref) => !kept.has(ref))
    for (const ref of dead) await blobs.abortUpload(ref)
    dropped += dead.length
  }
  return dropped
}

async function dropBlobs({ client, blobs }: Scope, before: Date): Promise<number> {
  let dropped = 0
  for await (const keys of batches(blobs.storedBefore(before))) {
    const named = await client.$queryRaw<{ key: string }[]>`
      SELECT "blobKey" AS key FROM "FileData" WHERE "blobKey" = ANY(${keys})
      UNION SELECT "blobKey" FROM "FileThumbnail" WHERE "blobKey" = ANY(${keys})
      UNION SELECT "uploadRef" FROM "FileData" WHERE "uploadRef" = ANY(${keys})`
    const kept = new Set(named.map(({ key }) => key))
    const dead = keys.filter((key) => !kept.has(key))
    for (const key of dead) await blobs.remove(key, before)
    dropped += dead.length
  }
  return dropped
}

async function* batches(items: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
