import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../components/PageHead.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { EmojiTab } from './EmojiTab.tsx'
import { OtherFilesTab } from './OtherFilesTab.tsx'
import { PicturesTab } from './PicturesTab.tsx'
import { PrintsTab } from './PrintsTab.tsx'
import { StickersTab } from './StickersTab.tsx'
import { StoragePanel } from './StoragePanel.tsx'
import { FILE_KINDS, type FileKind } from './search.ts'

/** All files of the person, by what they are for, and the storage that they take. */
export function FilesPage() {
  const { t } = useTranslation('files')
  const { kind = 'gallery' } = useSearch({ from: '/shell/files' })
  const navigate = useNavigate({ from: '/files' })
  const tabs = FILE_KINDS.map((name) => ({ name, label: t(`kinds.${name}`) }))
  const open = (next: FileKind) => void navigate({ search: next === 'gallery' ? {} : { kind: next } })
  return (
    <Stack gap="md">
      <PageHead title={t('title')} windowTitle={t('pageTitle')} />
      <StoragePanel />
      <PageTabs label={t('kinds.label')} tabs={tabs} active={kind} onOpen={open}>
        <FilesOfTab kind={kind} />
      </PageTabs>
    </Stack>
  )
}

function FilesOfTab({ kind }: { readonly kind: FileKind }) {
  if (kind === 'emoji') return <EmojiTab />
  if (kind === 'stickers') return <StickersTab />
  if (kind === 'prints') return <PrintsTab />
  if (kind === 'other') return <OtherFilesTab />
  return <PicturesTab key={kind} kind={kind} />
}
