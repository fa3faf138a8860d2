import { aUser } from '../support/users.ts'
import { HOUR, type LimitRow, operation, perUser } from './limitCases.ts'

/** Limits of acts on rewards. */
export const rewardLimitTable: Readonly<Record<string, LimitRow>> = {
  'reward-miss': perUser(10, HOUR, ['redeemReward', () => ({ body: { code: 'NO-SUCH-CODE' } })]),
  'reward-miss-network': {
    points: 30,
    window: HOUR,
    async prepare(app) {
      const { api } = await aUser(app)
      const miss = operation(api, 'redeemReward', () => ({ body: { code: 'NO-SUCH-CODE' } }))
      return { key: api.address, attempts: [miss] }
    },
  },
}
