import { Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { SearchField } from '../../../components/SearchField.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { NOTE_CHANGES, NOTES, SETTINGS_NOTES } from './documents.ts'
import { NoteRow } from './NoteRow.tsx'

/** What one has written down about people. */
export function NotesSection() {
  const { t } = useTranslation('settings')
  const { search: text = '' } = useSearch({ from: '/shell/settings/$section' })
  const navigate = useNavigate()
  const find = (search: string) =>
    void navigate({
      to: '/settings/$section',
      params: { section: 'notes' },
      search: { search: search || undefined },
      replace: true,
    })
  return (
    <>
      <Text size="sm">{t('notes.hint')}</Text>
      <SearchField label={t('notes.search')} value={text} onChange={find} />
      <Notes key={text} search={text === '' ? null : text} />
    </>
  )
}

interface NotesProps {
  /** Null for all. */
  readonly search: string | null
}

function Notes({ search }: NotesProps) {
  const { t } = useTranslation('settings')
  const { data, refusal, reload, fetchMore } = usePanel(NOTES, { search })
  useLive(NOTE_CHANGES, {}, ({ viewerListsChanged: { kind } }) => {
    if (kind === 'NOTES' || kind === 'INITIAL') reload()
  })
  const notes = getFragmentData(SETTINGS_NOTES, data?.viewer)?.notes
  return (
    <ListPanel
      title={t('notes.title')}
      list={notes}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ search, after })}
      empty={t(search === null ? 'notes.empty' : 'notes.noMatch')}
    >
      <Stack component="ul" gap="lg" className="plainList">
        {notes?.edges.map(({ node }) => (
          <li key={node.id}>
            <NoteRow note={node} search={search} />
          </li>
        ))}
      </Stack>
    </ListPanel>
  )
}
