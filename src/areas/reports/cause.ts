import { invalid } from '../../kernel/failure.ts'
import { isId, type ModerationReportId, type UserId } from '../../kernel/ids.ts'
import type { Open } from '../../kernel/transaction.ts'
import { authorOf, noSuchWorld } from '../worlds/policy.ts'
import { noSuchReport } from './policy.ts'

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

/** Throws `missing` for no report, and `invalid` for one that is about somebody else. */
export async function mustConcern(open: Open, reportId: ModerationReportId | undefined, userId: UserId): Promise<void> {
  if (reportId === undefined) return
  const report = await open.db.moderationReport.findUnique({ where: { id: reportId } })
  if (!report) throw noSuchReport()
  const person = await personBehind(open, report.contentId)
  if (person !== null && person !== userId) throw invalid('reportId', 'reportId: this report is about somebody else')
}
