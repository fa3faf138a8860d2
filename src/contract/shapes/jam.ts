import { z } from 'zod'
import { textUpTo } from './requestFields.ts'
import { DateTime, JamID, JamSubmissionID, UserID } from './scalars.ts'

export const JamType = z.enum(['avatar', 'world'])

/** A contest of worlds or avatars. */
export const Jam = z
  .object({
    description: z.string().min(1),
    id: JamID,
    isActive: z.boolean(),
    isVisible: z.boolean(),
    moreInfo: z.string().min(1),
    state: z.string().min(1),
    stateChangeDates: z.object({
      closed: DateTime.nullable().optional(),
      submissionsClosed: DateTime.nullable().optional(),
      submissionsOpened: DateTime.nullable().optional(),
      winnersSelected: DateTime.nullable().optional(),
    }),
    submissionContentGateDate: DateTime.nullable(),
    submissionContentGated: z.boolean(),
    title: z.string().min(1),
    type: JamType,
    updated_at: DateTime,
  })
  .meta({ id: 'Jam' })
export type Jam = z.output<typeof Jam>

/** Content that a person has submitted to a jam. */
export const JamSubmission = z
  .object({
    contentId: z.string().min(1),
    created_at: DateTime,
    description: z.string(),
    id: JamSubmissionID,
    jamId: JamID,
    ratingScore: z.int().min(0),
    submitterId: UserID,
  })
  .meta({ id: 'JamSubmission' })
export type JamSubmission = z.output<typeof JamSubmission>

export const CreateJamSubmissionRequest = z
  .object({
    contentId: z.string().describe("Id of a world of the viewer's that is not hidden."),
    description: textUpTo('description', 2_000).describe('About the content; empty for nothing.'),
  })
  .meta({ id: 'CreateJamSubmissionRequest' })
