import { boopRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import type { NotificationId, UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { readViewer, Viewer } from '../accounts/graph.ts'
import { people, User } from '../users/graph.ts'
import { boop } from './boops.ts'
import { unfriend } from './friendships.ts'
import { acceptFriendRequest, declineFriendRequest, deleteFriendRequest, friend } from './requests.ts'

const PersonInput = builder.inputType('FriendInput', {
  description: 'Whom the act is about.',
  fields: (t) => ({ userId: t.id({ required: true, description: 'The other person.' }) }),
})

const FriendRequestInput = builder.inputType('FriendRequestInput', {
  description: 'Which friend request the act is about.',
  fields: (t) => ({
    friendRequestId: t.id({ required: true, description: 'A request that the viewer has received.' }),
  }),
})

const BoopInput = builder.inputType('BoopInput', {
  description: 'Whom to boop, and what the boop shows.',
  validate: boopRules,
  fields: (t) => ({
    userId: t.id({ required: true, description: 'A friend.' }),
    emojiId: t.string({ description: 'What to show; clients choose where nothing is said.' }),
    emojiVersion: t.int({ description: 'The version of the emoji.' }),
    inventoryItemId: t.string({ description: 'An item of the own inventory to show.' }),
  }),
})

const FriendChange = builder.objectRef<{ userId: UserId }>('FriendChange').implement({
  description: 'What the viewer and another person are to each other after an act.',
  fields: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'The other person as the viewer sees them now.',
      resolve: ({ userId }, _args, context) => people(context).load(userId),
    }),
    viewer: t.prismaField({
      type: Viewer,
      description: 'The viewer, with friends and friend requests as they stand now.',
      resolve: (query, _change, _args, context) => readViewer(context, query),
    }),
  }),
})

const personOf = ({ userId }: { userId: string }) => idOf('user', userId, 'User')

/** An act upon the viewer and another person, who is read again afterwards. */
async function change(context: GraphContext, act: (scope: SignedScope) => Promise<UserId>) {
  const userId = await act(signed(context))
  renew(context)
  return { userId }
}

type Mutations = Parameters<Parameters<typeof builder.mutationFields>[0]>[0]

const upon = (t: Mutations, description: string, act: (scope: SignedScope, userId: UserId) => Promise<unknown>) =>
  t.field({
    type: FriendChange,
    description,
    args: { input: t.arg({ type: PersonInput, ...INPUT }) },
    resolve: (_root, { input }, context) =>
      change(context, async (scope) => {
        const userId = personOf(input)
        await act(scope, userId)
        return userId
      }),
  })

const answering = (
  t: Mutations,
  description: string,
  act: (scope: SignedScope, id: NotificationId) => Promise<UserId>,
) =>
  t.field({
    type: FriendChange,
    description,
    args: { input: t.arg({ type: FriendRequestInput, ...INPUT }) },
    resolve: (_root, { input }, context) =>
      change(context, (scope) => act(scope, idOf('friendRequest', input.friendRequestId, 'Friend request'))),
  })

builder.mutationFields((t) => ({
  friend: upon(t, 'Asks a person to be friends; accepts where that person has asked already.', friend),
  acceptFriendRequest: answering(t, 'Accepts a friend request, also one that was put away.', acceptFriendRequest),
  declineFriendRequest: answering(
    t,
    'Puts a friend request away without telling its sender; it can still be accepted.',
    declineFriendRequest,
  ),
  deleteFriendRequest: upon(
    t,
    "Takes the viewer's request to a person back, or clears the one of that person for good.",
    deleteFriendRequest,
  ),
  unfriend: upon(t, 'Ends a friendship.', unfriend),
  boop: t.field({
    type: FriendChange,
    description: 'Boops a friend.',
    args: { input: t.arg({ type: BoopInput, ...INPUT }) },
    resolve: (_root, { input: { userId, ...emoji } }, context) =>
      change(context, async (scope) => {
        const id = personOf({ userId })
        await boop(scope, id, given(emoji))
        return id
      }),
  }),
}))
