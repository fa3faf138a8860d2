import { z } from 'zod'
import { BadgeId, InventoryTemplateId, PermissionId, RewardId, SubscriptionPlanId } from '../../../contract/ids.ts'
import { RewardRedemptionRequest } from '../../../contract/shapes/reward.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import type { FieldTypes } from '../../../edges/graphql/resolvers/input.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { slugOf } from '../../economy/graph/payment.ts'
import { userSubscriptionRef } from '../../economy/graph/userSubscription.ts'
import { InventoryTemplate } from '../../inventory/graph/template.ts'
import { Permission, permissionsById } from '../../system/graph/permission.ts'
import { Badge } from '../../users/graph/badge.ts'
import type { GivenReward } from '../give.ts'
import { createReward, disableReward } from '../manageRewards.ts'
import { redeemReward } from '../redeem.ts'
import { assertGivesSomething, type NewReward, rewardRules } from '../rewardRules.ts'
import { BY_LATEST_REWARD, loadAll, RewardEdge, rewardRef, rewardsById } from './reward.ts'

/** Lists that are too long are refused by the area, with its message. */
const MAX_LIST = 1_000

const Fields = z.object({
  name: z.string().describe('Name for admins, 1 to 100 characters.'),
  code: z
    .string()
    .optional()
    .describe('The code: 6 to 32 letters A to Z, digits and dashes; one that nobody guesses by default.'),
  templateIds: z
    .array(InventoryTemplateId)
    .max(MAX_LIST)
    .optional()
    .describe('Ids of up to 20 templates of which it gives items, none a draft.'),
  quantity: z.int().optional().describe('Items of each template, from 1 to 100; 1 by default.'),
  badgeIds: z.array(BadgeId).max(MAX_LIST).optional().describe('Ids of up to 20 badges that it gives.'),
  tokens: z.int().optional().describe('Tokens that it gives, from 1 to 10,000,000; none by default.'),
  planId: SubscriptionPlanId.optional().describe('Id of what it subscribes people to; nothing by default.'),
  subscriptionDays: z
    .int()
    .optional()
    .describe('Days that the subscription lasts, from 1 to 3,660; a period of the plan by default.'),
  permissionIds: z.array(PermissionId).max(MAX_LIST).optional().describe('Ids of up to 20 permissions that it gives.'),
  maxRedemptions: z.int().optional().describe('How many people can redeem it, from 1; any number by default.'),
  beginsAt: z.date().optional().describe('Time from which it can be redeemed; now by default.'),
  endsAt: z.date().optional().describe('Time from which it cannot be redeemed any more; never by default.'),
})

const TYPES = {
  beginsAt: 'DateTime',
  endsAt: 'DateTime',
  templateIds: ['ID'],
  badgeIds: ['ID'],
  permissionIds: ['ID'],
} satisfies FieldTypes<typeof Fields>

/** Fields of which a reward has one at least. */
const GIVEN = ['templateIds', 'badgeIds', 'tokens', 'planId', 'permissionIds']

/** An input as the area takes it. */
const withSlug = <T extends Partial<NewReward>>({ planId, ...given }: T) => ({
  ...given,
  ...(planId !== undefined && { planId: slugOf(planId) }),
})

interface Created {
  readonly rewardId: string
  readonly code: string
}

mutation('createReward', {
  description:
    'Creates a reward, which people redeem by a code, each once. It gives something at least. Nobody can read the code again.',
  input: Fields,
  types: TYPES,
  rules: (scope, valid, names) => [
    ...rewardRules(scope, withSlug(valid)),
    () => GIVEN.some((field) => names.has(field)) || assertGivesSomething({}),
  ],
  run: async (scope, { name, ...given }): Promise<Created> => {
    const { id: rewardId, code } = await createReward(scope, { name, ...withSlug(given) })
    return { rewardId, code }
  },
  payload: (t) => ({
    reward: t.field(rewardRef('rewardId', 'The new reward.')),
    rewardEdge: t.field({
      type: RewardEdge,
      nullable: true,
      description: 'The new reward in the list of rewards.',
      resolve: async ({ rewardId }: Created, _args, context: GraphContext) => {
        const reward = await rewardsById(context).load(rewardId)
        return reward && edgeOf(BY_LATEST_REWARD, reward)
      },
    }),
    code: t.exposeString('code', { description: 'The code. It is stored nowhere, and never shown again.' }),
  }),
})

mutation('disableReward', {
  description:
    'Ends a reward for good: its code exists for people no longer, and what it has given stays. One that is disabled stays so.',
  input: z.object({ rewardId: RewardId.describe('Id of the reward.') }),
  run: async (scope, { rewardId }) => {
    await disableReward(scope, rewardId)
    return { rewardId }
  },
  payload: (t) => ({ reward: t.field(rewardRef('rewardId', 'The reward after the change.')) }),
})

interface Redeemed {
  readonly given: readonly GivenReward[]
  readonly subscriptionId: string | null
}

mutation('redeemReward', {
  description:
    'Redeems a code: the viewer gets what its reward gives, once. Items for which there is no room come once there is some. At most 10 codes that do not exist an hour.',
  input: RewardRedemptionRequest,
  run: async (scope, { code }): Promise<Redeemed> => {
    const given = await redeemReward(scope, code)
    const subscriptionId = given.flatMap((one) => (one.type === 'subscription' ? one.subscriptionId : []))[0] ?? null
    return { given, subscriptionId }
  },
  payload: (t) => ({
    templates: t.field({
      type: [InventoryTemplate],
      ...atMost(20),
      description: 'Templates of which the viewer gets items, at most 20.',
      resolve: ({ given }: Redeemed) => given.flatMap((one) => (one.type === 'item' ? one.template : [])),
    }),
    badges: t.field({
      type: [Badge],
      ...atMost(20),
      description: 'Badges that the viewer has got, or had already, at most 20.',
      resolve: ({ given }: Redeemed) => given.flatMap((one) => (one.type === 'badge' ? one.badge : [])),
    }),
    tokens: t.int({
      description: 'Tokens that the viewer has got; 0 for none.',
      resolve: ({ given }: Redeemed) => given.reduce((sum, one) => sum + (one.type === 'tokens' ? one.tokens : 0), 0),
    }),
    subscription: t.field(userSubscriptionRef('subscriptionId', 'The subscription of the viewer; null for none.')),
    permissions: t.field({
      type: [Permission],
      ...atMost(20),
      description: 'Permissions that the viewer has got, or had already, at most 20.',
      resolve: ({ given }: Redeemed, _args, context: GraphContext) =>
        loadAll(
          permissionsById(context),
          given.flatMap((one) => (one.type === 'permission' ? one.permissionId : [])),
        ),
    }),
  }),
})
