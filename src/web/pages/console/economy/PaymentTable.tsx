import { Badge, Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { formatMoney } from '../../../components/economy/amounts.ts'
import type { ConsolePaymentFragment, ConsolePaymentsQueryVariables } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { PAYMENT_COLORS } from '../../wallet/PaymentsPanel.tsx'
import { type Column, ConsoleTable } from '../kit/ConsoleTable.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_PAYMENT, CONSOLE_PAYMENTS, CONSOLE_REFUND_PAYMENT } from './documents.ts'
import { PersonLink } from './PersonLink.tsx'

interface PaymentTableProps {
  readonly variables: ConsolePaymentsQueryVariables
}

/** Payments with money, newest first, with what can be done about them. */
export function PaymentTable({ variables }: PaymentTableProps) {
  const { t } = useTranslation('staffEconomy')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_PAYMENTS, variables)
  useRepeatedly(reload)
  const payments = data?.paymentTransactions
  return (
    <ConsoleTable
      label={t('payments.label')}
      columns={useColumns(reload)}
      rows={
        payments &&
        getFragmentData(
          CONSOLE_PAYMENT,
          payments.edges.map(({ node }) => node),
        )
      }
      pageInfo={payments?.pageInfo}
      refusal={data ? null : refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ ...variables, more })}
      empty={t('payments.empty')}
    />
  )
}

function useColumns(onDone: () => void): readonly Column<ConsolePaymentFragment>[] {
  const { t, i18n } = useTranslation('staffEconomy')
  return [
    { name: 'at', header: t('payments.at'), cell: ({ createdAt }) => <Ago time={createdAt} />, width: '8rem' },
    { name: 'buyer', header: t('payments.buyer'), cell: ({ buyer }) => <PersonLink person={buyer} /> },
    { name: 'what', header: t('payments.what'), cell: (payment) => <What payment={payment} /> },
    {
      name: 'amount',
      header: t('payments.amount'),
      cell: ({ amountCents, currency }) => formatMoney(i18n.language, amountCents, currency),
    },
    { name: 'provider', header: t('payments.provider'), cell: (payment) => <Provider payment={payment} /> },
    { name: 'status', header: t('payments.status'), cell: (payment) => <Status payment={payment} /> },
    { name: 'acts', header: t('acts'), cell: (payment) => <Refund payment={payment} onDone={onDone} /> },
  ]
}

interface PartProps {
  readonly payment: ConsolePaymentFragment
}

function What({ payment: { description, receiver, error } }: PartProps) {
  const { t } = useTranslation('staffEconomy')
  return (
    <Stack gap={2}>
      <Text size="sm">{description}</Text>
      {receiver && (
        <Text size="xs">
          {t('payments.for')} <PersonLink person={receiver} />
        </Text>
      )}
      {error && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
    </Stack>
  )
}

function Provider({ payment: { provider, isSandbox } }: PartProps) {
  const { t } = useTranslation('staffEconomy')
  return (
    <>
      {provider}
      {isSandbox && <Text size="xs">{t('payments.sandbox')}</Text>}
    </>
  )
}

function Status({ payment: { status } }: PartProps) {
  const { t } = useTranslation('wallet')
  return (
    <Badge variant="light" color={PAYMENT_COLORS[status]} tt="none">
      {t(`paymentStatus.${status}`)}
    </Badge>
  )
}

interface RefundProps extends PartProps {
  readonly onDone: () => void
}

function Refund({ payment: { id, description: name, amountCents, currency, viewerCanRefund }, onDone }: RefundProps) {
  const { t, i18n } = useTranslation(['staffEconomy', 'wallet', 'common'])
  const refund = useAct(CONSOLE_REFUND_PAYMENT)
  if (!viewerCanRefund) return null
  const ask = async () => {
    const money = formatMoney(i18n.language, amountCents, currency)
    const isWanted = await askFirst({
      title: t('wallet:refund.title', { name }),
      text: t('staffEconomy:payments.refundText', { money }),
      confirm: t('wallet:refund.confirm'),
      cancel: t('common:cancel'),
    })
    if (isWanted && (await refund.act({ input: { transactionId: id } }))) onDone()
  }
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
