import { isOwnerOrAdmin } from '../../kernel/access.ts'
import { invalid } from '../../kernel/failure.ts'
import { SYSTEM_USER_IDS } from '../../kernel/ids.ts'
import type { InputRule } from '../../kernel/inputFaults.ts'
import { isSameUrl, storedUrl, type UrlOptions } from '../../kernel/ownUrls.ts'
import type { Scope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { type FileVersionReference, parseFileUrl } from '../../kernel/webUrls.ts'
import { lockFiles, lockFileToLink } from './locks.ts'
import { linkedFileIds } from './queries.ts'

/** Requirements on a file that other content links. */
export interface LinkRequirements {
  /** Input field with the file's URL, for error messages. */
  readonly field: string
  /** Allowed extensions with their dot, in lower case. */
  readonly extensions: readonly string[]
}

interface LinkedFile extends FileVersionReference {
  /** Its URL, as rows hold it. */
  readonly url: string
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
  const reference = parseFileUrl(tx, url)
  const file = reference && (await lockFileToLink(tx, reference))
  if (!reference || !file || !canLinkFile(tx, file.ownerId))
    throw invalid(field, `${field} must be the address of a file of yours that is uploaded`, 'unknown_reference')
  if (!extensions.includes(file.extension.toLowerCase()))
    throw invalid(field, `${field} must be a file with the extension ${extensions.join(' or ')}`, 'unknown_reference')
  return { ...reference, url: storedUrl(tx, url), isForeign: file.ownerId !== tx.viewer?.id }
}

/** The rule that a file can be linked; none for an absent URL. */
export const linkRule = (scope: Scope, url: string | undefined, requirements: LinkRequirements): InputRule =>
  url === undefined ? () => undefined : () => transact(scope, (tx) => linkFile(tx, url, requirements))

/** The URL that a change gives to the image of a content; undefined for none, and for the one that it has. */
export const changedUrl = (
  options: UrlOptions,
  { imageUrl }: { readonly imageUrl: string },
  url: string | undefined,
) => (url === undefined || isSameUrl(options, url, imageUrl) ? undefined : url)

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

/** URL of the download of a version: its file by default. */
export const fileUrl = (publicUrl: string, { fileId, version }: FileVersionReference, type = 'file') =>
  `${publicUrl}/api/1/file/${fileId}/${version}/${type}`
