import { z } from 'zod'
import { AvatarId } from '../../../contract/ids.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { byId } from '../../../edges/graphql/resolvers/columns.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { isOwnerOrAdmin } from '../../../kernel/access.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { User, userRef } from '../../users/graph/user.ts'
import type { AvatarRow } from '../queries.ts'
import { isFallback, selectAvatar, selectFallbackAvatar } from '../wearing/wornAvatars.ts'
import { Avatar, avatarRef, avatarsById, canWear } from './avatar.ts'

interface Worn {
  readonly id: string
  readonly currentAvatar: string
  readonly fallbackAvatar: string
}

/** The ids of what people wear, which only they and admins see. */
const wornByUser = createLoader<Worn>(
  ({ db }, ids) =>
    db.user.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true, currentAvatar: true, fallbackAvatar: true },
    }),
  ({ id }) => id,
)

async function loadWorn(
  context: GraphContext,
  userId: string,
  column: 'currentAvatar' | 'fallbackAvatar',
): Promise<AvatarRow | null> {
  const worn = await wornByUser(context).load(userId)
  return worn && avatarsById(context).load(worn[column])
}

builder.prismaObjectFields(Viewer, (t) => ({
  currentAvatar: t.field({
    type: Avatar,
    nullable: true,
    description: 'The avatar that the viewer wears; null for a moment after it was deleted or its license ended.',
    resolve: ({ userId }, _args, context) => loadWorn(context, userId, 'currentAvatar'),
  }),
  fallbackAvatar: t.field({
    type: Avatar,
    nullable: true,
    description: 'The avatar that others see who cannot show the current one; null for a moment after it was deleted.',
    resolve: ({ userId }, _args, context) => loadWorn(context, userId, 'fallbackAvatar'),
  }),
}))

builder.objectFields(User, (t) => ({
  currentAvatar: t.field({
    type: Avatar,
    nullable: true,
    description: 'The avatar that the person wears; null for people other than the person and admins.',
    resolve: byId((id, _args, context) =>
      isOwnerOrAdmin(context.scope, id) ? loadWorn(context, id, 'currentAvatar') : null,
    ),
  }),
}))

builder.objectFields(Avatar, (t) => ({
  viewerCanWearAsFallback: t.boolean({
    description:
      'Whether the viewer can choose the avatar as fallback: it can be worn, and a tag says that all devices show it.',
    resolve: async (avatar, _args, context) => isFallback(avatar.tags) && (await canWear(context, avatar)),
  }),
}))

const OneAvatar = z.object({ avatarId: AvatarId.describe('Id of the avatar.') })

mutation('selectAvatar', {
  description: 'Makes the viewer wear an avatar. At most 60 times a minute.',
  input: OneAvatar,
  run: async (scope, { avatarId }) => {
    await selectAvatar(scope, avatarId)
    return { avatarId, userId: scope.viewer.id }
  },
  payload: (t) => ({
    avatar: t.field(avatarRef('avatarId', 'The avatar.')),
    user: t.field(userRef('userId', 'The profile of the viewer, with the image of the avatar.')),
  }),
})

mutation('selectFallbackAvatar', {
  description:
    'Chooses the avatar that others see who cannot show the current one of the viewer. At most 60 times a minute.',
  input: OneAvatar,
  run: async (scope, { avatarId }) => {
    await selectFallbackAvatar(scope, avatarId)
    return { avatarId }
  },
  payload: (t) => ({ avatar: t.field(avatarRef('avatarId', 'The avatar.')) }),
})
