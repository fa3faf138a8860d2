import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SpendingNotices } from '../../components/economy/SpendingNotices.tsx'
import { useSpending } from '../../components/economy/spendingState.ts'
import { Tokens } from '../../components/economy/Tokens.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { ListingDetailsFragment, ProviderStateFragment, SpendingStateFragment } from '../../generated/graphql.ts'
import { BuyDialog } from './BuyDialog.tsx'

interface BuyPanelProps {
  readonly listing: ListingDetailsFragment
}

/** The way to buy an offer, for oneself and as a gift. */
export function BuyPanel({ listing }: BuyPanelProps) {
  const { t } = useTranslation('stores')
  const { viewer, provider, refusal, reload } = useSpending()
  if (!viewer || !provider)
    return refusal ? <RefusalAlert refusal={refusal} onRetry={reload} /> : <Skeleton h={36} aria-hidden />
  if (!listing.isForSale) return <Alert variant="light" color="gray" title={t('notForSale')} />
  if (listing.seller?.id === viewer.user.id) return <Text size="sm">{t('own')}</Text>
  return <BuyActs listing={listing} viewer={viewer} provider={provider} />
}

interface BuyActsProps extends BuyPanelProps {
  readonly viewer: SpendingStateFragment
  readonly provider: ProviderStateFragment
}

function BuyActs({ listing, viewer, provider }: BuyActsProps) {
  const { t } = useTranslation('stores')
  const [dialog, setDialog] = useState<'self' | 'gift' | null>(null)
  const { viewerOwns, viewerHas } = listing
  return (
    <Stack gap="sm">
      <SpendingNotices viewer={viewer} provider={provider} />
      {viewerHas && (
        <Alert variant="light" color="green" role="status" title={t('have')}>
          <RouteLink to="/wallet" search={{ tab: 'purchases' }} size="sm">
            {t('toPurchases')}
          </RouteLink>
        </Alert>
      )}
      <Group gap="sm">
        {!viewerOwns && (
          <Button disabled={!viewer.economyAccount.canSpend} onClick={() => setDialog('self')}>
            {t('buy')}
          </Button>
        )}
        <Button variant="default" disabled={!viewer.economyAccount.canSpend} onClick={() => setDialog('gift')}>
          {t('gift')}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {t('balance')} <Tokens count={viewer.wallet?.balance ?? 0} fw={600} />
        </Text>
      </Group>
      {dialog && (
        <BuyDialog
          listing={listing}
          isGift={dialog === 'gift'}
          balance={viewer.wallet?.balance ?? 0}
          onClose={() => setDialog(null)}
        />
      )}
    </Stack>
  )
}
