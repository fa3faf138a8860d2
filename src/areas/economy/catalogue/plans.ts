import type { SubscriptionPlan } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import { assertAll, type InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { adminAct } from '../../audit/adminAct.ts'
import { isPeriodUnit } from '../period.ts'
import { numberRule, slugRule, textRules } from './offerRules.ts'

/** All subscriptions that exist, the cheapest first. */
export const listPlans = ({ db }: Pick<Scope, 'db'>): Promise<SubscriptionPlan[]> =>
  db.subscriptionPlan.findMany({ orderBy: [{ amount: 'asc' }, { id: 'asc' }], take: 100 })

/** What people can subscribe to, as an admin sets it; ids of stores that do not sell it are empty. */
type PlanInput = Omit<SubscriptionPlan, 'createdAt' | 'updatedAt'>

/** The rules for what is given of a plan. */
export const planRules = (input: Partial<PlanInput>): InputRule[] => {
  const { id, amount, period, tier, priceTokens, licenseGroupId: _, isActive: __, ...texts } = input
  return [
    slugRule(id),
    numberRule('amount', amount),
    numberRule('tier', tier, 1),
    numberRule('priceTokens', priceTokens, 1),
    () => {
      if (period !== undefined && !isPeriodUnit(period)) throw invalid('period', 'period: unknown', 'unknown_value')
    },
    ...textRules(texts),
  ]
}

/**
 * Makes a plan or replaces one; subscriptions stay as they were bought. Throws `forbidden` unless the viewer is an admin, `invalid`
 * for invalid fields, an unknown license group, and another one than the plan has had: what is in the group can be changed, and
 * reaches all who hold it.
 */
export async function setSubscription(scope: Scope, input: PlanInput): Promise<SubscriptionPlan> {
  await assertAll(planRules(input))
  return adminAct(scope, 'setSubscription', async ({ db, now }) => {
    const { id, licenseGroupId, amount, period, tier, isActive, priceTokens } = input
    const group = await db.licenseGroup.count({ where: { id: licenseGroupId } })
    if (group === 0)
      throw invalid('licenseGroupId', `licenseGroupId: there is no ${licenseGroupId}`, 'unknown_reference')
    const { licenseGroupId: _, ...update } = { ...input, updatedAt: now }
    const create = { ...input, createdAt: now, updatedAt: now }
    // The group stays as it was, or people would keep licenses of a group that is no longer the plan's.
    const result = await db.subscriptionPlan.upsert({ where: { id }, create, update })
    if (result.licenseGroupId !== licenseGroupId)
      throw invalid('licenseGroupId', 'licenseGroupId: stays that of the subscription', 'wrong_combination')
    return { subjectId: id, details: { amount, period, tier, isActive, priceTokens }, result }
  })
}
