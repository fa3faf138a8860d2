import { isOwnerOrAdmin } from '../../../kernel/access.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { visibleFavoriteGroups } from '../../users/favoriteGroups.ts'
import type { AvatarFilter } from './filters.ts'
import type { FavoriteAvatars } from './list.ts'

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
