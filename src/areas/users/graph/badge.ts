import { z } from 'zod'
import { BadgeId, UserId } from '../../../contract/ids.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf, omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { awardBadge, changeBadge, createBadge, withdrawBadge } from '../profile/badges.ts'
import { Badge, User, usersById } from './user.ts'

const BadgeTexts = z.object({
  name: z.string().describe('Name of the badge, 1 to 64 characters; unique among badges.'),
  description: z.string().describe('Reason for which the badge is awarded, at most 512 characters.'),
  imageUrl: z.string().describe('URL of the image, http or https; empty for none.'),
})

const CreateBadgeInput = inputOf('CreateBadgeInput', 'A new badge.', BadgeTexts)
const ChangeBadgeInput = inputOf(
  'ChangeBadgeInput',
  'Changes of a badge for all its holders; fields that are left out stay as they are.',
  BadgeTexts.partial().extend({ id: BadgeId.describe('Badge to change.') }),
)
const BadgeHolderInput = inputOf(
  'BadgeHolderInput',
  'A badge, and the person to award it to or withdraw it from.',
  z.object({ badgeId: BadgeId.describe('Badge.'), userId: UserId.describe('Holder of the badge.') }),
)

/** Type, access, arguments and resolver of a mutation that awards or withdraws a badge, and returns its holder. */
const badgeHolderAct = (run: typeof awardBadge) => ({
  type: User,
  nullable: true as const,
  ...FOR_ADMINS,
  ...act(BadgeHolderInput, async (scope, { userId, badgeId }, context) => {
    await run(scope, userId, badgeId)
    return usersById(context).load(userId)
  }),
})

builder.mutationFields((t) => ({
  createBadge: t.field({
    type: Badge,
    ...FOR_ADMINS,
    description: 'Creates a badge. Admins only.',
    ...act(CreateBadgeInput, createBadge),
  }),
  changeBadge: t.field({
    type: Badge,
    ...FOR_ADMINS,
    description: 'Changes a badge. Admins only.',
    ...act(ChangeBadgeInput, (scope, { id, ...change }) => changeBadge(scope, id, omitNullish(change))),
  }),
  awardBadge: t.field({
    description: 'Awards a badge to a person, and returns the person. Admins only.',
    ...badgeHolderAct(awardBadge),
  }),
  withdrawBadge: t.field({
    description: 'Withdraws a badge from a person, and returns the person. Admins only.',
    ...badgeHolderAct(withdrawBadge),
  }),
}))
