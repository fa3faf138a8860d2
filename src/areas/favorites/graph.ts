import { builder, type FieldsOf } from '../../edges/graphql/builder.ts'
import type { GraphContext } from '../../edges/graphql/context.ts'
import { makeListLoader, makeLoader } from '../../edges/graphql/loader.ts'
import type { Favorite as Row } from '../../generated/prisma/client.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { people, User } from '../users/graph.ts'
import { World, worldsById } from '../worlds/graph.ts'
import { countFavorites } from './favorites.ts'
import { type FavoriteGroup as Group, visibleGroupsByIds, visibleGroupsOf } from './groups.ts'
import { KINDS, wordOf } from './kinds.ts'

/** Nobody who is not logged in asks of favorites: the root types see to it. */
export const asViewer = <R>(scope: Scope, read: (scope: SignedScope) => Promise<R[]>): Promise<R[]> =>
  scope.viewer ? read({ ...scope, viewer: scope.viewer }) : Promise.resolve([])

/** The viewer's favorites by id; nobody sees another's. */
export const favoritesById = makeLoader<Row>(
  (scope, ids) =>
    asViewer(scope, ({ db, viewer }) => db.favorite.findMany({ where: { id: { in: [...ids] }, userId: viewer.id } })),
  ({ id }) => id,
)

/** The same by what they mark. */
const favoritesByObject = makeLoader<Row>(
  (scope, ids) =>
    asViewer(scope, ({ db, viewer }) =>
      db.favorite.findMany({ where: { userId: viewer.id, favoriteId: { in: [...ids] } } }),
    ),
  ({ favoriteId }) => favoriteId,
)

const groupsById = makeLoader<Group>(
  (scope, ids) => asViewer(scope, (as) => visibleGroupsByIds(as, ids)),
  ({ id }) => id,
)

/** The groups of a person that the viewer may see. */
export const groupsByOwner = makeListLoader<Group>(
  (scope, ids) => asViewer(scope, (as) => visibleGroupsOf(as, ids)),
  ({ ownerId }) => ownerId,
)

const countsByGroup = makeLoader<readonly [string, number]>(
  (scope) =>
    asViewer(scope, async (as) =>
      (await countFavorites(as)).map(({ type, group, count }) => [wordOf({ type, name: group }), count]),
    ),
  ([word]) => word,
)

/** Whether a group is the viewer's: of others' groups only what is said of them is seen, not what is in them. */
export const isOwn = ({ ownerId }: Group, { scope }: GraphContext) => ownerId === scope.viewer?.id

/** The group of one of the viewer's favorites. */
async function groupOf({ type, group: name, userId }: Row, context: GraphContext): Promise<Group> {
  const groups = await groupsByOwner(context).load(userId)
  const found = groups.find((group) => group.type === type && group.name === name)
  if (!found) throw new Error(`there is no group ${name} of type ${type}`)
  return found
}

export const FavoriteType = builder.enumType('FavoriteType', {
  description: 'What a favorite marks.',
  values: {
    AVATAR: { value: 'avatar', description: 'An avatar.' },
    FRIEND: { value: 'friend', description: 'A friend.' },
    WORLD: { value: 'world', description: 'A world.' },
  } as const,
})

export const FavoriteGroupVisibility = builder.enumType('FavoriteGroupVisibility', {
  description: 'Who sees that a group of favorites is there, and what is said of it.',
  values: {
    PRIVATE: { value: 'private', description: 'Its owner.' },
    FRIENDS: { value: 'friends', description: "The owner's friends, too." },
    PUBLIC: { value: 'public', description: 'Everybody.' },
  } as const,
})

/** The words of the graph for a type; there are groups of these alone. */
const typeOf = (text: string) => (['avatar', 'friend'] as const).find((type) => type === text) ?? 'world'

export const Favorite = builder.objectRef<Row>('Favorite')
export const FavoriteGroup = builder.objectRef<Group>('FavoriteGroup')

/** What is told of a favorite, also of one that was just taken away: where it is and what it marks. */
export const marking = (t: FieldsOf<Row>) => ({
  group: t.field({
    type: FavoriteGroup,
    description: 'The group that it is in, or was.',
    resolve: (favorite, _args, context) => groupOf(favorite, context),
  }),
  user: t.field({
    type: User,
    nullable: true,
    description: 'The friend that it marks; null for anything else.',
    resolve: ({ type, favoriteId }, _args, context) => (type === 'friend' ? people(context).load(favoriteId) : null),
  }),
  world: t.field({
    type: World,
    nullable: true,
    description: 'The world that it marks; null for anything else, and for one that is not to be seen any more.',
    resolve: ({ type, favoriteId }, _args, context) => (type === 'world' ? worldsById(context).load(favoriteId) : null),
  }),
})

builder.node(Favorite, {
  description: 'Something that the viewer has marked to find it again.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => favoritesById(context).load(id)),
  fields: (t) => ({
    type: t.field({ type: FavoriteType, description: 'What it marks.', resolve: ({ type }) => typeOf(type) }),
    favoriteId: t.exposeID('favoriteId', { description: 'The id of what it marks.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was marked.' }),
    ...marking(t),
    avatarId: t.id({
      nullable: true,
      description: 'The id of the avatar that it marks; null for anything else.',
      resolve: ({ type, favoriteId }) => (type === 'avatar' ? favoriteId : null),
    }),
  }),
})

builder.node(FavoriteGroup, {
  description: 'One of the groups into which a person puts favorites; everybody has all of them.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => groupsById(context).load(id)),
  fields: (t) => ({
    type: t.field({ type: FavoriteType, description: 'What is in it.', resolve: ({ type }) => typeOf(type) }),
    name: t.exposeString('name', { description: 'What it is known by, such as worlds1; the same for everybody.' }),
    displayName: t.exposeString('displayName', { description: 'What its owner calls it.' }),
    visibility: t.expose('visibility', { type: FavoriteGroupVisibility, description: 'Who sees it.' }),
    tags: t.stringList({ description: 'What its owner says of it by tags.', resolve: ({ tags }) => [...tags] }),
    capacity: t.int({ description: 'How many favorites it has room for.', resolve: ({ type }) => KINDS[type].most }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'Whose it is; null when the account was erased.',
      resolve: ({ ownerId }, _args, context) => people(context).load(ownerId),
    }),
    favoriteCount: t.int({
      nullable: true,
      description: "How many favorites are in it; null for another person's.",
      resolve: async (group, _args, context) =>
        isOwn(group, context) ? ((await countsByGroup(context).load(wordOf(group)))?.[1] ?? 0) : null,
    }),
  }),
})

builder.objectFields(World, (t) => ({
  favorite: t.field({
    type: Favorite,
    nullable: true,
    description: "The viewer's favorite that marks this world; null where it is none.",
    resolve: ({ id }, _args, context) => favoritesByObject(context).load(id),
  }),
}))

builder.objectFields(User, (t) => ({
  favorite: t.field({
    type: Favorite,
    nullable: true,
    description: "The viewer's favorite that marks this friend; null where it is none.",
    resolve: ({ id }, _args, context) => favoritesByObject(context).load(id),
  }),
}))
