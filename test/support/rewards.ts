import { type CreatedReward, createRewardByCli } from '../../src/areas/rewards/manageRewards.ts'
import type { NewReward } from '../../src/areas/rewards/rewardRules.ts'
import type { TestApp } from './app.ts'

/** A reward that anybody can redeem now; it gives 5 tokens unless something else is given. */
export const aReward = (
  { scope }: Pick<TestApp, 'scope'>,
  given: Partial<NewReward> = { tokens: 5 },
): Promise<CreatedReward> => createRewardByCli(scope(), { name: 'Reward', ...given })
