import type { StoredBlob } from '../../../kernel/blobs.ts'
import { type FileId, newId, trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { emitFileChanged } from '../files.ts'
import { dataFileName } from '../versions.ts'

/** An asset that the server itself has made and stored, before a row refers to it. */
interface StoredAsset {
  readonly ownerId: string
  readonly name: string
  readonly mimeType: string
  /** With its dot. */
  readonly extension: string
  readonly blob: StoredBlob
}

/**
 * Inserts a file with a stored asset as its version 1. The caller has locked what its owner stores, and checks it
 * afterwards.
 */
export async function addStoredAsset(
  tx: Pick<Scope, 'now'> & InTransaction,
  { ownerId, name, mimeType, extension, blob }: StoredAsset,
): Promise<FileId> {
  const { db, now } = tx
  const file = { id: newId('file', now), name, extension }
  await db.file.create({ data: { ...file, ownerId, mimeType, createdAt: now, updatedAt: now } })
  await db.fileVersion.createMany({ data: [0, 1].map((version) => ({ fileId: file.id, version, createdAt: now })) })
  await db.fileData.create({
    data: {
      fileId: file.id,
      version: 1,
      type: 'file',
      category: 'simple',
      status: 'complete',
      fileName: dataFileName(file, 1),
      contentType: mimeType,
      md5: Buffer.from(blob.md5, 'hex').toString('base64'),
      sizeInBytes: blob.size,
      blobKey: blob.key,
      startedAt: now,
      completedAt: now,
    },
  })
  emitFileChanged(tx, { id: file.id, ownerId, tags: [] }, 'created')
  return trusted<'file'>(file.id)
}
