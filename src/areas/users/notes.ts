import type { UserNote } from '../../generated/prisma/client.ts'
import { assertBelowCap } from '../../kernel/caps.ts'
import { Failure, userNotFound } from '../../kernel/failure.ts'
import { newId, type UserId, type UserNoteId } from '../../kernel/ids.ts'
import { escapeLikePattern } from '../../kernel/list/pageSql.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type OffsetPage } from '../../kernel/page.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { nameKey } from '../accounts/account/names.ts'
import { ownListChanged, userChanged } from '../accounts/events.ts'
import { lockUser } from './locks.ts'
import { visibleUsers } from './policy.ts'

const WITH_TARGET_USER = { targetUser: true } as const

/** The viewer's notes about other people, latest change first. */
export const readNotes = (scope: ViewerScope, page: OffsetPage) =>
  scope.db.userNote.findMany({
    where: { userId: scope.viewer.id },
    include: WITH_TARGET_USER,
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: page.limit,
    skip: page.offset,
    relationLoadStrategy: 'join',
  })

export type NoteWithTargetUser = Awaited<ReturnType<typeof readNotes>>[number]

/** Which of the viewer's notes to list; omitted members do not narrow the list. */
interface NoteListFilter {
  /** Part of the text or of the person's display name. */
  readonly search?: string
  /** Whether the text was not deleted. */
  readonly hasText?: boolean
}

/** The database takes it for the text itself. */
const containing = (text: string) => ({ contains: escapeLikePattern(text) })

const notesWhere = ({ viewer }: ViewerScope, { search, hasText }: NoteListFilter) => ({
  userId: viewer.id,
  ...(search && {
    OR: [
      { note: { ...containing(search), mode: 'insensitive' as const } },
      { targetUser: { displayNameKey: containing(nameKey(search)) } },
    ],
  }),
  ...(hasText !== undefined && { note: hasText ? { not: '' } : '' }),
})

/** A page of the viewer's notes by `updatedAt` and `id`, without people. */
export const listNotes = (scope: ViewerScope, filter: NoteListFilter, page: KeysetPage): Promise<UserNote[]> =>
  scope.db.userNote.findMany({
    where: { ...notesWhere(scope, filter), AND: keysetWhere(page, ['updatedAt', 'id']) },
    orderBy: keysetOrder(page, ['updatedAt', 'id']),
    take: page.limit,
  })

/** Number of the viewer's notes. */
export const countListedNotes = (scope: ViewerScope, filter: NoteListFilter): Promise<number> =>
  scope.db.userNote.count({ where: notesWhere(scope, filter) })

/** Reads one of the viewer's notes. Throws `missing` for any other. */
export async function readNote(scope: ViewerScope, id: UserNoteId): Promise<NoteWithTargetUser> {
  const note = await scope.db.userNote.findFirst({ where: { id, userId: scope.viewer.id }, include: WITH_TARGET_USER })
  if (!note) throw new Failure('missing', 'Note not found', { reason: 'note_not_found' })
  return note
}

/** People about whom one person can have notes. */
const MOST_NOTES = 5_000

/**
 * Writes the viewer's note about a person; it replaces any other. Throws `missing` for an unknown person, `conflict` for
 * more than 5,000 notes.
 */
export async function updateNote(scope: ViewerScope, targetUserId: UserId, note: string): Promise<NoteWithTargetUser> {
  const userId = scope.viewer.id
  return transact(scope, async (tx) => {
    await lockUser(tx, userId)
    const target = await tx.db.user.count({ where: { id: targetUserId, ...visibleUsers } })
    if (target === 0) throw userNotFound(targetUserId)
    tx.emit(userChanged(userId))
    tx.emit(ownListChanged(userId, { list: 'notes', targetId: targetUserId }))
    const where = { userId_targetUserId: { userId, targetUserId } }
    if (!(await tx.db.userNote.findUnique({ where, select: { id: true } })))
      assertBelowCap(await tx.db.userNote.count({ where: { userId } }), MOST_NOTES, 'notes')
    // Without `include`, as Prisma would then check before inserting, and one of two concurrent first writes would fail.
    await tx.db.userNote.upsert({
      where,
      create: { id: newId('userNote', tx.now), userId, targetUserId, note, createdAt: tx.now, updatedAt: tx.now },
      update: { note, updatedAt: tx.now },
    })
    return tx.db.userNote.findUniqueOrThrow({ where, include: WITH_TARGET_USER })
  })
}
