import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { formatMoney, useTokensText } from '../../components/economy/amounts.ts'
import { ownUrl } from '../../components/ownUrl.ts'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import type { PaymentFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { ONE_PAYMENT, ONE_PAYMENT_CHANGES, PAYMENT } from './payments.ts'

interface PaymentDialogProps {
  readonly paymentId: string
  readonly onClose: () => void
}

/** A payment that was started: the way to the page of the provider, and what becomes of it. */
export function PaymentDialog({ paymentId, onClose }: PaymentDialogProps) {
  const { t } = useTranslation('wallet')
  useLive(ONE_PAYMENT_CHANGES, {})
  const { data, refusal, reload } = usePanel(ONE_PAYMENT, { id: paymentId })
  const found = getFragmentData(PAYMENT, data?.node?.__typename === 'PaymentTransaction' ? data.node : null)
  return (
    <Dialog title={t('payment.title')} onClose={onClose}>
      {found && <PaymentState payment={found} onClose={onClose} />}
      {refusal && !found && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {data && !found && !refusal && <Text size="sm">{t('payment.gone')}</Text>}
      {!data && !refusal && <Skeleton h={120} aria-hidden />}
    </Dialog>
  )
}

const COLORS = { PENDING: 'plaza', ACTIVE: 'green', FAILED: 'red', EXPIRED: 'gray', CHARGEBACK: 'red' } as const

interface PaymentStateProps {
  readonly payment: PaymentFragment
  readonly onClose: () => void
}

function PaymentState({ payment, onClose }: PaymentStateProps) {
  const { t, i18n } = useTranslation(['wallet', 'common'])
  const tokens = useTokensText()
  const { status, description, amountCents, currency, checkoutUrl, isSandbox, error } = payment
  const paid = payment.tokens > 0 ? t('wallet:payment.paidTokens', { tokens: tokens(payment.tokens) }) : null
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={600}>{description}</Text>
        <Text fw={600}>{formatMoney(i18n.language, amountCents, currency)}</Text>
      </Group>
      <Alert color={COLORS[status]} variant="light" role="status" title={t(`wallet:paymentStatus.${status}`)}>
        {status === 'ACTIVE' ? (paid ?? t('wallet:payment.paid')) : t(`wallet:payment.texts.${status}`)}
        {error && <Text size="sm">{error}</Text>}
      </Alert>
      {isSandbox && (
        <Text size="xs" c="dimmed">
          {t('wallet:payment.sandbox')}
        </Text>
      )}
      <Group gap="xs">
        {status === 'PENDING' && checkoutUrl && (
          <Button component="a" href={ownUrl(checkoutUrl)} target="_blank" rel="noopener noreferrer">
            {t('wallet:payment.go')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  )
}
