import { z } from 'zod'
import { DynamicContentRow } from './clientConfigRecords.ts'
import { DateTime, ReleaseStatus, Tag } from './scalars.ts'

const InfoPushDataClickable = z
  .object({
    command: z.enum(['CannedWorldSearch', 'OpenSafetyMenu', 'OpenURL', 'OpenVRCPlusMenu']),
    parameters: z.array(z.string()).optional(),
  })
  .meta({ id: 'InfoPushDataClickable' })

const InfoPushDataArticleContent = z
  .object({ imageUrl: z.string().optional(), onPressed: InfoPushDataClickable.optional(), text: z.string().optional() })
  .meta({ id: 'InfoPushDataArticleContent' })

const InfoPushDataArticle = z
  .object({ content: InfoPushDataArticleContent.optional() })
  .meta({ id: 'InfoPushDataArticle' })

/** Content of an information notice. */
export const InfoPushData = z
  .object({
    article: InfoPushDataArticle.optional(),
    contentList: DynamicContentRow.optional(),
    description: z.string().optional(),
    imageUrl: z.string().min(1).optional(),
    name: z.string().optional(),
    onPressed: InfoPushDataClickable.optional(),
    template: z.string().optional(),
    version: z.string().min(1).optional(),
  })
  .meta({ id: 'InfoPushData' })

export const InfoPush = z
  .object({
    createdAt: DateTime,
    data: InfoPushData,
    endDate: DateTime.optional(),
    hash: z.string().min(1),
    id: z.string().min(1),
    isEnabled: z.boolean(),
    priority: z.int(),
    releaseStatus: ReleaseStatus,
    startDate: DateTime.optional(),
    tags: z.array(Tag),
    updatedAt: DateTime,
  })
  .meta({ id: 'InfoPush' })
export type InfoPush = z.output<typeof InfoPush>
