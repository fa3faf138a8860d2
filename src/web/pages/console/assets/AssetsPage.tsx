import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../components/PageTabs.tsx'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { BundlesTab } from './BundlesTab.tsx'
import { ReviewsTab } from './ReviewsTab.tsx'
import { StylesTab } from './StylesTab.tsx'
import { ASSET_TABS } from './search.ts'

/** Reviews of assets, the bundles of the platform, and the styles of avatars. */
export function AssetsPage() {
  const { t } = useTranslation('staffAssets')
  const { tab = 'reviews' } = useSearch({ from: '/shell/console/assets' })
  const navigate = useNavigate({ from: '/console/assets' })
  return (
    <Stack gap="md">
      <ConsoleHead page="assets" />
      <PageTabs
        label={t('tabs.label')}
        tabs={ASSET_TABS.map((name) => ({ name, label: t(`tabs.${name}`) }))}
        active={tab}
        onOpen={(next) => void navigate({ search: { tab: next }, resetScroll: false })}
      >
        {tab === 'reviews' && <ReviewsTab />}
        {tab === 'bundles' && <BundlesTab />}
        {tab === 'styles' && <StylesTab />}
      </PageTabs>
    </Stack>
  )
}
