import { invalid } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { type FileReference, fileAt } from './addresses.ts'

/** What a file must be to be linked from other content. */
export interface Wanted {
  /** The input field that names the file, for the refusal. */
  readonly field: string
  /** Extensions with their dot, in lower case. */
  readonly extensions: readonly string[]
  /** Whose it must be; null for anybody's. */
  readonly ownerId: UserId | null
}

export interface LinkedFile extends FileReference {
  /** Whether it is somebody else's than the viewer's. */
  readonly isForeign: boolean
}

export const IMAGE_EXTENSIONS = ['.png', '.jpg', '.jpeg', '.webp', '.gif', '.tiff']

/**
 * The file of ours that an address names: uploaded wholly, of a wanted extension and owner. Keeps it from being deleted
 * until the transaction ends. Throws `invalid` for the field otherwise.
 */
export async function linkFile(open: Scope & Open, url: string, wanted: Wanted): Promise<LinkedFile> {
  const { field, extensions, ownerId } = wanted
  const reference = fileAt(open.rules.publicUrl, url)
  const file = reference && (await holdFile(open, reference))
  if (!reference || !file || (ownerId !== null && file.ownerId !== ownerId))
    throw invalid(field, `${field} must be the address of a file of yours that is uploaded`)
  if (!extensions.includes(file.extension.toLowerCase()))
    throw invalid(field, `${field} must be a file with the extension ${extensions.join(' or ')}`)
  return { ...reference, isForeign: file.ownerId !== open.viewer?.id }
}

interface HeldFile {
  readonly ownerId: string
  readonly extension: string
}

async function holdFile({ db }: Open, { fileId, version }: FileReference): Promise<HeldFile | undefined> {
  const [file] = await db.$queryRaw<HeldFile[]>`
    SELECT f."ownerId", f.extension FROM "File" f
    JOIN "FileData" d ON d."fileId" = f.id AND d.version = ${version} AND d.type = 'file' AND d.status = 'complete'
    WHERE f.id = ${fileId} FOR KEY SHARE OF f`
  return file
}

/** What people find in lists of their own: such a picture stays, whatever it was linked from. */
const KEPT = ['gallery', 'icon', 'emoji', 'emojianimated', 'sticker', 'print', 'invitePhoto']

/**
 * Deletes files that went with what has linked them, where they are its owner's and nothing links them any more. The
 * bytes go by the job that tidies.
 */
export async function dropFiles(open: Open, ownerId: string, ids: readonly (string | null)[]): Promise<void> {
  const given = ids.filter((id) => id !== null)
  if (given.length === 0) return
  const { db } = open
  // Whoever is just linking one of them is waited for, and then seen.
  await db.$executeRaw`SELECT FROM "File" WHERE id = ANY(${given}) ORDER BY id FOR UPDATE`
  const notIn = await linkedAmong(open, given)
  await db.file.deleteMany({ where: { id: { in: given, notIn }, ownerId, NOT: { tags: { hasSome: KEPT } } } })
}

/** Those of these files that content links. */
export async function linkedAmong({ db }: Open, ids: readonly string[]): Promise<string[]> {
  const linked = await db.$queryRaw<{ id: string }[]>`
    SELECT "imageFileId" AS id FROM "World" WHERE "imageFileId" = ANY(${ids})
    UNION SELECT "assetFileId" FROM "UnityPackage" WHERE "assetFileId" = ANY(${ids})
    UNION SELECT "imageFileId" FROM "Prop" WHERE "imageFileId" = ANY(${ids})
    UNION SELECT "assetFileId" FROM "PropPackage" WHERE "assetFileId" = ANY(${ids})`
  return linked.map(({ id }) => id)
}
