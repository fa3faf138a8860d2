import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../components/LoadMore.tsx'
import { Panel } from '../../components/Panel.tsx'
import { formatNumber } from '../../formats.ts'
import type { Refusal } from '../../graph/refusal.ts'
import type { SearchKind } from './search.ts'

export interface ResultsProps {
  readonly text: string
  /** Number of results on a page. */
  readonly first: number
}

interface ResultPanelProps {
  readonly kind: SearchKind
  /** Undefined until it was read. */
  readonly list: ResultList | null | undefined
  readonly refusal: Refusal | null
  readonly onRetry: () => void
  readonly onMore: (after: string) => Promise<void>
  readonly children: ReactNode
}

interface ResultList {
  readonly totalCount: number
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined }
}

/** The results of one kind, which fail apart from the others. */
export function ResultPanel({ kind, list, refusal, onRetry, onMore, children }: ResultPanelProps) {
  const { t, i18n } = useTranslation('search')
  return (
    <Panel
      title={t(`kinds.${kind}`)}
      aside={list && <Badge variant="light">{formatNumber(i18n.language, list.totalCount)}</Badge>}
      isLoading={!list && !refusal}
      refusal={refusal}
      onRetry={onRetry}
      empty={list?.totalCount === 0 && t(`none.${kind}`)}
    >
      {children}
      {list && <LoadMore pageInfo={list.pageInfo} onMore={onMore} />}
    </Panel>
  )
}
