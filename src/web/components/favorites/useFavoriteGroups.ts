import type { FavoriteGroupFactsFragment, FavoriteType } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import type { Refusal } from '../../graph/refusal.ts'
import { FAVORITE_GROUP_FACTS, FAVORITE_GROUPS } from './documents.ts'

export type GroupFacts = FavoriteGroupFactsFragment

interface FavoriteGroups {
  /** Undefined until they were read. */
  readonly groups: readonly GroupFacts[] | undefined
  readonly refusal: Refusal | null
  readonly reload: () => void
}

/** The viewer's groups of favorites, of one type or of all. */
export function useFavoriteGroups(type?: FavoriteType): FavoriteGroups {
  const { data, refusal, reload } = usePanel(FAVORITE_GROUPS, {})
  const all = data?.viewer?.favoriteGroups.edges.map(({ node }) => getFragmentData(FAVORITE_GROUP_FACTS, node))
  return { groups: all?.filter((group) => type === undefined || group.type === type), refusal, reload }
}

/** How many favorites a group can still take. */
export const roomIn = ({ favoriteCount, capacity }: GroupFacts): number => Math.max(0, capacity - (favoriteCount ?? 0))
