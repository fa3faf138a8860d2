import type { FileAnalysis, FileData } from '../../generated/prisma/client.ts'
import { deleteInBatches } from '../../kernel/retention.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

export interface StorageUse {
  readonly versions: number
  readonly bytes: number
}

/** Counts what is uploaded and what is announced or not used yet; the size of a delta is unknown until it is uploaded. */
export async function readStorageUse({ sql, rules }: Scope, ownerId: string): Promise<StorageUse | undefined> {
  const [usage] = await sql<StorageUse>`
    SELECT (SELECT count(*)::float8 FROM "FileVersion" v JOIN "File" f ON f.id = v."fileId"
        WHERE f."ownerId" = ${ownerId}) AS versions,
      (SELECT coalesce(sum(CASE WHEN d.type = 'delta' AND d.status <> 'complete' AND d."uploadRef" IS NOT NULL
          THEN ${rules.maxUploadBytes}::bigint ELSE d."sizeInBytes" END), 0)::float8
        FROM "FileData" d JOIN "File" f ON f.id = d."fileId" WHERE f."ownerId" = ${ownerId})
        + (SELECT coalesce(sum("sizeInBytes"), 0)::float8 FROM "Upload"
          WHERE "ownerId" = ${ownerId} AND "usedAt" IS NULL) AS bytes`
  return usage
}

/** The ids of those files that a world, avatar or prop of this author links. What others link does not bind the owner of a file. */
export async function linkedFileIds(
  { sql }: InTransaction,
  authorId: string,
  ids: readonly string[],
): Promise<string[]> {
  const linked = await sql<{ id: string }>`
    SELECT "imageFileId" AS id FROM "World" WHERE "imageFileId" = ANY(${ids}) AND "authorId" = ${authorId}
    UNION SELECT p."assetFileId" FROM "UnityPackage" p JOIN "World" w ON w.id = p."worldId"
      WHERE p."assetFileId" = ANY(${ids}) AND w."authorId" = ${authorId}
    UNION SELECT "imageFileId" FROM "Avatar" WHERE "imageFileId" = ANY(${ids}) AND "authorId" = ${authorId}
    UNION SELECT p."assetFileId" FROM "AvatarPackage" p JOIN "Avatar" a ON a.id = p."avatarId"
      WHERE p."assetFileId" = ANY(${ids}) AND a."authorId" = ${authorId}
    UNION SELECT "imageFileId" FROM "Prop" WHERE "imageFileId" = ANY(${ids}) AND "authorId" = ${authorId}
    UNION SELECT p."assetFileId" FROM "PropPackage" p JOIN "Prop" o ON o.id = p."propId"
      WHERE p."assetFileId" = ANY(${ids}) AND o."authorId" = ${authorId}`
  return linked.map(({ id }) => id)
}

/** A world, avatar or prop that shows a file or is made of it. */
export interface FileUse {
  readonly fileId: string
  readonly kind: 'world' | 'avatar' | 'prop'
  readonly id: string
  readonly name: string
}

/** What uses these files of a person: worlds, avatars and props of that person that are not deleted. One statement. */
export const readFileUses = ({ sql }: Pick<Scope, 'sql'>, ownerId: string, ids: readonly string[]) => sql<FileUse>`
  SELECT "imageFileId" AS "fileId", 'world' AS kind, id, name FROM "World"
    WHERE "imageFileId" = ANY(${ids}) AND "authorId" = ${ownerId} AND "releaseStatus" <> 'hidden'
  UNION SELECT p."assetFileId", 'world', w.id, w.name FROM "UnityPackage" p JOIN "World" w ON w.id = p."worldId"
    WHERE p."assetFileId" = ANY(${ids}) AND w."authorId" = ${ownerId} AND w."releaseStatus" <> 'hidden'
  UNION SELECT "imageFileId", 'avatar', id, name FROM "Avatar"
    WHERE "imageFileId" = ANY(${ids}) AND "authorId" = ${ownerId} AND "releaseStatus" <> 'hidden'
  UNION SELECT p."assetFileId", 'avatar', a.id, a.name FROM "AvatarPackage" p JOIN "Avatar" a ON a.id = p."avatarId"
    WHERE p."assetFileId" = ANY(${ids}) AND a."authorId" = ${ownerId} AND a."releaseStatus" <> 'hidden'
  UNION SELECT "imageFileId", 'prop', id, name FROM "Prop"
    WHERE "imageFileId" = ANY(${ids}) AND "authorId" = ${ownerId} AND "releaseStatus" <> 'hidden'
  UNION SELECT p."assetFileId", 'prop', o.id, o.name FROM "PropPackage" p JOIN "Prop" o ON o.id = p."propId"
    WHERE p."assetFileId" = ANY(${ids}) AND o."authorId" = ${ownerId} AND o."releaseStatus" <> 'hidden'
  ORDER BY 4, 3`

export const ASSET_TYPES = ['application/x-world', 'application/x-avatar', 'application/x-prop']
export const ASSET_EXTENSIONS = ['.vrcw', '.vrca', '.vrcp', '.unitypackage']

export interface UnanalysedVersion
  extends Pick<FileData, 'fileId' | 'version' | 'md5' | 'sizeInBytes' | 'completedAt'> {
  readonly blobKey: string
}

/** Assets without an analysis whose upload was completed after a time, the earliest first. */
export const readUnanalysedVersions = ({ sql }: Scope, after: Date, limit: number) => sql.custom<UnanalysedVersion>`
  SELECT d."fileId", d.version, d."blobKey", d.md5, d."sizeInBytes", d."completedAt" FROM "FileData" d
  JOIN "File" f ON f.id = d."fileId"
  LEFT JOIN "FileAnalysis" a ON a."fileId" = d."fileId" AND a.version = d.version
  WHERE d.type = 'file' AND d.status = 'complete' AND d."completedAt" > ${after} AND a."fileId" IS NULL
    AND (f."mimeType" = ANY(${ASSET_TYPES}) OR lower(f.extension) = ANY(${ASSET_EXTENSIONS}))
  ORDER BY d."completedAt" LIMIT ${limit}`

/** An analysis to store. */
interface NewAnalysis extends Omit<FileAnalysis, 'uncompressedSize'> {
  readonly uncompressedSize: number
}

/** Stores an analysis unless the version was deleted or has one. */
export async function insertAnalysis({ sql }: Scope, analysis: NewAnalysis): Promise<void> {
  const { fileId, version, md5, fileSize, success, reason, engineVersion, uncompressedSize, createdAt } = analysis
  await sql`
    INSERT INTO "FileAnalysis"
      ("fileId", version, md5, "fileSize", success, reason, "engineVersion", "uncompressedSize", "createdAt")
    SELECT v."fileId", v.version, ${md5}, ${fileSize}, ${success}, ${reason}, ${engineVersion}, ${uncompressedSize}, ${createdAt}
    FROM "FileVersion" v WHERE v."fileId" = ${fileId} AND v.version = ${version} ON CONFLICT DO NOTHING`
}

/** Which of these names of blobs and uploads a row refers to. */
export const readContentReferences = ({ sql }: Scope, names: readonly string[]) =>
  sql<ContentName>`
    SELECT "blobKey" AS name FROM "FileData" WHERE "blobKey" = ANY(${names})
    UNION SELECT "blobKey" FROM "FileThumbnail" WHERE "blobKey" = ANY(${names})
    UNION SELECT "blobKey" FROM "Upload" WHERE "blobKey" = ANY(${names})
    UNION SELECT "blobKey" FROM "DataExport" WHERE "blobKey" = ANY(${names})
    UNION SELECT "uploadRef" FROM "Upload" WHERE "uploadRef" = ANY(${names})
    UNION SELECT "uploadRef" FROM "FileData" WHERE "uploadRef" = ANY(${names})`

/** The name of a blob or of an upload in the store. */
interface ContentName {
  readonly name: string
}

/**
 * Deletes versions that were not completely uploaded before a time, with data of them that was completed, and returns their
 * number. The numbers of the versions are not used again.
 */
export const deleteUnfinishedVersions = ({ sql }: Scope, before: Date): Promise<number> =>
  deleteInBatches(async (limit) => {
    const { length: count } = await sql`
    WITH unfinished AS (
      SELECT DISTINCT v."fileId", v.version FROM "FileVersion" v
      JOIN "FileData" d ON d."fileId" = v."fileId" AND d.version = v.version AND d.status <> 'complete'
      WHERE v."createdAt" < ${before} AND v."deletedAt" IS NULL
        AND coalesce(d."startedAt", v."createdAt") < ${before} LIMIT ${limit}::int),
    gone AS (
      DELETE FROM "FileData" d USING unfinished u WHERE d."fileId" = u."fileId" AND d.version = u.version)
    UPDATE "FileVersion" v SET "deletedAt" = now() FROM unfinished u
    WHERE v."fileId" = u."fileId" AND v.version = u.version RETURNING v.version`
    return { count }
  })

/** Whether a backup is being made, which may name content whose rows are deleted meanwhile. */
export async function isBackupAlive({ sql }: Pick<Scope, 'sql'>): Promise<boolean> {
  const [row] = await sql`SELECT FROM "Backup" WHERE "aliveAt" > now() - interval '2 minutes' LIMIT 1`
  return row !== undefined
}
