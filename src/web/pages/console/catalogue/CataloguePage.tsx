import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../components/PageTabs.tsx'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { BundlesTab } from './BundlesTab.tsx'
import { DropsTab } from './DropsTab.tsx'
import { LicensesTab } from './LicensesTab.tsx'
import { PlansTab } from './PlansTab.tsx'
import { RewardsTab } from './RewardsTab.tsx'
import { CATALOGUE_TABS } from './search.ts'
import { TemplatesTab } from './TemplatesTab.tsx'

/** What the platform sells and gives. */
export function CataloguePage() {
  const { t } = useTranslation('staffCatalogue')
  const { tab = 'bundles' } = useSearch({ from: '/shell/console/catalogue' })
  const navigate = useNavigate({ from: '/console/catalogue' })
  return (
    <Stack gap="md">
      <ConsoleHead page="catalogue" />
      <PageTabs
        label={t('tabs.label')}
        tabs={CATALOGUE_TABS.map((name) => ({ name, label: t(`tabs.${name}`) }))}
        active={tab}
        onOpen={(next) => void navigate({ search: { tab: next }, resetScroll: false })}
      >
        <Stack gap="md">
          {tab === 'bundles' && <BundlesTab />}
          {tab === 'plans' && <PlansTab />}
          {tab === 'licenses' && <LicensesTab />}
          {tab === 'rewards' && <RewardsTab />}
          {tab === 'templates' && <TemplatesTab />}
          {tab === 'drops' && <DropsTab />}
        </Stack>
      </PageTabs>
    </Stack>
  )
}
