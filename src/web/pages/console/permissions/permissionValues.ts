import type { ConsolePermissionFragment } from '../../../generated/graphql.ts'

/** A limit; empty for none. */
type Limit = number | ''

/** Things that people have favorites of. */
export const FAVORITE_TYPES = ['avatar', 'friend', 'world'] as const
/** Limits of which each thing has its own. */
export const FAVORITE_LIMITS = ['maxFavoriteGroups', 'maxFavoritesPerGroup'] as const
/** Other limits. */
export const LIMITS = ['max', 'maxGroupsOwned', 'maxGroupsJoined'] as const

type FavoriteLimits = Readonly<Record<(typeof FAVORITE_TYPES)[number], Limit>>

/** What the form of a permission has. */
export interface PermissionValues extends Record<string, unknown> {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly data: {
    readonly badgeIds: string[]
    readonly tags: string[]
    readonly max: Limit
    readonly maxGroupsOwned: Limit
    readonly maxGroupsJoined: Limit
    readonly maxFavoriteGroups: FavoriteLimits
    readonly maxFavoritesPerGroup: FavoriteLimits
  }
}

const NO_LIMITS: FavoriteLimits = { avatar: '', friend: '', world: '' }

export const NEW_PERMISSION: PermissionValues = {
  ...{ name: '', displayName: '', description: '' },
  data: {
    ...{ badgeIds: [], tags: [], max: '', maxGroupsOwned: '', maxGroupsJoined: '' },
    ...{ maxFavoriteGroups: NO_LIMITS, maxFavoritesPerGroup: NO_LIMITS },
  },
}

type Data = ConsolePermissionFragment['data']

const limitsOf = ({ avatar, friend, world }: Data['maxFavoriteGroups']): FavoriteLimits => ({
  avatar: avatar ?? '',
  friend: friend ?? '',
  world: world ?? '',
})

/** What the form of a permission begins with. */
export const permissionValuesOf = (permission: ConsolePermissionFragment): PermissionValues => {
  const { name, displayName, description, data } = permission
  return {
    ...{ name, displayName, description: description ?? '' },
    data: {
      badgeIds: data.badges.map(({ id }) => id),
      tags: [...data.tags],
      max: data.max ?? '',
      maxGroupsOwned: data.maxGroupsOwned ?? '',
      maxGroupsJoined: data.maxGroupsJoined ?? '',
      maxFavoriteGroups: limitsOf(data.maxFavoriteGroups),
      maxFavoritesPerGroup: limitsOf(data.maxFavoritesPerGroup),
    },
  }
}

/** Leaves out empty limits. */
const given = (limits: Readonly<Record<string, Limit>>): Record<string, number> =>
  Object.fromEntries(Object.entries(limits).flatMap(([name, limit]) => (limit === '' ? [] : [[name, limit]])))

/** The limits for favorites as they are sent; nothing for none. */
function favoritesOf(name: (typeof FAVORITE_LIMITS)[number], limits: FavoriteLimits) {
  const found = given(limits)
  return Object.keys(found).length === 0 ? {} : { [name]: found }
}

/** The data of a permission as it is sent, which replaces what was there. */
export function permissionDataOf({ badgeIds, tags, ...limits }: PermissionValues['data']) {
  const { maxFavoriteGroups, maxFavoritesPerGroup, ...plain } = limits
  return {
    ...(badgeIds.length > 0 && { badgeIds }),
    ...(tags.length > 0 && { tags }),
    ...given(plain),
    ...favoritesOf('maxFavoriteGroups', maxFavoriteGroups),
    ...favoritesOf('maxFavoritesPerGroup', maxFavoritesPerGroup),
  }
}
