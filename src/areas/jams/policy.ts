import type { Jam, Prisma } from '../../generated/prisma/client.ts'
import { isAdmin } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { BindParameter } from '../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { hasWinnersAt, type JamDates, jamStateAt } from './jam/state.ts'

export const jamNotFound = () => new Failure('missing', 'Jam not found', { reason: 'jam_not_found' })
export const submissionNotFound = () =>
  new Failure('missing', 'Submission not found', { reason: 'jam_submission_not_found' })

/** Jams that the viewer can see: visible ones, and all for admins. */
export const visibleJams = (scope: ViewerScope): Prisma.JamWhereInput => (isAdmin(scope) ? {} : { isVisible: true })

/** The rule of `visibleJams` for a row. */
export const canSeeJam = (scope: Scope, { isVisible }: Pick<Jam, 'isVisible'>): boolean =>
  scope.viewer !== null && (isVisible || isAdmin(scope))

/** The jams of the REST list: visible ones that have begun; for admins also those that have not. */
export const listedJams = (scope: ViewerScope): Prisma.JamWhereInput => ({
  isVisible: true,
  ...(!isAdmin(scope) && { OR: [{ submissionsOpened: { lte: scope.now } }, { NOT: { closedAt: null } }] }),
})

/** Whether the viewer sees ratings and winners: everybody from the selection of winners, admins before. */
export const canSeeRatings = (scope: Pick<Scope, 'viewer' | 'now'>, jam: Pick<Jam, 'winnersSelected'>): boolean =>
  isAdmin(scope) || hasWinnersAt(jam, scope.now)

/** Whether the viewer can withdraw a submission: the submitter until the jam takes no more, admins always. */
export function canDeleteSubmission(scope: ViewerScope, submitterId: string, jam: JamDates, at = scope.now): boolean {
  if (isAdmin(scope)) return true
  return submitterId === scope.viewer.id && ['upcoming', 'submissions_open'].includes(jamStateAt(jam, at))
}

/** SQL condition for rows of "JamSubmission" whose jam the viewer can see. */
export const ofVisibleJamsSql = ({ viewer }: Pick<ViewerScope, 'viewer'>, bind: BindParameter): string =>
  `(${bind(isAdmin({ viewer }))}::boolean OR (SELECT "isVisible" FROM "Jam" WHERE id = "JamSubmission"."jamId"))`

/**
 * SQL condition for rows of "JamSubmission" that lists show: content that is not hidden or deleted, by people who were not
 * erased and with whom the viewer has no block. Each row is looked up by its keys, so that a page costs no more than its
 * rows however many worlds and avatars there are.
 */
export function listedSubmissionsSql({ viewer }: Pick<ViewerScope, 'viewer'>, bind: BindParameter): string {
  const viewerId = bind(viewer.id)
  return `coalesce((SELECT "releaseStatus" FROM "World" WHERE id = "JamSubmission"."contentId"),
      (SELECT "releaseStatus" FROM "Avatar" WHERE id = "JamSubmission"."contentId")) <> 'hidden'
    AND (SELECT "erasedAt" IS NULL FROM "User" WHERE id = "JamSubmission"."submitterId")
    AND "submitterId" NOT IN (SELECT "targetUserId" FROM "PlayerModeration" WHERE "sourceUserId" = ${viewerId} AND matter = 'block')
    AND "submitterId" NOT IN (SELECT "sourceUserId" FROM "PlayerModeration" WHERE "targetUserId" = ${viewerId} AND type = 'block')`
}
