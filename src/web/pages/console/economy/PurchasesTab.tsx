import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { useTokensText } from '../../../components/economy/amounts.ts'
import { PURCHASE_COLORS, PurchaseActs } from '../../../components/economy/PurchaseRow.tsx'
import { PURCHASE_ROW } from '../../../components/economy/purchases.ts'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import type { PurchaseRowFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { PURCHASE_STATUSES } from '../../wallet/search.ts'
import { type Column, ConsoleTable } from '../kit/ConsoleTable.tsx'
import { spanVariables } from '../kit/days.ts'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_PURCHASES } from './documents.ts'
import { EconomyFilters, type EconomyListProps, useEconomySearch } from './EconomyFilters.tsx'
import { PersonLink } from './PersonLink.tsx'
import { type EconomySearch, PURCHASE_ROLES } from './search.ts'

const EXPORTED = [
  ...['purchaseId', 'purchasedAt', 'kind', 'status', 'listing', 'quantity', 'price'],
  ...['buyerId', 'buyer', 'receiverId', 'receiver', 'sellerId', 'seller', 'endsAt'],
]
const EXPORTED_PAGE = 100

const ROLE_FIELDS = { buyer: 'buyerId', receiver: 'receiverId', seller: 'sellerId' } as const

const variablesOf = ({ person, role = 'buyer', purchases: status, ...span }: EconomySearch) => ({
  ...(person !== undefined && { [ROLE_FIELDS[role]]: person }),
  ...(status && { status }),
  ...spanVariables(span),
})

/** What was bought for tokens. */
export function PurchasesTab({ search }: EconomyListProps) {
  const { t } = useTranslation('staffEconomy')
  const variables = variablesOf(search)
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_PURCHASES, variables)
  useRepeatedly(reload)
  const purchases = data?.productPurchases
  return (
    <>
      <Filters search={search} />
      <ConsoleTable
        label={t('purchases.label')}
        columns={useColumns()}
        rows={
          purchases &&
          getFragmentData(
            PURCHASE_ROW,
            purchases.edges.map(({ node }) => node),
          )
        }
        pageInfo={purchases?.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        empty={t('purchases.empty')}
      />
    </>
  )
}

function Filters({ search }: EconomyListProps) {
  const { t } = useTranslation(['staffEconomy', 'wallet'])
  const change = useEconomySearch({ search })
  const variables = variablesOf(search)
  return (
    <EconomyFilters
      search={search}
      person={t('staffEconomy:filters.person')}
      hasDays
      exported={{ name: 'purchases', headers: EXPORTED, readPage: (after) => exportedPage(variables, after) }}
    >
      <FilterSelect
        label={t('staffEconomy:filters.role')}
        value={search.role ?? 'buyer'}
        choices={PURCHASE_ROLES.map((value) => ({ value, label: t(`staffEconomy:roles.${value}`) }))}
        onChange={(role) => change({ role })}
      />
      <FilterSelect
        label={t('staffEconomy:filters.status')}
        value={search.purchases}
        all={t('staffEconomy:filters.all')}
        choices={PURCHASE_STATUSES.map((value) => ({ value, label: t(`wallet:purchaseStatus.${value}`) }))}
        onChange={(purchases) => change({ purchases })}
      />
    </EconomyFilters>
  )
}

function useColumns(): readonly Column<PurchaseRowFragment>[] {
  const { t } = useTranslation('staffEconomy')
  const tokens = useTokensText()
  return [
    { name: 'at', header: t('purchases.at'), cell: ({ purchasedAt }) => <Ago time={purchasedAt} />, width: '8rem' },
    { name: 'listing', header: t('purchases.listing'), cell: (purchase) => <Bought purchase={purchase} /> },
    { name: 'buyer', header: t('purchases.buyer'), cell: ({ buyer }) => <PersonLink person={buyer} /> },
    {
      name: 'receiver',
      header: t('purchases.receiver'),
      cell: ({ receiver, kind }) => kind === 'GIFT' && <PersonLink person={receiver} />,
    },
    { name: 'seller', header: t('purchases.seller'), cell: ({ seller }) => <PersonLink person={seller} /> },
    { name: 'price', header: t('purchases.price'), cell: ({ price }) => tokens(price), width: '7rem' },
    { name: 'status', header: t('purchases.status'), cell: (purchase) => <Status purchase={purchase} /> },
    { name: 'acts', header: t('acts'), cell: (purchase) => <PurchaseActs purchase={purchase} side="staff" /> },
  ]
}

interface PartProps {
  readonly purchase: PurchaseRowFragment
}

const Bought = ({ purchase: { listingName, quantity } }: PartProps) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    {quantity > 1 ? `${quantity} × ${listingName}` : listingName}
  </Text>
)

function Status({ purchase: { status } }: PartProps) {
  const { t } = useTranslation('wallet')
  return (
    <Badge variant="light" color={PURCHASE_COLORS[status]} tt="none">
      {t(`purchaseStatus.${status}`)}
    </Badge>
  )
}

async function exportedPage(variables: ReturnType<typeof variablesOf>, after: string | undefined) {
  const { productPurchases } = await request(CONSOLE_PURCHASES, {
    ...variables,
    first: EXPORTED_PAGE,
    more: after ?? null,
  })
  const purchases = getFragmentData(
    PURCHASE_ROW,
    productPurchases.edges.map(({ node }) => node),
  )
  return { pageInfo: productPurchases.pageInfo, rows: purchases.map(exportedRow) }
}

function exportedRow({ id, listingName, buyer, receiver, seller, ...purchase }: PurchaseRowFragment) {
  const { purchasedAt, kind, status, quantity, price, endsAt = null } = purchase
  return {
    ...{ purchaseId: id, listing: listingName, purchasedAt, kind, status, quantity, price, endsAt },
    buyerId: buyer?.id ?? null,
    buyer: buyer?.displayName ?? null,
    receiverId: receiver?.id ?? null,
    receiver: receiver?.displayName ?? null,
    sellerId: seller?.id ?? null,
    seller: seller?.displayName ?? null,
  }
}
