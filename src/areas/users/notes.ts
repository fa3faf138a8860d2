import { assertBelowCap } from '../../kernel/caps.ts'
import { Failure, userNotFound } from '../../kernel/failure.ts'
import { newId, type UserId, type UserNoteId } from '../../kernel/ids.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
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
