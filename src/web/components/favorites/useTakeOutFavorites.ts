import { isReference, type Reference } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import type { StoredConnection } from '../../graph/connectionPages.ts'

/** What a mutation that removes favorites answers. */
interface FavoritesRemoved {
  readonly viewer: { readonly id: string }
  readonly favoriteGroup: { readonly id: string }
}

/** Takes favorites by their ids out of a list as the cache holds it. */
function without(held: StoredConnection, ids: readonly string[]): StoredConnection {
  const kept = held.edges?.filter(({ node }) => !ids.some((id) => node?.__ref === `Favorite:${id}`)) ?? []
  const removed = (held.edges?.length ?? 0) - kept.length
  return { ...held, edges: kept, ...(held.totalCount !== undefined && { totalCount: held.totalCount - removed }) }
}

/** Takes favorites that were removed out of all lists on screen. */
export function useTakeOutFavorites(): (answer: FavoritesRemoved, ids: readonly string[]) => void {
  const { cache } = useApolloClient()
  return useCallback(
    ({ viewer, favoriteGroup }, ids) => {
      const fields = {
        favorites: (held: StoredConnection | Reference) => (isReference(held) ? held : without(held, ids)),
      }
      for (const id of [`Viewer:${viewer.id}`, `FavoriteGroup:${favoriteGroup.id}`]) cache.modify({ id, fields })
    },
    [cache],
  )
}
