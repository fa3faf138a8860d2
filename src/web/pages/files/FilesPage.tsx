import { Stack, Tabs, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
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
  const choose = (value: string | null) => {
    const chosen = FILE_KINDS.find((one) => one === value)
    void navigate({ search: { kind: chosen === 'gallery' ? undefined : chosen } })
  }
  return (
    <Stack gap="md">
      <PageTitle>{t('pageTitle')}</PageTitle>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <StoragePanel />
      <Tabs value={kind} onChange={choose} keepMounted={false}>
        <Tabs.List aria-label={t('kinds.label')}>
          {FILE_KINDS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`kinds.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={kind} pt="md">
          <FilesOfTab kind={kind} />
        </Tabs.Panel>
      </Tabs>
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
