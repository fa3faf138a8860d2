import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/Ago.tsx'
import { askFirst } from '../../components/askFirst.tsx'
import { formatMoney } from '../../components/economy/amounts.ts'
import { FilterSelect } from '../../components/FilterSelect.tsx'
import { ListPanel } from '../../components/ListPanel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { PaymentFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { PAYMENT, PAYMENT_CHANGES, PAYMENT_LIST, PAYMENTS, REFUND_PAYMENT } from './payments.ts'
import { PAYMENT_STATUSES } from './search.ts'

interface PaymentsPanelProps {
  /** Gets the id of a payment that waits. */
  readonly onOpen: (paymentId: string) => void
}

/** Payments with money and what has become of them, page after page. */
export function PaymentsPanel({ onOpen }: PaymentsPanelProps) {
  const { t } = useTranslation('wallet')
  const { payments: status } = useSearch({ from: '/shell/wallet' })
  const variables = status ? { status } : {}
  useLive(PAYMENT_CHANGES, variables)
  const { data, refusal, reload, fetchMore } = usePanel(PAYMENTS, variables)
  const payments = getFragmentData(PAYMENT_LIST, data?.viewer)?.storeTransactions
  return (
    <Stack gap="sm">
      <StatusSelect />
      <ListPanel
        title={t('payments.title')}
        list={payments}
        refusal={refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        empty={status ? t('payments.noMatch') : t('payments.empty')}
      >
        <Stack component="ul" className="plainList" gap="sm">
          {payments?.edges.map(({ node }) => (
            <PaymentRow key={node.id} payment={node} onOpen={onOpen} />
          ))}
        </Stack>
      </ListPanel>
    </Stack>
  )
}

function StatusSelect() {
  const { t } = useTranslation('wallet')
  const search = useSearch({ from: '/shell/wallet' })
  const navigate = useNavigate({ from: '/wallet' })
  return (
    <Group>
      <FilterSelect
        label={t('payments.status')}
        value={search.payments}
        choices={PAYMENT_STATUSES.map((value) => ({ value, label: t(`paymentStatus.${value}`) }))}
        all={t('payments.all')}
        onChange={(status) => void navigate({ search: { ...search, payments: status }, replace: true })}
      />
    </Group>
  )
}

/** The colors of the states of payments. */
export const PAYMENT_COLORS = {
  PENDING: 'plaza',
  ACTIVE: 'green',
  FAILED: 'red',
  EXPIRED: 'gray',
  CHARGEBACK: 'red',
} as const

interface PaymentRowProps extends PaymentsPanelProps {
  readonly payment: FragmentType<typeof PAYMENT>
}

function PaymentRow({ payment, onOpen }: PaymentRowProps) {
  const { t, i18n } = useTranslation('wallet')
  const data = getFragmentData(PAYMENT, payment)
  const { description, amountCents, currency, createdAt, status, receiver, error } = data
  return (
    <Group component="li" justify="space-between" gap="sm" align="start">
      <Box miw={160} flex={1}>
        <Text size="sm" fw={600}>
          {description}
        </Text>
        {receiver && (
          <Text size="xs">
            {t('people.receiver')}{' '}
            <RouteLink to="/people/$personId" params={{ personId: receiver.id }} inherit>
              {receiver.displayName}
            </RouteLink>
          </Text>
        )}
        <Group gap="xs">
          <Text size="sm">{formatMoney(i18n.language, amountCents, currency)}</Text>
          <Ago time={createdAt} />
        </Group>
        {error && (
          <Text size="xs" c="dimmed">
            {error}
          </Text>
        )}
      </Box>
      <Stack gap={6} align="end">
        <Badge variant="light" color={PAYMENT_COLORS[status]}>
          {t(`paymentStatus.${status}`)}
        </Badge>
        <PaymentActs payment={data} onOpen={onOpen} />
      </Stack>
    </Group>
  )
}

interface PaymentActsProps extends PaymentsPanelProps {
  readonly payment: PaymentFragment
}

function PaymentActs({ payment, onOpen }: PaymentActsProps) {
  const { t } = useTranslation(['wallet', 'common'])
  const refund = useAct(REFUND_PAYMENT)
  const { id: transactionId, status, description: name } = payment
  const ask = async () => {
    const question = { title: t('wallet:refund.title', { name }), text: t('wallet:payments.refundText') }
    if (await askFirst({ ...question, confirm: t('wallet:refund.confirm'), cancel: t('common:cancel') }))
      await refund.act({ input: { transactionId } })
  }
  if (status === 'PENDING')
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('wallet:payments.continueOf', { name })}
        onClick={() => onOpen(transactionId)}
      >
        {t('wallet:payments.continue')}
      </Button>
    )
  if (!payment.viewerCanRefund || !payment.isBulkGift) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={refund.isBusy}
      aria-label={t('wallet:refund.of', { name })}
      onClick={() => void ask()}
    >
      {t('wallet:refund.act')}
    </Button>
  )
}
