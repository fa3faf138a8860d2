import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { request } from '../../../graph/request.ts'
import { PAYMENT_STATUSES } from '../../wallet/search.ts'
import { spanVariables } from '../kit/days.ts'
import { CONSOLE_PAYMENT, CONSOLE_PAYMENTS } from './documents.ts'
import { EconomyFilters, type EconomyListProps, useEconomySearch } from './EconomyFilters.tsx'
import { PaymentTable } from './PaymentTable.tsx'
import type { EconomySearch } from './search.ts'

const EXPORTED = [
  ...['paymentId', 'createdAt', 'status', 'description', 'amountCents', 'currency', 'provider', 'isSandbox'],
  ...['buyerId', 'buyer', 'receiverId', 'receiver', 'error'],
]
const EXPORTED_PAGE = 100

const variablesOf = ({ person, payments: status, ...span }: EconomySearch) => ({
  ...(person !== undefined && { buyerId: person }),
  ...(status && { status }),
  ...spanVariables(span),
})

/** What was paid with money. */
export function PaymentsTab({ search }: EconomyListProps) {
  const { t } = useTranslation(['staffEconomy', 'wallet'])
  const change = useEconomySearch({ search })
  const variables = variablesOf(search)
  return (
    <>
      <EconomyFilters
        search={search}
        person={t('staffEconomy:filters.buyer')}
        hasDays
        exported={{ name: 'payments', headers: EXPORTED, readPage: (after) => exportedPage(variables, after) }}
      >
        <FilterSelect
          label={t('staffEconomy:filters.status')}
          value={search.payments}
          all={t('staffEconomy:filters.all')}
          choices={PAYMENT_STATUSES.map((value) => ({ value, label: t(`wallet:paymentStatus.${value}`) }))}
          onChange={(payments) => change({ payments })}
        />
      </EconomyFilters>
      <PaymentTable variables={variables} />
    </>
  )
}

async function exportedPage(variables: ReturnType<typeof variablesOf>, after: string | undefined) {
  const { paymentTransactions } = await request(CONSOLE_PAYMENTS, {
    ...variables,
    first: EXPORTED_PAGE,
    more: after ?? null,
  })
  const payments = getFragmentData(
    CONSOLE_PAYMENT,
    paymentTransactions.edges.map(({ node }) => node),
  )
  return {
    pageInfo: paymentTransactions.pageInfo,
    rows: payments.map(({ id, buyer, receiver, isSandbox, error = null, ...payment }) => ({
      ...{ paymentId: id, createdAt: payment.createdAt, status: payment.status, description: payment.description },
      ...{ amountCents: payment.amountCents, currency: payment.currency, provider: payment.provider, error },
      isSandbox: String(isSandbox),
      buyerId: buyer?.id ?? null,
      buyer: buyer?.displayName ?? null,
      receiverId: receiver?.id ?? null,
      receiver: receiver?.displayName ?? null,
    })),
  }
}
