import type { Avatar } from '../../../generated/prisma/client.ts'
import { isOwnerOrAdmin } from '../../../kernel/access.ts'
import { createCursorParser } from '../../../kernel/contentList/cursor.ts'
import type { ContentFilter } from '../../../kernel/contentList/filters.ts'
import { numberSort as number, type SortRule, timeSort as time } from '../../../kernel/contentList/sorts.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { visibleFavoriteGroups } from '../../users/relations.ts'
import type { FavoriteAvatars } from './queries.ts'

/** A sort of avatars, by its name on the wire. */
export type AvatarSortRule = SortRule<keyof Avatar>

const BY_CREATION = time('createdAt', 'Time of creation.')
const BY_UPDATE = time('updatedAt', 'Time of the last change by the author.')
const BY_PUBLICATION = {
  ...time('publicationDate', 'Time when the author first made the avatar public.'),
  nullable: true,
} as const

/** Of two names that contain a text, the shorter one is more like it. */
export const BY_BREVITY = number('brevity', 'Likeness of the name to a text that it contains.')

export const AVATAR_SORTS = {
  _created_at: BY_CREATION,
  _updated_at: BY_UPDATE,
  created: BY_CREATION,
  favorites: number('favorites', 'Number of people who have the avatar as a favorite.'),
  heat: number('heat', 'Rank by wearers of the last 24 hours, 0 to 10.'),
  labsPublicationDate: BY_PUBLICATION,
  magic: number('magic', 'Heat, and popularity among avatars of equal heat.'),
  name: { column: 'nameKey', type: 'text', description: 'Name, ignoring case.' },
  order: time('createdAt', 'Time of creation, like `created`.'),
  popularity: number('popularity', 'Rank by wearers of the last 30 days, 0 to 10.'),
  publicationDate: BY_PUBLICATION,
  random: { ...number('shuffleKey', 'A random order for each request.'), start: 'perRequest' },
  relevance: number(
    'relevance',
    'Likeness of the name to the searched text; without one, favorites per 1,000 wearers.',
  ),
  reportCount: { ...number('reportCount', 'Number of open reports. Admins only.'), adminOnly: true },
  reportScore: { ...number('reportScore', 'Weight of the open reports. Admins only.'), adminOnly: true },
  shuffle: { ...number('shuffleKey', 'A random order that stays the same for a UTC day.'), start: 'daily' },
  trust: number('trust', 'Trust level of the author, 0 to 4.'),
  updated: BY_UPDATE,
} as const satisfies Record<string, AvatarSortRule>

export type AvatarSortName = keyof typeof AVATAR_SORTS

/** Filter and order of a list of avatars; omitted members do not narrow it. */
export interface AvatarFilter extends ContentFilter {
  /** An avatar has one of these styles as its first or second. */
  readonly styleIds?: readonly string[] | undefined
  readonly sort?: AvatarSortName | undefined
}

/** Parses the place of an avatar in a list. Throws `invalid` for a cursor of another list. */
export const parseAvatarCursor = createCursorParser('avtr')

/**
 * Favorite avatars of a person: all of the viewer's own and, for admins, of anybody's; otherwise those in the groups that
 * are named among the tags of the filter and that the viewer can see. Throws `forbidden` when there is no such group.
 */
export async function favoriteAvatarsSource(
  scope: ViewerScope,
  ownerId: UserId,
  { tags = [] }: AvatarFilter,
): Promise<FavoriteAvatars> {
  if (isOwnerOrAdmin(scope, ownerId)) return { kind: 'favorite', ownerId }
  const groups = await visibleFavoriteGroups(scope, { userId: ownerId, type: 'avatar' }, tags)
  if (groups.length === 0)
    throw new Failure('forbidden', '"You can only see your own favorite avatars!"', { reason: 'not_own' })
  return { kind: 'favorite', ownerId, groups }
}
