import { z } from 'zod'
import { FeedbackID, Tag, UserID } from './scalars.ts'

/** What somebody has said about a person's content. */
export const Feedback = z
  .object({
    commenterId: UserID,
    commenterName: z.string(),
    contentAuthorId: UserID,
    contentAuthorName: z.string().nullable(),
    contentId: z.string(),
    contentName: z.string().optional(),
    contentType: z.string(),
    contentVersion: z.int().nullable(),
    description: z.string().nullable().optional(),
    id: FeedbackID,
    reason: z.string(),
    tags: z.array(Tag),
    type: z.string(),
  })
  .meta({ id: 'Feedback' })
export type Feedback = z.output<typeof Feedback>
