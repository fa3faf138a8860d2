import { resolveArrayConnection } from '@pothos/plugin-relay'
import { builder } from '../../edges/graphql/builder.ts'
import { signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { keyset } from '../../edges/graphql/keyset.ts'
import { makeListLoader, makeLoader } from '../../edges/graphql/loader.ts'
import type { PlayerModeration as Row } from '../../generated/prisma/client.ts'
import { Viewer } from '../accounts/graph.ts'
import { people, User } from '../users/graph.ts'
import { listModerations } from './moderations.ts'
import { MATTER, type ModerationType } from './types.ts'

/** The viewer's moderations by id; nobody sees another's. */
export const moderationsById = makeLoader<Row>(
  async ({ db, viewer }, ids) =>
    viewer ? db.playerModeration.findMany({ where: { id: { in: [...ids] }, sourceUserId: viewer.id } }) : [],
  ({ id }) => id,
)

/** The same by whom they are about, the latest first. */
const ownAbout = makeListLoader<Row>(
  async ({ db, viewer }, ids) =>
    viewer
      ? db.playerModeration.findMany({
          where: { sourceUserId: viewer.id, targetUserId: { in: [...ids] } },
          orderBy: { id: 'desc' },
        })
      : [],
  ({ targetUserId }) => targetUserId,
)

export const PlayerModerationType = builder.enumType('PlayerModerationType', {
  description: 'How a person wants another to be for them.',
  values: {
    BLOCK: { value: 'block', description: 'Each is away to the other, and neither reaches the other.' },
    HIDE_AVATAR: { value: 'hideAvatar', description: 'The avatar is not shown.' },
    INTERACT_OFF: { value: 'interactOff', description: 'Avatars do not touch.' },
    INTERACT_ON: { value: 'interactOn', description: 'Avatars touch.' },
    MUTE: { value: 'mute', description: 'The voice is not heard.' },
    MUTE_CHAT: { value: 'muteChat', description: 'What is written is not shown.' },
    SHOW_AVATAR: { value: 'showAvatar', description: 'The avatar is shown.' },
    UNMUTE: { value: 'unmute', description: 'The voice is heard.' },
    UNMUTE_CHAT: { value: 'unmuteChat', description: 'What is written is shown.' },
  } as const,
})

const isType = (text: string): text is ModerationType => text in MATTER

function typeOf({ type }: Row): ModerationType {
  if (!isType(type)) throw new Error(`${type} is no type of moderation`)
  return type
}

export const PlayerModeration = builder.objectRef<Row>('PlayerModeration')

builder.node(PlayerModeration, {
  description: 'How the viewer wants another person to be for them; kept for the clients of the platform.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => moderationsById(context).load(id)),
  fields: (t) => ({
    type: t.field({ type: PlayerModerationType, description: 'How.', resolve: typeOf }),
    targetUser: t.field({
      type: User,
      nullable: true,
      description: 'Whom it is about; null when the account was erased.',
      resolve: ({ targetUserId }, _args, context) => people(context).load(targetUserId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when.' }),
  }),
})

const PlayerModerationConnection = builder.connectionObject(
  { type: PlayerModeration, name: 'PlayerModerationConnection' },
  { name: 'PlayerModerationEdge' },
)

builder.prismaObjectFields(Viewer, (t) => ({
  playerModerations: t.connection(
    {
      type: PlayerModeration,
      description: 'How the viewer wants others to be for them, the latest first.',
      args: {
        type: t.arg({ type: PlayerModerationType, description: 'Only those of this type.' }),
        targetUserId: t.arg.id({ description: 'Only those about this person.' }),
      },
      resolve: (_viewer, { type, targetUserId, ...args }, context) => {
        const about = targetUserId && { targetUserId: idOf('user', targetUserId, 'User') }
        return keyset(args, {
          keyOf: ({ id }: Row) => id,
          read: (window) => listModerations(signed(context), { ...given({ type }), ...about }, window),
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
      description: 'How the viewer wants the person to be for them, the latest first.',
      resolve: async ({ id }, args, context) => resolveArrayConnection({ args }, await ownAbout(context).load(id)),
    },
    PlayerModerationConnection,
  ),
}))
