import { z } from 'zod'
import { InventoryTemplate } from './inventory.ts'
import { textUpTo } from './requestFields.ts'
import { BadgeID, DateTime, UserID } from './scalars.ts'

/** Far more than a code has: a longer text is a code that does not exist, too. */
const MAX_CODE = 1_000

export const RewardRedemptionRequest = z
  .object({
    code: textUpTo('code', MAX_CODE).describe('The code: 6 to 32 letters, digits and dashes, in any case.'),
  })
  .meta({ id: 'RewardRedemptionRequest' })

const RewardBadge = z
  .object({
    createdAt: DateTime,
    createdBy: UserID,
    description: z.string(),
    fileName: z.string(),
    hidden: z.boolean(),
    id: BadgeID,
    imageUrl: z.string(),
    isLocalizationEnabled: z.boolean(),
    machineName: z.string().optional(),
    name: z.string(),
    type: z.string(),
    updatedAt: DateTime,
  })
  .meta({ id: 'RewardBadge' })

/** One thing that was given; `type` is item, badge, tokens, subscription or permission. */
const RewardRedemption = z
  .object({
    data: z.object({ badge: RewardBadge.optional(), item: InventoryTemplate.optional() }),
    type: z.string(),
  })
  .meta({ id: 'RewardRedemption' })
export type RewardRedemption = z.output<typeof RewardRedemption>

export const RewardRedemptionResult = z
  .object({ redeemedRewards: z.array(RewardRedemption), redemptionCode: z.string() })
  .meta({ id: 'RewardRedemptionResult' })
export type RewardRedemptionResult = z.output<typeof RewardRedemptionResult>
