import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import { type AvatarId, type FileId, newId, trusted } from '../../kernel/ids.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import { createRowLoader } from '../../kernel/records.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../audit/staffAct.ts'
import { type ContentChange, type ContentType, contentChanged, TAGGED_CONTENT } from './events.ts'
import { lockOwnFile, lockStorage } from './locks.ts'
import { assertNotWithheld, assertWithinStorage, fileNotFound, withheldFileIds } from './policy.ts'

const WITH_VERSIONS = {
  versions: { include: { data: true }, orderBy: { version: 'asc' } },
} satisfies Prisma.FileInclude

export type FileWithVersions = Prisma.FileGetPayload<{ include: typeof WITH_VERSIONS }>

/** A version is complete when all its data is uploaded. */
export const versionStatus = ({ data, deletedAt }: FileWithVersions['versions'][number]) => {
  if (deletedAt !== null) return 'none'
  return data.every(({ status }) => status === 'complete') ? 'complete' : 'waiting'
}

interface TagFilter {
  readonly tag?: string | undefined
  readonly notTags?: readonly string[] | undefined
}

/** Files with a tag, and without any of others. */
export const taggedFiles = ({ tag, notTags = [] }: TagFilter): Prisma.FileWhereInput => ({
  ...(tag !== undefined && { tags: { has: tag } }),
  ...(notTags.length > 0 && { NOT: { tags: { hasSome: [...notTags] } } }),
})

/** Versions of each file in a list; a file alone shows all of them. */
const LISTED_VERSIONS = 20

/** A list of files, each with its latest versions, in one statement. */
export async function readFileList(
  { db }: Pick<Scope, 'db'>,
  where: Prisma.FileWhereInput,
  page: Pick<Prisma.FileFindManyArgs, 'orderBy' | 'take' | 'skip'>,
): Promise<FileWithVersions[]> {
  const files = await db.file.findMany({
    ...page,
    where,
    include: { versions: { include: { data: true }, orderBy: { version: 'desc' }, take: LISTED_VERSIONS } },
    relationLoadStrategy: 'join',
  })
  return files.map((file) => ({ ...file, versions: file.versions.toReversed() }))
}

/** The number of versions of each of these files. One statement. */
export async function countVersions({ db }: Scope, fileIds: readonly string[]) {
  const where = { fileId: { in: [...fileIds] } }
  const counts = await db.fileVersion.groupBy({ by: ['fileId'], where, _count: true })
  return counts.map(({ fileId, _count }) => [fileId, _count] as const)
}

/** The file of an id, of any owner. Gathers the ids of one turn of the event loop into one statement. */
const loadFile = createRowLoader<FileWithVersions>(({ db }, ids) =>
  db.file.findMany({ where: { id: { in: [...ids] } }, include: WITH_VERSIONS, relationLoadStrategy: 'join' }),
)

/** The files of these ids whose records the viewer can read: all but withheld assets. Two statements at most. */
export async function readableFiles(scope: Scope, ids: readonly string[]): Promise<FileWithVersions[]> {
  const files = [...(await loadFile.many(scope, ids)).values()]
  const withheld = await withheldFileIds(scope, files)
  return files.filter(({ id }) => !withheld.has(id))
}

/** The file of an id. Throws `missing`, and `forbidden` for an asset that is withheld from the viewer. */
export async function readReadableFile(scope: Scope, id: FileId): Promise<FileWithVersions> {
  const file = await readFile(scope, id)
  await assertNotWithheld(scope, file)
  return file
}

/** The file of an id, of any owner. Throws `missing`. */
export async function readFile(scope: Scope, id: FileId): Promise<FileWithVersions> {
  const file = await loadFile(scope, id)
  if (!file) throw fileNotFound(id)
  return file
}

/** The order of the images in the gallery of an avatar. */
const GALLERY_ORDER = { galleryPosition: 'asc' } satisfies Prisma.FileOrderByWithRelationInput

/**
 * The viewer's files, oldest first, or the gallery of an avatar in its order, each with its latest versions. Throws
 * `forbidden` for any `userId`, as clients of the platform expect, and `missing` for an avatar that the viewer can't read.
 */
export async function listFiles(scope: ViewerScope, filter: FileFilter, { limit, offset }: OffsetPage) {
  const { tag, userId, galleryId } = filter
  if (userId !== undefined)
    throw new Failure('forbidden', 'You are not allowed to list files by userId', { reason: 'files_of_others' })
  if (galleryId !== undefined) await scope.avatarGalleries.assertReadable(scope, galleryId)
  const owned = galleryId === undefined ? { ownerId: scope.viewer.id } : { avatarId: galleryId }
  const where = { ...owned, ...(tag !== undefined && { tags: { has: tag } }) }
  const order = [...(galleryId === undefined ? [] : [GALLERY_ORDER]), { createdAt: 'asc' }, { id: 'asc' }] as const
  return readFileList(scope, where, { orderBy: [...order], take: limit, skip: offset })
}

interface FileFilter {
  readonly tag?: string | undefined
  /** The avatar whose gallery is listed. */
  readonly galleryId?: AvatarId | undefined
  readonly userId?: string | undefined
}

interface NewFile extends Pick<FileWithVersions, 'name' | 'mimeType' | 'extension'> {
  readonly tags?: readonly string[] | undefined
}

const CREATE_LIMIT = { name: 'create-file', points: 600, window: 3_600 }

/** Creates a file without data: it has version 0 only. */
export async function createFile(scope: ViewerScope, file: NewFile): Promise<FileWithVersions> {
  await scope.limits.take(CREATE_LIMIT, scope.viewer.id)
  const { now, viewer } = scope
  const id = newId('file', now)
  await transact(scope, async (tx) => {
    await lockStorage(tx, viewer.id)
    const { name, mimeType, extension, tags = [] } = file
    await tx.db.file.create({
      data: {
        id,
        ownerId: viewer.id,
        name,
        mimeType,
        extension,
        tags: [...new Set(tags)],
        createdAt: now,
        updatedAt: now,
        versions: { create: { version: 0, createdAt: now } },
      },
    })
    await assertWithinStorage(tx, viewer.id)
    emitFileChanged(tx, { id, ownerId: viewer.id, tags: [...tags] }, 'created')
  })
  return readFile(scope, id)
}

/**
 * Deletes a file of the viewer's; the clean-up job deletes its blobs later. Returns the deleted file. Throws `missing`,
 * `forbidden`.
 */
export const deleteFile = (scope: ViewerScope, id: FileId): Promise<FileWithVersions> =>
  ownerOrAdminAct(scope, 'deleteFile', async (tx) => {
    const result = await deleteFileInTransaction(tx, id)
    return { subjectId: id, ownerId: result.ownerId, result }
  })

/** Deletes a file of the viewer's within an act that writes its own audit entry. Throws `missing`, `forbidden`. */
export async function deleteFileInTransaction(tx: ViewerScope & InTransaction, id: FileId): Promise<FileWithVersions> {
  await lockOwnFile(tx, id)
  const file = await readFile(tx, id)
  await tx.db.file.delete({ where: { id } })
  emitFileChanged(tx, file, 'deleted')
  if (file.avatarId !== null) tx.avatarGalleries.announce(tx, file.avatarId)
  return file
}

/** Emits `content.changed` for the owner of a file. */
export function emitFileChanged(
  tx: InTransaction,
  { id: fileId, ownerId, tags }: Pick<FileWithVersions, 'id' | 'ownerId' | 'tags'>,
  actionType: ContentChange['actionType'],
) {
  tx.emit(contentChanged(trusted<'user'>(ownerId), { contentType: contentTypeOf(tags), actionType, fileId }))
}

/** The kind of content that clients show a file with these tags as. */
const contentTypeOf = (tags: readonly string[]): ContentType =>
  tags.map((tag) => TAGGED_CONTENT.find((type) => type === tag.replace(/^emojianimated$/, 'emoji'))).find(Boolean) ??
  'file'
