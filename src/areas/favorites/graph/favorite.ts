import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import {
  AddFavoriteRequest,
  FavoriteType as FavoriteTypeName,
  UpdateFavoriteGroupRequest,
} from '../../../contract/shapes/favorite.ts'
import { describeRef } from '../../../contract/shapes/requestFields.ts'
import { builder, type ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { type Input, inputOf } from '../../../edges/graphql/resolvers/input.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { Favorite as Row } from '../../../generated/prisma/client.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { User, userRef, usersById } from '../../users/graph/user.ts'
import { World, worldsById } from '../../worlds/graph/world.ts'
import { addFavorite, countFavorites, removeFavorite } from '../favorites.ts'
import { FAVORITE_TYPE_RULES, groupKeyText, type FavoriteType as Type } from '../favoriteTypes.ts'
import {
  clearFavoriteGroup,
  type FavoriteGroup as Group,
  type OwnedFavoriteGroupKey,
  readFavoriteGroup,
  updateFavoriteGroup,
  visibleGroupsByIds,
  visibleGroupsByOwners,
} from '../groups.ts'

/** Favorites of the viewer by id; nobody can see those of another person. */
export const favoritesById = createLoader<Row>(
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

const favoriteGroupsById = createLoader<Group>(forViewer(visibleGroupsByIds), ({ id }) => id)

/** Groups that the viewer can see, by owner. */
export const favoriteGroupsByOwner = createListLoader<Group>(forViewer(visibleGroupsByOwners), ({ ownerId }) => ownerId)

const countsByGroup = createLoader<readonly [string, number]>(
  forViewer(async (scope) =>
    (await countFavorites(scope)).map(({ type, group, count }) => [groupKeyText({ type, name: group }), count]),
  ),
  ([key]) => key,
)

/** Whether the viewer owns a group; only the owner can see which favorites are in it. */
export const isViewersGroup = ({ ownerId }: Group, { scope }: GraphContext) => ownerId === scope.viewer?.id

async function groupOfFavorite({ type, group: name, userId }: Row, context: GraphContext): Promise<Group> {
  const groups = await favoriteGroupsByOwner(context).load(userId)
  const group = groups.find((one) => one.type === type && one.name === name)
  if (!group) throw new Error(`favorite group ${name} of type ${type} does not exist`)
  return group
}

export const FavoriteType = builder.enumType('FavoriteType', {
  description: 'Type of the target of a favorite.',
  values: {
    AVATAR: { value: 'avatar', description: 'An avatar.' },
    FRIEND: { value: 'friend', description: 'A friend.' },
    WORLD: { value: 'world', description: 'A world.' },
  } as const,
})

export const FavoriteGroupVisibility = builder.enumType('FavoriteGroupVisibility', {
  description: 'Who can see the name, visibility and tags of a favorite group.',
  values: {
    PRIVATE: { value: 'private', description: 'Only the owner.' },
    FRIENDS: { value: 'friends', description: 'The owner and friends of the owner.' },
    PUBLIC: { value: 'public', description: 'Everybody.' },
  } as const,
})

const favoriteTypeOf = (text: string) => (['avatar', 'friend'] as const).find((type) => type === text) ?? 'world'
const typeField = (description: string) => ({
  type: FavoriteType,
  description,
  resolve: ({ type }: { readonly type: string }) => favoriteTypeOf(type),
})

export const Favorite = builder.objectRef<Row>('Favorite')
export const FavoriteGroup = builder.objectRef<Group>('FavoriteGroup')

/** Group and target of a favorite, also of one that was just removed. */
const favoriteTargetFields = (t: ObjectFieldBuilder<Row>) => ({
  group: t.field({
    type: FavoriteGroup,
    description: 'Group of the favorite, also after its removal.',
    resolve: (favorite, _args, context) => groupOfFavorite(favorite, context),
  }),
  user: t.field({
    type: User,
    nullable: true,
    description: 'Target if it is a friend, else null.',
    resolve: ({ type, favoriteId }, _args, context) => (type === 'friend' ? usersById(context).load(favoriteId) : null),
  }),
  world: t.field({
    type: World,
    nullable: true,
    description: 'Target if it is a world that the viewer can still see, else null.',
    resolve: ({ type, favoriteId }, _args, context) => (type === 'world' ? worldsById(context).load(favoriteId) : null),
  }),
})

builder.node(Favorite, {
  description: 'A friend, avatar or world that the viewer has bookmarked.',
  ...nodeBy(favoritesById),
  fields: (t) => ({
    type: t.field(typeField('Type of the target.')),
    favoriteId: t.exposeID('favoriteId', { description: 'Id of the target.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the favorite was added.' }),
    ...favoriteTargetFields(t),
    avatarId: t.id({
      nullable: true,
      description: 'Id of the target if it is an avatar, else null.',
      resolve: ({ type, favoriteId }) => (type === 'avatar' ? favoriteId : null),
    }),
  }),
})

builder.node(FavoriteGroup, {
  description: 'A group of favorites of a person; every person has the same groups.',
  ...nodeBy(favoriteGroupsById),
  fields: (t) => ({
    type: t.field(typeField('Type of the favorites in the group.')),
    name: t.exposeString('name', { description: 'Name of the group, such as worlds1; not specific to the person.' }),
    displayName: t.exposeString('displayName', { description: 'Name that the owner has chosen.' }),
    visibility: t.expose('visibility', { type: FavoriteGroupVisibility, description: 'Who can see the group.' }),
    tags: t.stringList({ description: 'Tags that the owner has set.', resolve: ({ tags }) => [...tags] }),
    capacity: t.int({
      description: 'Maximum number of favorites in the group.',
      resolve: ({ type }) => FAVORITE_TYPE_RULES[type].capacity,
    }),
    owner: t.field(userRef('ownerId', 'Owner; null after the account was erased.')),
    favoriteCount: t.int({
      nullable: true,
      description: 'Number of favorites in the group; null for groups of another person.',
      resolve: async (group, _args, context) =>
        isViewersGroup(group, context) ? ((await countsByGroup(context).load(groupKeyText(group)))?.[1] ?? 0) : null,
    }),
  }),
})

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

builder.objectFields(User, (t) => ({
  favorite: t.field(favoriteField("The viewer's favorite with this friend as its target; null for none.")),
}))

const group = z.string().describe('Name of a group of the type, such as group_0, avatars1 or worlds1.')

const GroupFields = z.object({
  type: describeRef(FavoriteTypeName, 'Type of the favorites in the group.'),
  group,
  userId: UserId.optional().describe('Owner of the group, the viewer by default; only admins may name another person.'),
})

const AddFavoriteInput = inputOf(
  'AddFavoriteInput',
  'A favorite to add to a group.',
  AddFavoriteRequest.omit({ tags: true }).extend({ group }),
  { type: FavoriteType, favoriteId: 'ID' },
)
const RemoveFavoriteInput = inputOf(
  'RemoveFavoriteInput',
  'The favorite to remove.',
  z.object({ favoriteId: z.string().describe('Id of the favorite or of its target.') }),
  { favoriteId: 'ID' },
)
const UpdateFavoriteGroupInput = inputOf(
  'UpdateFavoriteGroupInput',
  'Changes of a favorite group; omitted fields stay as they are.',
  UpdateFavoriteGroupRequest.extend(GroupFields.shape),
  { type: FavoriteType, visibility: FavoriteGroupVisibility },
)
const ClearFavoriteGroupInput = inputOf('ClearFavoriteGroupInput', 'The favorite group to clear.', GroupFields, {
  type: FavoriteType,
})

const FavoriteChange = builder.objectRef<Row>('FavoriteChange').implement({
  description: 'Result of adding or removing a favorite.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the favorite.' }),
    favorite: t.field({
      type: Favorite,
      nullable: true,
      description: 'The favorite; null after its removal.',
      resolve: ({ id }, _args, context) => favoritesById(context).load(id),
    }),
    ...favoriteTargetFields(t),
    viewer: t.field(viewerRef('The viewer after the change.')),
  }),
})

interface GroupInput {
  readonly type: Type
  readonly group: string
  readonly userId?: Id<'user'>
}

/** Type, arguments and resolver of a mutation that changes a favorite group. */
const groupAct = <I extends GroupInput>(
  input: Input<I>,
  run: (scope: ViewerScope, key: OwnedFavoriteGroupKey, input: I) => Promise<void>,
) => ({
  type: FavoriteGroup,
  ...act(input, async (scope, parsed) => {
    const key = { type: parsed.type, name: parsed.group, ownerId: parsed.userId ?? scope.viewer.id }
    await run(scope, key, parsed)
    return readFavoriteGroup(scope, key)
  }),
})

builder.mutationFields((t) => ({
  addFavorite: t.field({
    type: FavoriteChange,
    description: 'Adds a friend, an avatar or a world to a group of favorites.',
    ...act(AddFavoriteInput, addFavorite),
  }),
  removeFavorite: t.field({
    type: FavoriteChange,
    description: 'Removes a favorite of the viewer.',
    ...act(RemoveFavoriteInput, (scope, { favoriteId }) => removeFavorite(scope, favoriteId)),
  }),
  updateFavoriteGroup: t.field({
    description: 'Changes the display name, visibility and tags of a favorite group of the viewer.',
    ...groupAct(UpdateFavoriteGroupInput, updateFavoriteGroup),
  }),
  clearFavoriteGroup: t.field({
    description: 'Removes all favorites from a group of the viewer.',
    ...groupAct(ClearFavoriteGroupInput, clearFavoriteGroup),
  }),
}))
