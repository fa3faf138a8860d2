import { ADMIN, type GraphAccessTable, SECOND_FACTOR_REQUIRED, SIGNED_IN, UNAUTHENTICATED } from './graphOutcomes.ts'

export const rewardQueries: GraphAccessTable = {
  rewards: [() => 'rewards(first: 1) { nodes { id } }', ADMIN],
  'node of a reward': [
    ({ rewardId }) => `node(id: "${rewardId}") { id }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'null', 'null', 'ok'],
  ],
}

export const rewardMutations: GraphAccessTable = {
  redeemReward: [({ graphRewardCode }) => `redeemReward(input: { code: "${graphRewardCode}" }) { tokens }`, SIGNED_IN],
  createReward: [() => 'createReward(input: { name: "r", tokens: 1 }) { reward { id } }', ADMIN],
  disableReward: [({ rewardId }) => `disableReward(input: { rewardId: "${rewardId}" }) { reward { id } }`, ADMIN],
}
