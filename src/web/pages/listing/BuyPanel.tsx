import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SpendingNotices } from '../../components/economy/SpendingNotices.tsx'
import { useSpending } from '../../components/economy/spendingState.ts'
import { Tokens } from '../../components/economy/Tokens.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { ListingDetailsFragment } from '../../generated/graphql.ts'
import { BuyDialog } from './BuyDialog.tsx'

interface BuyPanelProps {
  readonly listing: ListingDetailsFragment
}

/** The way to buy an offer, for oneself and as a gift. */
export function BuyPanel({ listing }: BuyPanelProps) {
  const { t } = useTranslation('stores')
  const { viewer, provider } = useSpending()
  const [dialog, setDialog] = useState<'self' | 'gift' | null>(null)
  const { isForSale, viewerOwns, viewerHas, seller } = listing
  if (!viewer || !provider) return null
  const isOwn = seller?.id === viewer.user.id
  if (!isForSale) return <Alert variant="light" color="gray" title={t('notForSale')} />
  if (isOwn) return <Text size="sm">{t('own')}</Text>
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
