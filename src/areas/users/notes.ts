import { Failure, noSuchUser } from '../../kernel/failure.ts'
import { newId, type UserId, type UserNoteId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { userChanged } from '../accounts/events.ts'
import { visibleUsers } from './policy.ts'

const TARGET = { targetUser: true } as const

/** The viewer's own notes about people, the latest changed first. */
export const readNotes = (scope: SignedScope, page: Page) =>
  scope.db.userNote.findMany({
    where: { userId: scope.viewer.id },
    include: TARGET,
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: page.limit,
    skip: page.offset,
    relationLoadStrategy: 'join',
  })

export type FoundNote = Awaited<ReturnType<typeof readNotes>>[number]

/** Throws `missing` for a note that is not the viewer's own. */
export async function readNote(scope: SignedScope, id: UserNoteId): Promise<FoundNote> {
  const note = await scope.db.userNote.findFirst({ where: { id, userId: scope.viewer.id }, include: TARGET })
  if (!note) throw new Failure('missing', 'Note not found')
  return note
}

/** Writes the viewer's note about a person in place of an earlier one. Throws `missing` for an unknown person. */
export async function updateNote(scope: SignedScope, targetUserId: UserId, note: string): Promise<FoundNote> {
  const userId = scope.viewer.id
  return transact(scope, async (open) => {
    const target = await open.db.user.count({ where: { id: targetUserId, ...visibleUsers } })
    if (target === 0) throw noSuchUser(targetUserId)
    open.emit(userChanged(userId))
    const where = { userId_targetUserId: { userId, targetUserId } }
    // Asked for the target at once, Prisma would look and then insert, and of two first writes one would fail.
    await open.db.userNote.upsert({
      where,
      create: { id: newId('userNote', open.now), userId, targetUserId, note, createdAt: open.now, updatedAt: open.now },
      update: { note, updatedAt: open.now },
    })
    return open.db.userNote.findUniqueOrThrow({ where, include: TARGET })
  })
}
