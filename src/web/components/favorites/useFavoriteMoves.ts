import type { FavoriteGroupName } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { ADD_FAVORITE, REMOVE_FAVORITE } from './documents.ts'
import { useTakeOutFavorites } from './useTakeOutFavorites.ts'

interface MovedFavorite {
  readonly favoriteId: string
  readonly targetId: string
  /** The group that it is in. */
  readonly group: FavoriteGroupName
}

interface FavoriteMoves {
  readonly isBusy: boolean
  /** Resolves to whether it was done. */
  readonly remove: () => Promise<boolean>
  /** Puts it into another group. Resolves to whether it was done. */
  readonly move: (group: FavoriteGroupName) => Promise<boolean>
}

/** Takes a favorite out of its group, for good or into another one. */
export function useFavoriteMoves({ favoriteId, targetId, group: current }: MovedFavorite): FavoriteMoves {
  const add = useAct(ADD_FAVORITE)
  const removal = useAct(REMOVE_FAVORITE)
  const takeOut = useTakeOutFavorites()
  const put = async (group: FavoriteGroupName) => (await add.act({ input: { targetId, group } })) !== null
  const remove = async () => {
    const done = await removal.act({ input: { favoriteId } })
    if (done) takeOut(done.removeFavorite, [favoriteId])
    return done !== null
  }
  const move = async (group: FavoriteGroupName) => {
    if (!(await remove())) return false
    const isMoved = await put(group)
    // The new group has refused it, so it goes back to where it was.
    if (!isMoved) await put(current)
    return isMoved
  }
  return { isBusy: add.isBusy || removal.isBusy, remove, move }
}
