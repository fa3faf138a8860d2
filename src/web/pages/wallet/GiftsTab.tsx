import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PurchaseRow } from '../../components/economy/PurchaseRow.tsx'
import { PURCHASE_LIST } from '../../components/economy/purchases.ts'
import { ListPanel } from '../../components/ListPanel.tsx'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { BulkGiftsPanel } from './BulkGiftsPanel.tsx'

const RECEIVED_GIFTS = graphql(`
  fragment ReceivedGifts on Viewer {
    id
    receivedGifts(first: 20, after: $more) {
      ...PurchaseList
    }
  }
`)

const GIFTS = graphql(`
  query WalletGifts($more: String) {
    viewer {
      ...ReceivedGifts
    }
  }
`)

const CHANGES = graphql(`
  subscription WalletGiftChanges($more: String, $initial: Boolean) {
    purchasesChanged(initial: $initial) {
      viewer {
        ...ReceivedGifts
      }
    }
  }
`)

/** What others have given the person, and subscriptions that the person can give away. */
export function GiftsTab() {
  const { t } = useTranslation('wallet')
  useLive(CHANGES, {})
  const { data, refusal, reload, fetchMore } = usePanel(GIFTS, {})
  const gifts = getFragmentData(PURCHASE_LIST, getFragmentData(RECEIVED_GIFTS, data?.viewer)?.receivedGifts)
  return (
    <Stack gap="md">
      <ListPanel
        title={t('gifts.received')}
        list={gifts}
        refusal={refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ more })}
        empty={t('gifts.none')}
      >
        <Stack component="ul" className="plainList" gap="md">
          {gifts?.edges.map(({ node }) => (
            <PurchaseRow key={node.id} purchase={node} side="receiver" />
          ))}
        </Stack>
      </ListPanel>
      <BulkGiftsPanel />
    </Stack>
  )
}
