import { z } from 'zod'
import { DateTime, Tag, UserID } from './scalars.ts'

export const AgreementCode = z.enum(['content.copyright.owned']).meta({ id: 'AgreementCode' })

export const Agreement = z
  .object({
    agreementCode: AgreementCode,
    agreementFulltext: z.string().optional(),
    contentId: z.string(),
    created: DateTime,
    id: z.string(),
    tags: z.array(Tag),
    userId: UserID,
    version: z.int(),
  })
  .meta({ id: 'Agreement' })
export type Agreement = z.output<typeof Agreement>

export const AgreementStatus = z
  .object({
    agreed: z.boolean(),
    agreementCode: AgreementCode,
    contentId: z.string(),
    userId: UserID,
    version: z.int(),
  })
  .meta({ id: 'AgreementStatus' })

export const AgreementRequest = z
  .object({
    agreementCode: AgreementCode,
    agreementFulltext: z.string().max(20_000),
    contentId: z.string(),
    version: z.int(),
  })
  .meta({ id: 'AgreementRequest' })
