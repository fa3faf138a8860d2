import { FAVORITE_FRIEND_GROUPS, FRIEND_GROUPS } from '../../components/people/favorites.ts'
import type { FriendGroupsFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import type { Refusal } from '../../graph/refusal.ts'

export type FriendGroup = FriendGroupsFragment['favoriteGroups']['edges'][number]['node']

interface FriendGroups {
  /** Undefined until they were read. */
  readonly groups: readonly FriendGroup[] | undefined
  readonly refusal: Refusal | null
  readonly reload: () => void
}

/** The viewer's groups for favorite friends. */
export function useFriendGroups(): FriendGroups {
  const { data, refusal, reload } = usePanel(FAVORITE_FRIEND_GROUPS, {})
  const groups = getFragmentData(FRIEND_GROUPS, data?.viewer)?.favoriteGroups.edges.map(({ node }) => node)
  return { groups, refusal, reload }
}
