import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import type { ConsumeItemMutation, ItemDetailFragment } from '../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { ColorsForm } from './ColorsForm.tsx'
import { UPDATE_ITEM } from './documents.ts'
import { ItemActs } from './ItemActs.tsx'
import { ItemFacts } from './ItemFacts.tsx'
import { ItemPicture } from './ItemPicture.tsx'
import { useItemFilter } from './useInventory.ts'

const ITEM_DETAIL = graphql(`
  fragment ItemDetail on InventoryItem {
    id
    isSeen
    ...ItemPicture
    ...ItemTile
    ...EquippedItem
    ...ItemFacts
    ...ItemActs
    ...ItemColors
    template {
      id
      name
      description
    }
    holder {
      id
    }
  }
`)

const OPEN_ITEM = graphql(`
  query OpenItem($id: ID!) {
    inventoryItem(id: $id) {
      ...ItemDetail
    }
    viewer {
      id
      user {
        id
      }
      instance {
        id
      }
    }
  }
`)

const PICTURE = 160

interface ItemDialogProps {
  readonly id: string
  readonly onClose: () => void
  readonly onConsumed: (result: ConsumeItemMutation) => void
}

/** An item: what it is, and what can be done with it. */
export function ItemDialog({ id, onClose, onConsumed }: ItemDialogProps) {
  const { t } = useTranslation('inventory')
  const { data, refusal, reload } = usePanel(OPEN_ITEM, { id })
  const item = getFragmentData(ITEM_DETAIL, data?.inventoryItem)
  useSeen(item, data?.viewer?.user?.id)
  return (
    <Dialog title={item?.template.name ?? t('item')} onClose={onClose}>
      <Stack gap="md">
        {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
        {!data && !refusal && <Skeleton h={200} aria-hidden />}
        {data && !item && <Text size="sm">{t('gone')}</Text>}
        {item && (
          <>
            <Group gap="md" align="start">
              <ItemPicture item={item} size={PICTURE} />
              <ItemFacts item={item} />
            </Group>
            {item.template.description && <WrittenText text={item.template.description} />}
            <ColorsForm key={id} item={item} />
            <ItemActs item={item} isInInstance={data?.viewer?.instance != null} {...{ onClose, onConsumed }} />
          </>
        )}
      </Stack>
    </Dialog>
  )
}

/** Notes that the holder has seen an item. */
function useSeen(item: ItemDetailFragment | null | undefined, viewerId: string | undefined): void {
  const filter = useItemFilter()
  const update = useAct(UPDATE_ITEM)
  const isNew = item != null && !item.isSeen && item.holder?.id === viewerId
  const itemId = item?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item that is opened.
  useEffect(() => {
    // A refusal is of no interest to the person: the item is shown as new once more.
    if (isNew && itemId) update.attempt({ input: { itemId, isSeen: true }, filter }).catch(() => undefined)
  }, [isNew, itemId])
}
