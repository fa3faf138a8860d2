import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../components/PageHead.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { ItemsTab } from './ItemsTab.tsx'
import { RewardsTab } from './RewardsTab.tsx'
import { INVENTORY_TABS, type InventoryTab } from './search.ts'

/** What the person owns, and codes that give more. */
export function InventoryPage() {
  const { t } = useTranslation('inventory')
  const { tab = 'items' } = useSearch({ from: '/shell/inventory' })
  const navigate = useNavigate({ from: '/inventory' })
  const tabs = INVENTORY_TABS.map((name) => ({ name, label: t(`tabs.${name}`) }))
  const open = (next: InventoryTab) => void navigate({ search: next === 'items' ? {} : { tab: next } })
  return (
    <Stack gap="md">
      <PageHead title={t('title')} windowTitle={t('pageTitle')} />
      <PageTabs label={t('tabs.label')} tabs={tabs} active={tab} onOpen={open}>
        {tab === 'items' ? <ItemsTab /> : <RewardsTab />}
      </PageTabs>
    </Stack>
  )
}
