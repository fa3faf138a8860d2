/** What can be a favorite. */
export type FavoriteType = 'avatar' | 'friend' | 'vrcPlusWorld' | 'world'

interface Kind {
  /** The names of the groups that everybody has. */
  readonly groups: readonly string[]
  /** How many favorites each of them has room for. */
  readonly most: number
}

/** All that is counted about favorites, in the order in which groups are listed. */
export const KINDS: Readonly<Record<FavoriteType, Kind>> = {
  avatar: { groups: ['avatars1', 'avatars2', 'avatars3', 'avatars4'], most: 50 },
  friend: { groups: ['group_0', 'group_1', 'group_2', 'group_3'], most: 150 },
  world: { groups: ['worlds1', 'worlds2', 'worlds3', 'worlds4'], most: 100 },
  // Clients know it from a subscription that nobody has here.
  vrcPlusWorld: { groups: [], most: 0 },
}

const FAVORITE_TYPES = ['avatar', 'friend', 'world'] as const

/** One of somebody's groups. */
export interface GroupPlace {
  readonly type: FavoriteType
  readonly name: string
}

/** How a group is known among those of one person. */
export const wordOf = ({ type, name }: Readonly<Record<keyof GroupPlace, string>>) => `${type} ${name}`

/** All groups that a person has. */
export const PLACES: readonly GroupPlace[] = FAVORITE_TYPES.flatMap((type) =>
  KINDS[type].groups.map((name) => ({ type, name })),
)

export const isGroup = ({ type, name }: GroupPlace) => KINDS[type].groups.includes(name)

const byType = (count: (kind: Kind) => number) => ({
  avatar: count(KINDS.avatar),
  friend: count(KINDS.friend),
  vrcPlusWorld: count(KINDS.vrcPlusWorld),
  world: count(KINDS.world),
})

/** The same for everybody. The defaults are for types that clients may know beside these. */
export const FAVORITE_LIMITS = {
  defaultMaxFavoriteGroups: KINDS.avatar.groups.length,
  defaultMaxFavoritesPerGroup: KINDS.avatar.most,
  maxFavoriteGroups: byType(({ groups }) => groups.length),
  maxFavoritesPerGroup: byType(({ most }) => most),
}
