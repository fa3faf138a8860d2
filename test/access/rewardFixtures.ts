import type { TestApp } from '../support/app.ts'
import { aReward } from '../support/rewards.ts'

/** Codes of rewards that everybody can redeem, one for each door. */
export interface RewardThings {
  readonly rewardCode: string
  readonly graphRewardCode: string
  /** A reward that an admin may disable. */
  readonly rewardId: string
}

export async function addRewards(app: TestApp): Promise<RewardThings> {
  const { code: rewardCode } = await aReward(app)
  const { code: graphRewardCode } = await aReward(app)
  const { id: rewardId } = await aReward(app)
  return { rewardCode, graphRewardCode, rewardId }
}
