import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createSharedLoader, type Loader } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { Reward as Row } from '../../../generated/prisma/client.ts'
import { planOf } from '../../economy/graph/offer.ts'
import { InventoryTemplate, templatesById } from '../../inventory/graph/template.ts'
import { Permission, permissionsById } from '../../system/graph/permission.ts'
import { Badge, badgesById } from '../../users/graph/badge.ts'
import { countRewards, loadReward, rewardPage } from '../manageRewards.ts'
import { canSeeReward, rewardStateAt } from '../policy.ts'

/** Rewards by id, for admins. */
export const rewardsById = createSharedLoader(loadReward, { canRead: canSeeReward })

const Reward = builder.objectRef<Row>('Reward')
export const rewardRef = referenceTo(Reward, rewardsById)

const RewardState = enumOf('RewardState', 'State of a reward.', {
  upcoming: 'It has not begun, and people do not know its code.',
  active: 'It can be redeemed.',
  used_up: 'As many people as can have redeemed it.',
  ended: 'Its time is over.',
  disabled: 'An admin has disabled it.',
})

/** What of these ids exists, in their order. */
export async function loadAll<V>(loader: Pick<Loader<V>, 'load'>, ids: readonly string[]): Promise<NonNullable<V>[]> {
  const found = await Promise.all(ids.map((id) => loader.load(id)))
  return found.flatMap((one) => one ?? [])
}

builder.node(Reward, {
  description: 'What people get who redeem a code, each once. Its code is shown when it is created, and never again.',
  ...nodeBy(rewardsById),
  fields: (t) => ({
    ...columns(t, 'Reward', {
      name: 'Name, for admins.',
      quantity: 'How many items of each template.',
      tokens: 'Tokens that it gives; 0 for none.',
      subscriptionDays: 'Days that the subscription lasts; null for a period of the plan.',
      maxRedemptions: 'How many people can redeem it; null for any number.',
      beginsAt: 'Time from which its code exists for people.',
      endsAt: 'Time from which nobody can redeem it; null for never.',
      disabledAt: 'Time when an admin disabled it; null for never.',
      createdAt: 'Time of creation.',
    }),
    state: t.field({
      type: RewardState,
      description: 'State at the time of the request.',
      resolve: (reward, _args, { scope }) => rewardStateAt(reward, scope.now),
    }),
    templates: t.field({
      type: [InventoryTemplate],
      ...atMost(20),
      description: 'Templates of which it gives items, at most 20.',
      resolve: ({ templateIds }, _args, context: GraphContext) => loadAll(templatesById(context), templateIds),
    }),
    badges: t.field({
      type: [Badge],
      ...atMost(20),
      description: 'Badges that it gives, at most 20.',
      resolve: ({ badgeIds }, _args, context: GraphContext) => loadAll(badgesById(context), badgeIds),
    }),
    plan: t.field(planOf('What it subscribes people to; null for nothing.')),
    permissions: t.field({
      type: [Permission],
      ...atMost(20),
      description: 'Permissions that it gives, at most 20.',
      resolve: ({ permissionIds }, _args, context: GraphContext) => loadAll(permissionsById(context), permissionIds),
    }),
    redemptionCount: t.exposeInt('redemptions', { description: 'How many people have redeemed it.' }),
  }),
})

export const BY_LATEST_REWARD = latestFirst(['createdAt', 'id'], /^rwd_\S{36}$/)
export const RewardEdge = builder.edgeObject({ type: Reward, name: 'RewardEdge' })
const RewardConnection = builder.connectionObject({ type: Reward, name: 'RewardConnection' }, RewardEdge)

builder.queryField('rewards', (t) =>
  t.connection(
    {
      ...forStaff('economy'),
      type: Reward,
      description: 'All rewards, newest first. Staff with `ECONOMY` only.',
      resolve: (_root, args, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: BY_LATEST_REWARD,
          totalCount: () => countRewards(scope),
          read: (page) => rewardPage(scope, page),
        }),
    },
    RewardConnection,
  ),
)
