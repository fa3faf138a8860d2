import type { FavoriteGroupName, FavoriteType } from '../../generated/graphql.ts'

/** Kinds of favorites, as the address names them. */
export const FAVORITE_KINDS = ['worlds', 'avatars', 'friends'] as const
export type FavoriteKind = (typeof FAVORITE_KINDS)[number]

export const TYPE_OF_KIND = { worlds: 'WORLD', avatars: 'AVATAR', friends: 'FRIEND' } as const satisfies Readonly<
  Record<FavoriteKind, FavoriteType>
>

/** The groups of each kind, which are the same for everybody. */
export const GROUPS_OF_KIND = {
  worlds: ['WORLDS_1', 'WORLDS_2', 'WORLDS_3', 'WORLDS_4'],
  avatars: ['AVATARS_1', 'AVATARS_2', 'AVATARS_3', 'AVATARS_4'],
  friends: ['FRIENDS_1', 'FRIENDS_2', 'FRIENDS_3', 'FRIENDS_4'],
} as const satisfies Readonly<Record<FavoriteKind, readonly FavoriteGroupName[]>>

/** What the address of the favorites says. */
export interface FavoritesSearch {
  /** Worlds by default. */
  readonly kind?: FavoriteKind | undefined
  /** The first group of the kind by default. */
  readonly group?: FavoriteGroupName | undefined
}

/** Reads the address; what is unknown in it is left out, also a group of another kind. */
export function favoritesSearchOf({ kind, group }: Record<string, unknown>): FavoritesSearch {
  const known = FAVORITE_KINDS.find((one) => one === kind)
  return { kind: known, group: GROUPS_OF_KIND[known ?? 'worlds'].find((one) => one === group) }
}
