import { Failure } from '../../kernel/failure.ts'
import type { FileId } from '../../kernel/ids.ts'
import type { ViewerTransaction } from '../../kernel/transaction.ts'
import { emitFileChanged } from './files.ts'
import { lockFiles } from './locks.ts'
import { fileNotFound, isImageFile } from './policy.ts'

/**
 * Keeps an image from everybody but its owner and the staff, at each of its addresses, until `showImage`; only the staff may
 * call it. Throws `missing`, also for a file that is no image, and `conflict` for one that is hidden already.
 */
export async function hideImage(tx: ViewerTransaction, id: FileId): Promise<void> {
  const file = await lockImage(tx, id)
  if (file.hiddenAt !== null)
    throw new Failure('conflict', 'This picture is hidden already', { reason: 'already_hidden' })
  await tx.db.file.update({ where: { id }, data: { hiddenAt: tx.now, updatedAt: tx.now } })
  emitFileChanged(tx, file, 'updated')
}

/** Undoes `hideImage`. Throws `missing`, and `conflict` for an image that nobody has hidden. */
export async function showImage(tx: ViewerTransaction, id: FileId): Promise<void> {
  const file = await lockImage(tx, id)
  if (file.hiddenAt === null) throw new Failure('conflict', 'This picture is not hidden', { reason: 'not_hidden' })
  await tx.db.file.update({ where: { id }, data: { hiddenAt: null, updatedAt: tx.now } })
  emitFileChanged(tx, file, 'updated')
}

async function lockImage(tx: ViewerTransaction, id: FileId) {
  await lockFiles(tx, [id])
  const file = await tx.db.file.findUnique({ where: { id } })
  if (!file || !isImageFile(file)) throw fileNotFound(id)
  return file
}
