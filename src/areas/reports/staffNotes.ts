import type { StaffNote } from '../../generated/prisma/client.ts'
import { Failure, userNotFound } from '../../kernel/failure.ts'
import { newId, type StaffNoteId, type UserId } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { staffAct } from '../audit/staffAct.ts'
import { lockUser } from '../users/locks.ts'
import { staffNotesChanged } from './events.ts'
import { parseAdminText } from './reports.ts'

/** Limit for one person, because the notes are read together. */
const MAX_STAFF_NOTES = 200

/**
 * Adds a note among the staff about a person. Throws `forbidden` unless staff with `reports` or `people` acts, `missing`,
 * `invalid`, and `conflict` if the person has 200.
 */
export async function addStaffNote(scope: ViewerScope, userId: UserId, untrimmed: string): Promise<StaffNote> {
  const text = parseAdminText('text', untrimmed)
  return staffAct(scope, 'addStaffNote', async (tx) => {
    await lockUser(tx, userId)
    const isThere = await tx.db.user.count({ where: { id: userId, erasedAt: null } })
    if (isThere === 0) throw userNotFound(userId)
    if ((await tx.db.staffNote.count({ where: { userId } })) >= MAX_STAFF_NOTES)
      throw new Failure('conflict', `A person has at most ${MAX_STAFF_NOTES} notes`, { reason: 'limit_reached' })
    const data = { id: newId('staffNote', tx.now), userId, authorId: tx.viewer.id, text, createdAt: tx.now }
    const result = await tx.db.staffNote.create({ data })
    tx.emit(staffNotesChanged(userId))
    return { subjectId: userId, details: { noteId: result.id }, result }
  })
}

/** Deletes a note about a person, and answers whom it was about. Throws `forbidden`, `missing`. */
export const deleteStaffNote = (scope: ViewerScope, id: StaffNoteId): Promise<string> =>
  staffAct(scope, 'deleteStaffNote', async (tx) => {
    const note = await tx.db.staffNote.findUnique({ where: { id }, select: { userId: true } })
    const { count } = await tx.db.staffNote.deleteMany({ where: { id } })
    if (!note || count === 0) throw new Failure('missing', 'There is no such note', { reason: 'note_not_found' })
    tx.emit(staffNotesChanged(note.userId))
    return { subjectId: note.userId, details: { noteId: id }, result: note.userId }
  })
