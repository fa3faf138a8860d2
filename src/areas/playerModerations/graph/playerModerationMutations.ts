import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import { PlayerModerationType as Type } from '../../../contract/shapes/playerModeration.ts'
import { describeRef } from '../../../contract/shapes/requestFields.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { mutation, NO_FIELDS } from '../../../edges/graphql/resolvers/mutation.ts'
import { userRef } from '../../users/graph/user.ts'
import { clearModerations, moderateUser, unmoderateUser } from '../playerModerations.ts'
import {
  BY_LATEST_MODERATION,
  PlayerModeration,
  PlayerModerationEdge,
  PlayerModerationType,
} from './playerModeration.ts'

const Treatment = z.object({
  userId: UserId.describe('Id of the other person.'),
  type: describeRef(Type, 'How to treat the person.'),
})

const otherUser = userRef('userId', 'The other person after the change; null after the account was erased.')

mutation('addPlayerModeration', {
  description:
    'Blocks, mutes or otherwise treats a person for the viewer alone; it replaces the opposite moderation. Repeating it changes nothing.',
  input: Treatment,
  types: { type: PlayerModerationType },
  fieldNames: { moderated: 'userId' },
  run: async (scope, { userId, type }) => {
    const { moderation, replacedId } = await moderateUser(scope, userId, type)
    return { userId, moderation, replacedId }
  },
  payload: (t) => ({
    playerModeration: t.field({
      type: PlayerModeration,
      description: 'The moderation.',
      resolve: ({ moderation }) => moderation,
    }),
    playerModerationEdge: t.field({
      type: PlayerModerationEdge,
      description: 'The moderation in lists of moderations.',
      resolve: ({ moderation }) => edgeOf(BY_LATEST_MODERATION, moderation),
    }),
    deletedPlayerModerationId: t.exposeID('replacedId', {
      nullable: true,
      description: 'Id of the moderation that it has replaced; null for none.',
    }),
    user: t.field(otherUser),
  }),
})

mutation('removePlayerModeration', {
  description: 'Ends a block, a mute or another moderation of a person. Succeeds also when there is none.',
  input: Treatment,
  types: { type: PlayerModerationType },
  run: async (scope, { userId, type }) => {
    const [deletedPlayerModerationId = null] = await unmoderateUser(scope, userId, type)
    return { userId, deletedPlayerModerationId }
  },
  payload: (t) => ({
    deletedPlayerModerationId: t.exposeID('deletedPlayerModerationId', {
      nullable: true,
      description: 'Id of the removed moderation; null for none.',
    }),
    user: t.field(otherUser),
  }),
})

mutation('removeAllPlayerModerations', {
  description: "Ends all of the viewer's blocks, mutes and other moderations of people.",
  input: NO_FIELDS,
  run: async (scope) => ({ deletedPlayerModerationIds: await clearModerations(scope) }),
  payload: (t) => ({
    deletedPlayerModerationIds: t.exposeIDList('deletedPlayerModerationIds', {
      description: 'Ids of the removed moderations; at most 10,000.',
    }),
  }),
})
