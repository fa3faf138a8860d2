import type { FavoriteGroupName } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { ADD_FAVORITE_FRIEND, REMOVE_FAVORITE_FRIEND } from './favorites.ts'

interface FavoriteFriend {
  readonly isBusy: boolean
  /** Puts the friend into a group, out of the one that they were in; null for no group. Resolves to whether it was done. */
  readonly move: (group: FavoriteGroupName | null) => Promise<boolean>
}

/** Keeps a friend in one group of favorites. `current` is the group of the friend; null for none. */
export function useFavoriteFriend(userId: string, current: FavoriteGroupName | null): FavoriteFriend {
  const add = useAct(ADD_FAVORITE_FRIEND)
  const remove = useAct(REMOVE_FAVORITE_FRIEND)
  const put = async (group: FavoriteGroupName) => (await add.act({ input: { targetId: userId, group } })) !== null

  const move = async (group: FavoriteGroupName | null) => {
    if (current && !(await remove.act({ input: { targetId: userId } }))) return false
    if (group === null || (await put(group))) return true
    // The new group has refused the friend, who stays where they were.
    if (current) await put(current)
    return false
  }
  return { isBusy: add.isBusy || remove.isBusy, move }
}
