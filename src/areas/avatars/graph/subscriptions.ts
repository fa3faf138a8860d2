import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import {
  followEvents,
  followEventsAsStaff,
  initialArgument,
  whileVisible,
} from '../../../edges/graphql/resolvers/subscriptions.ts'
import { isId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { ContentChange } from '../../files/graph/contentChange.ts'
import { ViewerListChange } from '../../users/graph/ownListChange.ts'
import { avatarChanged, impostorJobChanged } from '../events.ts'
import { assertCanSeeImpostorJobs } from '../impostor/impostors.ts'
import { assertCanReadAvatar, readableAvatars } from '../policy.ts'
import { Avatar, avatarRef, avatarsById } from './avatar.ts'
import { jobRef } from './impostor.ts'

const AvatarEvent = builder.objectRef<{ readonly avatarId: string }>('AvatarEvent').implement({
  description: 'A change of an avatar.',
  fields: (t) => ({
    avatarId: t.exposeID('avatarId', { description: 'Id of the avatar.' }),
    avatar: t.field(avatarRef('avatarId', 'The avatar after the change; null if the viewer cannot see it any longer.')),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('avatarChanged', (t) =>
  t.field({
    type: AvatarEvent,
    description:
      'Emits when an avatar, its assets or impostors have changed, and when it was deleted, hidden or shown. When the viewer cannot see it any longer, one event tells so, and none follows until they can again.',
    args: { avatarId: t.arg.id({ required: true, description: 'Id of the avatar.' }), ...initialArgument() },
    subscribe: async (_root, { avatarId, initial }, context) => {
      const id = parseId('avatar', avatarId, 'Avatar')
      await assertCanReadAvatar(context.viewerScope, id)
      const see = async (scope: ViewerScope) => (await readableAvatars(scope, [id])).length > 0 || null
      const events = followEvents(context, { types: [avatarChanged], about: id, initial })
      return whileVisible(context, events, { first: true, see })
    },
    resolve: (_event, { avatarId }) => ({ avatarId }),
  }),
)

interface ImpostorJobChange {
  readonly avatarId: string
  readonly jobId: string
}

const ImpostorJobEvent = builder.objectRef<ImpostorJobChange>('ImpostorJobEvent').implement({
  description: 'A change of the making of impostors.',
  fields: (t) => ({
    avatarId: t.exposeID('avatarId', { description: 'Id of the avatar.' }),
    avatar: t.field(avatarRef('avatarId', 'The avatar after the change; null if the viewer cannot see it any longer.')),
    impostorJob: t.field(jobRef('The job after the change; null if it is gone, and for the first event of `initial`.')),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('impostorJobChanged', (t) =>
  t.field({
    type: ImpostorJobEvent,
    description:
      'Emits when the making of the impostors of an avatar was queued, begun, done or has failed. For its author and admins.',
    args: { avatarId: t.arg.id({ required: true, description: 'Id of the avatar.' }), ...initialArgument() },
    subscribe: async (_root, { avatarId, initial }, context) => {
      const scope = context.viewerScope
      const id = parseId('avatar', avatarId, 'Avatar')
      const { authorId } = await assertCanSeeImpostorJobs(scope, id)
      const filter = { types: [impostorJobChanged], about: id, initial }
      return authorId === scope.viewer.id
        ? followEvents(context, filter)
        : followEventsAsStaff(context, { ...filter, anyOf: ['content', 'reports'] })
    },
    resolve: (event, { avatarId }): ImpostorJobChange => ({ avatarId, jobId: event.ids?.jobId ?? '' }),
  }),
)

builder.objectFields(ContentChange, (t) => ({
  avatar: t.field({
    type: Avatar,
    nullable: true,
    description: 'The avatar after the change; null when it was deleted, and for other content.',
    resolve: ({ contentType, itemId }, _args, context) =>
      contentType === 'avatar' && itemId !== null ? avatarsById(context).load(itemId) : null,
  }),
}))

builder.objectFields(ViewerListChange, (t) => ({
  avatar: t.field({
    type: Avatar,
    nullable: true,
    description: 'The avatar whose entry has changed; null for others, and if the viewer cannot see it.',
    resolve: ({ targetId }, _args, context) =>
      targetId !== null && isId('avatar', targetId) ? avatarsById(context).load(targetId) : null,
  }),
}))
