import { isOwnerOrAdmin } from '../../../kernel/access.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { visibleFavoriteGroups } from '../../users/relations.ts'
import type { WorldFilter, WorldSource } from '../search/queries.ts'

/**
 * Favorite worlds of a person: all of the viewer's own and, for admins, of anybody's; otherwise those in the groups that
 * are named among the tags of the filter and that the viewer can see. Throws `forbidden` when there is no such group.
 */
export async function favoriteWorldsSource(
  scope: ViewerScope,
  ownerId: UserId,
  { tags = [] }: WorldFilter,
): Promise<WorldSource> {
  if (isOwnerOrAdmin(scope, ownerId)) return { kind: 'favorite', ownerId }
  const groups = await visibleFavoriteGroups(scope, { userId: ownerId, type: 'world' }, tags)
  if (groups.length === 0)
    throw new Failure('forbidden', "403 You can't see another user's favorites", { reason: 'not_own' })
  return { kind: 'favorite', ownerId, groups }
}
