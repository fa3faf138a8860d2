import type { UserId } from '../../kernel/ids.ts'
import type { Open } from '../../kernel/transaction.ts'

/**
 * Takes a person out of the reports when the account is erased: what was reported by them and about them stays, without
 * them. What admins have written about it is theirs to keep.
 */
export async function eraseFromReports({ db }: Open, id: UserId): Promise<void> {
  await db.moderationReport.updateMany({ where: { reporterId: id }, data: { reporterId: null, openKey: null } })
  await db.moderationReport.updateMany({ where: { assigneeId: id }, data: { assigneeId: null } })
  await db.moderationReport.updateMany({ where: { closedById: id }, data: { closedById: null } })
  await db.reportNote.updateMany({ where: { authorId: id }, data: { authorId: null } })
  await db.moderationReport.updateMany({
    where: { contentId: id },
    data: { contentName: 'Deleted user', contentThumbnailImageUrl: null },
  })
}
