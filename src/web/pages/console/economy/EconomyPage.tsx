import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../components/PageTabs.tsx'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { AccountsTab } from './AccountsTab.tsx'
import { EconomyState } from './EconomyState.tsx'
import { EventsTab } from './EventsTab.tsx'
import { LedgerTab } from './LedgerTab.tsx'
import { PaymentsTab } from './PaymentsTab.tsx'
import { PurchasesTab } from './PurchasesTab.tsx'
import { ECONOMY_TABS } from './search.ts'

/** Tokens and money of everybody: the ledger, what was bought and paid, and what payment providers have told. */
export function EconomyPage() {
  const { t } = useTranslation('staffEconomy')
  const search = useSearch({ from: '/shell/console/economy' })
  const navigate = useNavigate({ from: '/console/economy' })
  const { tab = 'ledger', person, from, to } = search
  return (
    <Stack gap="md">
      <ConsoleHead page="economy" />
      <EconomyState />
      <PageTabs
        label={t('tabs.label')}
        tabs={ECONOMY_TABS.map((name) => ({ name, label: t(`tabs.${name}`) }))}
        active={tab}
        onOpen={(next) => void navigate({ search: { tab: next, person, from, to }, resetScroll: false })}
      >
        <Stack gap="md">
          {tab === 'ledger' && <LedgerTab search={search} />}
          {tab === 'accounts' && <AccountsTab search={search} />}
          {tab === 'purchases' && <PurchasesTab search={search} />}
          {tab === 'payments' && <PaymentsTab search={search} />}
          {tab === 'events' && <EventsTab search={search} />}
        </Stack>
      </PageTabs>
    </Stack>
  )
}
