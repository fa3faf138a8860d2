import { Failure, invalid } from '../../kernel/failure.ts'
import type { FileId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { mustBeOwn, noSuchFile } from './policy.ts'

export type DataType = 'file' | 'signature' | 'delta'

/** Which data of which version is meant. */
export interface DataKey {
  readonly fileId: FileId
  readonly version: number
  readonly type: DataType
}

export const MOST_PARTS = 1_000
const STARTS = { name: 'start-upload', points: 6_000, window: 3_600 }

/** Data of a version with what its file says of it. Throws `missing`, and `forbidden` for another's. */
export async function readOwnData(scope: SignedScope, { fileId, version, type }: DataKey) {
  const data = await scope.db.fileData.findUnique({
    where: { fileId_version_type: { fileId, version, type } },
    include: { fileVersion: { include: { file: true } } },
    relationLoadStrategy: 'join',
  })
  const file = data?.fileVersion.file ?? (await scope.db.file.findUnique({ where: { id: fileId } }))
  mustBeOwn(scope, fileId, file)
  if (!data) throw noSuchFile(`${fileId}/${version}/${type}`)
  return { ...data, file }
}

export type OwnData = Awaited<ReturnType<typeof readOwnData>>

/**
 * An address for one HTTP PUT of a part; part 1 where nothing is said. Whoever names a part of an upload that has not
 * begun may send it in parts, however small it is. Throws `invalid` for data that is there already.
 */
export async function startFileDataUpload(scope: SignedScope, key: DataKey, partNumber?: number): Promise<string> {
  await scope.limits.take(STARTS, scope.viewer.id)
  const data = await readOwnData(scope, key)
  if (data.status === 'complete')
    throw invalid(
      'fileType',
      'Cannot upload against a complete version entry. Create a new version of this file before uploading.',
    )
  if (partNumber !== undefined && (partNumber < 1 || partNumber > MOST_PARTS))
    throw invalid('partNumber', `partNumber must be from 1 to ${MOST_PARTS}`)
  const { ref, multipart, begunBefore } = await beginOnce(scope, key, data, partNumber)
  if (!multipart && partNumber !== undefined && partNumber > 1)
    throw invalid('partNumber', 'This upload has begun as one of one piece')
  if (begunBefore) await transact(scope, (open) => auditStart(open, key, data))
  const totalBytes =
    data.status === 'queued' || data.type === 'delta' ? scope.rules.maxUploadBytes : Number(data.sizeInBytes)
  return scope.blobs.partAddress(ref, { partNumber: partNumber ?? 1, contentType: data.contentType, totalBytes })
}

/** The upload in the store; of two that begin it at once the second goes on with the first's. */
async function beginOnce(scope: SignedScope, key: DataKey, data: OwnData, partNumber: number | undefined) {
  if (data.uploadRef !== null)
    return { ref: data.uploadRef, multipart: data.category === 'multipart', begunBefore: true }
  const multipart = data.category === 'multipart' || partNumber !== undefined
  const ref = await scope.blobs.beginUpload({ contentType: data.contentType, multipart })
  const category = multipart ? 'multipart' : 'simple'
  const isFirst = await transact(scope, async (open) => {
    const { count } = await open.db.fileData.updateMany({
      where: { ...key, uploadRef: null, status: { not: 'complete' } },
      data: { uploadRef: ref, category, status: 'waiting', startedAt: open.now },
    })
    if (count === 1) await auditStart(open, key, data)
    return count === 1
  })
  if (isFirst) return { ref, multipart, begunBefore: false }
  await scope.blobs.abortUpload(ref)
  const { uploadRef, category: begun } = await readOwnData(scope, key)
  if (uploadRef === null) throw new Failure('conflict', 'This upload has just been finished')
  return { ref: uploadRef, multipart: begun === 'multipart', begunBefore: true }
}

/** Each address that is given out lets whoever has it write. */
const auditStart = (open: SignedScope & Open, { fileId, version, type }: DataKey, { file }: OwnData) =>
  auditForeign(open, file.ownerId, {
    ...{ act: 'startFileDataUpload', subjectId: fileId, details: { version, type } },
  })

/** How far an upload has come. Throws `conflict` with the code `upload_complete` for data that is there already. */
export async function readUploadStatus(scope: SignedScope, key: DataKey) {
  const data = await readOwnData(scope, key)
  if (data.status === 'complete') throw complete()
  const parts = data.uploadRef === null ? [] : await scope.blobs.parts(data.uploadRef)
  return { data, parts }
}

export const complete = () =>
  new Failure('conflict', 'This upload is complete; its status is not told any more', { code: 'upload_complete' })

/** Forgets an upload that went wrong, so that it can be started anew. */
export async function restart(scope: SignedScope, key: DataKey, ref: string): Promise<void> {
  await transact(scope, ({ db }) =>
    db.fileData.updateMany({
      where: { ...key, uploadRef: ref, status: { not: 'complete' } },
      data: { uploadRef: null, startedAt: null },
    }),
  )
  await scope.blobs.abortUpload(ref)
}
