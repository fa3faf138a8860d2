import type { ModerationReport, Prisma } from '../../generated/prisma/client.ts'
import { invalid, noSuchUser } from '../../kernel/failure.ts'
import { newId } from '../../kernel/ids.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { holdReceivers } from '../notifications/receivers.ts'
import { type Choice, mustBeOffered } from './choices.ts'
import { type Content, contentIdOf, readContent } from './content.ts'
import { reportAnnounced } from './events.ts'

/** What somebody says of a person or of some content. */
export interface NewReport extends Choice {
  readonly contentId: string
  readonly description?: string | undefined
  /** What the client knows of the circumstances, in the words of the wire. */
  readonly details?: object | undefined
}

const SUBMISSIONS: Limit = { name: 'submit-report', points: 20, window: 60 * 60 }

/**
 * Tells the admins of something. Who says the same of the same again, while it is open, is answered what stands. Throws
 * `invalid` for what the client configuration does not offer, for ids of something else and for oneself; `missing` for
 * what the viewer does not see; `exhausted` after 20 in an hour.
 */
export async function submitModerationReport(scope: SignedScope, given: NewReport): Promise<ModerationReport> {
  await scope.limits.take(SUBMISSIONS, scope.viewer.id)
  await mustBeOffered(scope, given)
  const contentId = contentIdOf(given.type, given.contentId)
  if (contentId === scope.viewer.id) throw invalid('contentId', 'contentId: you can not report yourself')
  const content = await readContent(scope, contentId)
  return transact(scope, async (open) => {
    // Whoever is being erased leaves no report behind with their name.
    const [reporter] = await holdReceivers(open, [open.viewer.id])
    if (!reporter) throw noSuchUser(open.viewer.id)
    return writeOnce(open, given, content)
  })
}

/** The one open report that says this. One that stands may be closed while it is looked for: then it is said anew. */
async function writeOnce(open: SignedScope & Open, given: NewReport, content: Content): Promise<ModerationReport> {
  const openKey = [open.viewer.id, given.type, given.contentId, given.category, given.reason].join(' ')
  for (;;) {
    const row = rowOf(open, given, content)
    const { count } = await open.db.moderationReport.createMany({ data: [{ ...row, openKey }], skipDuplicates: true })
    if (count === 1) open.emit(reportAnnounced('report.submitted', row.id))
    const standing = await open.db.moderationReport.findUnique({ where: { openKey } })
    if (standing) return standing
  }
}

const rowOf = ({ now, viewer }: SignedScope, given: NewReport, { name, thumbnailUrl }: Content) => {
  const { type, category, reason, contentId, description = '', details = {} } = given
  return {
    ...{ id: newId('moderationReport', now), reporterId: viewer.id, type, category, reason, contentId, description },
    ...{ contentName: name, contentThumbnailImageUrl: thumbnailUrl, details: jsonOf(details) },
    ...{ createdAt: now, updatedAt: now },
  }
}

/** Without what was left out. */
const jsonOf = (details: object): Prisma.InputJsonObject => JSON.parse(JSON.stringify(details))
