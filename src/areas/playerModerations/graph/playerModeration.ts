import { resolveArrayConnection } from '@pothos/plugin-relay'
import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import { PlayerModerationType as Type } from '../../../contract/shapes/playerModeration.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { argsOf, inputOf, noInput } from '../../../edges/graphql/resolvers/input.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { PlayerModeration as Row } from '../../../generated/prisma/client.ts'
import { Viewer, viewerOf, viewerRef } from '../../accounts/graph/viewer.ts'
import { User, userRef } from '../../users/graph/user.ts'
import {
  clearModerations,
  listModerations,
  MODERATION_ASPECT,
  type ModerationType,
  moderateUser,
  unmoderateUser,
} from '../playerModerations.ts'

/** The viewer's moderations by id. */
export const moderationsById = createLoader<Row>(
  forViewer(({ db, viewer }, ids) =>
    db.playerModeration.findMany({ where: { id: { in: [...ids] }, sourceUserId: viewer.id } }),
  ),
  ({ id }) => id,
)

/** The viewer's moderations by the person whom they target, the latest first. */
const moderationsByTarget = createListLoader<Row>(
  forViewer(({ db, viewer }, ids) =>
    db.playerModeration.findMany({
      where: { sourceUserId: viewer.id, targetUserId: { in: [...ids] } },
      orderBy: { id: 'desc' },
    }),
  ),
  ({ targetUserId }) => targetUserId,
)

export const PlayerModerationType = builder.enumType('PlayerModerationType', {
  description: 'How a person treats another person.',
  values: {
    BLOCK: { value: 'block', description: 'Both appear offline to each other, and neither can reach the other.' },
    HIDE_AVATAR: { value: 'hideAvatar', description: 'The avatar is hidden.' },
    INTERACT_OFF: { value: 'interactOff', description: 'Avatars do not interact.' },
    INTERACT_ON: { value: 'interactOn', description: 'Avatars interact.' },
    MUTE: { value: 'mute', description: 'The voice is muted.' },
    MUTE_CHAT: { value: 'muteChat', description: 'Chat messages are hidden.' },
    SHOW_AVATAR: { value: 'showAvatar', description: 'The avatar is shown.' },
    UNMUTE: { value: 'unmute', description: 'The voice is not muted.' },
    UNMUTE_CHAT: { value: 'unmuteChat', description: 'Chat messages are shown.' },
  } as const,
})

const isModerationType = (text: string): text is ModerationType => text in MODERATION_ASPECT

function moderationTypeOf({ type }: Row): ModerationType {
  if (!isModerationType(type)) throw new Error(`${type} is no type of moderation`)
  return type
}

export const PlayerModeration = builder.objectRef<Row>('PlayerModeration')

const moderationRef = referenceTo(PlayerModeration, moderationsById)

builder.node(PlayerModeration, {
  description: 'How the viewer treats another person. Clients apply it.',
  ...nodeBy(moderationsById),
  fields: (t) => ({
    type: t.field({ type: PlayerModerationType, description: 'Treatment.', resolve: moderationTypeOf }),
    targetUser: t.field(userRef('targetUserId', 'The other person; null after the account was erased.')),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
  }),
})

const Filter = argsOf(
  z.object({
    type: Type.optional().describe('Only moderations of this type.'),
    targetUserId: UserId.optional().describe('Only moderations of this person.'),
  }),
  { type: PlayerModerationType },
)

const PlayerModerationConnection = builder.connectionObject(
  { type: PlayerModeration, name: 'PlayerModerationConnection' },
  { name: 'PlayerModerationEdge' },
)

builder.prismaObjectFields(Viewer, (t) => ({
  playerModerations: t.connection(
    {
      type: PlayerModeration,
      description: 'Player moderations of the viewer, the latest first.',
      args: Filter.args,
      resolve: (_viewer, args, context) => {
        const filter = Filter.parse(args)
        return keysetConnection(args, {
          order: byText('id', 'descending'),
          read: (page) => listModerations(context.viewerScope, filter, page),
        })
      },
    },
    PlayerModerationConnection,
  ),
}))

builder.objectFields(User, (t) => ({
  moderations: t.connection(
    {
      type: PlayerModeration,
      description: "The viewer's moderations of the person, the latest first.",
      resolve: async ({ id }, args, context) =>
        resolveArrayConnection({ args }, await moderationsByTarget(context).load(id)),
    },
    PlayerModerationConnection,
  ),
}))

const ModerateUserInput = inputOf(
  'ModerateUserInput',
  'A person and how to treat them.',
  z.object({ userId: UserId.describe('The other person.'), type: Type.describe('Treatment.') }),
  { type: PlayerModerationType },
)

interface ModerationChange {
  readonly userId: string
  readonly moderationId: string | null
}

const PlayerModerationChange = builder.objectRef<ModerationChange>('PlayerModerationChange').implement({
  description: 'The result of changing a player moderation.',
  fields: (t) => ({
    moderation: t.field(moderationRef('moderationId', 'The moderation; null when it was removed.')),
    user: t.field(userRef('userId', 'The other person after the change; null after the account was erased.')),
    viewer: t.field(viewerRef('The viewer after the change.')),
  }),
})

builder.mutationFields((t) => ({
  moderateUser: t.field({
    type: PlayerModerationChange,
    description: 'Creates a moderation of a person, such as a block; it replaces the opposite one.',
    ...act(ModerateUserInput, async (scope, { userId, type }) => {
      const { id } = await moderateUser(scope, userId, type)
      return { userId, moderationId: id }
    }),
  }),
  unmoderateUser: t.field({
    type: PlayerModerationChange,
    description: 'Removes a moderation of a person. Succeeds also when there is none.',
    ...act(ModerateUserInput, async (scope, { userId, type }) => {
      await unmoderateUser(scope, userId, type)
      return { userId, moderationId: null }
    }),
  }),
  clearAllPlayerModerations: t.field({
    type: Viewer,
    description: "Removes all of the viewer's player moderations.",
    ...act(noInput, async (scope, _input, context) => {
      await clearModerations(scope)
      return viewerOf(context)
    }),
  }),
}))
