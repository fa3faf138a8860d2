import type { FileAnalysis } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { FileId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { noSuchFile } from './policy.ts'
import { readBlob } from './reading.ts'
import { readUnityAsset } from './unityAsset.ts'

/** The job that analyses what was uploaded. Finishing an upload asks for it. */
export const ANALYSE_FILES = 'analyse-files'

const ASSET_TYPES = ['application/x-world', 'application/x-avatar', 'application/x-prop']
const ASSET_EXTENSIONS = ['.vrcw', '.vrca', '.vrcp', '.unitypackage']

/** Whether a file holds what an engine loads. */
export const isAsset = ({ mimeType, extension }: { readonly mimeType: string; readonly extension: string }) =>
  ASSET_TYPES.includes(mimeType) || ASSET_EXTENSIONS.includes(extension.toLowerCase())

/**
 * What a version tells of itself. Throws `missing` for what does not exist or has no data, and `unavailable` with the
 * code `analysis_pending` until the job has read it.
 */
export async function readFileAnalysis(scope: SignedScope, fileId: FileId, version: number): Promise<FileAnalysis> {
  const found = await scope.db.fileVersion.findUnique({
    where: { fileId_version: { fileId, version } },
    include: { analysis: true, data: { where: { type: 'file' } }, file: true },
    relationLoadStrategy: 'join',
  })
  if (!found?.data[0] || !isAsset(found.file)) throw noSuchFile(fileId)
  if (!found.analysis) throw new Failure('unavailable', 'Analysis is not yet available', { code: 'analysis_pending' })
  return found.analysis
}

const MOST_AT_ONCE = 1_000

/** Analyses what is uploaded and was not analysed yet. Answers how many; what can't be read now waits for the next run. */
export async function analyseFiles(scope: Scope): Promise<number> {
  let analysed = 0
  for (const one of await readWaiting(scope)) {
    const done = await analyse(scope, one).then(
      () => 1,
      (error: unknown) => {
        scope.log.warn({ err: error, fileId: one.fileId, version: one.version }, 'an asset could not be read')
        return 0
      },
    )
    analysed += done
  }
  return analysed
}

interface Waiting {
  readonly fileId: string
  readonly version: number
  readonly blobKey: string
  readonly md5: string
  readonly sizeInBytes: bigint
}

const readWaiting = ({ client }: Scope) => client.$queryRaw<Waiting[]>`
  SELECT d."fileId", d.version, d."blobKey", d.md5, d."sizeInBytes" FROM "FileData" d
  JOIN "File" f ON f.id = d."fileId"
  LEFT JOIN "FileAnalysis" a ON a."fileId" = d."fileId" AND a.version = d.version
  WHERE d.type = 'file' AND d.status = 'complete' AND a."fileId" IS NULL
    AND (f."mimeType" = ANY(${ASSET_TYPES}) OR lower(f.extension) = ANY(${ASSET_EXTENSIONS}))
  ORDER BY d."completedAt" LIMIT ${MOST_AT_ONCE}`

async function analyse(scope: Scope, { fileId, version, blobKey, md5, sizeInBytes }: Waiting): Promise<void> {
  const read = (start: number, length: number) => readBlob(scope, blobKey, { start, end: start + length - 1 })
  const told = { ...NOTHING, ...(await readUnityAsset(read, Number(sizeInBytes))) }
  // The version may be deleted by now, or analysed by another node.
  await scope.client.$executeRaw`
    INSERT INTO "FileAnalysis"
      ("fileId", version, md5, "fileSize", success, reason, "engineVersion", "uncompressedSize", "createdAt")
    SELECT v."fileId", v.version, ${Buffer.from(md5, 'base64').toString('hex')}, ${sizeInBytes}, ${told.ok},
      ${told.reason}, ${told.engineVersion}, ${told.uncompressedBytes}, ${scope.clock.now()}
    FROM "FileVersion" v WHERE v."fileId" = ${fileId} AND v.version = ${version} ON CONFLICT DO NOTHING`
}

const NOTHING = { reason: '', engineVersion: '', uncompressedBytes: 0 }
