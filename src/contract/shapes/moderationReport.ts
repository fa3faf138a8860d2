import { z } from 'zod'
import { ContentFilter, FileID, UserID } from './scalars.ts'

const ModerationReportID = z.string().meta({ id: 'ModerationReportID' })

/** What somebody has told the admins of, as clients know it. */
export const ModerationReport = z
  .object({
    category: z.string(),
    contentId: z.string(),
    contentName: z.string(),
    contentThumbnailImageUrl: z.string().nullable(),
    description: z.string(),
    evidenceRequired: z.boolean(),
    id: ModerationReportID,
    reason: z.string(),
    supportRequired: z.boolean(),
    type: z.string(),
  })
  .meta({ id: 'ModerationReport' })
export type ModerationReport = z.output<typeof ModerationReport>

export const PaginatedModerationReportList = z
  .object({
    hasNext: z.boolean().optional(),
    results: z.array(ModerationReport).optional(),
    totalCount: z.int().optional(),
  })
  .meta({ id: 'PaginatedModerationReportList' })
export type PaginatedModerationReportList = z.output<typeof PaginatedModerationReportList>

const LONGEST_DESCRIPTION = 2_000
const LONGEST_WORD = 256

const word = (field: string) => z.string().max(LONGEST_WORD, `${field} must have at most ${LONGEST_WORD} characters`)

/** What the client knows of the circumstances. */
const Details = z.object({
  fileId: FileID.max(LONGEST_WORD).optional(),
  holderId: UserID.max(LONGEST_WORD).optional(),
  imageType: word('imageType').optional(),
  instanceAgeGated: z.boolean().optional(),
  instanceType: word('instanceType').optional(),
  suggestedWarnings: z.array(ContentFilter).max(5, 'suggestedWarnings must have at most 5 entries').optional(),
  userInSameInstance: z.boolean().optional(),
})

export const SubmitModerationReportRequest = z
  .object({
    category: word('category'),
    contentId: word('contentId'),
    description: z
      .string()
      .max(LONGEST_DESCRIPTION, `description must have at most ${LONGEST_DESCRIPTION} characters`)
      .optional(),
    details: Details.optional(),
    reason: word('reason'),
    type: word('type'),
  })
  .meta({ id: 'SubmitModerationReportRequest' })
export type SubmitModerationReportRequest = z.output<typeof SubmitModerationReportRequest>
