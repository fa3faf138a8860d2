import type { ReactNode } from 'react'
import type { Refusal } from '../graph/refusal.ts'
import { Count } from './Count.tsx'
import { LoadMore, type PageInfo } from './LoadMore.tsx'
import { Panel } from './Panel.tsx'

interface List {
  readonly edges: readonly unknown[]
  readonly pageInfo: PageInfo
  /** Shown where the document selects it. */
  readonly totalCount?: number
}

export interface ListPanelProps {
  readonly title: string
  /** Undefined until it was read. */
  readonly list: List | null | undefined
  readonly refusal: Refusal | null
  readonly onRetry: () => void
  /** Reads the page after a cursor. */
  readonly onMore: (after: string) => Promise<void>
  /** What to say or to do where the list is empty. */
  readonly empty: ReactNode
  readonly children: ReactNode
}

/** A panel with a list that is read page after page. */
export const ListPanel = ({ title, list, refusal, onRetry, onMore, empty, children }: ListPanelProps) => (
  <Panel
    title={title}
    aside={
      list?.totalCount !== undefined && (
        <div role="status">
          <Count value={list.totalCount} />
        </div>
      )
    }
    isLoading={!list && !refusal}
    refusal={refusal}
    onRetry={onRetry}
    empty={list?.edges.length === 0 && empty}
  >
    {children}
    {list && <LoadMore pageInfo={list.pageInfo} onMore={onMore} />}
  </Panel>
)
