import { SimpleGrid, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/Panel.tsx'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { JAM_WINNERS } from './documents.ts'
import { EntryCard } from './EntryCard.tsx'

/** The winners, the first place first. Admins see them before all others do, which it says. */
export function WinnersPanel({ jam }: { readonly jam: FragmentType<typeof JAM_WINNERS> }) {
  const { t } = useTranslation('jams')
  const { state, winners } = getFragmentData(JAM_WINNERS, jam)
  const isPublic = state === 'WINNERS_SELECTED' || state === 'CLOSED'
  if (winners.edges.length === 0) return null
  return (
    <Panel title={t('winners.title')}>
      {!isPublic && <Text size="sm">{t('winners.early')}</Text>}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        {winners.edges.map(({ node }) => (
          <EntryCard key={node.id} entry={node} canRate={false} />
        ))}
      </SimpleGrid>
    </Panel>
  )
}
