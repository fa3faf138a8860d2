import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { PlayerModeration as Row } from '../../../generated/prisma/client.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { relationToViewer, User, userRef } from '../../users/graph/user.ts'
import {
  countListedModerations,
  listModerations,
  MODERATION_ASPECT,
  type ModerationType,
} from '../playerModerations.ts'

/** The viewer's moderations by id. */
const moderationsById = createLoader<Row>(
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

export const PlayerModerationType = enumOf('PlayerModerationType', 'How a person treats another person.', {
  block: 'Both appear offline to each other, and neither can reach the other.',
  hideAvatar: 'The avatar is hidden.',
  interactOff: 'Avatars do not interact.',
  interactOn: 'Avatars interact.',
  mute: 'The voice is muted.',
  muteChat: 'Chat messages are hidden.',
  showAvatar: 'The avatar is shown.',
  unmute: 'The voice is not muted.',
  unmuteChat: 'Chat messages are shown.',
})

const isModerationType = (text: string): text is ModerationType => Object.hasOwn(MODERATION_ASPECT, text)

function moderationTypeOf({ type }: Row): ModerationType {
  if (!isModerationType(type)) throw new Error(`${type} is no type of moderation`)
  return type
}

export const PlayerModeration = builder.objectRef<Row>('PlayerModeration')

builder.node(PlayerModeration, {
  description:
    'How the viewer treats another person, such as a block or a mute. Nobody else sees it; clients apply it.',
  ...nodeBy(moderationsById),
  fields: (t) => ({
    type: t.field({ type: PlayerModerationType, description: 'Treatment.', resolve: moderationTypeOf }),
    user: t.field(userRef('targetUserId', 'The other person; null after the account was erased.')),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
  }),
})

const PlayerModerationFilter = builder.inputType('PlayerModerationFilter', {
  description: 'Which player moderations to list; omitted fields do not narrow the list.',
  fields: (t) => ({
    types: t.field({ type: [PlayerModerationType], description: 'Only moderations of one of these types.' }),
    userId: t.id({ description: 'Only moderations of this person.' }),
  }),
})

export const PlayerModerationEdge = builder.edgeObject({ type: PlayerModeration, name: 'PlayerModerationEdge' })
const PlayerModerationConnection = builder.connectionObject(
  { type: PlayerModeration, name: 'PlayerModerationConnection' },
  PlayerModerationEdge,
)

/** Ids rise with time. */
export const BY_LATEST_MODERATION = byText('id', 'descending')

builder.prismaObjectFields(Viewer, (t) => ({
  playerModerations: t.connection(
    {
      type: PlayerModeration,
      description: 'Player moderations of the viewer, the latest first.',
      args: { filter: t.arg({ type: PlayerModerationFilter, description: 'Which moderations to list.' }) },
      resolve: (_viewer, { filter, ...args }, { viewerScope: scope }) => {
        const query = omitNullish({ types: filter?.types, targetUserId: filter?.userId })
        return keysetConnection(args, {
          order: BY_LATEST_MODERATION,
          totalCount: () => countListedModerations(scope, query),
          read: (page) => listModerations(scope, query, page),
        })
      },
    },
    PlayerModerationConnection,
  ),
}))

builder.objectFields(User, (t) => ({
  playerModerations: t.connection(
    {
      type: PlayerModeration,
      description: "The viewer's moderations of the person, the latest first.",
      resolve: async ({ id }, args, context) =>
        listConnection(args, BY_LATEST_MODERATION, await moderationsByTarget(context).load(id)),
    },
    PlayerModerationConnection,
  ),
  viewerHasBlocked: t.boolean({
    description: 'Whether the viewer has blocked the person.',
    resolve: async ({ id }, _args, context) => (await relationToViewer(context, id))?.viewerHasBlocked ?? false,
  }),
  viewerHasMuted: t.boolean({
    description: 'Whether the viewer has muted the voice of the person.',
    resolve: async ({ id }, _args, context) => {
      const moderations = await moderationsByTarget(context).load(id)
      return moderations.some(({ type }) => type === 'mute')
    },
  }),
}))
