import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import { trusted } from '../../../kernel/ids.ts'
import { userRef } from '../../users/graph/user.ts'
import { canChangeUser } from '../../users/policy.ts'
import { countFavorites } from '../favorites.ts'
import { FAVORITE_TYPE_RULES, groupKeyText } from '../favoriteTypes.ts'
import { type FavoriteGroup as Group, visibleGroupsByIds, visibleGroupsByOwners } from '../groups.ts'

const favoriteGroupsById = createLoader<Group>(forViewer(visibleGroupsByIds), ({ id }) => id)

/** Groups that the viewer can see, by owner. */
export const favoriteGroupsByOwner = createListLoader<Group>(forViewer(visibleGroupsByOwners), ({ ownerId }) => ownerId)

const countsByGroup = createLoader<readonly [string, number]>(
  forViewer(async (scope) =>
    (await countFavorites(scope)).map(({ type, group, count }) => [groupKeyText({ type, name: group }), count]),
  ),
  ([key]) => key,
)

/** Number of the viewer's favorites in a group of the viewer. One statement for all groups. */
export const countInGroup = async (group: Group, context: GraphContext): Promise<number> =>
  (await countsByGroup(context).load(groupKeyText(group)))?.[1] ?? 0

/** Whether the viewer owns a group; only the owner can see which favorites are in it. */
export const isViewersGroup = ({ ownerId }: Group, { scope }: GraphContext) => ownerId === scope.viewer?.id

export const FavoriteType = enumOf('FavoriteType', 'Type of the target of a favorite.', {
  avatar: 'An avatar.',
  friend: 'A friend.',
  world: 'A world.',
})

const GROUP_NAMES = {
  AVATARS_1: { value: 'avatars1', description: 'First group of avatars.' },
  AVATARS_2: { value: 'avatars2', description: 'Second group of avatars.' },
  AVATARS_3: { value: 'avatars3', description: 'Third group of avatars.' },
  AVATARS_4: { value: 'avatars4', description: 'Fourth group of avatars.' },
  FRIENDS_1: { value: 'group_0', description: 'First group of friends.' },
  FRIENDS_2: { value: 'group_1', description: 'Second group of friends.' },
  FRIENDS_3: { value: 'group_2', description: 'Third group of friends.' },
  FRIENDS_4: { value: 'group_3', description: 'Fourth group of friends.' },
  WORLDS_1: { value: 'worlds1', description: 'First group of worlds.' },
  WORLDS_2: { value: 'worlds2', description: 'Second group of worlds.' },
  WORLDS_3: { value: 'worlds3', description: 'Third group of worlds.' },
  WORLDS_4: { value: 'worlds4', description: 'Fourth group of worlds.' },
} as const

export const FavoriteGroupName = builder.enumType('FavoriteGroupName', {
  description: 'One of the twelve favorite groups that every person has.',
  values: GROUP_NAMES,
})

export const FAVORITE_GROUP_NAMES = Object.values(GROUP_NAMES).map(({ value }) => value)

function groupNameOf({ name }: Group) {
  const known = FAVORITE_GROUP_NAMES.find((value) => value === name)
  if (!known) throw new Error(`'${name}' is no name of a favorite group`)
  return known
}

export const FavoriteGroupVisibility = enumOf(
  'FavoriteGroupVisibility',
  'Who can see the name, visibility and tags of a favorite group.',
  {
    private: 'Only the owner.',
    friends: 'The owner and friends of the owner.',
    public: 'Everybody.',
  },
)

const favoriteTypeOf = (text: string) => (['avatar', 'friend'] as const).find((type) => type === text) ?? 'world'
export const favoriteTypeField = (description: string) => ({
  type: FavoriteType,
  description,
  resolve: ({ type }: { readonly type: string }) => favoriteTypeOf(type),
})

export const FavoriteGroup = builder.objectRef<Group>('FavoriteGroup')

builder.node(FavoriteGroup, {
  description: 'A group of favorites of a person; every person has the same groups.',
  ...nodeBy(favoriteGroupsById),
  fields: (t) => ({
    type: t.field(favoriteTypeField('Type of the favorites in the group.')),
    name: t.field({
      type: FavoriteGroupName,
      description: 'Which of the groups it is; not specific to the person.',
      resolve: groupNameOf,
    }),
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
      resolve: (group, _args, context) => (isViewersGroup(group, context) ? countInGroup(group, context) : null),
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can change and clear the group: the owner and admins can.',
      resolve: ({ ownerId }, _args, { viewerScope }) => canChangeUser(viewerScope, trusted<'user'>(ownerId)),
    }),
  }),
})
