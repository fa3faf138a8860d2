import { z } from 'zod'
import { BadgeId, UserId } from '../../../contract/ids.ts'
import { UpdateUserBadgeRequest } from '../../../contract/shapes/account.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { awardBadge, badgeRules, changeBadge, createBadge, updateBadge, withdrawBadge } from '../profile/badges.ts'
import { Badge, BadgeEdge, BY_NAME, badgeRef, OLDEST_AWARD_FIRST, UserBadge, UserBadgeEdge } from './badge.ts'
import { userRef } from './user.ts'

const BadgeTexts = z.object({
  name: z.string().describe('Name of the badge, 1 to 64 characters; unique among badges.'),
  description: z.string().describe('Reason for which the badge is awarded, at most 512 characters.'),
  imageUrl: z.string().optional().describe('URL of the image, http or https; none if it is left out.'),
})

mutation('createBadge', {
  description: 'Creates a badge.',
  input: BadgeTexts,
  types: { imageUrl: 'URL' },
  rules: (scope, texts) => badgeRules(scope, texts),
  run: async (scope, { imageUrl = '', ...texts }) => ({ badge: await createBadge(scope, { ...texts, imageUrl }) }),
  payload: (t) => ({
    badge: t.field({ type: Badge, description: 'The badge.', resolve: ({ badge }) => badge }),
    badgeEdge: t.field({
      type: BadgeEdge,
      description: 'The badge in the list of badges.',
      resolve: ({ badge }) => edgeOf(BY_NAME, badge),
    }),
  }),
})

mutation('changeBadge', {
  description: 'Changes a badge for all its holders; fields that are left out stay as they are.',
  input: BadgeTexts.partial().extend({ badgeId: BadgeId.describe('Badge to change.'), ifUpdatedAt }),
  types: { imageUrl: 'URL', ...IF_UPDATED_AT },
  rules: (scope, { badgeId, ...change }) => badgeRules(scope, change, badgeId),
  run: async (scope, { badgeId, ...change }) => ({ badge: await changeBadge(scope, badgeId, omitNullish(change)) }),
  payload: (t) => ({
    badge: t.field({ type: Badge, description: 'The badge.', resolve: ({ badge }) => badge }),
  }),
})

interface Award {
  readonly userId: UserIdOf
  readonly badgeId: string
}
type UserIdOf = z.output<typeof UserId>

const BadgeHolder = z.object({
  badgeId: BadgeId.describe('Badge.'),
  userId: UserId.describe('Holder of the badge.'),
})

/** The award of a badge to a person, as it is stored. */
const readAward = ({ db }: ViewerScope, { userId, badgeId }: Award) =>
  db.userBadge.findUnique({ where: { userId_badgeId: { userId, badgeId } } })

const holder = userRef('userId', 'The holder.')

mutation('awardBadge', {
  description: 'Awards a badge to a person; a second award changes nothing.',
  input: BadgeHolder,
  run: async (scope, { userId, badgeId }) => {
    await awardBadge(scope, userId, badgeId)
    return { userId, badgeId }
  },
  payload: (t) => ({
    user: t.field(holder),
    userBadgeEdge: t.field({
      type: UserBadgeEdge,
      nullable: true,
      description: "The award in the list of the person's badges; null if it was withdrawn meanwhile, or is hidden.",
      resolve: async (award, _args, context: GraphContext) => {
        const userBadge = await readAward(context.viewerScope, award)
        return userBadge && !userBadge.hidden ? edgeOf(OLDEST_AWARD_FIRST, userBadge) : null
      },
    }),
  }),
})

mutation('withdrawBadge', {
  description: 'Withdraws a badge from a person.',
  input: BadgeHolder,
  run: async (scope, { userId, badgeId }) => ({
    userId,
    badgeId,
    deletedUserBadgeId: await withdrawBadge(scope, userId, badgeId),
  }),
  payload: (t) => ({
    user: t.field(holder),
    badge: t.field(badgeRef('badgeId', 'The badge.')),
    deletedUserBadgeId: t.exposeID('deletedUserBadgeId', { description: 'Id of the award, which is gone.' }),
  }),
})

mutation('updateBadge', {
  description: 'Shows, showcases or hides a badge of a person; fields that are left out stay as they are.',
  input: z.object({
    isHidden: UpdateUserBadgeRequest.shape.hidden,
    isShowcased: UpdateUserBadgeRequest.shape.showcased,
    userId: UserId.optional().describe('Person to change, by default the viewer; only admins change others.'),
    badgeId: BadgeId.describe('Badge of the person.'),
  }),
  run: async (scope, { userId = scope.viewer.id, badgeId, isHidden: hidden, isShowcased: showcased }) => {
    await updateBadge(scope, userId, badgeId, { hidden, showcased })
    return { userId, badgeId }
  },
  payload: (t) => ({
    user: t.field(holder),
    userBadge: t.field({
      type: UserBadge,
      nullable: true,
      description: 'The award after the change; null if it was withdrawn meanwhile.',
      resolve: (award, _args, context: GraphContext) => readAward(context.viewerScope, award),
    }),
  }),
})
