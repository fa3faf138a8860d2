import { Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PurchaseRow } from '../../../components/economy/PurchaseRow.tsx'
import { PURCHASE_LIST } from '../../../components/economy/purchases.ts'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { SALE_STATUSES } from '../sections.ts'

const OWN_SALES = graphql(`
  fragment OwnSales on Viewer {
    id
    sales(first: 20, after: $more, status: $status) {
      ...PurchaseList
    }
  }
`)

const SALES = graphql(`
  query SellingSales($status: PurchaseStatus, $more: String) {
    viewer {
      ...OwnSales
    }
  }
`)

const CHANGES = graphql(`
  subscription SellingSaleChanges($status: PurchaseStatus, $more: String, $initial: Boolean) {
    purchasesChanged(initial: $initial) {
      purchase {
        ...PurchaseRow
      }
      viewer {
        ...OwnSales
      }
    }
  }
`)

/** What the person has sold, newest first, with refunds. */
export function SalesSection() {
  const { t } = useTranslation(['selling', 'wallet'])
  const search = useSearch({ from: '/shell/selling/$section' })
  const navigate = useNavigate({ from: '/selling/$section' })
  const variables = search.sales ? { status: search.sales } : {}
  useLive(CHANGES, variables)
  const { data, refusal, reload, fetchMore } = usePanel(SALES, variables)
  const sales = getFragmentData(PURCHASE_LIST, getFragmentData(OWN_SALES, data?.viewer)?.sales)
  return (
    <Stack gap="md">
      <Text size="sm">{t('selling:sales.hint')}</Text>
      <Group>
        <FilterSelect
          label={t('selling:sales.status')}
          value={search.sales}
          choices={SALE_STATUSES.map((value) => ({ value, label: t(`wallet:purchaseStatus.${value}`) }))}
          all={t('selling:sales.all')}
          onChange={(status) => void navigate({ search: { sales: status }, replace: true })}
        />
      </Group>
      <ListPanel
        title={t('selling:sections.sales')}
        list={sales}
        refusal={refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        empty={search.sales ? t('selling:sales.noMatch') : t('selling:sales.empty')}
      >
        <Stack component="ul" className="plainList" gap="md">
          {sales?.edges.map(({ node }) => (
            <PurchaseRow key={node.id} purchase={node} side="seller" />
          ))}
        </Stack>
      </ListPanel>
    </Stack>
  )
}
