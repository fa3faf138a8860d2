import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { Favorite as Row } from '../../../generated/prisma/client.ts'
import { isId } from '../../../kernel/ids.ts'
import { Avatar, avatarsById } from '../../avatars/graph/avatar.ts'
import { User, usersById } from '../../users/graph/user.ts'
import { World, worldsById } from '../../worlds/graph/world.ts'
import type { FavoriteGroup as Group } from '../groups.ts'
import { FavoriteGroup, favoriteGroupsByOwner, favoriteTypeField } from './group.ts'

/** Favorites of the viewer by id; nobody can see those of another person. */
const favoritesById = createLoader<Row>(
  forViewer(({ db, viewer }, ids) => db.favorite.findMany({ where: { id: { in: [...ids] }, userId: viewer.id } })),
  ({ id }) => id,
)

/** Favorites of the viewer by the id of their target. */
const favoritesByTarget = createLoader<Row>(
  forViewer(({ db, viewer }, ids) =>
    db.favorite.findMany({ where: { userId: viewer.id, favoriteId: { in: [...ids] } } }),
  ),
  ({ favoriteId }) => favoriteId,
)

async function groupOfFavorite({ type, group: name, userId }: Row, context: GraphContext): Promise<Group> {
  const groups = await favoriteGroupsByOwner(context).load(userId)
  const group = groups.find((one) => one.type === type && one.name === name)
  if (!group) throw new Error(`favorite group ${name} of type ${type} does not exist`)
  return group
}

const TARGET_NAMES = { user: 'User', world: 'World', avatar: 'Avatar' } as const
const TARGET_KINDS = ['world', 'avatar'] as const

const FavoriteTarget = builder.unionType('FavoriteTarget', {
  description: 'What a favorite marks: a friend, an avatar or a world.',
  types: [User, World, Avatar],
  resolveType: ({ id }) => TARGET_NAMES[TARGET_KINDS.find((kind) => isId(kind, id)) ?? 'user'],
})

/** Target of a favorite, also of one that was just removed. */
export const favoriteTarget = {
  type: FavoriteTarget,
  nullable: true as const,
  description: 'Target; null for an avatar or a world that the viewer can no longer see.',
  resolve: ({ type, favoriteId }: Row, _args: unknown, context: GraphContext) => {
    if (type === 'friend') return usersById(context).load(favoriteId)
    return (type === 'world' ? worldsById : avatarsById)(context).load(favoriteId)
  },
}

/** Group of a favorite, also of one that was just removed. */
export const favoriteGroup = {
  type: FavoriteGroup,
  description: 'Group of the favorite.',
  resolve: (favorite: Row, _args: unknown, context: GraphContext) => groupOfFavorite(favorite, context),
}

export const Favorite = builder.objectRef<Row>('Favorite')

builder.node(Favorite, {
  description: 'A friend, avatar or world that the viewer has bookmarked.',
  ...nodeBy(favoritesById),
  fields: (t) => ({
    type: t.field(favoriteTypeField('Type of the target.')),
    targetId: t.exposeID('favoriteId', { description: 'Id of the target.' }),
    target: t.field(favoriteTarget),
    group: t.field(favoriteGroup),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the favorite was added.' }),
  }),
})

export const FavoriteEdge = builder.edgeObject({ type: Favorite, name: 'FavoriteEdge' })
export const FavoriteConnection = builder.connectionObject({ type: Favorite, name: 'FavoriteConnection' }, FavoriteEdge)

export const BY_LATEST_FAVORITE = latestFirst(['createdAt', 'id'])

const favoriteField = (description: string) => ({
  type: Favorite,
  nullable: true as const,
  description,
  resolve: ({ id }: { readonly id: string }, _args: unknown, context: GraphContext) =>
    favoritesByTarget(context).load(id),
})

builder.objectFields(World, (t) => ({
  favorite: t.field(favoriteField("The viewer's favorite with this world as its target; null for none.")),
}))

builder.objectFields(Avatar, (t) => ({
  favorite: t.field(favoriteField("The viewer's favorite with this avatar as its target; null for none.")),
}))

builder.objectFields(User, (t) => ({
  favorite: t.field(favoriteField("The viewer's favorite with this friend as its target; null for none.")),
}))
