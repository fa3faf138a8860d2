import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/Ago.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FriendSelect } from '../../components/economy/FriendSelect.tsx'
import { ListPanel } from '../../components/ListPanel.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { BulkGiftRowFragment } from '../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { attemptOnce } from '../../graph/attemptKeys.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'

const BULK_GIFT_ROW = graphql(`
  fragment BulkGiftRow on BulkGift {
    transactionId
    createdAt
    quantity
    remaining
    plan {
      id
      description
    }
    recipients(first: 20) {
      edges {
        cursor
        node {
          id
          displayName
        }
      }
    }
  }
`)

const BULK_GIFT_LIST = graphql(`
  fragment BulkGiftList on Viewer {
    id
    bulkGifts(first: 10, after: $more) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          ...BulkGiftRow
        }
      }
    }
  }
`)

const BULK_GIFTS = graphql(`
  query WalletBulkGifts($more: String) {
    viewer {
      ...BulkGiftList
    }
  }
`)

const CHANGES = graphql(`
  subscription WalletBulkGiftChanges($more: String, $initial: Boolean) {
    paymentChanged(initial: $initial) {
      viewer {
        ...BulkGiftList
      }
    }
  }
`)

const GIVE = graphql(`
  mutation GiveBulkGift($input: GiveBulkGiftInput!, $more: String) {
    giveBulkGift(input: $input) {
      viewer {
        ...BulkGiftList
      }
    }
  }
`)

/** Orders of several subscriptions, which are given away one by one. */
export function BulkGiftsPanel() {
  const { t } = useTranslation('wallet')
  useLive(CHANGES, {})
  const { data, refusal, reload, fetchMore } = usePanel(BULK_GIFTS, {})
  const orders = getFragmentData(BULK_GIFT_LIST, data?.viewer)?.bulkGifts
  return (
    <ListPanel
      title={t('bulk.title')}
      list={orders}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ more })}
      empty={t('bulk.empty')}
    >
      <Stack component="ul" className="plainList" gap="md">
        {orders?.edges.map(({ cursor, node }) => (
          <BulkGiftRow key={cursor} order={getFragmentData(BULK_GIFT_ROW, node)} />
        ))}
      </Stack>
    </ListPanel>
  )
}

function BulkGiftRow({ order }: { readonly order: BulkGiftRowFragment }) {
  const { t } = useTranslation('wallet')
  const [isOpen, setOpen] = useState(false)
  const { plan, quantity, remaining, createdAt, recipients, transactionId } = order
  return (
    <Group component="li" justify="space-between" align="start" gap="sm">
      <Box flex={1} miw={160}>
        <Text size="sm" fw={600}>
          {plan?.description}
        </Text>
        <Text size="sm">{t('bulk.remaining', { remaining, quantity })}</Text>
        <Group gap="xs">
          {recipients.edges.map(({ node }) => (
            <RouteLink key={node.id} to="/people/$personId" params={{ personId: node.id }} size="xs">
              {node.displayName}
            </RouteLink>
          ))}
        </Group>
        <Ago time={createdAt} />
      </Box>
      {remaining > 0 && (
        <Button size="compact-sm" variant="light" onClick={() => setOpen(true)}>
          {t('bulk.give')}
        </Button>
      )}
      {isOpen && <GiveDialog transactionId={transactionId} onClose={() => setOpen(false)} />}
    </Group>
  )
}

interface GiveDialogProps {
  readonly transactionId: string
  readonly onClose: () => void
}

function GiveDialog({ transactionId, onClose }: GiveDialogProps) {
  const { t } = useTranslation('wallet')
  const give = useAct(GIVE)
  const options = { name: 'bulk-gift', mode: 'controlled' as const, initialValues: { receiverId: '' } }
  const { form, refusal, isBusy, onSubmit } = useGraphForm(options, async ({ receiverId }) => {
    const gift = { transactionId, receiverId }
    await attemptOnce('give', gift, (input) => give.attempt({ input }))
    onClose()
  })
  const receiver = form.getInputProps('receiverId')
  return (
    <Dialog title={t('bulk.dialog')} onClose={onClose} isBusy={isBusy}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FriendSelect
            label={t('friend.label')}
            {...receiver}
            value={receiver.value || null}
            onChange={(id) => receiver.onChange(id ?? '')}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group>
            <Button type="submit" loading={isBusy} disabled={receiver.value === ''}>
              {t('bulk.give')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
