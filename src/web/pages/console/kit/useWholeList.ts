import { useEffect, useRef } from 'react'
import type { PageInfo } from '../../../components/LoadMore.tsx'

/** Pages that are read at most. */
const MOST_PAGES = 10

/** Reads a short list to its end, page after page, to choose among all of its entries. */
export function useWholeList(pageInfo: PageInfo | undefined, fetchMore: (after: string) => Promise<void>): void {
  const count = useRef(0)
  const latest = useRef(fetchMore)
  latest.current = fetchMore
  const after = pageInfo?.hasNextPage ? pageInfo.endCursor : null
  useEffect(() => {
    if (!after || count.current >= MOST_PAGES) return
    count.current += 1
    // What cannot be read now is read when the page is opened again.
    latest.current(after).catch(() => {})
  }, [after])
}
