import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { type ReadConnection, withEdges } from '../../../edges/graphql/resolvers/connection.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { SYSTEM_USER_IDS } from '../../../kernel/ids.ts'
import type { PresenceStatus } from '../../../kernel/presence.ts'
import { relationToViewer, User, UserConnection, usersById } from '../../users/graph/user.ts'
import { momentOf, presenceOf } from '../../users/graph/whereabouts.ts'
import { areUnblockedFriends } from '../../users/policy.ts'
import { presenceVisibleToViewer } from '../../users/relations.ts'
import { type MutualFriendLink, readMutualFriendLinks } from '../friends.ts'

const mutualFriendsLoader = createListLoader<MutualFriendLink>(forViewer(readMutualFriendLinks), ({ userId }) => userId)

export const Standing = enumOf('Standing', 'Presence of a person.', {
  online: 'In a client of the platform.',
  active: 'Only on the website.',
  offline: 'Offline, or appearing so to the viewer.',
})

const FriendRequestStatus = enumOf('FriendRequestStatus', 'Direction of a pending friend request.', {
  incoming: 'Sent by the person to the viewer.',
  outgoing: 'Sent by the viewer to the person.',
})

async function visiblePresenceOf(context: GraphContext, user: { id: string; status: string }): Promise<PresenceStatus> {
  const scope = context.viewerScope
  const relation = await relationToViewer(context, user.id)
  const isClose = relation !== undefined && areUnblockedFriends(relation)
  if (!isClose && user.id !== scope.viewer.id) return 'offline'
  return presenceVisibleToViewer(scope, { ...user, isClose }, await presenceOf(context, user.id))
}

export const BY_DISPLAY_NAME = byText('displayNameKey', 'ascending')

interface ListedId {
  readonly cursor: string
  readonly node: { readonly id: string }
}

/** The edges of a list of ids with their users; those who are not found are left out. */
export async function withUsers(context: GraphContext, page: ReadConnection & { readonly edges: readonly ListedId[] }) {
  const edges = await Promise.all(
    page.edges.map(async ({ cursor, node: { id } }) => ({ cursor, node: await usersById(context).load(id) })),
  )
  return withEdges(
    page,
    edges.flatMap(({ cursor, node }) => (node ? [{ cursor, node }] : [])),
  )
}

/** The asked people who accept boops. */
const boopReceiversById = createLoader<string>(
  async ({ db }, ids) => {
    const where = { userId: { in: [...ids] }, isBoopingEnabled: true }
    const accounts = await db.account.findMany({ where, select: { userId: true } })
    return accounts.map(({ userId }) => userId)
  },
  (id) => id,
)

/** A block by the person is not considered, because that would reveal it. */
async function canBefriend(context: GraphContext, id: string): Promise<boolean> {
  if (id === context.viewerScope.viewer.id || SYSTEM_USER_IDS.some((systemId) => systemId === id)) return false
  const relation = await relationToViewer(context, id)
  if (!relation) return true
  return !relation.isFriend && !relation.viewerHasBlocked && relation.friendRequestStatus !== 'outgoing'
}

builder.objectFields(User, (t) => ({
  isFriend: t.boolean({
    description: 'Whether the person is a friend of the viewer.',
    resolve: async ({ id }, _args, context) => (await relationToViewer(context, id))?.isFriend ?? false,
  }),
  friendRequestStatus: t.field({
    type: FriendRequestStatus,
    nullable: true,
    description: 'Pending friend request between the viewer and the person; null for none.',
    resolve: async ({ id }, _args, context) => (await relationToViewer(context, id))?.friendRequestStatus || null,
  }),
  viewerCanBefriend: t.boolean({
    description: 'Whether the viewer can send the person a friend request, or accept one.',
    resolve: async ({ id }, _args, context) => canBefriend(context, id),
  }),
  viewerCanBoop: t.boolean({
    description: 'Whether the viewer can send the person a boop: a friend who accepts boops.',
    resolve: async ({ id }, _args, context) => {
      const relation = await relationToViewer(context, id)
      const isClose = relation !== undefined && areUnblockedFriends(relation)
      return isClose && (await boopReceiversById(context).load(id)) !== null
    },
  }),
  standing: t.field({
    type: Standing,
    description: 'Presence as shown to friends; OFFLINE to everybody else.',
    resolve: (user, _args, context) => momentOf(user)?.standing ?? visiblePresenceOf(context, user),
  }),
  mutualFriends: t.connection(
    {
      type: User,
      description: 'Mutual friends of the viewer and the person, by display name; without people who hide them.',
      resolve: async ({ id }, args, context) => {
        const links = await mutualFriendsLoader(context).load(id)
        const list = links.map(({ friendId, displayNameKey }) => ({ id: friendId, displayNameKey }))
        return withUsers(context, await listConnection(args, BY_DISPLAY_NAME, list))
      },
    },
    UserConnection,
  ),
}))
