import { Button, Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatMoney, useTokensText } from '../../components/economy/amounts.ts'
import { SpendingNotices } from '../../components/economy/SpendingNotices.tsx'
import { useSpending } from '../../components/economy/spendingState.ts'
import { Tokens } from '../../components/economy/Tokens.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { PaymentDialog } from './PaymentDialog.tsx'
import { PaymentsPanel } from './PaymentsPanel.tsx'
import { useStartPayment } from './useStartPayment.ts'

const BUNDLES = graphql(`
  query TokenBundles {
    tokenBundles(first: 24) {
      edges {
        cursor
        node {
          id
          slug
          tokens
          amountCents
        }
      }
    }
  }
`)

/** Bundles of tokens for money, and the payments that were made. */
export function BuyTab() {
  const { viewer, provider, refusal, reload } = useSpending()
  const payment = useStartPayment()
  return (
    <Stack gap="md">
      {viewer && provider && (
        <>
          <SpendingNotices viewer={viewer} provider={provider} />
          <BalanceLine balance={viewer.wallet?.balance ?? 0} />
        </>
      )}
      {refusal && !(viewer && provider) && <RefusalAlert refusal={refusal} onRetry={reload} />}
      <BundlesPanel isBusy={payment.isBusy} onBuy={(bundleId) => void payment.begin({ bundleId })} />
      <PaymentsPanel onOpen={payment.open} />
      {payment.paymentId && <PaymentDialog paymentId={payment.paymentId} onClose={payment.close} />}
    </Stack>
  )
}

function BalanceLine({ balance }: { readonly balance: number }) {
  const { t } = useTranslation('wallet')
  return (
    <Text size="sm" role="status">
      {t('balance')}: <Tokens count={balance} fw={700} />
    </Text>
  )
}

interface BundlesPanelProps {
  readonly isBusy: boolean
  /** Gets the id of a bundle. */
  readonly onBuy: (bundleId: string) => void
}

function BundlesPanel({ isBusy, onBuy }: BundlesPanelProps) {
  const { t, i18n } = useTranslation('wallet')
  const tokens = useTokensText()
  const { data, refusal, reload } = usePanel(BUNDLES, {})
  const bundles = data?.tokenBundles.edges
  return (
    <Panel
      title={t('bundles.title')}
      refusal={refusal}
      onRetry={reload}
      empty={bundles?.length === 0 && t('bundles.empty')}
    >
      {!bundles && !refusal && <Skeleton h={140} aria-hidden />}
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md">
        {bundles?.map(({ node: { id, tokens: count, amountCents } }) => {
          const price = formatMoney(i18n.language, amountCents)
          return (
            <Card key={id} withBorder padding="md" radius="md">
              <Stack gap="xs" align="center">
                <IconCoins size={36} stroke={1.4} aria-hidden color="var(--mantine-primary-color-filled)" />
                <Text fw={700} ta="center">
                  {tokens(count)}
                </Text>
                <Button
                  fullWidth
                  disabled={isBusy}
                  aria-label={t('bundles.buy', { tokens: tokens(count), price })}
                  onClick={() => onBuy(id)}
                >
                  {price}
                </Button>
              </Stack>
            </Card>
          )
        })}
      </SimpleGrid>
      <Group>
        <Text size="xs" c="dimmed">
          {t('bundles.hint')}
        </Text>
      </Group>
    </Panel>
  )
}
