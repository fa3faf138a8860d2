import { invalid } from '../../kernel/failure.ts'
import { isId, type ModerationReportId, type UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { authorOf, noSuchWorld } from '../worlds/policy.ts'
import { reportAnnounced } from './events.ts'
import { holdReport } from './policy.ts'

/** Who answers for some content: a person for their profile, an author for a world; null for what has no row here. */
async function personBehind({ db }: Open, contentId: string): Promise<UserId | null> {
  if (isId('user', contentId)) return contentId
  if (!isId('world', contentId)) return null
  const world = await db.world.findUnique({ where: { id: contentId } })
  if (!world) throw noSuchWorld(contentId)
  return authorOf(world)
}

/** The same of content that can be acted upon. Throws `missing`, and `invalid` for what can't be yet. */
export async function mustHavePerson(open: Open, contentId: string): Promise<UserId> {
  const person = await personBehind(open, contentId)
  if (person === null) throw notYet()
  return person
}

/** What is known here by its id alone. */
export const notYet = () =>
  invalid('contentId', 'contentId: only people and worlds can be acted upon yet', 'not_supported')

/**
 * Says of a report, open or closed, that an admin acts upon a person because of it, and keeps it from every other act
 * until the transaction ends. Whoever calls holds that person before, as whoever erases them does, and worlds after.
 * Throws `missing` for no report, and `invalid` for one that is about somebody else.
 */
export async function actBecauseOf(
  open: Scope & Open,
  reportId: ModerationReportId | undefined,
  userId: UserId,
): Promise<void> {
  if (reportId === undefined) return
  const { contentId } = await holdReport(open, reportId)
  const person = await personBehind(open, contentId)
  if (person !== null && person !== userId) throw invalid('reportId', 'reportId: this report is about somebody else')
  await open.db.moderationReport.update({ where: { id: reportId }, data: { updatedAt: open.now } })
  open.emit(reportAnnounced('report.acted', reportId))
}
