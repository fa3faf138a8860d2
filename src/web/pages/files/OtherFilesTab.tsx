import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../components/ListPanel.tsx'
import { FileDialog } from './FileDialog.tsx'
import { FileRow } from './FileRow.tsx'
import { FILTERS } from './kinds.ts'
import { useFiles } from './useFiles.ts'

/** Files that are no pictures for people: content of worlds and avatars above all. */
export function OtherFilesTab() {
  const { t } = useTranslation('files')
  const search = useSearch({ from: '/shell/files' })
  const navigate = useNavigate({ from: '/files' })
  const open = (id: string | undefined) => void navigate({ search: { ...search, open: id }, replace: true })
  const { list, refusal, reload, more } = useFiles(FILTERS.other)
  return (
    <>
      <ListPanel
        title={t('other.title')}
        list={list}
        refusal={refusal}
        onRetry={reload}
        onMore={more}
        empty={t('empty.other')}
      >
        <ul className="plainList">
          {list?.edges.map(({ node }) => (
            <FileRow key={node.id} file={node} search={search} />
          ))}
        </ul>
      </ListPanel>
      {search.open && (
        <FileDialog
          id={search.open}
          ids={list?.edges.map(({ node }) => node.id) ?? []}
          filter={FILTERS.other}
          onOpen={open}
        />
      )}
    </>
  )
}
