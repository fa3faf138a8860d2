import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../components/PageTabs.tsx'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { CONSOLE_PAGES } from '../sections.ts'
import { MessagesTab } from './MessagesTab.tsx'
import { NoticesTab } from './NoticesTab.tsx'
import { BROADCAST_TABS } from './search.ts'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'broadcasts')

/** What the staff tells everybody or many people: notices, and notifications. */
export function BroadcastsPage() {
  const { t } = useTranslation('broadcasts')
  const search = useSearch({ from: '/shell/console/broadcasts' })
  const navigate = useNavigate({ from: '/console/broadcasts' })
  const { tab = 'notices' } = search
  return (
    <Stack gap="md">
      <ConsoleHead page="broadcasts">{PAGE && <SavedViews page={PAGE} search={{ ...search }} />}</ConsoleHead>
      <PageTabs
        label={t('tabs.label')}
        tabs={BROADCAST_TABS.map((name) => ({ name, label: t(`tabs.${name}`) }))}
        active={tab}
        onOpen={(next) => void navigate({ search: { tab: next }, resetScroll: false })}
      >
        {tab === 'notices' ? <NoticesTab search={search} /> : <MessagesTab />}
      </PageTabs>
    </Stack>
  )
}
