import { z } from 'zod'
import { AvatarId } from '../../../contract/ids.ts'
import { AvatarModerationType as Type } from '../../../contract/shapes/playerModeration.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf } from '../../../edges/graphql/resolvers/input.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import type { GlobalAvatarModeration as Row } from '../../../generated/prisma/client.ts'
import { Viewer, viewerOf } from '../../accounts/graph/viewer.ts'
import { listAvatarModerations, moderateAvatar, unmoderateAvatar } from '../avatarModerations.ts'

const AvatarModerationType = builder.enumType('AvatarModerationType', {
  description: 'How an avatar is treated, regardless of who wears it.',
  values: { BLOCK: { value: 'block', description: 'The avatar is not shown.' } } as const,
})

const GlobalAvatarModeration = builder.objectRef<Row>('GlobalAvatarModeration').implement({
  description: 'How the viewer treats an avatar, regardless of who wears it.',
  fields: (t) => ({
    avatarId: t.exposeID('targetAvatarId', { description: 'Id of the avatar.' }),
    type: t.field({ type: AvatarModerationType, description: 'Treatment.', resolve: () => 'block' as const }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
  }),
})

builder.prismaObjectFields(Viewer, (t) => ({
  globalAvatarModerations: t.connection(
    {
      type: GlobalAvatarModeration,
      description: 'Avatars that the viewer has blocked, the latest first.',
      resolve: (_viewer, args, context) =>
        keysetConnection(args, {
          order: latestFirst(['createdAt', 'targetAvatarId']),
          read: (page) => listAvatarModerations(context.viewerScope, page),
        }),
    },
    { name: 'GlobalAvatarModerationConnection' },
    { name: 'GlobalAvatarModerationEdge' },
  ),
}))

const GlobalAvatarModerationInput = inputOf(
  'GlobalAvatarModerationInput',
  'An avatar and how to treat it.',
  z.object({ avatarId: AvatarId.describe('Id of the avatar.'), type: Type.describe('Treatment.') }),
  { type: AvatarModerationType },
)

builder.mutationFields((t) => ({
  createGlobalAvatarModeration: t.field({
    type: GlobalAvatarModeration,
    description: 'Blocks an avatar, regardless of who wears it.',
    ...act(GlobalAvatarModerationInput, (scope, { avatarId, type }) => moderateAvatar(scope, avatarId, type)),
  }),
  deleteGlobalAvatarModeration: t.field({
    type: Viewer,
    description: 'Shows an avatar again. Succeeds also when the avatar was not blocked.',
    ...act(GlobalAvatarModerationInput, async (scope, { avatarId, type }, context) => {
      await unmoderateAvatar(scope, avatarId, type)
      return viewerOf(context)
    }),
  }),
}))
