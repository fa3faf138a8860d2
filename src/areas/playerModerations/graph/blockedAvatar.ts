import { z } from 'zod'
import { AvatarId } from '../../../contract/ids.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { derivedId } from '../../../edges/graphql/resolvers/reference.ts'
import type { GlobalAvatarModeration as Row } from '../../../generated/prisma/client.ts'
import { siblingId } from '../../../kernel/ids.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { Avatar, avatarRef } from '../../avatars/graph/avatar.ts'
import {
  countAvatarModerations,
  listAvatarModerations,
  moderateAvatar,
  unmoderateAvatar,
} from '../avatarModerations.ts'

/** The id of the viewer's block of an avatar; others may have a block of the same id, which the viewer never sees. */
const blockIdOf = (avatarId: string) => siblingId('blockedAvatar', avatarId)

const blockedAvatarsById = createLoader<Row>(
  forViewer(({ db, viewer }, ids) =>
    db.globalAvatarModeration.findMany({
      where: { userId: viewer.id, type: 'block', targetAvatarId: { in: ids.map((id) => siblingId('avatar', id)) } },
    }),
  ),
  ({ targetAvatarId }) => blockIdOf(targetAvatarId),
)

const BlockedAvatar = builder.objectRef<Row>('BlockedAvatar')

builder.node(BlockedAvatar, {
  description: 'An avatar that the viewer has blocked: clients do not show it, whoever wears it.',
  id: derivedId(({ targetAvatarId }) => blockIdOf(targetAvatarId)),
  loadMany: (ids, context) => ids.map((id) => blockedAvatarsById(context).load(id)),
  fields: (t) => ({
    avatarId: t.exposeID('targetAvatarId', { description: 'Id of the avatar.' }),
    avatar: t.field(avatarRef('targetAvatarId', 'The avatar; null for one that the viewer cannot see.')),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the block.' }),
  }),
})

builder.objectFields(Avatar, (t) => ({
  viewerHasBlocked: t.boolean({
    description: 'Whether the viewer has blocked the avatar, whoever wears it.',
    resolve: async ({ id }, _args, context) => (await blockedAvatarsById(context).load(blockIdOf(id))) !== null,
  }),
}))

const BlockedAvatarEdge = builder.edgeObject({ type: BlockedAvatar, name: 'BlockedAvatarEdge' })
const BlockedAvatarConnection = builder.connectionObject(
  { type: BlockedAvatar, name: 'BlockedAvatarConnection' },
  BlockedAvatarEdge,
)

const BY_LATEST_BLOCK = latestFirst(['createdAt', 'targetAvatarId'])

builder.prismaObjectFields(Viewer, (t) => ({
  blockedAvatars: t.connection(
    {
      type: BlockedAvatar,
      description: 'Avatars that the viewer has blocked, the latest first.',
      resolve: (_viewer, args, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: BY_LATEST_BLOCK,
          totalCount: () => countAvatarModerations(scope),
          read: (page) => listAvatarModerations(scope, page),
        }),
    },
    BlockedAvatarConnection,
  ),
}))

const OneAvatar = z.object({ avatarId: AvatarId.describe('Id of the avatar.') })

mutation('blockAvatar', {
  description: 'Blocks an avatar, whoever wears it. Repeating it changes nothing.',
  input: OneAvatar,
  fieldNames: { targetAvatarId: 'avatarId' },
  run: async (scope, { avatarId }) => ({ block: await moderateAvatar(scope, avatarId, 'block') }),
  payload: (t) => ({
    blockedAvatar: t.field({ type: BlockedAvatar, description: 'The blocked avatar.', resolve: ({ block }) => block }),
    blockedAvatarEdge: t.field({
      type: BlockedAvatarEdge,
      description: 'The blocked avatar in the list of blocked avatars.',
      resolve: ({ block }) => edgeOf(BY_LATEST_BLOCK, block),
    }),
  }),
})

mutation('unblockAvatar', {
  description: 'Ends the block of an avatar. Succeeds also when the avatar was not blocked.',
  input: OneAvatar,
  run: async (scope, { avatarId }) => {
    await unmoderateAvatar(scope, avatarId, 'block')
    return { avatarId, deletedBlockedAvatarId: blockIdOf(avatarId) }
  },
  payload: (t) => ({
    deletedBlockedAvatarId: t.exposeID('deletedBlockedAvatarId', {
      description: 'Id of the ended block, which need not have been there.',
    }),
    avatar: t.field(avatarRef('avatarId', 'The avatar after the change; null for one that the viewer cannot see.')),
  }),
})
