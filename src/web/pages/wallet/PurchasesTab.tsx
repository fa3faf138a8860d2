import { Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PurchaseRow } from '../../components/economy/PurchaseRow.tsx'
import { PURCHASE_LIST } from '../../components/economy/purchases.ts'
import { FilterSelect } from '../../components/FilterSelect.tsx'
import { ListPanel } from '../../components/ListPanel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { PURCHASE_STATUSES } from './search.ts'

const OWN_PURCHASES = graphql(`
  fragment OwnPurchases on Viewer {
    id
    purchases(first: 20, after: $more, status: $status) {
      ...PurchaseList
    }
  }
`)

const PURCHASES = graphql(`
  query WalletPurchases($status: PurchaseStatus, $more: String) {
    viewer {
      ...OwnPurchases
    }
  }
`)

const CHANGES = graphql(`
  subscription WalletPurchaseChanges($status: PurchaseStatus, $more: String, $initial: Boolean) {
    purchasesChanged(initial: $initial) {
      purchase {
        ...PurchaseRow
      }
      viewer {
        ...OwnPurchases
      }
    }
  }
`)

/** What the person has bought for tokens, also as gifts. */
export function PurchasesTab() {
  const { t } = useTranslation('wallet')
  const { purchases: status } = useSearch({ from: '/shell/wallet' })
  const variables = status ? { status } : {}
  useLive(CHANGES, variables)
  const { data, refusal, reload, fetchMore } = usePanel(PURCHASES, variables)
  const purchases = getFragmentData(PURCHASE_LIST, getFragmentData(OWN_PURCHASES, data?.viewer)?.purchases)
  return (
    <Stack gap="sm">
      <StatusSelect />
      <ListPanel
        title={t('purchases.title')}
        list={purchases}
        refusal={refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        empty={status ? t('purchases.noMatch') : <NoPurchases />}
      >
        <Text size="xs" c="dimmed">
          {t('purchases.refundRule')}
        </Text>
        <Stack component="ul" className="plainList" gap="md">
          {purchases?.edges.map(({ node }) => (
            <PurchaseRow key={node.id} purchase={node} side="buyer" />
          ))}
        </Stack>
      </ListPanel>
    </Stack>
  )
}

function NoPurchases() {
  const { t } = useTranslation('wallet')
  return (
    <>
      {t('purchases.empty')}{' '}
      <RouteLink to="/stores" inherit>
        {t('purchases.toStores')}
      </RouteLink>
    </>
  )
}

function StatusSelect() {
  const { t } = useTranslation('wallet')
  const search = useSearch({ from: '/shell/wallet' })
  const navigate = useNavigate({ from: '/wallet' })
  return (
    <Group>
      <FilterSelect
        label={t('purchases.status')}
        value={search.purchases}
        choices={PURCHASE_STATUSES.map((value) => ({ value, label: t(`purchaseStatus.${value}`) }))}
        all={t('purchases.all')}
        onChange={(status) => void navigate({ search: { ...search, purchases: status }, replace: true })}
      />
    </Group>
  )
}
