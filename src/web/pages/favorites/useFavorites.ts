import type { FavoriteGroupName, FavoriteListFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import type { Refusal } from '../../graph/refusal.ts'
import { FAVORITE_LIST, FAVORITES } from './documents.ts'

export interface Favorites {
  /** Undefined until it was read. */
  readonly list: FavoriteListFragment | undefined
  /** Id of the instance that the viewer is in; null for none. */
  readonly here: string | null
  readonly refusal: Refusal | null
  readonly reload: () => void
  /** Reads the page after a cursor. */
  readonly loadMore: (after: string) => Promise<void>
}

/** The favorites in a group, page after page. */
export function useFavorites(group: FavoriteGroupName): Favorites {
  const { data, refusal, reload, fetchMore } = usePanel(FAVORITES, { group })
  return {
    list: getFragmentData(FAVORITE_LIST, data?.viewer?.favorites) ?? undefined,
    here: data?.viewer?.instance?.id ?? null,
    refusal,
    reload,
    loadMore: (after) => fetchMore({ group, after }),
  }
}
