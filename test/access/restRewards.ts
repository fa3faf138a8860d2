import type { RestAccess } from './restTable.ts'

export const rewardOperations = {
  redeemReward: { call: ({ rewardCode: code }) => ({ body: { code } }), answers: [401, 401, 200, 200, 200] },
} as const satisfies Record<string, RestAccess>
