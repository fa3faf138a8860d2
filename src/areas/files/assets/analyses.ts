import type { AssetReview, FileAnalysis, Prisma } from '../../../generated/prisma/client.ts'
import { assertStaff, isStaff } from '../../../kernel/access.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import { type AssetReviewId, type FileId, newId } from '../../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { assertNotWithheld, canChangeFile, fileNotFound, visibleAssetReviews } from '../policy.ts'
import {
  ASSET_EXTENSIONS,
  ASSET_TYPES,
  insertAnalysis,
  readUnanalysedVersions,
  type UnanalysedVersion,
} from '../queries.ts'
import { readBlob } from '../storage/downloads.ts'
import { readUnityAsset } from '../unity/asset.ts'

/** Job that analyses uploaded assets; finishing an upload starts it. */
export const ANALYSE_FILES_JOB = 'analyse-files'

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

/** An upload is dated before its transaction commits, which takes less than this. */
const LONGEST_TRANSACTION = 10 * MINUTE

/**
 * Analyses assets without an analysis that were uploaded since all earlier ones have one, and returns their number. Failed
 * ones are retried by the next run.
 */
export async function analyseFiles(scope: Scope): Promise<number> {
  const where = { name: ANALYSE_FILES_JOB }
  const last = await scope.client.jobProgress.findUnique({ where })
  const assets = await readUnanalysedVersions(scope, last?.at ?? new Date(0), BATCH_SIZE)
  const failed: UnanalysedVersion[] = []
  for (const asset of assets) if (!(await tryAnalysis(scope, asset))) failed.push(asset)
  // What was not read because of the limit is later than all that was.
  const first = failed[0] ?? (assets.length < BATCH_SIZE ? undefined : assets.at(-1))
  const at = addMilliseconds(first?.completedAt ?? scope.now, -LONGEST_TRANSACTION)
  await scope.client.jobProgress.upsert({ where, create: { ...where, at }, update: { at } })
  return assets.length - failed.length
}

async function tryAnalysis(scope: Scope, asset: UnanalysedVersion): Promise<boolean> {
  try {
    await analyseVersion(scope, asset)
    return true
  } catch (error) {
    scope.log.warn({ err: error, fileId: asset.fileId, version: asset.version }, 'an asset could not be read')
    return false
  }
}

async function analyseVersion(
  scope: Scope,
  { fileId, version, blobKey, md5, sizeInBytes }: UnanalysedVersion,
): Promise<void> {
  const size = Number(sizeInBytes)
  const blob = { id: fileId, blobKey, size }
  const read = (start: number, length: number) => readBlob(scope, blob, { start, end: start + length - 1 })
  const asset = await readUnityAsset(read, size)
  const { ok, reason, engineVersion, uncompressedBytes } = { ...EMPTY_RESULT, ...asset }
  // The version may have been deleted meanwhile, or analysed by another node.
  await insertAnalysis(scope, {
    ...{ fileId, version, reason, engineVersion },
    md5: Buffer.from(md5, 'base64').toString('hex'),
    fileSize: sizeInBytes,
    success: ok,
    uncompressedSize: uncompressedBytes,
    createdAt: scope.clock.now(),
  })
}

const EMPTY_RESULT = { reason: '', engineVersion: '', uncompressedBytes: 0 }

/** The reviews of these versions that the viewer can see, unordered. One statement. */
export const readAssetReviews = (
  scope: ViewerScope,
  versions: readonly { readonly fileId: string; readonly version: number }[],
) => scope.db.assetReview.findMany({ where: { OR: [...versions], ...visibleAssetReviews(scope) } })

/** The reviews of these ids that the viewer can see, unordered. */
export const findAssetReviews = (scope: ViewerScope, ids: readonly string[]) =>
  scope.db.assetReview.findMany({ where: { id: { in: [...ids] }, ...visibleAssetReviews(scope) } })

/** Which reviews are listed; omitted fields match all. */
interface ReviewFilter {
  /** Whether nobody has written notes yet. */
  readonly isWaiting?: boolean | undefined
}

const reviewsWhere = ({ isWaiting }: ReviewFilter): Prisma.AssetReviewWhereInput => {
  if (isWaiting === undefined) return {}
  return { reviewNotes: isWaiting ? '' : { not: '' } }
}

/** A page of the reviews of everybody's assets. Throws `forbidden` unless staff with `content` asks. */
export async function listAssetReviews(scope: Scope, filter: ReviewFilter, page: KeysetPage): Promise<AssetReview[]> {
  assertStaff(scope, 'content')
  return scope.db.assetReview.findMany({
    where: { AND: [reviewsWhere(filter), ...keysetWhere(page, ['createdAt', 'id'])] },
    orderBy: keysetOrder(page, ['createdAt', 'id']),
    take: page.limit,
  })
}

/** Number of the reviews of everybody's assets. Throws `forbidden` unless staff with `content` asks. */
export async function countAssetReviews(scope: Scope, filter: ReviewFilter): Promise<number> {
  assertStaff(scope, 'content')
  return scope.db.assetReview.count({ where: reviewsWhere(filter) })
}

/** What reviews show of files, whose reviews the caller may read. One statement. */
export const readReviewedFiles = ({ db }: Pick<Scope, 'db'>, ids: readonly string[]) =>
  db.file.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, ownerId: true, extension: true },
  })

/** Replaces the notes of a review of an asset of the viewer's, of any for the staff. Throws `missing`, `forbidden`. */
export async function updateAssetReviewNotes(scope: ViewerScope, id: AssetReviewId, reviewNotes: string) {
  const found = await scope.db.assetReview.findUnique({
    where: { id },
    include: { fileVersion: { include: { file: { select: { ownerId: true } } } } },
  })
  if (!found) throw assetReviewNotFound()
  const { file } = found.fileVersion
  if (!canChangeFile(scope, file) && !isStaff(scope, 'content'))
    throw new Failure('forbidden', 'This asset belongs to somebody else', { reason: 'not_own' })
  return ownerOrAdminAct(scope, 'updateAssetReviewNotes', async (tx) => {
    const data = { reviewNotes, updatedAt: tx.now }
    const [review] = await tx.db.assetReview.updateManyAndReturn({ where: { id }, data })
    if (!review) throw assetReviewNotFound()
    return { subjectId: id, ownerId: file.ownerId, result: review }
  })
}

const assetReviewNotFound = () => new Failure('missing', 'Asset review not found', { reason: 'asset_review_not_found' })

/** Inserts the review that each uploaded asset has. */
export const createAssetReview = (
  { db, now }: InTransaction & ViewerScope,
  { fileId, version }: { readonly fileId: string; readonly version: number },
) => db.assetReview.create({ data: { id: newId('assetReview', now), fileId, version, createdAt: now, updatedAt: now } })
