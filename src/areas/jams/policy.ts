import { type Jam, Prisma } from '../../generated/prisma/client.ts'
import { isAdmin, isStaff } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { conditionSql, meetsCondition, type RowCondition } from '../../kernel/rowCondition.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { blockedUsersSql, VISIBLE_USERS } from '../users/policy.ts'

export const jamNotFound = () => new Failure('missing', 'Jam not found', { reason: 'jam_not_found' })
export const submissionNotFound = () =>
  new Failure('missing', 'Submission not found', { reason: 'jam_submission_not_found' })

/** Jams that the viewer can see: visible ones, and all for admins. */
export const visibleJams = (scope: Pick<ViewerScope, 'viewer'>): RowCondition<Pick<Jam, 'isVisible'>> =>
  isStaff(scope, 'content') ? {} : { isVisible: true }

export const canSeeJam = ({ viewer }: Scope, jam: Pick<Jam, 'isVisible'>): boolean =>
  viewer !== null && meetsCondition(jam, visibleJams({ viewer }))

/** The jams of the REST list: visible ones that have begun; for admins also those that have not. */
export const listedJams = (scope: ViewerScope): Prisma.JamWhereInput => ({
  isVisible: true,
  ...(!isStaff(scope, 'content') && { OR: [{ submissionsOpened: { lte: scope.now } }, { NOT: { closedAt: null } }] }),
})

/** Whether the viewer sees ratings and winners: everybody from the selection of winners, admins before. */
export const canSeeRatings = (scope: Pick<Scope, 'viewer' | 'now'>, jam: Pick<Jam, 'winnersSelected'>): boolean =>
  isStaff(scope, 'content') || hasWinnersAt(jam, scope.now)

/** Whether the viewer can withdraw a submission: the submitter until the jam takes no more, admins always. */
export function canDeleteSubmission(scope: ViewerScope, submitterId: string, jam: JamDates, at = scope.now): boolean {
  if (isAdmin(scope)) return true
  return submitterId === scope.viewer.id && ['upcoming', 'submissions_open'].includes(jamStateAt(jam, at))
}

/** SQL condition for the submissions `s` whose jam the viewer can see. */
export const ofVisibleJams = (scope: Pick<ViewerScope, 'viewer'>): Prisma.Sql =>
  Prisma.sql`(SELECT ${conditionSql('jam', visibleJams(scope))} FROM "Jam" AS jam WHERE jam.id = s."jamId")`

/**
 * SQL condition for the submissions `s` that lists show: content that is not hidden or deleted, by people who were not erased
 * and with whom the viewer has no block. Each row is looked up by its keys, so that a page costs no more than its rows however
 * many worlds and avatars there are.
 */
export const listedSubmissions = ({ viewer }: Pick<ViewerScope, 'viewer'>): Prisma.Sql => Prisma.sql`
  coalesce((SELECT "releaseStatus" FROM "World" WHERE id = s."contentId"),
    (SELECT "releaseStatus" FROM "Avatar" WHERE id = s."contentId")) <> 'hidden'
  AND (SELECT ${VISIBLE_USERS} FROM "User" WHERE id = s."submitterId")
  AND s."submitterId" NOT IN (${blockedUsersSql(viewer.id)})`

/** The states of a jam, in their order. */
const JAM_STATES = ['upcoming', 'submissions_open', 'submissions_closed', 'winners_selected', 'closed'] as const
export type JamState = (typeof JAM_STATES)[number]

/** What the state of a jam follows from. */
type JamDates = Pick<Jam, 'submissionsOpened' | 'submissionsClosed' | 'winnersSelected' | 'closed' | 'closedAt'>

const isReached = (date: Date | null, now: Date): boolean => date !== null && date <= now

/** The state at a time: that of the last date which is reached, or closed once an admin has closed the jam. */
export function jamStateAt(jam: JamDates, now: Date): JamState {
  if (jam.closedAt !== null || isReached(jam.closed, now)) return 'closed'
  if (isReached(jam.winnersSelected, now)) return 'winners_selected'
  if (isReached(jam.submissionsClosed, now)) return 'submissions_closed'
  return isReached(jam.submissionsOpened, now) ? 'submissions_open' : 'upcoming'
}

const ACTIVE_STATES: readonly JamState[] = ['submissions_open', 'submissions_closed', 'winners_selected']

/** Whether a jam has begun and is not over. */
export const isActiveAt = (jam: JamDates, now: Date): boolean => ACTIVE_STATES.includes(jamStateAt(jam, now))

/** Whether the winners of a jam, and so the ratings, are published. */
const hasWinnersAt = ({ winnersSelected }: Pick<Jam, 'winnersSelected'>, now: Date): boolean =>
  isReached(winnersSelected, now)
