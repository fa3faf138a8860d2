import { useTranslation } from 'react-i18next'
import type { Fact } from '../../../components/FactList.tsx'
import { FactList } from '../../../components/FactList.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { WrittenText } from '../../../components/WrittenText.tsx'
import { formatDateTime } from '../../../formats.ts'
import type { ConsoleItemFragment } from '../../../generated/graphql.ts'
import { AuthorCell, ReportsCell } from './ItemCells.tsx'

interface ItemFactsProps {
  readonly item: ConsoleItemFragment
}

/** What content is, and why it is hidden. */
export function ItemFacts({ item }: ItemFactsProps) {
  const { t, i18n } = useTranslation('staffContent')
  const timeOf = (time: string) => formatDateTime(i18n.language, time)
  const { memberCount, description } = item
  const members: readonly Fact[] = typeof memberCount === 'number' ? [[t('columns.members'), memberCount]] : []
  return (
    <Panel title={t('panels.facts')}>
      <FactList
        facts={[
          [t('facts.id'), item.contentId],
          [t('columns.author'), <AuthorCell key="author" author={item.author} />],
          [t('columns.created'), timeOf(item.createdAt)],
          [t('columns.updated'), timeOf(item.updatedAt)],
          ...members,
          [t('columns.reports'), <ReportsCell key="reports" item={item} />],
          ...useHidingFacts(item),
        ]}
      />
      {description && <WrittenText text={description} />}
    </Panel>
  )
}

function useHidingFacts({ hiding }: ConsoleItemFragment): readonly Fact[] {
  const { t, i18n } = useTranslation('staffContent')
  if (!hiding) return []
  return [
    [t('facts.hiddenBy'), hiding.hiddenBy?.displayName ?? t('unknownWho')],
    [t('facts.hiddenAt'), formatDateTime(i18n.language, hiding.hiddenAt)],
    [t('facts.reason'), hiding.reason ?? t('facts.noReason')],
  ]
}
