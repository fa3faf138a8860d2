import { aTemplate } from '../support/inventory.ts'
import { aReward } from '../support/rewards.ts'
import type { PrepareNode } from './graphNode.ts'
import { moment } from './records.ts'

export const rewardNodes: Readonly<Record<string, PrepareNode>> = {
  async *Reward(app) {
    const templateId = await aTemplate(app)
    const { id } = await aReward(app, { tokens: 5 })
    const { db } = app.scope()
    const set = {
      ...{ name: 'Spring', templateIds: [templateId], quantity: 3, tokens: 7, subscriptionDays: 9, redemptions: 2 },
      ...{ maxRedemptions: 11, beginsAt: moment(1), endsAt: moment(2), createdAt: moment(3) },
    }
    for (const isSet of [true, false]) {
      const disabledAt = isSet ? moment(4) : null
      const row = await db.reward.update({ where: { id }, data: { ...set, disabledAt } })
      yield { id, row }
    }
  },
}
