import { ADMIN } from '../../edges/graphql/access.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { awardBadge, changeBadge, createBadge, withdrawBadge } from './badgeCatalogue.ts'
import { Badge, people, User } from './graph.ts'

const CreateBadgeInput = builder.inputType('CreateBadgeInput', {
  description: 'A new badge.',
  fields: (t) => ({
    name: t.string({ required: true, description: '1 to 64 characters that no other badge has as its name.' }),
    description: t.string({ required: true, description: 'What it is given for.' }),
    imageUrl: t.string({ required: true, description: 'An http or https address, or empty.' }),
  }),
})

const ChangeBadgeInput = builder.inputType('ChangeBadgeInput', {
  description: 'What changes of a badge wherever it is worn; what is left out stays.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Which badge.' }),
    name: t.string({ description: '1 to 64 characters that no other badge has as its name.' }),
    description: t.string({ description: 'What it is given for.' }),
    imageUrl: t.string({ description: 'An http or https address, or empty.' }),
  }),
})

const BadgeHolderInput = builder.inputType('BadgeHolderInput', {
  description: 'A badge and the person who gets or loses it.',
  fields: (t) => ({
    badgeId: t.id({ required: true, description: 'Which badge.' }),
    userId: t.id({ required: true, description: 'Who.' }),
  }),
})

const named = ({ badgeId, userId }: { badgeId: string; userId: string }) =>
  [idOf('user', userId, 'User'), idOf('badge', badgeId, 'Badge')] as const

builder.mutationFields((t) => ({
  createBadge: t.field({
    type: Badge,
    ...ADMIN,
    description: 'Makes a badge. Admins only.',
    args: { input: t.arg({ type: CreateBadgeInput, ...INPUT }) },
    resolve: (_root, { input }, context) => createBadge(signed(context), input),
  }),
  changeBadge: t.field({
    type: Badge,
    ...ADMIN,
    description: 'Changes a badge. Admins only.',
    args: { input: t.arg({ type: ChangeBadgeInput, ...INPUT }) },
    resolve: (_root, { input: { id, ...change } }, context) =>
      changeBadge(signed(context), idOf('badge', id, 'Badge'), given(change)),
  }),
  awardBadge: t.field({
    type: User,
    nullable: true,
    ...ADMIN,
    description: 'Gives a badge to a person, and answers the person. Admins only.',
    args: { input: t.arg({ type: BadgeHolderInput, ...INPUT }) },
    resolve: async (_root, { input }, context) => {
      const [userId, badgeId] = named(input)
      await awardBadge(signed(context), userId, badgeId)
      renew(context)
      return people(context).load(userId)
    },
  }),
  withdrawBadge: t.field({
    type: User,
    nullable: true,
    ...ADMIN,
    description: 'Takes a badge from a person, and answers the person. Admins only.',
    args: { input: t.arg({ type: BadgeHolderInput, ...INPUT }) },
    resolve: async (_root, { input }, context) => {
      const [userId, badgeId] = named(input)
      await withdrawBadge(signed(context), userId, badgeId)
      renew(context)
      return people(context).load(userId)
    },
  }),
}))
