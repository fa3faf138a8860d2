import type { FileAnalysis, FileData } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { FileId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { assertNotWithheld, fileNotFound } from '../policy.ts'
import { readBlob } from '../storage/downloads.ts'
import { readUnityAsset } from '../unity/asset.ts'

/** Job that analyses uploaded assets; finishing an upload starts it. */
export const ANALYSE_FILES_JOB = 'analyse-files'

const ASSET_TYPES = ['application/x-world', 'application/x-avatar', 'application/x-prop']
const ASSET_EXTENSIONS = ['.vrcw', '.vrca', '.vrcp', '.unitypackage']

/** Whether a file is a world, avatar, prop or package for the game engine. */
export const isAsset = ({ mimeType, extension }: { readonly mimeType: string; readonly extension: string }) =>
  ASSET_TYPES.includes(mimeType) || ASSET_EXTENSIONS.includes(extension.toLowerCase())

/**
 * The analysis of a version. Throws `missing` for files that do not exist, have no data or are no asset, `forbidden` for
 * an asset that is withheld, and `unavailable` with the code `analysis_pending` until the job has analysed it.
 */
export async function readFileAnalysis(scope: ViewerScope, fileId: FileId, version: number): Promise<FileAnalysis> {
  const found = await scope.db.fileVersion.findUnique({
    where: { fileId_version: { fileId, version } },
    include: { analysis: true, data: { where: { type: 'file' } }, file: true },
    relationLoadStrategy: 'join',
  })
  if (!found?.data[0] || !isAsset(found.file)) throw fileNotFound(fileId)
  await assertNotWithheld(scope, found.file)
  if (!found.analysis) throw new Failure('unavailable', 'Analysis is not yet available', { reason: 'analysis_pending' })
  return found.analysis
}

const BATCH_SIZE = 1_000

/** Analyses uploaded assets without an analysis, and returns their number. Failed ones are retried by the next run. */
export async function analyseFiles(scope: Scope): Promise<number> {
  let analysed = 0
  for (const asset of await readUnanalysedVersions(scope)) {
    try {
      await analyseVersion(scope, asset)
      analysed += 1
    } catch (error) {
      scope.log.warn({ err: error, fileId: asset.fileId, version: asset.version }, 'an asset could not be read')
    }
  }
  return analysed
}

interface UnanalysedVersion extends Pick<FileData, 'fileId' | 'version' | 'md5' | 'sizeInBytes'> {
  readonly blobKey: string
}

const readUnanalysedVersions = ({ sql }: Scope) => sql<UnanalysedVersion>`
  SELECT d."fileId", d.version, d."blobKey", d.md5, d."sizeInBytes" FROM "FileData" d
  JOIN "File" f ON f.id = d."fileId"
  LEFT JOIN "FileAnalysis" a ON a."fileId" = d."fileId" AND a.version = d.version
  WHERE d.type = 'file' AND d.status = 'complete' AND a."fileId" IS NULL
    AND (f."mimeType" = ANY(${ASSET_TYPES}) OR lower(f.extension) = ANY(${ASSET_EXTENSIONS}))
  ORDER BY d."completedAt" LIMIT ${BATCH_SIZE}`

async function analyseVersion(
  scope: Scope,
  { fileId, version, blobKey, md5, sizeInBytes }: UnanalysedVersion,
): Promise<void> {
  const read = (start: number, length: number) => readBlob(scope, blobKey, { start, end: start + length - 1 })
  const asset = await readUnityAsset(read, Number(sizeInBytes))
  const { ok, reason, engineVersion, uncompressedBytes } = { ...EMPTY_RESULT, ...asset }
  // The version may have been deleted meanwhile, or analysed by another node.
  await scope.sql`
    INSERT INTO "FileAnalysis"
      ("fileId", version, md5, "fileSize", success, reason, "engineVersion", "uncompressedSize", "createdAt")
    SELECT v."fileId", v.version, ${Buffer.from(md5, 'base64').toString('hex')}, ${sizeInBytes}, ${ok},
      ${reason}, ${engineVersion}, ${uncompressedBytes}, ${scope.clock.now()}
    FROM "FileVersion" v WHERE v."fileId" = ${fileId} AND v.version = ${version} ON CONFLICT DO NOTHING`
}

const EMPTY_RESULT = { reason: '', engineVersion: '', uncompressedBytes: 0 }
