import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { isId, newId, type PrintId, type UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { fileUrl } from '../files/addresses.ts'
import { contentChanged } from '../files/events.ts'
import { addPicture, addPictureVersion, mustHaveRoom, shapePicture, type Taken, useUp } from '../files/pictures.ts'
import { mayChangePrint } from './policy.ts'

export const WITH_AUTHOR = { author: { select: { displayName: true } } } satisfies Prisma.PrintInclude
export type FoundPrint = Prisma.PrintGetPayload<{ include: typeof WITH_AUTHOR }>

/** Where the picture of a photo is, as it is now. */
export function pictureUrl(publicUrl: string, { fileId, version }: Pick<FoundPrint, 'fileId' | 'version'>): string {
  if (!isId('file', fileId)) throw new Error(`${fileId} is no id of a file`)
  return fileUrl(publicUrl, { fileId, version })
}

/** What goes with a photo. */
export interface NewPrint {
  /** When it was taken, as its author's client says: ISO 8601, in UTC where nothing is said. */
  readonly timestamp: string
  readonly note?: string | undefined
  /** Empty for nowhere. */
  readonly worldId?: string | undefined
  readonly worldName?: string | undefined
}

const noSuchPrint = () => new Failure('missing', 'Print not found')

/** A photo by its id: whoever sees it in a world knows it. Throws `missing`. */
export async function readPrint({ db }: Scope, id: PrintId): Promise<FoundPrint> {
  const print = await db.print.findUnique({ where: { id }, include: WITH_AUTHOR, relationLoadStrategy: 'join' })
  if (!print) throw noSuchPrint()
  return print
}

/** All photos of the viewer, the latest first; there are no more than a person may hold. Throws `forbidden`. */
export async function readUserPrints(scope: SignedScope, userId: UserId): Promise<FoundPrint[]> {
  if (userId !== scope.viewer.id) throw new Failure('forbidden', "Unable to request another user's prints.")
  return scope.db.print.findMany({
    where: { ownerId: userId },
    include: WITH_AUTHOR,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    relationLoadStrategy: 'join',
  })
}

/** Throws as uploadImage does: `invalid` for what is no picture, `conflict` for more than a person may hold. */
export async function uploadPrint(scope: SignedScope, taken: Taken, print: NewPrint): Promise<FoundPrint> {
  const { now, viewer } = scope
  const timestamp = momentOf(print.timestamp)
  const made = await shapePicture(scope, 'print', taken.bytes)
  const id = newId('print', now)
  await transact(scope, async (open) => {
    const takenFrom = await useUp(open, taken)
    await mustHaveRoom(open, 'print')
    const fileId = await addPicture(open, 'print', made, { animation: null })
    const { note = '', worldId = '', worldName = '' } = print
    await open.db.print.create({
      data: {
        ...{ id, authorId: viewer.id, ownerId: viewer.id, fileId, note, worldId, worldName },
        ...{ timestamp, createdAt: now },
      },
    })
    announce(open, { id, ownerId: viewer.id, fileId }, 'created')
    await auditForeign(open, takenFrom, { act: 'uploadPrint', subjectId: id })
  })
  return readPrint(scope, id)
}

function momentOf(text: string): Date {
  const moment = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  const year = moment.getUTCFullYear()
  if (!(year >= 1 && year <= 9_999)) throw invalid('timestamp', 'timestamp must be a date and time')
  return moment
}

/** Puts another picture in the place of one; the note stays where none is given. Throws `missing`, `forbidden`. */
export async function editPrint(scope: SignedScope, id: PrintId, taken: Taken, note?: string): Promise<FoundPrint> {
  mustBeOwn(scope, await scope.db.print.findUnique({ where: { id } }))
  const made = await shapePicture(scope, 'print', taken.bytes)
  await transact(scope, async (open) => {
    const takenFrom = await useUp(open, taken)
    const { fileId, ownerId } = await holdPrint(open, id)
    if (!isId('file', fileId)) throw new Error(`${fileId} is no id of a file`)
    const version = await addPictureVersion(open, fileId, made)
    await open.db.print.update({ where: { id }, data: { version, ...(note !== undefined && { note }) } })
    announce(open, { id, ownerId, fileId }, 'updated')
    const foreign = ownerId === open.viewer.id ? takenFrom : ownerId
    await auditForeign(open, foreign, { act: 'editPrint', subjectId: id })
  })
  return readPrint(scope, id)
}

/** Deletes a photo and its file. Throws `missing`, `forbidden`. */
export const deletePrint = (scope: SignedScope, id: PrintId): Promise<void> =>
  transact(scope, async (open) => {
    const { fileId, ownerId } = await holdPrint(open, id)
    await open.db.file.delete({ where: { id: fileId } })
    announce(open, { id, ownerId, fileId }, 'deleted')
    await auditForeign(open, ownerId, { act: 'deletePrint', subjectId: id })
  })

/** Its file first: whoever deletes that takes the print along. */
async function holdPrint(open: SignedScope & Open, id: PrintId) {
  await open.db.$executeRaw`
    SELECT FROM "File" WHERE id = (SELECT "fileId" FROM "Print" WHERE id = ${id}) FOR UPDATE`
  await open.db.$executeRaw`SELECT FROM "Print" WHERE id = ${id} FOR UPDATE`
  const print = await open.db.print.findUnique({ where: { id } })
  mustBeOwn(open, print)
  return print
}

function mustBeOwn<P extends { readonly ownerId: string }>(scope: SignedScope, print: P | null): asserts print is P {
  if (!print) throw noSuchPrint()
  if (!mayChangePrint(scope, print)) throw new Failure('forbidden', 'This print belongs to somebody else')
}

interface Told {
  readonly id: string
  readonly ownerId: string
  readonly fileId: string
}

function announce(open: Open, { id, ownerId, fileId }: Told, actionType: 'created' | 'updated' | 'deleted') {
  if (isId('user', ownerId))
    open.emit(contentChanged(ownerId, { contentType: 'print', actionType, fileId, itemId: id }))
}

/** Takes away the photos of a person whose account is erased, with their files. */
export async function erasePrints({ db }: Scope & Open, id: UserId): Promise<void> {
  const files = await db.print.findMany({
    where: { OR: [{ ownerId: id }, { authorId: id }] },
    select: { fileId: true },
  })
  await db.file.deleteMany({ where: { id: { in: files.map(({ fileId }) => fileId) } } })
}
