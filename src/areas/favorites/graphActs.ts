import { favoriteGroupRules, favoriteRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import type { Favorite as Row } from '../../generated/prisma/client.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { readViewer, Viewer } from '../accounts/graph.ts'
import { clearFavoriteGroup, updateFavoriteGroup } from './arranging.ts'
import { Favorite, FavoriteGroup, FavoriteGroupVisibility, FavoriteType, favoritesById, marking } from './graph.ts'
import { type OwnedPlace, readFavoriteGroup } from './groups.ts'
import type { FavoriteType as Type } from './kinds.ts'
import { addFavorite, removeFavorite } from './marking.ts'

const GROUP = {
  required: true,
  description: 'The name of a group of its type, such as group_0, avatars1 or worlds1.',
} as const
const WHOSE = {
  description: "Whose group it is; the viewer's own where nothing is said. Another's is for admins only.",
} as const

const AddFavoriteInput = builder.inputType('AddFavoriteInput', {
  description: 'What to mark, and the group that it goes into.',
  validate: favoriteRules,
  fields: (t) => ({
    type: t.field({ type: FavoriteType, required: true, description: 'What is marked.' }),
    favoriteId: t.id({ required: true, description: 'The id of a friend, an avatar or a world.' }),
    group: t.string(GROUP),
  }),
})

const RemoveFavoriteInput = builder.inputType('RemoveFavoriteInput', {
  description: 'Which favorite to take away.',
  fields: (t) => ({
    favoriteId: t.id({ required: true, description: 'The id of the favorite, or of what it marks.' }),
  }),
})

const UpdateFavoriteGroupInput = builder.inputType('UpdateFavoriteGroupInput', {
  description: 'What changes of a group; what is left out stays.',
  validate: favoriteGroupRules,
  fields: (t) => ({
    type: t.field({ type: FavoriteType, required: true, description: 'What is in the group.' }),
    group: t.string(GROUP),
    userId: t.id(WHOSE),
    displayName: t.string({ description: 'What to call it, 1 to 64 characters.' }),
    visibility: t.field({ type: FavoriteGroupVisibility, description: 'Who sees it.' }),
    tags: t.stringList({ description: 'All its tags anew, at most 10.' }),
  }),
})

const ClearFavoriteGroupInput = builder.inputType('ClearFavoriteGroupInput', {
  description: 'Which group to empty.',
  fields: (t) => ({
    type: t.field({ type: FavoriteType, required: true, description: 'What is in the group.' }),
    group: t.string(GROUP),
    userId: t.id(WHOSE),
  }),
})

const FavoriteChange = builder.objectRef<Row>('FavoriteChange').implement({
  description: 'What an act has made of a favorite.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the favorite.' }),
    favorite: t.field({
      type: Favorite,
      nullable: true,
      description: 'The favorite; null when it was taken away.',
      resolve: ({ id }, _args, context) => favoritesById(context).load(id),
    }),
    ...marking(t),
    viewer: t.prismaField({
      type: Viewer,
      description: 'The viewer, with favorites as they are now.',
      resolve: (query, _favorite, _args, context) => readViewer(context, query),
    }),
  }),
})

/** An act upon a favorite, which is read again afterwards. */
async function change(context: GraphContext, act: (scope: SignedScope) => Promise<Row>): Promise<Row> {
  const favorite = await act(signed(context))
  renew(context)
  return favorite
}

interface Named {
  readonly type: Type
  readonly group: string
  readonly userId?: string | null | undefined
}

const placeOf = (context: GraphContext, { type, group, userId }: Named): OwnedPlace => ({
  type,
  name: group,
  ownerId: userId ? idOf('user', userId, 'User') : signed(context).viewer.id,
})

/** An act upon a group, which is read again afterwards. */
async function arrange(context: GraphContext, place: OwnedPlace, act: (scope: SignedScope) => Promise<void>) {
  await act(signed(context))
  renew(context)
  return readFavoriteGroup(signed(context), place)
}

builder.mutationFields((t) => ({
  addFavorite: t.field({
    type: FavoriteChange,
    description: 'Puts a friend, an avatar or a world into a group of favorites.',
    args: { input: t.arg({ type: AddFavoriteInput, ...INPUT }) },
    resolve: (_root, { input }, context) => change(context, (scope) => addFavorite(scope, input)),
  }),
  removeFavorite: t.field({
    type: FavoriteChange,
    description: 'Takes an own favorite away.',
    args: { input: t.arg({ type: RemoveFavoriteInput, ...INPUT }) },
    resolve: (_root, { input: { favoriteId } }, context) =>
      change(context, (scope) => removeFavorite(scope, favoriteId)),
  }),
  updateFavoriteGroup: t.field({
    type: FavoriteGroup,
    description: 'Changes what an own group of favorites is called, and who sees it.',
    args: { input: t.arg({ type: UpdateFavoriteGroupInput, ...INPUT }) },
    resolve: (_root, { input: { displayName, visibility, tags, ...named } }, context) => {
      const place = placeOf(context, named)
      return arrange(context, place, (scope) =>
        updateFavoriteGroup(scope, place, given({ displayName, visibility, tags })),
      )
    },
  }),
  clearFavoriteGroup: t.field({
    type: FavoriteGroup,
    description: 'Takes all favorites of an own group away.',
    args: { input: t.arg({ type: ClearFavoriteGroupInput, ...INPUT }) },
    resolve: (_root, { input }, context) => {
      const place = placeOf(context, input)
      return arrange(context, place, (scope) => clearFavoriteGroup(scope, place))
    },
  }),
}))
