import { Stack, Tabs, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { ItemsTab } from './ItemsTab.tsx'
import { RewardsTab } from './RewardsTab.tsx'
import { INVENTORY_TABS } from './search.ts'

/** What the person owns, and codes that give more. */
export function InventoryPage() {
  const { t } = useTranslation('inventory')
  const { tab = 'items' } = useSearch({ from: '/shell/inventory' })
  const navigate = useNavigate({ from: '/inventory' })
  const choose = (value: string | null) => {
    const chosen = INVENTORY_TABS.find((one) => one === value)
    void navigate({ search: { tab: chosen === 'items' ? undefined : chosen } })
  }
  return (
    <Stack gap="md">
      <PageTitle>{t('pageTitle')}</PageTitle>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List aria-label={t('tabs.label')}>
          {INVENTORY_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          {tab === 'items' ? <ItemsTab /> : <RewardsTab />}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
