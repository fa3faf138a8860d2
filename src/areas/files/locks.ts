import type { File } from '../../generated/prisma/client.ts'
import type { FileId } from '../../kernel/ids.ts'
import { lockAdvisory, rowLock } from '../../kernel/locks.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { type FileVersionReference, parseFileUrl } from '../../kernel/webUrls.ts'
import { assertOwnFile } from './policy.ts'

/** Locks a file of the viewer's until the transaction ends. Throws `missing`, `forbidden`. */
export async function lockOwnFile(tx: ViewerScope & InTransaction, id: FileId): Promise<void> {
  const [file] = await tx.sql<{ ownerId: string }>`
    SELECT "ownerId" FROM "File" WHERE id = ${id} ${rowLock(tx, 'file', { keys: [id] })}`
  assertOwnFile(tx, id, file)
}

/** Locks several files in one order, before each is changed or deleted. */
export const lockFiles = (tx: InTransaction, ids: readonly string[]) =>
  tx.sql`SELECT FROM "File" WHERE id = ANY(${[...ids]}) ${rowLock(tx, 'file', { keys: ids })}`

/** Locks what a person stores until the transaction ends, so that concurrent uploads do not exceed the limit together. */
export const lockStorage = (tx: InTransaction, ownerId: string) => lockAdvisory(tx, 'storage', ownerId)

type LockedFile = Pick<File, 'ownerId' | 'extension'>

export async function lockFileToLink(
  tx: InTransaction,
  { fileId, version }: FileVersionReference,
): Promise<LockedFile | undefined> {
  const [file] = await tx.sql<LockedFile>`
    SELECT "ownerId", extension FROM "File" WHERE id = ${fileId} AND EXISTS (
      SELECT FROM "FileData" WHERE "fileId" = ${fileId} AND version = ${version} AND type = 'file' AND status = 'complete'
    ) ${rowLock(tx, 'file', { keys: [fileId], strength: 'KEY SHARE' })}`
  return file
}

/** Locks the files of these URLs against deletion, all in one order, before each of them is linked. */
export async function lockFilesToLink(tx: Scope & InTransaction, urls: readonly (string | undefined)[]): Promise<void> {
  const keys = urls.flatMap((url) => (url && parseFileUrl(tx, url)?.fileId) || [])
  if (keys.length < 2) return
  const lock = rowLock(tx, 'file', { keys, strength: 'KEY SHARE' })
  await tx.sql`SELECT FROM "File" WHERE id = ANY(${keys}) ${lock}`
}

/** Locks a file against changes, before data of it is completed. */
export async function lockFileOfData(tx: InTransaction, id: string): Promise<void> {
  await tx.sql`SELECT FROM "File" WHERE id = ${id} ${rowLock(tx, 'file', { keys: [id], strength: 'SHARE' })}`
}
