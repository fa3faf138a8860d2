import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { renew, signed } from '../../edges/graphql/context.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import type { UserId } from '../../kernel/ids.ts'
import { readViewer, Viewer } from '../accounts/graph.ts'
import { people, User } from '../users/graph.ts'
import { moderationsById, PlayerModeration, PlayerModerationType } from './graph.ts'
import { clearModerations, moderateUser, unmoderateUser } from './moderating.ts'

const ModerateUserInput = builder.inputType('ModerateUserInput', {
  description: 'Whom the act is about, and how the viewer wants the person to be.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'The other person.' }),
    type: t.field({ type: PlayerModerationType, required: true, description: 'How.' }),
  }),
})

interface Change {
  readonly userId: UserId
  readonly moderationId: string | null
}

const PlayerModerationChange = builder.objectRef<Change>('PlayerModerationChange').implement({
  description: 'How the viewer wants a person to be after an act.',
  fields: (t) => ({
    moderation: t.field({
      type: PlayerModeration,
      nullable: true,
      description: 'What stands now; null when it was taken back.',
      resolve: ({ moderationId }, _args, context) =>
        moderationId === null ? null : moderationsById(context).load(moderationId),
    }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The person as the viewer sees them now; null when the account was erased.',
      resolve: ({ userId }, _args, context) => people(context).load(userId),
    }),
    viewer: t.prismaField({
      type: Viewer,
      description: 'The viewer, with moderations as they stand now.',
      resolve: (query, _change, _args, context) => readViewer(context, query),
    }),
  }),
})

const personOf = ({ userId }: { userId: string }) => idOf('user', userId, 'User')

builder.mutationFields((t) => ({
  moderateUser: t.field({
    type: PlayerModerationChange,
    description: 'Blocks or mutes a person, or the like, in place of the opposite.',
    args: { input: t.arg({ type: ModerateUserInput, ...INPUT }) },
    resolve: async (_root, { input }, context) => {
      const userId = personOf(input)
      const { id } = await moderateUser(signed(context), userId, input.type)
      renew(context)
      return { userId, moderationId: id }
    },
  }),
  unmoderateUser: t.field({
    type: PlayerModerationChange,
    description: 'Takes it back, whether or not it stands.',
    args: { input: t.arg({ type: ModerateUserInput, ...INPUT }) },
    resolve: async (_root, { input }, context) => {
      const userId = personOf(input)
      await unmoderateUser(signed(context), userId, input.type)
      renew(context)
      return { userId, moderationId: null }
    },
  }),
  clearAllPlayerModerations: t.prismaField({
    type: Viewer,
    description: 'Takes all own player moderations back.',
    resolve: async (query, _root, _args, context) => {
      await clearModerations(signed(context))
      renew(context)
      return readViewer(context, query)
    },
  }),
}))
