import type { UserId } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { isInAudience, parseAudience, readRelation } from './relations.ts'

/** The owner of groups of favorites, and the type of their favorites. */
interface GroupsOfType {
  readonly userId: UserId
  readonly type: 'avatar' | 'world'
}

/** Those names of groups of favorites that the person shows to the viewer. */
export async function visibleFavoriteGroups(
  scope: ViewerScope,
  { userId, type }: GroupsOfType,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return []
  const [groups, relation] = await Promise.all([
    scope.db.favoriteGroup.findMany({
      where: { userId, type, name: { in: [...names] } },
      select: { name: true, visibility: true },
    }),
    readRelation(scope, userId),
  ])
  const isVisible = (visibility: string) =>
    isInAudience(scope, { ownerId: userId, visibility: parseAudience(visibility) }, relation)
  return groups.filter(({ visibility }) => isVisible(visibility)).map(({ name }) => name)
}
