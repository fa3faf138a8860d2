import type { Handlers } from '../../contract/operation.ts'
import type { rewards } from '../../contract/rewards.ts'
import type { ScopeByAccess } from '../../kernel/scope.ts'
import { redeemReward } from './redeem.ts'
import { redemptionWire } from './wire.ts'

export const rewardsRest: Handlers<typeof rewards, ScopeByAccess> = {
  redeemReward: async (scope, { body: { code } }) => [redemptionWire(scope, code, await redeemReward(scope, code))],
}
