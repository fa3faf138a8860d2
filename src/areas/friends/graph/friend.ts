import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { trusted } from '../../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { PresenceStatus } from '../../../kernel/presence.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { relationToViewer, User, UserConnection, usersById } from '../../users/graph/user.ts'
import { PUBLIC_USER_COLUMNS } from '../../users/queries.ts'
import { areUnblockedFriends, presenceVisibleToViewer } from '../../users/relations.ts'
import { listFriends } from '../friends.ts'
import { type MutualFriendLink, readMutualFriendLinks } from '../mutualFriends.ts'
import { visibleFriendsOf } from '../policy.ts'

const presenceLoader = createLoader(
  async ({ presence, now }, ids) => [...(await presence.statuses(ids.map(trusted<'user'>), now))],
  ([id]) => id,
)

const mutualFriendsLoader = createListLoader<MutualFriendLink>(forViewer(readMutualFriendLinks), ({ userId }) => userId)

export const Standing = builder.enumType('Standing', {
  description: 'Presence of a person.',
  values: {
    ONLINE: { value: 'online', description: 'In a client of the platform.' },
    ACTIVE: { value: 'active', description: 'Only on the website.' },
    OFFLINE: { value: 'offline', description: 'Offline, or appearing so to the viewer.' },
  } as const,
})

const FriendRequestStatus = builder.enumType('FriendRequestStatus', {
  description: 'Direction of a pending friend request.',
  values: {
    INCOMING: { value: 'incoming', description: 'Sent by the person to the viewer.' },
    OUTGOING: { value: 'outgoing', description: 'Sent by the viewer to the person.' },
  } as const,
})

async function visiblePresenceOf(context: GraphContext, user: { id: string; status: string }): Promise<PresenceStatus> {
  const scope = context.viewerScope
  const relation = await relationToViewer(context, user.id)
  const isClose = relation !== undefined && areUnblockedFriends(relation)
  if (!isClose && user.id !== scope.viewer.id) return 'offline'
  const [, standing] = (await presenceLoader(context).load(user.id)) ?? []
  return presenceVisibleToViewer(scope, { ...user, isClose }, standing)
}

export const BY_DISPLAY_NAME = byText('displayNameKey', 'ascending')

/** A page of a list in memory, by display name. */
function mutualFriendsPage(
  list: readonly MutualFriendLink[],
  { above, below, limit, descending }: KeysetPage<TextKey>,
): MutualFriendLink[] {
  const sorted = list
    .filter(({ displayNameKey: key }) => (!above || key > above[0]) && (!below || key < below[0]))
    .sort((a, b) => (a.displayNameKey < b.displayNameKey ? -1 : 1))
  return (descending ? sorted.reverse() : sorted).slice(0, limit)
}

/** Users in the order of their ids; those who are not found are left out. */
async function loadUsers(context: GraphContext, ids: readonly string[]) {
  const users = await Promise.all(ids.map((id) => usersById(context).load(id)))
  return users.filter((user) => user !== null)
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
  standing: t.field({
    type: Standing,
    description: 'Presence as shown to friends; OFFLINE to everybody else.',
    resolve: (user, _args, context) => visiblePresenceOf(context, user),
  }),
  mutualFriends: t.connection(
    {
      type: User,
      description: 'Mutual friends of the viewer and the person, by display name; without people who hide them.',
      resolve: async ({ id }, args, context) => {
        const list = await mutualFriendsLoader(context).load(id)
        return keysetConnection(args, {
          order: BY_DISPLAY_NAME,
          totalCount: list.length,
          read: (page) => {
            const friendIds = mutualFriendsPage(list, page).map(({ friendId }) => friendId)
            return loadUsers(context, friendIds)
          },
        })
      },
    },
    UserConnection,
  ),
}))

/** A page of the friends with one of these presences. Presence has no index, so every friend is read. */
async function readFriendsByPresence(
  context: GraphContext,
  statuses: readonly PresenceStatus[],
  page: KeysetPage<TextKey>,
) {
  const friends = (await listFriends(context.viewerScope, statuses, page)).slice(0, page.limit)
  const friendIds = friends.map(({ id }) => id)
  return loadUsers(context, friendIds)
}

const friendsByPresence = (context: GraphContext, statuses: readonly PresenceStatus[]) => ({
  order: BY_DISPLAY_NAME,
  totalCount: async () => (await listFriends(context.viewerScope, statuses)).length,
  read: (page: KeysetPage<TextKey>) => readFriendsByPresence(context, statuses, page),
})

const allFriends = ({ db, viewer }: ViewerScope) => ({
  order: BY_DISPLAY_NAME,
  totalCount: () => db.user.count({ where: visibleFriendsOf(viewer.id) }),
  read: (page: KeysetPage<TextKey>) =>
    db.user.findMany({
      where: { AND: [visibleFriendsOf(viewer.id), ...keysetWhere(page, ['displayNameKey'])] },
      orderBy: keysetOrder(page, ['displayNameKey']),
      take: page.limit,
      select: PUBLIC_USER_COLUMNS,
    }),
})

builder.prismaObjectFields(Viewer, (t) => ({
  friends: t.connection(
    {
      type: User,
      description: 'Friends, by display name.',
      args: { standings: t.arg({ type: [Standing], description: 'Only friends with one of these presences.' }) },
      resolve: (_viewer, { standings, ...args }, context) =>
        keysetConnection(args, standings ? friendsByPresence(context, standings) : allFriends(context.viewerScope)),
    },
    UserConnection,
  ),
}))
