import { Stack, Tabs, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { BuyTab } from './BuyTab.tsx'
import { GiftsTab } from './GiftsTab.tsx'
import { PurchasesTab } from './PurchasesTab.tsx'
import { SubscriptionsTab } from './SubscriptionsTab.tsx'
import { WALLET_TABS } from './search.ts'
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
  const open = (name: string | null) => {
    const next = WALLET_TABS.find((one) => one === name)
    void navigate({ search: next && next !== 'tokens' ? { tab: next } : {} })
  }
  return (
    <Stack gap="md">
      <PageTitle>{t('pageTitle', { tab: t(`tabs.${tab}`) })}</PageTitle>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Tabs value={tab} onChange={open}>
        <Tabs.List aria-label={t('tabs.label')}>
          {WALLET_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          <Content />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
