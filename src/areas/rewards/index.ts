import { rewards } from '../../contract/rewards.ts'
import { defineArea } from '../area.ts'
import { eraseRedemptions } from './manageRewards.ts'
import { rewardsRest } from './rest.ts'
import './graph/reward.ts'
import './graph/rewardMutations.ts'
import { personalData } from './personalData.ts'

export const rewardsArea = defineArea({
  tag: 'Rewards',
  contract: rewards,
  rest: rewardsRest,
  personalData,
  nodeTypes: { reward: 'Reward' },
  accountErasure: { place: 87, erase: eraseRedemptions },
})
