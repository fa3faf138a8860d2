import { z } from 'zod'
import { listUpTo, textUpTo } from './requestFields.ts'
import { ContentFilter, FileID, UserID } from './scalars.ts'

const ModerationReportID = z.string().meta({ id: 'ModerationReportID' })

/** A moderation report. */
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

/** A name, id or other short text. */
const word = (field: string) => textUpTo(field, 256)

/** Circumstances of a report that the reporter's client knows of. */
export const ReportDetails = z
  .object({
    fileId: FileID.max(256).describe('Id of the file that is reported.'),
    holderId: UserID.max(256).describe('Id of the person who holds the item that is reported.'),
    imageType: word('imageType').describe('What the image that is reported shows or is used for.'),
    instanceAgeGated: z.boolean().describe('Whether the instance admits adults only.'),
    instanceType: word('instanceType').describe('Type of the instance that the reporter is in.'),
    suggestedWarnings: listUpTo('suggestedWarnings', ContentFilter, 5).describe('Content warnings that are missing.'),
    userInSameInstance: z.boolean().describe('Whether the person who is reported is in the same instance.'),
  })
  .partial()

export const SubmitModerationReportRequest = z
  .object({
    category: word('category').describe('Category of the type in `reportOptions`.'),
    contentId: word('contentId').describe('Id of the person or content that is reported.'),
    description: textUpTo('description', 2_000).optional().describe("Description in the reporter's own words."),
    details: ReportDetails.optional().describe('Circumstances that the client knows of.'),
    reason: word('reason').describe('Reason of the category in `reportOptions`.'),
    type: word('type').describe('Type in `reportOptions` of the client configuration, such as user or world.'),
  })
  .meta({ id: 'SubmitModerationReportRequest' })
export type SubmitModerationReportRequest = z.output<typeof SubmitModerationReportRequest>

/** A report as the desktop client sends it. */
export const ReportUserRequest = z
  .object({
    contentType: z.literal('user').describe('Always user.'),
    reason: z
      .string()
      .regex(/^[^-]{1,100}-.{1,100}$/, 'reason must be a category and a reason, joined by a dash')
      .describe('Category and reason of the type user in `reportOptions`, joined by a dash.'),
    type: z.literal('report').describe('Always report.'),
  })
  .meta({ id: 'ReportUserRequest' })
