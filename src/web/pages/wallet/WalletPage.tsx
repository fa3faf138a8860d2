import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../components/PageHead.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { BuyTab } from './BuyTab.tsx'
import { GiftsTab } from './GiftsTab.tsx'
import { PurchasesTab } from './PurchasesTab.tsx'
import { SubscriptionsTab } from './SubscriptionsTab.tsx'
import { WALLET_TABS, type WalletTab } from './search.ts'
import { TokensTab } from './TokensTab.tsx'

const CONTENTS = {
  tokens: TokensTab,
  buy: BuyTab,
  purchases: PurchasesTab,
  gifts: GiftsTab,
  subscriptions: SubscriptionsTab,
}

/** Tokens of the person, what they pay for with money, and what they have bought or were given. */
export function WalletPage() {
  const { t } = useTranslation('wallet')
  const { tab = 'tokens' } = useSearch({ from: '/shell/wallet' })
  const navigate = useNavigate({ from: '/wallet' })
  const Content = CONTENTS[tab]
  const tabs = WALLET_TABS.map((name) => ({ name, label: t(`tabs.${name}`) }))
  const open = (next: WalletTab) => void navigate({ search: next === 'tokens' ? {} : { tab: next } })
  return (
    <Stack gap="md">
      <PageHead title={t('title')} windowTitle={t('pageTitle', { tab: t(`tabs.${tab}`) })} />
      <PageTabs label={t('tabs.label')} tabs={tabs} active={tab} onOpen={open}>
        <Content />
      </PageTabs>
    </Stack>
  )
}
