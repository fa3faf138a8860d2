import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { renew, signed } from '../../edges/graphql/context.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { keyset } from '../../edges/graphql/keyset.ts'
import { momentKey, stretchOf } from '../../edges/graphql/moments.ts'
import type { GlobalAvatarModeration as Row } from '../../generated/prisma/client.ts'
import { readViewer, Viewer } from '../accounts/graph.ts'
import { listAvatarModerations, moderateAvatar, unmoderateAvatar } from './avatars.ts'

const AvatarModerationType = builder.enumType('AvatarModerationType', {
  description: 'What a person can want of an avatar, whoever wears it.',
  values: { BLOCK: { value: 'block', description: 'It is not shown.' } } as const,
})

const GlobalAvatarModeration = builder.objectRef<Row>('GlobalAvatarModeration').implement({
  description: 'What the viewer wants of an avatar, whoever wears it.',
  fields: (t) => ({
    avatarId: t.exposeID('targetAvatarId', { description: 'Which avatar.' }),
    type: t.field({ type: AvatarModerationType, description: 'What is wanted.', resolve: () => 'block' as const }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when.' }),
  }),
})

builder.prismaObjectFields(Viewer, (t) => ({
  globalAvatarModerations: t.connection(
    {
      type: GlobalAvatarModeration,
      description: 'Avatars that the viewer wants to see on nobody, the latest first.',
      resolve: (_viewer, args, context) =>
        keyset(args, {
          keyOf: ({ createdAt, targetAvatarId }: Row) => momentKey({ at: createdAt, id: targetAvatarId }),
          read: (window) => listAvatarModerations(signed(context), stretchOf(window)),
        }),
    },
    { name: 'GlobalAvatarModerationConnection' },
    { name: 'GlobalAvatarModerationEdge' },
  ),
}))

const GlobalAvatarModerationInput = builder.inputType('GlobalAvatarModerationInput', {
  description: 'Which avatar, and what is wanted of it.',
  fields: (t) => ({
    avatarId: t.id({ required: true, description: 'The id of an avatar.' }),
    type: t.field({ type: AvatarModerationType, required: true, description: 'What is wanted.' }),
  }),
})

builder.mutationFields((t) => ({
  createGlobalAvatarModeration: t.field({
    type: GlobalAvatarModeration,
    description: 'Has an avatar be seen on nobody.',
    args: { input: t.arg({ type: GlobalAvatarModerationInput, ...INPUT }) },
    resolve: (_root, { input: { avatarId, type } }, context) =>
      moderateAvatar(signed(context), idOf('avatar', avatarId, 'Avatar'), type),
  }),
  deleteGlobalAvatarModeration: t.prismaField({
    type: Viewer,
    description: 'Has an avatar be seen again, whether or not it was kept from being so.',
    args: { input: t.arg({ type: GlobalAvatarModerationInput, ...INPUT }) },
    resolve: async (query, _root, { input: { avatarId, type } }, context) => {
      await unmoderateAvatar(signed(context), idOf('avatar', avatarId, 'Avatar'), type)
      renew(context)
      return readViewer(context, query)
    },
  }),
}))
