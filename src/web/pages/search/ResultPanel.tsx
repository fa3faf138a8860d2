import { useTranslation } from 'react-i18next'
import { ListPanel, type ListPanelProps } from '../../components/ListPanel.tsx'
import type { SearchKind } from './search.ts'

export interface ResultsProps {
  readonly text: string
  /** Number of results on a page. */
  readonly first: number
}

interface ResultPanelProps extends Omit<ListPanelProps, 'title' | 'empty'> {
  readonly kind: SearchKind
}

/** The results of one kind, which fail apart from the others. */
export function ResultPanel({ kind, ...list }: ResultPanelProps) {
  const { t } = useTranslation('search')
  return <ListPanel title={t(`kinds.${kind}`)} empty={t(`none.${kind}`)} {...list} />
}
