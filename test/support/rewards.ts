import type { NewReward } from '../../src/areas/rewards/input.ts'
import { type CreatedReward, createRewardByCli } from '../../src/areas/rewards/manage.ts'
import type { TestApp } from './app.ts'

/** A reward that anybody can redeem now; it gives 5 tokens unless something else is given. */
export const aReward = (
  { scope }: Pick<TestApp, 'scope'>,
  given: Partial<NewReward> = { tokens: 5 },
): Promise<CreatedReward> => createRewardByCli(scope(), { name: 'Reward', ...given })
