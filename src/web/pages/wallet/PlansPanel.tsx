import { Alert, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../components/economy/amounts.ts'
import { Panel } from '../../components/Panel.tsx'
import type { EligibilityFragment, WalletPlansQuery } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { GiveSubscriptionDialog } from './GiveSubscriptionDialog.tsx'
import { ELIGIBILITY, PLANS } from './subscriptions.ts'
import type { useStartPayment } from './useStartPayment.ts'

export type Plan = WalletPlansQuery['subscriptions']['edges'][number]['node']

interface PlansPanelProps {
  readonly payment: ReturnType<typeof useStartPayment>
}

/** What there is to subscribe to, for oneself and as a gift. */
export function PlansPanel({ payment }: PlansPanelProps) {
  const { t } = useTranslation('wallet')
  const { data, refusal, reload, isLoading } = usePanel(PLANS, {})
  const [given, setGiven] = useState<Plan | null>(null)
  const eligibility = getFragmentData(ELIGIBILITY, data?.subscriptionEligibility)
  const plans = data?.subscriptions.edges.map(({ node }) => node).filter(({ isActive }) => isActive)
  return (
    <Panel
      title={t('plans.title')}
      isLoading={isLoading && !data}
      refusal={refusal}
      onRetry={reload}
      empty={plans?.length === 0 && t('plans.empty')}
    >
      <Text size="sm">{t('plans.brings')}</Text>
      {eligibility && <EligibilityText eligibility={eligibility} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {plans?.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            canStart={eligibility?.canPurchase === true}
            isBusy={payment.isBusy}
            onStart={() => void payment.begin({ subscriptionId: plan.id })}
            onGive={() => setGiven(plan)}
          />
        ))}
      </SimpleGrid>
      {given && <GiveSubscriptionDialog plan={given} payment={payment} onClose={() => setGiven(null)} />}
    </Panel>
  )
}

function EligibilityText({ eligibility }: { readonly eligibility: EligibilityFragment }) {
  const { t } = useTranslation('wallet')
  const { canPurchase, hasCancelled, wouldLoseGift, paysForOtherAccount } = eligibility
  const texts = [
    ...(canPurchase ? [] : [t('plans.cannot')]),
    ...(hasCancelled ? [t('plans.cancelled')] : []),
    ...(wouldLoseGift ? [t('plans.losesGift')] : []),
    ...(paysForOtherAccount ? [t('plans.otherAccount')] : []),
  ]
  return (
    <Stack gap="xs" role="status">
      {texts.map((text) => (
        <Alert key={text} variant="light" color="plaza">
          {text}
        </Alert>
      ))}
    </Stack>
  )
}

interface PlanCardProps {
  readonly plan: Plan
  readonly canStart: boolean
  readonly isBusy: boolean
  readonly onStart: () => void
  readonly onGive: () => void
}

function PlanCard({ plan, canStart, isBusy, onStart, onGive }: PlanCardProps) {
  const { t, i18n } = useTranslation('wallet')
  const { description: name, amountCents, period } = plan
  const price = formatMoney(i18n.language, amountCents)
  return (
    <Card withBorder radius="md" padding="md">
      <Stack gap="xs">
        <Text fw={600}>{name}</Text>
        <Text size="sm">{t(`subscriptions.price.${period}`, { price })}</Text>
        <Group gap="xs">
          {canStart && (
            <Button size="sm" disabled={isBusy} aria-label={t('plans.startOf', { name })} onClick={onStart}>
              {t('plans.start')}
            </Button>
          )}
          <Button size="sm" variant="default" aria-label={t('plans.giveOf', { name })} onClick={onGive}>
            {t('plans.give')}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
