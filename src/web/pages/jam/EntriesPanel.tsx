import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListPanel, type ListPanelProps } from '../../components/ListPanel.tsx'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { JAM_ENTRIES } from './documents.ts'
import { EntryCard } from './EntryCard.tsx'

interface EntriesPanelProps extends Pick<ListPanelProps, 'refusal' | 'onRetry' | 'onMore'> {
  /** Undefined until it was read. */
  readonly jam: FragmentType<typeof JAM_ENTRIES> | null | undefined
}

/** All entries, the newest first, so that nobody's stands before others for any other reason. */
export function EntriesPanel({ jam, ...panel }: EntriesPanelProps) {
  const { t } = useTranslation('jams')
  const data = getFragmentData(JAM_ENTRIES, jam)
  return (
    <ListPanel
      {...panel}
      title={t('entries.title')}
      list={data?.submissions}
      empty={data && t(`entries.empty.${data.state}`)}
    >
      <SimpleGrid cols={{ base: 2, md: 3, xl: 4 }} spacing="md">
        {data?.submissions.edges.map(({ node }) => (
          <EntryCard key={node.id} entry={node} canRate={data.viewerCanRate} />
        ))}
      </SimpleGrid>
    </ListPanel>
  )
}
