import type { File } from '../../generated/prisma/client.ts'
import { isOwnerOrAdmin } from '../../kernel/access.ts'
import { invalid } from '../../kernel/failure.ts'
import type { InputRule } from '../../kernel/inputFaults.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { Scope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { type FileVersionReference, parseFileUrl } from '../../kernel/webUrls.ts'
import { SYSTEM_USER_IDS } from '../users/systemUsers.ts'
import { lockFiles } from './policy.ts'

/** Requirements on a file that other content links. */
export interface LinkRequirements {
  /** Input field with the file's URL, for error messages. */
  readonly field: string
  /** Allowed extensions with their dot, in lower case. */
  readonly extensions: readonly string[]
}

interface LinkedFile extends FileVersionReference {
  /** Whether the file belongs to somebody other than the viewer. */
  readonly isForeign: boolean
}

export const IMAGE_EXTENSIONS = ['.png', '.jpg', '.jpeg', '.webp', '.gif', '.tiff']

/** Without a session, only files of the guest and of the platform can be linked. */
const canLinkFile = (scope: Scope, ownerId: string) =>
  scope.viewer === null ? SYSTEM_USER_IDS.some((id) => id === ownerId) : isOwnerOrAdmin(scope, ownerId)

/**
 * Finds the file of a URL of this server, and locks it against deletion until the transaction ends. Throws `invalid`
 * unless it is completely uploaded, has an allowed extension, and belongs to the viewer or the viewer is an admin.
 */
export async function linkFile(
  tx: Scope & InTransaction,
  url: string,
  { field, extensions }: LinkRequirements,
): Promise<LinkedFile> {
  const reference = parseFileUrl(tx.rules.publicUrl, url)
  const file = reference && (await lockFile(tx, reference))
  if (!reference || !file || !canLinkFile(tx, file.ownerId))
    throw invalid(field, `${field} must be the address of a file of yours that is uploaded`, 'unknown_reference')
  if (!extensions.includes(file.extension.toLowerCase()))
    throw invalid(field, `${field} must be a file with the extension ${extensions.join(' or ')}`, 'unknown_reference')
  return { ...reference, isForeign: file.ownerId !== tx.viewer?.id }
}

/** The rule that a file can be linked; none for an absent URL. */
export const linkRule = (scope: Scope, url: string | undefined, requirements: LinkRequirements): InputRule =>
  url === undefined ? () => undefined : () => transact(scope, (tx) => linkFile(tx, url, requirements))

type LockedFile = Pick<File, 'ownerId' | 'extension'>

async function lockFile(tx: InTransaction, { fileId, version }: FileVersionReference): Promise<LockedFile | undefined> {
  const [file] = await tx.sql<LockedFile>`
    SELECT "ownerId", extension FROM "File" WHERE id = ${fileId} AND EXISTS (
      SELECT FROM "FileData" WHERE "fileId" = ${fileId} AND version = ${version} AND type = 'file' AND status = 'complete'
    ) ${rowLock(tx, 'file', { keys: [fileId], strength: 'KEY SHARE' })}`
  return file
}

/** Locks the files of these URLs against deletion, all in one order, before each of them is linked. */
export async function lockFilesToLink(tx: Scope & InTransaction, urls: readonly (string | undefined)[]): Promise<void> {
  const keys = urls.flatMap((url) => (url && parseFileUrl(tx.rules.publicUrl, url)?.fileId) || [])
  if (keys.length < 2) return
  const lock = rowLock(tx, 'file', { keys, strength: 'KEY SHARE' })
  await tx.sql`SELECT FROM "File" WHERE id = ANY(${keys}) ${lock}`
}

/** Tags of files that people see in lists: such files are kept when the content that linked them is deleted. */
const KEPT_TAGS = ['gallery', 'icon', 'emoji', 'emojianimated', 'sticker', 'print', 'invitePhoto']

/**
 * Deletes the files of a deleted content that belong to its owner and that no other content of the owner links. The
 * clean-up job deletes their blobs later.
 */
export async function deleteUnlinkedFiles(
  tx: InTransaction,
  ownerId: string,
  linkedIds: readonly (string | null)[],
): Promise<void> {
  const ids = linkedIds.filter((id) => id !== null)
  if (ids.length === 0) return
  // Waits for transactions that are linking one of them, so that their links are seen below.
  await lockFiles(tx, ids)
  const notIn = await linkedFileIds(tx, ownerId, ids)
  await tx.db.file.deleteMany({ where: { id: { in: ids, notIn }, ownerId, NOT: { tags: { hasSome: KEPT_TAGS } } } })
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
