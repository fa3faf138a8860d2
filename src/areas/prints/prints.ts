import type { Print, Prisma } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { type FileId, newId, type PrintId, trusted, type UserId } from '../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../audit/staffAct.ts'
import { type ContentChange, contentChanged } from '../files/events.ts'
import {
  addImageFile,
  addImageVersion,
  consumeSource,
  type ImageSource,
  withEncodedImage,
} from '../files/images/images.ts'
import { assertImageCapacity } from '../files/images/kinds.ts'
import { fileUrl } from '../files/links.ts'
import { assertOwnPrint, lockPrint, printNotFound, visiblePrints } from './policy.ts'

const WITH_AUTHOR = { author: { select: { displayName: true } } } satisfies Prisma.PrintInclude
export type PrintWithAuthor = Prisma.PrintGetPayload<{ include: typeof WITH_AUTHOR }>

/** URL of the current image of a photo. */
export const printImageUrl = (publicUrl: string, print: Pick<Print, 'fileId' | 'version'>): string =>
  fileUrl(publicUrl, { fileId: trusted<'file'>(print.fileId), version: print.version })

/** The fields of a new photo, beside its image. */
interface NewPrint {
  /** When it was taken, as stated by the author's client: ISO 8601, UTC without an offset. */
  readonly timestamp: string
  readonly note?: string | undefined
  /** Empty for none. */
  readonly worldId?: string | undefined
  readonly worldName?: string | undefined
}

/** A photo that the viewer has taken or owns. Throws `missing` for any other. */
export const readPrint = (scope: ViewerScope, id: PrintId) => findPrint(scope, { id, ...visiblePrints(scope) })

async function findPrint({ db }: Scope, where: Prisma.PrintWhereInput): Promise<PrintWithAuthor> {
  const print = await db.print.findFirst({ where, include: WITH_AUTHOR, relationLoadStrategy: 'join' })
  if (!print) throw printNotFound()
  return print
}

/** All photos of the viewer, latest first; bounded by the limit of the kind `print`. Throws `forbidden`. */
export async function readUserPrints(scope: ViewerScope, userId: UserId): Promise<PrintWithAuthor[]> {
  if (userId !== scope.viewer.id)
    throw new Failure('forbidden', "Unable to request another user's prints.", { reason: 'not_own' })
  return scope.db.print.findMany({
    where: { ownerId: userId },
    include: WITH_AUTHOR,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    relationLoadStrategy: 'join',
  })
}

/** The rules for what is given of a photo, apart from those for its image. */
export const printRules = ({ timestamp }: Partial<NewPrint>): InputRule[] => [
  () => timestamp !== undefined && parseTimestamp(timestamp),
]

/** Creates a photo. Throws `invalid` for an unsuitable image, `conflict` beyond the number that a person can have. */
export const uploadPrint = (scope: ViewerScope, source: ImageSource, print: NewPrint): Promise<PrintWithAuthor> =>
  tellingAllFaults(
    () => printRules(print),
    () => createPrint(scope, source, print),
  )

async function createPrint(scope: ViewerScope, source: ImageSource, print: NewPrint): Promise<PrintWithAuthor> {
  const { now, viewer } = scope
  const timestamp = parseTimestamp(print.timestamp)
  const id = newId('print', now)
  await withEncodedImage(scope, 'print', source, (stored) =>
    ownerOrAdminAct(scope, 'uploadPrint', async (tx) => {
      const sourceOwnerId = await consumeSource(tx, source)
      await assertImageCapacity(tx, 'print')
      const fileId = await addImageFile(tx, 'print', stored, { animation: null })
      const { note = '', worldId = '', worldName = '' } = print
      const identity = { id, ownerId: viewer.id, fileId }
      await tx.db.print.create({
        data: { ...identity, authorId: viewer.id, note, worldId, worldName, timestamp, createdAt: now },
      })
      emitPrintChanged(tx, identity, 'created')
      return { subjectId: id, ownerId: sourceOwnerId }
    }),
  )
  return readPrint(scope, id)
}

function parseTimestamp(text: string): Date {
  const time = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  const year = time.getUTCFullYear()
  if (!(year >= 1 && year <= 9_999)) throw invalid('timestamp', 'timestamp must be a date and time', 'not_a_date')
  return time
}

/** Replaces the image of a photo, and its note when one is given. Throws `missing`, `forbidden`, `invalid`. */
export async function editPrint(
  scope: ViewerScope,
  id: PrintId,
  source: ImageSource,
  note?: string,
): Promise<PrintWithAuthor> {
  const print = await scope.db.print.findUnique({ where: { id } })
  assertOwnPrint(scope, print)
  await withEncodedImage(scope, 'print', source, (stored) =>
    ownerOrAdminAct(scope, 'editPrint', async (tx) => {
      const sourceOwnerId = await consumeSource(tx, source, [print.fileId])
      const { fileId, ownerId } = await lockPrint(tx, id)
      const version = await addImageVersion(tx, trusted<'file'>(fileId), stored)
      await tx.db.print.update({ where: { id }, data: { version, ...(note !== undefined && { note }) } })
      emitPrintChanged(tx, { id, ownerId, fileId }, 'updated')
      return { subjectId: id, ownerId, needsAdmin: sourceOwnerId !== tx.viewer.id }
    }),
  )
  return findPrint(scope, { id })
}

/** Changes the note of a photo alone. Throws `missing`, `forbidden`. */
export async function editPrintNote(scope: ViewerScope, id: PrintId, note: string): Promise<PrintWithAuthor> {
  await ownerOrAdminAct(scope, 'editPrint', async (tx) => {
    const { fileId, ownerId } = await lockPrint(tx, id)
    await tx.db.print.update({ where: { id }, data: { note } })
    emitPrintChanged(tx, { id, ownerId, fileId }, 'updated')
    return { subjectId: id, ownerId }
  })
  return findPrint(scope, { id })
}

/** Deletes a photo of the viewer's with its file. Throws `missing`, `forbidden`. */
export const deletePrint = (scope: ViewerScope, id: PrintId): Promise<void> =>
  ownerOrAdminAct(scope, 'deletePrint', async (tx) => {
    const { fileId, ownerId } = await lockPrint(tx, id)
    await tx.db.file.delete({ where: { id: fileId } })
    emitPrintChanged(tx, { id, ownerId, fileId }, 'deleted')
    return { subjectId: id, ownerId }
  })

function emitPrintChanged(
  tx: InTransaction,
  { id, ownerId, fileId }: Pick<Print, 'id' | 'ownerId' | 'fileId'>,
  actionType: ContentChange['actionType'],
) {
  tx.emit(contentChanged(trusted<'user'>(ownerId), { contentType: 'print', actionType, fileId, itemId: id }))
}

/** Deletes the photos of a person whose account is erased, with their files. */
export async function erasePrints({ db }: Scope & InTransaction, id: UserId): Promise<void> {
  await db.file.deleteMany({ where: { prints: { some: { OR: [{ ownerId: id }, { authorId: id }] } } } })
}

/** The file of the image of a photo of anybody. Throws `missing`. */
export async function printFileId({ db }: Pick<Scope, 'db'>, id: PrintId): Promise<FileId> {
  const print = await db.print.findUnique({ where: { id }, select: { fileId: true } })
  if (!print) throw printNotFound()
  return trusted<'file'>(print.fileId)
}
