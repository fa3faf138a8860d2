import { type Jam as JamRecord, type JamSubmission, JamType } from '../../contract/shapes/jam.ts'
import type { Jam } from '../../generated/prisma/client.ts'
import type { Scope } from '../../kernel/scope.ts'
import { canSeeRatings, isActiveAt, jamStateAt } from './policy.ts'
import type { SubmissionRow } from './submission/queries.ts'

const isoTimeOrNull = (date: Date | null) => date?.toISOString() ?? null

/** A jam. One that an admin has closed by hand shows that time as the date of its closing. */
export const jamWire = ({ now }: Pick<Scope, 'now'>, jam: Jam): JamRecord => ({
  description: jam.description,
  id: jam.id,
  isActive: isActiveAt(jam, now),
  isVisible: jam.isVisible,
  moreInfo: jam.moreInfo,
  state: jamStateAt(jam, now),
  stateChangeDates: {
    closed: isoTimeOrNull(jam.closedAt ?? jam.closed),
    submissionsClosed: isoTimeOrNull(jam.submissionsClosed),
    submissionsOpened: isoTimeOrNull(jam.submissionsOpened),
    winnersSelected: isoTimeOrNull(jam.winnersSelected),
  },
  submissionContentGateDate: isoTimeOrNull(jam.submissionContentGateDate),
  submissionContentGated: jam.submissionContentGated,
  title: jam.title,
  type: JamType.parse(jam.type),
  updated_at: jam.updatedAt.toISOString(),
})

/** A submission; its score is 0 for those who may not see it yet. */
export const submissionWire = (scope: Pick<Scope, 'viewer' | 'now'>, submission: SubmissionRow): JamSubmission => ({
  contentId: submission.contentId,
  created_at: submission.createdAt.toISOString(),
  description: submission.description,
  id: submission.id,
  jamId: submission.jamId,
  ratingScore: canSeeRatings(scope, submission) ? submission.ratingScore : 0,
  submitterId: submission.submitterId,
})
