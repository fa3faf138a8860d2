import { z } from 'zod'
import { post } from './operation.ts'
import { RewardRedemptionRequest, RewardRedemptionResult } from './shapes/reward.ts'

export const rewards = {
  redeemReward: post('/reward/redeem', {
    origin: 'extended',
    summary: 'Redeems a code: the viewer gets what its reward gives, once.',
    body: RewardRedemptionRequest,
    result: z.array(RewardRedemptionResult),
  }),
}
