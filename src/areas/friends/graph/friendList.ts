import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { readBeforeLoads } from '../../../edges/graphql/resolvers/loader.ts'
import {
  byListKey,
  type KeysetOrder,
  keysetConnection,
  listConnection,
} from '../../../edges/graphql/resolvers/pagination.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import type { PresenceStatus } from '../../../kernel/presence.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { nameKey } from '../../accounts/account/names.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { primeRelation, User, UserConnection } from '../../users/graph/user.ts'
import { PUBLIC_USER_COLUMNS } from '../../users/queries.ts'
import { listFriends, readFriendsInPlaces } from '../friends.ts'
import { visibleFriendsOf } from '../policy.ts'
import type { FriendListEntry, Places } from '../queries.ts'
import { BY_DISPLAY_NAME, Standing, withUsers } from './friend.ts'

const FriendFilter = builder.inputType('FriendFilter', {
  description: 'Which friends to list; omitted fields do not narrow the list.',
  fields: (t) => ({
    search: t.string({ description: 'Part of the display name.' }),
    standings: t.field({ type: [Standing], description: 'Only friends with one of these presences.' }),
    worldId: t.id({
      description: 'Only friends who are in an instance of this world and show the viewer that they are there.',
    }),
    instanceId: t.id({
      description: 'Only friends who are in this instance and show the viewer that they are there.',
    }),
  }),
})
type Filter = typeof FriendFilter.$inferInput

const FriendSort = enumOf('FriendSort', 'Sort order of friends.', {
  displayName: 'By display name.',
  befriendedAt: 'By time of the friendship, latest first.',
  standing: 'Online first, then active, then offline; by display name each.',
})
type Sort = typeof FriendSort.$inferType

const STANDINGS: readonly PresenceStatus[] = ['online', 'active', 'offline']

const ORDERS: Readonly<Record<Sort, KeysetOrder<FriendListEntry, TextKey>>> = {
  displayName: BY_DISPLAY_NAME,
  befriendedAt: byListKey(({ since, id }) => [-since.getTime(), id]),
  standing: byListKey(({ standing, displayNameKey }) => [STANDINGS.indexOf(standing), displayNameKey]),
}

/** Ids of the friends in the place of a filter; null without a place. */
async function friendIdsInPlace(scope: ViewerScope, { worldId, instanceId }: Filter): Promise<Set<string> | null> {
  const places = placesOf(worldId, instanceId)
  if (!places) return null
  const found = await readFriendsInPlaces(scope, places)
  return new Set(found.filter((friend) => !worldId || friend.worldId === worldId).map(({ id }) => id))
}

function placesOf(worldId?: string | null, instanceId?: string | null): Places | null {
  if (instanceId) return { locations: [instanceId] }
  return worldId ? { worldIds: [worldId] } : null
}

async function filteredFriends(scope: ViewerScope, filter: Filter): Promise<FriendListEntry[]> {
  const part = nameKey(filter.search ?? '')
  const [friends, idsInPlace] = await Promise.all([
    listFriends(scope, filter.standings ?? STANDINGS),
    friendIdsInPlace(scope, filter),
  ])
  return friends.filter(
    ({ id, displayNameKey }) => displayNameKey.includes(part) && (idsInPlace === null || idsInPlace.has(id)),
  )
}

interface ListArgs extends DefaultConnectionArguments {
  readonly filter: Filter
  readonly sort: Sort
}

const listedFriends = async (context: GraphContext, { filter, sort, ...args }: ListArgs) =>
  withUsers(
    context,
    await listConnection(
      args,
      ORDERS[sort],
      await readBeforeLoads(context, () => filteredFriends(context.viewerScope, filter)),
    ),
  )

/** A row does not say which of the two has blocked the other, so only the relation to an unblocked friend follows from it. */
const unblockedFriend = (friendKey: string) =>
  ({ isFriend: true, isBlocked: false, viewerHasBlocked: false, friendKey, friendRequestStatus: '' }) as const

const allFriends = (context: GraphContext, { db, viewer }: ViewerScope) => ({
  order: BY_DISPLAY_NAME,
  totalCount: () => db.user.count({ where: visibleFriendsOf(viewer.id) }),
  async read(page: KeysetPage<TextKey>) {
    const friends = await db.user.findMany({
      where: { AND: [visibleFriendsOf(viewer.id), ...keysetWhere(page, ['displayNameKey'])] },
      orderBy: keysetOrder(page, ['displayNameKey']),
      take: page.limit,
      select: {
        ...PUBLIC_USER_COLUMNS,
        friendOf: { where: { userId: viewer.id }, select: { key: true, blocked: true } },
      },
      relationLoadStrategy: 'join',
    })
    const sides = friends.flatMap(({ id, friendOf }) => friendOf.map((side) => ({ id, ...side })))
    for (const { id, key, blocked } of sides) if (!blocked) primeRelation(context, id, unblockedFriend(key))
    return friends
  },
})

const isUnfiltered = (filter: Filter) =>
  Object.values(filter).every((value) => value === null || value === undefined || value === '')

builder.prismaObjectFields(Viewer, (t) => ({
  friends: t.connection(
    {
      type: User,
      description: 'Friends, by display name unless sorted otherwise.',
      args: {
        filter: t.arg({ type: FriendFilter, description: 'Which friends to list.' }),
        sort: t.arg({ type: FriendSort, defaultValue: 'displayName', description: 'Sort order.' }),
      },
      resolve: (_viewer, { filter, sort, ...args }, context) => {
        const list = { filter: filter ?? {}, sort: sort ?? 'displayName' } as const
        return list.sort === 'displayName' && isUnfiltered(list.filter)
          ? keysetConnection(args, allFriends(context, context.viewerScope))
          : listedFriends(context, { ...args, ...list })
      },
    },
    UserConnection,
  ),
}))
