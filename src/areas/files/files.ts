import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import { type FileId, isId, newId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { type ContentType, contentChanged } from './events.ts'
import { holdOwnFile, noSuchFile } from './policy.ts'

/** What is read with every file that is told of. */
export const WITH_VERSIONS = {
  versions: { include: { data: true }, orderBy: { version: 'asc' } },
} satisfies Prisma.FileInclude

export type FoundFile = Prisma.FileGetPayload<{ include: typeof WITH_VERSIONS }>

/** A version is complete when all that was announced of it is there. */
export const statusOf = ({ data, deletedAt }: FoundFile['versions'][number]) => {
  if (deletedAt !== null) return 'none'
  return data.every(({ status }) => status === 'complete') ? 'complete' : 'waiting'
}

/** Files by id, in no order, with their versions. Set-wise. */
export const readFiles = (
  { db }: Scope,
  where: Prisma.FileWhereInput,
  more: Omit<Prisma.FileFindManyArgs, 'select'> = {},
) => db.file.findMany({ ...more, where, include: WITH_VERSIONS, relationLoadStrategy: 'join' })

/** Anybody's file. Throws `missing`. */
export async function readFile(scope: Scope, id: FileId): Promise<FoundFile> {
  const [file] = await readFiles(scope, { id })
  if (!file) throw noSuchFile(id)
  return file
}

/** The viewer's files with a tag, the oldest first. Those of anybody else are refused, as clients know it. */
export function listFiles(scope: SignedScope, { tag, userId }: FileFilter, { limit, offset }: Page) {
  if (userId !== undefined)
    throw new Failure('forbidden', 'You are not allowed to list files by userId', { code: 'files_of_others' })
  const where = { ownerId: scope.viewer.id, ...(tag !== undefined && { tags: { has: tag } }) }
  return readFiles(scope, where, { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: limit, skip: offset })
}

export interface FileFilter {
  readonly tag?: string | undefined
  readonly userId?: string | undefined
}

export interface NewFile {
  readonly name: string
  readonly mimeType: string
  /** With its dot. */
  readonly extension: string
  readonly tags?: readonly string[] | undefined
}

const MAKING = { name: 'create-file', points: 600, window: 3_600 }

/** Makes a file without data; its version 0 says so. */
export async function createFile(scope: SignedScope, file: NewFile): Promise<FoundFile> {
  await scope.limits.take(MAKING, scope.viewer.id)
  const { now, viewer } = scope
  const id = newId('file', now)
  await transact(scope, async (open) => {
    const { name, mimeType, extension, tags = [] } = file
    await open.db.file.create({
      data: {
        ...{ id, ownerId: viewer.id, name, mimeType, extension, tags: [...new Set(tags)] },
        ...{ createdAt: now, updatedAt: now, versions: { create: { version: 0, createdAt: now } } },
      },
    })
    open.emit(contentChanged(viewer.id, { contentType: contentOf(tags), actionType: 'created', fileId: id }))
  })
  return readFile(scope, id)
}

/** Deletes an own file; its bytes go by the job that tidies. Answers what it was. Throws `missing`, `forbidden`. */
export async function deleteFile(scope: SignedScope, id: FileId): Promise<FoundFile> {
  return transact(scope, async (open) => {
    const file = await removeFile(open, id)
    await auditForeign(open, file.ownerId, { act: 'deleteFile', subjectId: id })
    return file
  })
}

/** The same within a larger act, which writes down by itself what an admin does. */
export async function removeFile(open: SignedScope & Open, id: FileId): Promise<FoundFile> {
  await holdOwnFile(open, id)
  const file = await readFile(open, id)
  await open.db.file.delete({ where: { id } })
  announce(open, file, 'deleted')
  return file
}

/** Tells the owner that a file has changed. */
export function announce(open: Open, file: FoundFile, actionType: 'created' | 'updated' | 'deleted') {
  if (!isId('user', file.ownerId)) return
  open.emit(contentChanged(file.ownerId, { contentType: contentOf(file.tags), actionType, fileId: file.id }))
}

const BY_TAG: Readonly<Record<string, ContentType>> = {
  gallery: 'gallery',
  icon: 'icon',
  emoji: 'emoji',
  emojianimated: 'emoji',
  sticker: 'sticker',
  print: 'print',
  avatargallery: 'avatargallery',
  invitePhoto: 'invitePhoto',
}

/** As what clients show files with such tags. */
const contentOf = (tags: readonly string[]): ContentType => tags.map((tag) => BY_TAG[tag]).find(Boolean) ?? 'file'
