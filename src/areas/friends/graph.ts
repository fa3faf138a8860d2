import { builder } from '../../edges/graphql/builder.ts'
import { type GraphContext, signed } from '../../edges/graphql/context.ts'
import { keyset, type Window } from '../../edges/graphql/keyset.ts'
import { makeListLoader, makeLoader } from '../../edges/graphql/loader.ts'
import { isId } from '../../kernel/ids.ts'
import type { Standing as Stands } from '../../kernel/presence.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { Viewer } from '../accounts/graph.ts'
import { people, User } from '../users/graph.ts'
import { relationOf } from '../users/graphRelations.ts'
import { SEEN, type SeenUser } from '../users/hot.ts'
import { appearsTo, areClose } from '../users/relations.ts'
import { listFriends } from './friends.ts'
import { type SharedFriend, sharedFriends } from './mutuals.ts'
import { friendsOf } from './policy.ts'

/** Nobody who is not logged in asks of others: the root types see to it. */
const asViewer = <R>(scope: Scope, read: (scope: SignedScope) => Promise<R[]>): Promise<R[]> =>
  scope.viewer ? read({ ...scope, viewer: scope.viewer }) : Promise.resolve([])

const standings = makeLoader(
  async ({ presence, now }, ids) => [
    ...(await presence.standings(
      ids.filter((id) => isId('user', id)),
      now,
    )),
  ],
  ([id]) => id,
)

const shared = makeListLoader<SharedFriend>(
  (scope, ids) => asViewer(scope, (as) => sharedFriends(as, ids)),
  ({ userId }) => userId,
)

export const Standing = builder.enumType('Standing', {
  description: 'Whether a person is here.',
  values: {
    ONLINE: { value: 'online', description: 'With a client of the platform.' },
    ACTIVE: { value: 'active', description: 'On the web alone.' },
    OFFLINE: { value: 'offline', description: 'Not here, or not telling.' },
  } as const,
})

const FriendRequestStatus = builder.enumType('FriendRequestStatus', {
  description: 'Who has asked to be friends.',
  values: {
    INCOMING: { value: 'incoming', description: 'The person has asked the viewer.' },
    OUTGOING: { value: 'outgoing', description: 'The viewer has asked the person.' },
  } as const,
})

async function appearance(context: GraphContext, user: { id: string; status: string }): Promise<Stands> {
  const scope = signed(context)
  const relation = await relationOf(context, user.id)
  const isClose = relation !== undefined && areClose(relation)
  if (!isClose && user.id !== scope.viewer.id) return 'offline'
  const [, standing] = (await standings(context).load(user.id)) ?? []
  return appearsTo(scope, { ...user, isClose }, standing)
}

/** A page of a list that is in memory, by display name. */
function pageOf(list: readonly SharedFriend[], { after, before, limit, inverted }: Window): SharedFriend[] {
  const sorted = list
    .filter(({ displayNameKey: key }) => (after === undefined || key > after) && (before === undefined || key < before))
    .sort((a, b) => (a.displayNameKey < b.displayNameKey ? -1 : 1))
  return (inverted ? sorted.reverse() : sorted).slice(0, limit)
}

/** The people of these ids, in their order. */
async function peopleOf(context: GraphContext, ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => people(context).load(id)))
  return found.filter((person) => person !== null)
}

builder.objectFields(User, (t) => ({
  isFriend: t.boolean({
    description: 'Whether the person is a friend of the viewer.',
    resolve: async ({ id }, _args, context) => (await relationOf(context, id))?.isFriend ?? false,
  }),
  friendRequestStatus: t.field({
    type: FriendRequestStatus,
    nullable: true,
    description: 'Whether the person or the viewer has asked to be friends; null where neither has.',
    resolve: async ({ id }, _args, context) => (await relationOf(context, id))?.friendRequestStatus || null,
  }),
  standing: t.field({
    type: Standing,
    description: 'Whether the person is here, as they want to be seen by friends; all others hear of OFFLINE.',
    resolve: (user, _args, context) => appearance(context, user),
  }),
  mutualFriends: t.connection(
    {
      type: User,
      description:
        'Friends whom the viewer and the person have in common, by display name; neither who keeps them secret.',
      resolve: async ({ id }, args, context) => {
        const list = await shared(context).load(id)
        const names = new Map(list.map(({ friendId, displayNameKey }) => [friendId, displayNameKey]))
        const page = await keyset(args, {
          keyOf: (user: SeenUser) => names.get(user.id) ?? '',
          read: (window) =>
            peopleOf(
              context,
              pageOf(list, window).map(({ friendId }) => friendId),
            ),
        })
        return { ...page, totalCount: list.length }
      },
    },
    {
      name: 'MutualFriendConnection',
      fields: (t) => ({
        totalCount: t.exposeInt('totalCount', { description: 'How many there are on all pages.' }),
      }),
    },
    { name: 'MutualFriendEdge' },
  ),
}))

const between = ({ after, before }: Window) => ({ ...(after && { gt: after }), ...(before && { lt: before }) })
const directionOf = ({ inverted }: Window) => (inverted ? 'desc' : 'asc')

/** Friends who appear in one of these ways: how they do is known to no index, so all are read. */
async function friendsAppearing(context: GraphContext, wanted: readonly Stands[], window: Window) {
  const listed = await listFriends(signed(context), wanted, window)
  return peopleOf(
    context,
    listed.slice(0, window.limit).map(({ id }) => id),
  )
}

const friendsIn = ({ db, viewer }: SignedScope, window: Window) =>
  db.user.findMany({
    where: { AND: friendsOf(viewer.id), displayNameKey: between(window) },
    orderBy: { displayNameKey: directionOf(window) },
    take: window.limit,
    select: SEEN,
  })

builder.prismaObjectFields(Viewer, (t) => ({
  friends: t.connection(
    {
      type: User,
      description: 'The friends, by display name.',
      args: {
        standings: t.arg({ type: [Standing], description: 'Only friends who appear in one of these ways.' }),
      },
      resolve: (_viewer, { standings: wanted, ...args }, context) =>
        keyset(args, {
          keyOf: ({ displayNameKey }: SeenUser) => displayNameKey,
          read: (window) => (wanted ? friendsAppearing(context, wanted, window) : friendsIn(signed(context), window)),
        }),
    },
    { name: 'FriendConnection' },
    { name: 'FriendEdge' },
  ),
}))
