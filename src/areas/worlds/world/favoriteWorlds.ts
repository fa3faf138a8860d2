import { isOwnerOrAdmin } from '../../../kernel/access.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { isInAudience, parseAudience, readRelation } from '../../users/relations.ts'
import type { WorldFilter } from '../search/filters.ts'
import { type ListedWorld, listWorlds, type WorldSource } from '../search/list.ts'

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
  const groups = await visibleGroupNames(scope, ownerId, tags)
  if (groups.length === 0)
    throw new Failure('forbidden', "403 You can't see another user's favorites", { reason: 'not_own' })
  return { kind: 'favorite', ownerId, groups }
}

/** Those names of groups of favorite worlds that the person shows to the viewer. */
async function visibleGroupNames(scope: ViewerScope, userId: UserId, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const [groups, relation] = await Promise.all([
    scope.db.favoriteGroup.findMany({
      where: { userId, type: 'world', name: { in: [...names] } },
      select: { name: true, visibility: true },
    }),
    readRelation(scope, userId),
  ])
  const isVisible = (visibility: string) =>
    isInAudience(scope, { ownerId: userId, visibility: parseAudience(visibility) }, relation)
  return groups.filter(({ visibility }) => isVisible(visibility)).map(({ name }) => name)
}

/** A world with the favorite that has it as its target. */
export interface FavoriteWorld extends ListedWorld {
  readonly favoriteId: string
  readonly favoriteGroup: string
}

/** Favorite worlds of a person, latest first by default. Throws `forbidden`. */
export async function readFavoriteWorlds(
  scope: ViewerScope,
  userId: UserId,
  filter: WorldFilter,
  page: OffsetPage,
): Promise<FavoriteWorld[]> {
  const worlds = await listWorlds(scope, await favoriteWorldsSource(scope, userId, filter), filter, page)
  const ids = worlds.map(({ id }) => id)
  const favorites = await scope.db.favorite.findMany({ where: { userId, type: 'world', favoriteId: { in: ids } } })
  const byWorld = new Map(favorites.map((favorite) => [favorite.favoriteId, favorite]))
  return worlds.flatMap((world) => {
    const favorite = byWorld.get(world.id)
    return favorite ? [{ ...world, favoriteId: favorite.id, favoriteGroup: favorite.group }] : []
  })
}
