import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'

/** Takes things that were deleted out of all lists on screen. */
export function useForget(typename: string): (id: string | null | undefined) => void {
  const { cache } = useApolloClient()
  return useCallback(
    (id) => {
      if (id) cache.evict({ id: `${typename}:${id}` })
      cache.gc()
    },
    [cache, typename],
  )
}
