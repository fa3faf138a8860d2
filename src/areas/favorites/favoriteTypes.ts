/** Type of the target of a favorite. */
export type FavoriteType = 'avatar' | 'friend' | 'vrcPlusWorld' | 'world'

interface FavoriteTypeRules {
  /** Names of the groups that every person has. */
  readonly groups: readonly string[]
  /** Maximum number of favorites in a group. */
  readonly capacity: number
}

/** Groups and limits by type, in the order in which groups are listed. */
export const FAVORITE_TYPE_RULES: Readonly<Record<FavoriteType, FavoriteTypeRules>> = {
  avatar: { groups: ['avatars1', 'avatars2', 'avatars3', 'avatars4'], capacity: 50 },
  friend: { groups: ['group_0', 'group_1', 'group_2', 'group_3'], capacity: 150 },
  world: { groups: ['worlds1', 'worlds2', 'worlds3', 'worlds4'], capacity: 100 },
  // Clients know the type from a subscription that this platform lacks.
  vrcPlusWorld: { groups: [], capacity: 0 },
}

const GROUPED_FAVORITE_TYPES = ['avatar', 'friend', 'world'] as const

/** Identifies a group among those of a person. */
export interface FavoriteGroupKey {
  readonly type: FavoriteType
  readonly name: string
}

/** A FavoriteGroupKey as one text. */
export const groupKeyText = ({ type, name }: Readonly<Record<keyof FavoriteGroupKey, string>>) => `${type} ${name}`

/** The keys of all groups, which every person has. */
export const FAVORITE_GROUP_KEYS: readonly FavoriteGroupKey[] = GROUPED_FAVORITE_TYPES.flatMap((type) =>
  FAVORITE_TYPE_RULES[type].groups.map((name) => ({ type, name })),
)

export const isFavoriteGroup = ({ type, name }: FavoriteGroupKey) => FAVORITE_TYPE_RULES[type].groups.includes(name)

const limitsByType = (count: (rules: FavoriteTypeRules) => number) => ({
  avatar: count(FAVORITE_TYPE_RULES.avatar),
  friend: count(FAVORITE_TYPE_RULES.friend),
  vrcPlusWorld: count(FAVORITE_TYPE_RULES.vrcPlusWorld),
  world: count(FAVORITE_TYPE_RULES.world),
})

/** Limits for every person. The defaults are for other types that clients may know. */
export const FAVORITE_LIMITS = {
  defaultMaxFavoriteGroups: FAVORITE_TYPE_RULES.avatar.groups.length,
  defaultMaxFavoritesPerGroup: FAVORITE_TYPE_RULES.avatar.capacity,
  maxFavoriteGroups: limitsByType(({ groups }) => groups.length),
  maxFavoritesPerGroup: limitsByType(({ capacity }) => capacity),
}
