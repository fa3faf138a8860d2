import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { useForget } from '../../graph/useForget.ts'
import { FileGridSkeleton } from './FileGrid.tsx'
import { NewPrintDialog } from './NewPrintDialog.tsx'
import { PrintDialog } from './PrintDialog.tsx'
import { PrintTile } from './PrintTile.tsx'
import { PRINT_CHANGES, PRINT_LIST, PRINTS } from './printDocuments.ts'

/** Photos with a note, and where they were taken. */
export function PrintsTab() {
  const { t } = useTranslation('files')
  const search = useSearch({ from: '/shell/files' })
  const navigate = useNavigate({ from: '/files' })
  const open = (id: string | undefined) => void navigate({ search: { ...search, open: id }, replace: true })
  const [isNew, setNew] = useState(false)
  const { data, refusal, reload, fetchMore } = usePanel(PRINTS, {})
  const forget = useForget('Print')
  useLive(PRINT_CHANGES, {}, ({ contentChanged: { deletedId } }) => forget(deletedId))
  const list = getFragmentData(PRINT_LIST, data?.viewer?.prints)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {list && (list.totalCount === 0 ? t('empty.prints') : t('counts.prints', { count: list.totalCount }))}
        </Text>
        <Button leftSection={<IconCamera size={18} aria-hidden />} onClick={() => setNew(true)}>
          {t('prints.add')}
        </Button>
      </Group>
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {!list && !refusal && <FileGridSkeleton />}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="md">
        {list?.edges.map(({ node }) => (
          <PrintTile key={node.id} print={node} search={search} />
        ))}
      </SimpleGrid>
      {list && <LoadMore pageInfo={list.pageInfo} onMore={(after) => fetchMore({ after })} />}
      {isNew && <NewPrintDialog onClose={() => setNew(false)} />}
      {search.open && <PrintDialog id={search.open} ids={list?.edges.map(({ node }) => node.id) ?? []} onOpen={open} />}
    </Stack>
  )
}
